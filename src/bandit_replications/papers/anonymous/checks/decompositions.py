"""Checks on decompositions: Sections 3.2 and 3.4, Appendices C.4 to C.6 and C.8 to C.10."""

import pandas as pd

from bandit_replications.experiments.needs import Need
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import (
    algebra,
    argued,
    by_interpretation,
    exact,
    measured,
    proof,
    statement,
)
from bandit_replications.papers.anonymous.parameters import Configuration
from bandit_replications.papers.anonymous.theory import (
    corollary_1,
    corollary_2,
    lemma_3,
    lemma_5,
    lemma_6,
    membership,
    open_problem_1,
)
from bandit_replications.runtime.errors import NotApplicable


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
    numbers["of them above D + KC + 1"] = int(over_printed.sum())
    return Finding(numbers=numbers, holds=not over_proved.any() and beyond == 0)


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


BLOCKS = exact("blocks, U = 9", corollary_2.number_of_assignments, method="blocks")
NO_MULTIPLE = exact(
    "greedy decomposition of the worst graph, K = 2, C = 1: w/K in P_C", lemma_3.converse
)
ADDITIVE_TERM = algebra(
    "additive term of Lemma 3, N > C",
    "N*K + 1 <= K*C + 1",
    over={"C": (1, "oo"), "K": (1, "oo"), "x": (1, "oo")},
    N="C + x",
)

COVER = ((0, 1, 2), (3, 4, 5), (1, 2, 3))
NO_COVER = ((0, 1, 2), (2, 3, 4), (1, 4, 5))

CHECKS = {
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
    "section-3-4-2-membership-answered": proof(
        exact("triples with a cover", membership.decides_cover, sets=COVER),
        exact("triples without a cover", membership.decides_cover, sets=NO_COVER),
        exact("full dimension, N = C + 2", membership.dimension, group_size=2, users=4),
        exact("full dimension, N = 2(C + 1)", membership.dimension, group_size=3, users=8),
        exact("N = C + 1 refused", membership.dimension, group_size=2, users=3, full=False),
    ),
    "section-3-4-2-at-least-as-good": statement(
        *(
            exact(f"β against greedy's 1/K, K = {k}", open_problem_1.literally_constant, arms=k)
            for k in (2, 3)
        ),
    ),
    "lemma-3-converse": statement(NO_MULTIPLE),
    "lemma-6-blocks": proof(exact("K = 3, C = 1, U = 3", lemma_6.blocks_hold)),
    "lemma-6": by_interpretation(
        proof(
            algebra(
                "that weight is enough, s >= 2",
                "d*(1 + s - d) <= (s - 1)*(d + s - 1)",
                over={"d": (0, "oo"), "s": (2, "oo")},
            ),
            printed=(
                exact("α blocks of at most U/(C+1) arms exist", lemma_6.blocks_hold),
                exact("the printed points, two larger blocks", lemma_6.larger_blocks),
            ),
            failing="true by other points than the printed ones",
        ),
        arbitrary_blocks_of_any_size=statement(exact("K = 12, α = 2", lemma_6.uneven_blocks)),
    ),
    "corollary-1": proof(printed=(ADDITIVE_TERM,), failing="true, but the proof does not give it"),
    "corollary-1-proof": proof(ADDITIVE_TERM),
    "corollary-1-efficient": proof(
        printed=tuple(
            exact(
                f"vertices from (1), N = 50, C = 1, D = {total}",
                corollary_1.as_the_proof_has_it,
                users=50,
                group_size=1,
                total=total,
            )
            for total in (500, 1003)
        ),
        failing="true by flows, the vertices from (1) are more",
    ),
    "corollary-2": proof(
        printed=(BLOCKS,),
        failing="true by the answer to Open Problem 1, not by the printed proof",
    ),
    "corollary-2-efficient": proof(
        algebra("share that is left", "(1 - 1/(2*K))*K/(2*K - 1) = 1/2"),
        algebra(
            "Chernoff's exponent",
            "log(2*N*K) <= p*w*m/(8*K**2)",
            over={"N": (1, "oo"), "K": (1, "oo")},
            p="1/2",
            w="1/K",
            m="16*K**3*log(2*N*K)",
        ),
        printed=(BLOCKS,),
        failing="true by other assignments, not by the printed ones",
    ),
    "corollary-2-scaling": proof(
        NO_MULTIPLE,
        exact("P_C is closed downwards", lemma_3.not_closed_downwards),
    ),
    "corollary-2-zero": proof(
        algebra(
            "column sums of the point 0, against C + 1",
            "C + 1 <= N*z",
            over={"C": (1, "oo"), "N": (1, "oo")},
            z="0",
        )
    ),
    "corollary-1-measured": measured(_corollary_1, _needs, method="sampled"),
    "section-3-4-2-ratios-measured": measured(_ratios, _needs, method="sampled"),
}
