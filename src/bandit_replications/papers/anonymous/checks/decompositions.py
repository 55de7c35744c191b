"""Checks on decompositions: Sections 3.2 and 3.4, Appendices C.4 to C.6 and C.8 to C.10."""

import pandas as pd

from bandit_replications.experiments.needs import Need
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import (
    argued,
    by_interpretation,
    exact,
    measured,
    proof,
    sampled,
    statement,
)
from bandit_replications.papers.anonymous.parameters import Configuration
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


def _needs(config: Configuration) -> tuple[Need, ...]:
    return (Need(experiment="decompositions"),)


def _largest_ratios(frame: pd.DataFrame) -> dict[str, float]:
    """Return the largest (R - NK - 1)/D of each method over the rows it has a number in."""
    spare = frame["users"] * frame["arms"] + 1
    ratio = (frame["assignments"] - spare) / frame["demand"]
    return {str(name): float(part.max()) for name, part in ratio.groupby(frame["method"])}


def _corollary_1(results: Results, config: Configuration) -> Finding:
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


def _ratios(results: Results, config: Configuration) -> Finding:
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
_BLOCKS = exact("blocks, U = 9", corollary_2.number_of_assignments, method="blocks")
TWO_OR_MORE = argued("α for U < K(C+1)", "⌈K(C+1)/U⌉ >= 2 > 2 - 1/K")

SECTION_3_2 = {
    "section-3-2-degrees": statement(argued("all graphs, K = 3, N = 6", section_3_2.degrees)),
    "section-3-4-1-greedy": statement(
        argued("number, feedback and active sets", section_3_2.greedy),
    ),
}

SECTION_3_4_2 = {
    "section-3-4-2-too-few": statement(exact("probability, K = 5, C = 4", lemma_5.too_few)),
    "section-3-4-2-logarithms": by_interpretation(
        statement(
            exact("a user informs with probability < 1/2 for some K, C", lemma_5.informs_seldom),
        ),
        each_assignment_informs_all=statement(
            argued(
                "U without a logarithm",
                "arm 1 is left empty with probability (1-1/K)^U >= 1/(19 D) if U users have all "
                "arms, U <= ln(19 D)/ln(K/(K-1)): all D assignments inform about it with "
                "probability exp(-1/19) < 0.95 at most",
            ),
        ),
    ),
    "section-3-4-2-hull": statement(
        argued("vertices counted, and a random combination", lemma_4.hull_of_pieces),
    ),
    "section-3-4-2-at-least-as-good": statement(
        *(
            exact(f"β against greedy's 1/K, K = {k}", open_problem_1.literally_constant, arms=k)
            for k in (2, 3)
        ),
    ),
    "section-3-4-2-at-least-as-good-repaired": proof(
        argued(
            "D/β against R assignments",
            "their average is a point of P_C, zero off the active pairs, above (D/R) w: β >= D/R",
        ),
    ),
}

LEMMAS = {
    "lemma-3": proof(
        argued("rounding up", "Σ_r ⌈D λ_r/β⌉ <= D/β + NK + 1, a term for each of the vertices"),
        argued("number and feedback, w in P_C", lemma_3.rounded_up, inside=True),
    ),
    "lemma-3-combination": proof(argued("vertices and (3)", lemma_3.caratheodory)),
    "lemma-3-converse": statement(
        exact("greedy decomposition of the worst graph, K = 2, C = 1", lemma_3.converse),
    ),
    "lemma-3-converse-repaired": statement(
        argued("average of the greedy vertices, K = 3", lemma_3.converse_repaired),
    ),
    "lemma-4": proof(
        argued("totally unimodular, N = K = 3", lemma_4.unimodular),
        argued("maxima, N = 4, K = 2, C = 1", lemma_4.same_maximum),
        argued("maxima, N = 6, K = 3, C = 1", lemma_4.same_maximum, users=6, arms=3, objectives=5),
        argued("empty together", lemma_4.empty_together),
    ),
    "lemma-4-unimodular": statement(
        argued("all subdeterminants, N = K = 3", lemma_4.unimodular),
    ),
    "lemma-5": proof(
        argued("column sums", "U users or more have arm j and give it 1/K or more: U/K >= C + 1"),
        argued("membership, K = 2, C = 1", lemma_5.membership),
    ),
    "lemma-6-blocks": proof(exact("K = 3, C = 1, U = 3", lemma_6.blocks_hold)),
    "lemma-6": by_interpretation(
        proof(
            argued("α equal blocks, all graphs, K = 3, C = 1, U = 3", lemma_6.balanced),
            printed=(
                exact("α blocks of at most U/(C+1) arms exist", lemma_6.blocks_hold),
                exact("the printed points, two larger blocks", lemma_6.larger_blocks),
            ),
            failing="true by other points than the printed ones",
        ),
        arbitrary_blocks_of_any_size=statement(exact("K = 12, α = 2", lemma_6.uneven_blocks)),
    ),
    "lemma-6-repaired": statement(
        argued("points and sum, K = 3, C = 1, U = 4", lemma_6.points),
        argued(
            "points and sum, K = 2, C = 3, U = 5", lemma_6.points, arms=2, group_size=3, cluster=5
        ),
    ),
}

COROLLARIES = {
    "corollary-1": proof(
        argued("R against D + KC + 1", "R = max_i |A_i| ⌈D/|A_i|⌉ <= D + K - 1"),
        argued("all-open attains it, K = 2, C = 1", corollary_1.attained),
        printed=(exact("Lemma 3 gives KC + 1", corollary_1.what_the_proof_gives),),
        failing="true, but the proof does not give it",
    ),
    "corollary-1-proof": proof(exact("NK + 1 <= KC + 1", corollary_1.what_the_proof_gives)),
    "corollary-1-efficient": proof(
        argued("number", corollary_1.at_scale, method="all-open"),
        argued("time", "a maximum flow for the rounding and one for each of R <= D + K - 1"),
        printed=tuple(
            exact(
                f"vertices from (1), N = 50, C = 1, D = {total}",
                corollary_1.as_the_proof_has_it,
                **FEW,
                total=total,
            )
            for total in (500, 1003)
        ),
        failing="true by flows, the vertices from (1) are more",
    ),
    "corollary-2": proof(
        TWO_OR_MORE,
        argued("β >= K/(2K-1)", open_problem_1.smallest_rate),
        argued("rounding up", "Lemma 3 with β w below a point: D/β + NK + 1 assignments"),
        argued("U = K(C+1), α = 1", "Corollary 1"),
        printed=(_BLOCKS,),
        failing="true by the answer to Open Problem 1, not by the printed proof",
    ),
    "corollary-2-efficient": proof(
        sampled(
            "closings drawn, K = 5, U = 13",
            corollary_2.number_of_assignments,
            method=CLOSINGS,
            cluster=13,
        ),
        sampled(
            "closings drawn, K = U = 10",
            corollary_2.number_of_assignments,
            method=CLOSINGS,
            arms=10,
            group_size=1,
            cluster=10,
        ),
        printed=(_BLOCKS,),
        failing="true by other assignments, not by the printed ones",
    ),
    "corollary-2-blocks": statement(
        argued(
            "Lemma 3 at β = 1/α",
            "the average of the α points w^(a) is in P_C, zero off the active pairs and at least "
            "w/α",
        ),
    ),
    "corollary-2-scaling": proof(
        exact("worst graph, K = 2, U = C + 1", lemma_3.converse),
        exact("P_C is closed downwards", lemma_3.not_closed_downwards),
    ),
    "corollary-2-zero": proof(exact("S = {1}", corollary_2.zero_in_piece)),
    "corollary-1-measured": measured(_corollary_1, _needs, method="sampled"),
    "section-3-4-2-ratios-measured": measured(_ratios, _needs, method="sampled"),
}

CHECKS = {**SECTION_3_2, **SECTION_3_4_2, **LEMMAS, **COROLLARIES}
