"""Checks on decompositions: Sections 3.2 and 3.4, Appendices C.4 to C.6 and C.8 to C.10."""

from typing import Any

import pandas as pd

from bandit_replications.experiments.needs import Need
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import by_reading, measured, proof, statement, step
from bandit_replications.papers.anonymous.theory import (
    corollary_1,
    corollary_2,
    lemma_3,
    lemma_4,
    lemma_5,
    lemma_6,
    open_problem_1,
    section_3_2,
)
from bandit_replications.runtime.errors import NotApplicable

CLOSINGS = "random-closing"


def _needs(config: Any) -> tuple[Need, ...]:
    return (Need(experiment="decompositions"),)


def _largest_ratios(frame: pd.DataFrame) -> dict[str, float]:
    """Return the largest (R - NK - 1)/D of each method over the rows it has a number in."""
    spare = frame["users"] * frame["arms"] + 1
    ratio = (frame["assignments"] - spare) / frame["demand"]
    return {str(name): float(part.max()) for name, part in ratio.groupby(frame["method"])}


def _corollary_1(results: Results, config: Any) -> Finding:
    """Compare lp and all-open with D + NK + 1 and D + KC + 1 where U >= K(C + 1)."""
    frame = results["decompositions"]
    frame = frame[frame["cluster"] >= frame["arms"] * (frame["group_size"] + 1)]
    frame = frame[frame["method"].isin(["lp", "all-open"])]
    if frame.empty:
        raise NotApplicable("no graph with U >= K(C+1) and lp or all-open in decompositions")
    excess = frame["assignments"] - frame["demand"]
    numbers: dict[str, float | int | str] = {"graphs and methods": len(frame)}
    for name, part in excess.groupby(frame["method"]):
        numbers[f"largest excess of {name} over D"] = float(part.max())
    exact = frame[frame["method"] == "all-open"]
    beyond = float((exact["assignments"] - exact["least"]).max()) if len(exact) else 0.0
    numbers["all-open above the smallest number"] = beyond
    over_proved = excess > frame["users"] * frame["arms"] + 1
    over_printed = excess > frame["arms"] * frame["group_size"] + 1
    caveat = f"{int(over_printed.sum())} above D + KC + 1" if over_printed.any() else ""
    return Finding(numbers=numbers, holds=not over_proved.any() and beyond == 0, caveat=caveat)


def _ratios(results: Results, config: Any) -> Finding:
    """Compare greedy, all-open and closing with their ratios on every graph."""
    ratios = _largest_ratios(results["decompositions"])
    arms = config.decompositions.arms
    limits = {"greedy": arms, "all-open": 2 - 1 / arms, "closing": 2 - 1 / arms}
    if not limits.keys() & ratios.keys():
        raise NotApplicable("none of greedy, all-open and closing in decompositions")
    return Finding(
        numbers={f"largest (R - NK - 1)/D, {name}": ratio for name, ratio in ratios.items()},
        holds=all(ratios[name] <= limit for name, limit in limits.items() if name in ratios),
    )


FEW = {"users": 50, "group_size": 1}
_BLOCKS = step("blocks, U = 9", corollary_2.number_of_assignments, method="blocks")

SECTION_3_2 = {
    "section-3-2-degrees": statement(
        step("degrees against U, all graphs, K = 3, N = 6", section_3_2.degrees),
        method="enumeration",
    ),
    "section-3-4-1-greedy": statement(
        step("number, feedback and active sets", section_3_2.greedy),
    ),
}

SECTION_3_4_2 = {
    "section-3-4-2-too-few": statement(step("probability, K = 5, C = 4", lemma_5.too_few)),
    "section-3-4-2-logarithms": by_reading(
        statement(
            step("a user informs with probability < 1/2 for some K, C", lemma_5.informs_seldom),
        ),
        each_assignment_informs_all=statement(
            *(
                step(f"U without a logarithm, D = {total:g}", lemma_5.needs_logarithm, total=total)
                for total in (1e2, 1e4, 1e8)
            ),
        ),
    ),
    "section-3-4-2-hull": statement(
        step("vertices counted, and a random combination", lemma_4.hull_of_pieces),
        method="enumeration",
    ),
    "section-3-4-2-at-least-as-good": statement(
        *(
            step(f"β against greedy's 1/K, K = {k}", open_problem_1.literally_constant, arms=k)
            for k in (2, 3)
        ),
    ),
    "section-3-4-2-at-least-as-good-repaired": proof(
        *(
            step(f"D/β against {method}", lemma_3.at_least_as_good, method=method)
            for method in ("greedy", "random", "lp", "blocks")
        ),
        method="argued",
    ),
}

LEMMAS = {
    "lemma-3": proof(
        step("rounding up", lemma_3.rounding),
        step("number and feedback, w in P_C", lemma_3.rounded_up, inside=True),
        method="argued",
    ),
    "lemma-3-combination": proof(step("vertices and (3)", lemma_3.caratheodory), method="argued"),
    "lemma-3-converse": statement(
        step("greedy decomposition of the worst graph, K = 2, C = 1", lemma_3.converse),
    ),
    "lemma-3-converse-repaired": statement(
        step("average of the greedy vertices, K = 3", lemma_3.converse_repaired),
        step("the same, K = 2, C = 2", lemma_3.converse_repaired, arms=2, group_size=2),
    ),
    "lemma-4": proof(
        step("totally unimodular, N = K = 3", lemma_4.unimodular),
        step("maxima, N = 4, K = 2, C = 1", lemma_4.same_maximum),
        step("maxima, N = 6, K = 3, C = 1", lemma_4.same_maximum, users=6, arms=3, objectives=5),
        step("empty together", lemma_4.empty_together),
        method="argued",
    ),
    "lemma-4-unimodular": statement(
        step("all subdeterminants, N = K = 3", lemma_4.unimodular),
        method="enumeration",
    ),
    "lemma-5": proof(
        step("column sums, K = 2, C = 1", lemma_5.column_sums),
        step("column sums, K = 2, C = 3", lemma_5.column_sums, group_size=3),
        step("membership, K = 2, C = 1", lemma_5.membership),
        method="argued",
    ),
    "lemma-6-blocks": proof(step("K = 3, C = 1, U = 3", lemma_6.blocks_hold), method="symbolic"),
    "lemma-6": by_reading(
        proof(
            step("α equal blocks, K <= 40, C <= 6", lemma_6.balanced_blocks),
            step("α equal blocks, all graphs, K = 3, C = 1, U = 3", lemma_6.balanced),
            printed=(
                step("α blocks of at most U/(C+1) arms exist", lemma_6.blocks_hold),
                step("the printed points, two larger blocks", lemma_6.larger_blocks),
            ),
            failing="true by other points than the printed ones",
            method="symbolic",
        ),
        arbitrary_blocks_of_any_size=statement(step("K = 12, α = 2", lemma_6.uneven_blocks)),
        blocks_of_at_most_the_printed_size=statement(
            step("⌈K(C+1)/U⌉ of them exist", lemma_6.blocks_hold)
        ),
    ),
    "lemma-6-repaired": statement(
        step("points and sum, K = 3, C = 1, U = 4", lemma_6.points),
        step(
            "points and sum, K = 2, C = 3, U = 5", lemma_6.points, arms=2, group_size=3, cluster=5
        ),
        step("⌈K/⌊U/(C+1)⌋⌉ blocks exist", lemma_6.blocks_hold, repaired=True),
        method="enumeration",
    ),
}

COROLLARIES = {
    "corollary-1": proof(
        step("smallest number against D + KC + 1", corollary_1.smallest_against_printed),
        step("all-open attains it, K = 2, C = 1", corollary_1.attained),
        step("all-open, N = 125", corollary_1.at_scale, method="all-open"),
        printed=(step("Lemma 3 gives KC + 1", corollary_1.what_the_proof_gives),),
        failing="true, but the proof does not give it",
        method="symbolic",
    ),
    "corollary-1-proof": proof(
        step("NK + 1 <= KC + 1", corollary_1.what_the_proof_gives),
        method="argued",
    ),
    "corollary-1-efficient": proof(
        step("all-open, N = 125, C = 4", corollary_1.at_scale, method="all-open"),
        *(
            step(
                f"all-open, N = 50, C = 1, D = {total}",
                corollary_1.at_scale,
                method="all-open",
                **FEW,
                total=total,
            )
            for total in (500, 1003)
        ),
        printed=tuple(
            step(
                f"vertices from (1), N = 50, C = 1, D = {total}",
                corollary_1.as_the_proof_has_it,
                **FEW,
                total=total,
            )
            for total in (500, 1003)
        ),
        failing="true by flows, the vertices from (1) are more",
        method="symbolic",
    ),
    "corollary-2": proof(
        step("2 - 1/K <= α for U < K(C+1)", corollary_2.against_closing),
        step("β >= K/(2K-1) for all K <= 60", open_problem_1.smallest_rate),
        step("all-open, U = 9", corollary_2.number_of_assignments, method="all-open"),
        step("closing, U = 9", corollary_2.number_of_assignments, method="closing"),
        printed=(_BLOCKS,),
        failing="true by the answer to Open Problem 1, not by the printed proof",
        method="symbolic",
    ),
    "corollary-2-efficient": proof(
        step(
            "closings drawn, K = 5, U = 13",
            corollary_2.number_of_assignments,
            method=CLOSINGS,
            cluster=13,
        ),
        step(
            "closings drawn, K = U = 10",
            corollary_2.number_of_assignments,
            method=CLOSINGS,
            arms=10,
            group_size=1,
            cluster=10,
        ),
        printed=(_BLOCKS,),
        failing="true by other assignments, not by the printed ones",
        method="exact",
    ),
    "corollary-2-blocks": statement(
        step("blocks, U = 9", corollary_2.number_of_assignments, method="blocks", repaired=True),
    ),
    "corollary-2-scaling": proof(
        step("worst graph, K = 2, U = C + 1", lemma_3.converse),
        step("P_C is closed downwards", lemma_3.not_closed_downwards),
        method="symbolic",
    ),
    "corollary-2-zero": proof(step("S = {1}", corollary_2.zero_in_piece), method="argued"),
    "corollary-1-measured": measured(_corollary_1, _needs, method="enumeration"),
    "section-3-4-2-ratios-measured": measured(_ratios, _needs, method="enumeration"),
}

CHECKS = {**SECTION_3_2, **SECTION_3_4_2, **LEMMAS, **COROLLARIES}
