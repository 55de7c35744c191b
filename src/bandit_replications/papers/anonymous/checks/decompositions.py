"""Claims on decompositions: Sections 3.2 and 3.4, Appendices C.4 to C.6 and C.8 to C.10."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from bandit_replications.experiments.needs import Need
from bandit_replications.ledger.claims import Claim, Finding
from bandit_replications.ledger.proof_steps import definition, derived, equation, not_testable, step
from bandit_replications.papers.anonymous.checks.later_decompositions import (
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

if TYPE_CHECKING:
    import pandas as pd

Results = Mapping[str, "pd.DataFrame"]

NOT_CLOSED = "polytope-not-closed-downwards"
ADDITIVE = "corollary-1-additive-term"
BLOCKS = "too-few-blocks"
ZERO = "zero-in-every-piece"
LOGARITHMS = "random-decomposition-logarithms"
NOTATION = "decomposition-notation"
CLOSINGS = "random-closing"

# --- Sections 3.2 and 3.4.1 -------------------------------------------------------------------

SECTION_3_2 = (
    definition(
        "definition-anonymous-decomposition",
        "Section 3.2",
        "A C-anonymous decomposition: assignments of users to arms that they have demand for, "
        "with at least w_ij informative ones for each pair.",
        errata=(NOTATION,),
    ),
    definition(
        "definition-batched-graph",
        "Section 3.2",
        "Batched and U-batched graphs: demand D/|A_i| on each arm of A_i; an assignment within "
        "the A_i gives each arm U users.",
        errata=(NOTATION,),
    ),
    definition(
        "definition-approximation-ratio",
        "Section 3.2",
        "A decomposition algorithm has ratio α if it uses at most α D + O(NK) assignments.",
    ),
    derived(
        "section-3-2-degrees",
        "Section 3.2",
        "In a U-batched graph at least U users are interested in each arm.",
        step("degrees against U, all graphs, K = 3, N = 6", section_3_2, check="degrees"),
        kind="enumeration",
    ),
    derived(
        "section-3-2-additive-term",
        "Section 3.2",
        "An additive O(NK) beyond α D is allowed for.",
        step(
            "K - 1 beyond D are needed and suffice if U >= K(C+1)",
            corollary_1,
            check="smallest_against_printed",
        ),
        rule="the smallest number that suffices exceeds D by at most KC + 1, hence by O(NK)",
    ),
    derived(
        "section-3-4-1-greedy",
        "Section 3.4.1",
        "If U >= C + 1, D copies of the assignment of all interested users to arm j, for each j, "
        "are a C-anonymous decomposition into KD assignments: ratio K.",
        step("number, feedback and active sets", section_3_2, check="greedy"),
    ),
    derived(
        "section-3-4-1-regret",
        "Section 3.4.1",
        "With the greedy decomposition Theorem 1 gives regret Õ(NCK √T).",
        step("Theorem 1 at α = K", section_3_2, check="regret_factor"),
        kind="symbolic",
    ),
)

# --- Section 3.4.2 before Lemma 3 -------------------------------------------------------------

SECTION_3_4_2 = (
    derived(
        "section-3-4-2-ratios",
        "Section 3.4.2",
        "There are decompositions of ratio 1 if U >= K(C+1), and ⌈K(C+1)/U⌉ if C+1 <= U <= K(C+1).",
        step("exact, U = K(C+1)", corollary_1, check="at_scale", method="exact"),
        step(
            "exact, U = 9, K = C + 1 = 5",
            corollary_2,
            check="number_of_assignments",
            method="exact",
        ),
        step("(2 - 1/K) <= ⌈K(C+1)/U⌉ below K(C+1)", corollary_2, check="against_closing"),
        printed=(
            step(
                "blocks as proposed, U = 9",
                corollary_2,
                check="number_of_assignments",
                method="blocks",
            ),
        ),
        failing="true, but not by the proposed blocks",
        errata=(BLOCKS,),
    ),
    derived(
        "section-3-4-2-expected",
        "Section 3.4.2",
        "With U = K(C+1) users on random active arms, each user gets what he wants and each arm "
        "C + 1 users, in expectation.",
        step("expectations", lemma_5, check="expected_matches"),
    ),
    derived(
        "section-3-4-2-too-few",
        "Section 3.4.2",
        "It is possible and reasonably likely that an arm gets fewer than C + 1 users.",
        step("probability, K = 5, C = 4", lemma_5, check="too_few"),
        rule="the probability is at least 1/4 with K(C+1) users who have all K = 5 arms, C = 4",
    ),
    derived(
        "section-3-4-2-logarithms",
        "Section 3.4.2",
        "For random assignments to work with high probability, α or U must grow by logarithmic "
        "factors.",
        step(
            "a user informs with probability < 1/2 for some K, C", lemma_5, check="informs_seldom"
        ),
        rule=(
            "refuted if a user on a random active arm informs with probability 1/2 at least for "
            "all K, C and U >= K(C+1), since 2D(1 + o(1)) assignments then do: binomial median, "
            "and exact probabilities for K, C <= 20"
        ),
        printed=(
            step("R/D of random decompositions at U = K(C+1)", lemma_5, check="random_needs"),
        ),
        errata=(LOGARITHMS,),
    ),
    definition(
        "definition-anonymity-polytope",
        "Section 3.4.2",
        "P_C: the convex hull of the binary points with row sums at most 1 and column sums 0 or "
        "at least C + 1.",
    ),
    definition(
        "definition-polytope-piece",
        "Section 3.4.2",
        "P_C(S): the same with column sums at least C + 1 exactly on S.",
    ),
    derived(
        "section-3-4-2-hull",
        "Section 3.4.2",
        "P_C is the convex hull of the P_C(S).",
        step("vertices counted, and a random combination", lemma_4, check="hull_of_pieces"),
        kind="enumeration",
    ),
    not_testable(
        "section-3-4-2-membership",
        "Section 3.4.2",
        "It is not clear whether membership in P_C can be decided efficiently.",
        "a remark on what is not known; the disjunction over S that is solved here has 2^K parts",
    ),
    derived(
        "section-3-4-2-at-least-as-good",
        "Section 3.4.2, before Open Problem 1",
        "The decomposition of Lemma 3 with the largest β is at least as good as every one of the "
        "paper.",
        *(
            step(f"D/β against {method}", lemma_3, check="at_least_as_good", method=method)
            for method in ("greedy", "random", "lp", "blocks")
        ),
        printed=(step("β w in P_C literally, worst graph", lemma_3, check="literally_as_good"),),
        failing="only with β w below a point of P_C",
        errata=(NOT_CLOSED,),
    ),
)

# --- Lemmas 3 to 6 and Corollaries 1 and 2 ----------------------------------------------------

LEMMAS = (
    derived(
        "lemma-3",
        "Lemma 3, Section 3.4.2, Appendix C.4",
        "If β w is in P_C, there is a decomposition into at most D/β + NK + 1 assignments.",
        step("number and feedback", lemma_3, check="rounded_up"),
    ),
    equation(
        2,
        "Appendix C.4",
        "β w is a convex combination of at most NK + 1 vertices of P_C.",
        step("vertices and (3)", lemma_3, check="caratheodory"),
    ),
    equation(
        3,
        "Appendix C.4",
        "D w is that combination times D/β.",
        step("vertices and (3)", lemma_3, check="caratheodory"),
    ),
    derived(
        "lemma-3-converse",
        "Lemma 3, Section 3.4.2, Appendix C.4",
        "If G has a C-anonymous decomposition into α D assignments, w/α is in P_C.",
        step("greedy decomposition of the worst graph, K = 2, C = 1", lemma_3, check="converse"),
        errata=(NOT_CLOSED,),
    ),
    derived(
        "lemma-3-converse-repaired",
        "Lemma 3, repaired",
        "If G has a C-anonymous decomposition into α D assignments, w/α lies below a point of P_C.",
        step("average of the greedy vertices, K = 3", lemma_3, check="converse_repaired"),
        step("the same, K = 2, C = 2", lemma_3, check="converse_repaired", arms=2, group_size=2),
        errata=(NOT_CLOSED,),
    ),
    equation(
        1,
        "Section 3.4.2",
        "The inequalities that describe P_C(S).",
        step("maxima over (1) and over the vertices", lemma_4, check="same_maximum"),
        kind="enumeration",
    ),
    derived(
        "lemma-4",
        "Lemma 4, Section 3.4.2, Appendix C.5",
        "A point is in P_C(S) if and only if it satisfies (1).",
        step("maxima, N = 4, K = 2, C = 1", lemma_4, check="same_maximum"),
        step(
            "maxima, N = 6, K = 3, C = 1",
            lemma_4,
            check="same_maximum",
            users=6,
            arms=3,
            objectives=5,
        ),
        step("empty together", lemma_4, check="empty_together"),
        kind="enumeration",
    ),
    derived(
        "lemma-4-unimodular",
        "Appendix C.5",
        "The matrix of (1) is totally unimodular.",
        step("all subdeterminants, N = K = 3", lemma_4, check="unimodular"),
        kind="enumeration",
    ),
    derived(
        "lemma-5",
        "Lemma 5, Section 3.4.2, Appendix C.6",
        "If U >= K(C+1), w is in P_C([K]).",
        step("column sums, K = 2, C = 1", lemma_5, check="column_sums"),
        step("column sums, K = 2, C = 3", lemma_5, check="column_sums", group_size=3),
        step("membership, K = 2, C = 1", lemma_5, check="membership"),
        kind="enumeration",
        errata=(NOTATION,),
    ),
    derived(
        "corollary-1",
        "Corollary 1, Section 3.4.2, Appendix C.8",
        "If U >= K(C+1), there is a decomposition into at most D + KC + 1 assignments.",
        step("smallest number against D + KC + 1", corollary_1, check="smallest_against_printed"),
        step("exact attains it, K = 2, C = 1", corollary_1, check="attained"),
        step("exact, N = 125", corollary_1, check="at_scale", method="exact"),
        printed=(step("Lemma 3 gives KC + 1", corollary_1, check="what_the_proof_gives"),),
        failing="true, but the proof does not give it",
        errata=(ADDITIVE,),
    ),
    derived(
        "corollary-1-proof",
        "Appendix C.8",
        "The number in Corollary 1 follows from Lemmas 3 and 5.",
        step("NK + 1 <= KC + 1", corollary_1, check="what_the_proof_gives"),
        errata=(ADDITIVE,),
    ),
    derived(
        "corollary-1-efficient",
        "Corollary 1, Section 3.4.2, Appendix C.8",
        "The decomposition can be found efficiently, vertex by vertex from (1).",
        step("linear programs, N = 125", corollary_1, check="at_scale", method="lp"),
        rule="linear programs on (1) give a decomposition of N = 125, K = 5 within the bound",
    ),
    derived(
        "lemma-6-blocks",
        "Section 3.4.2, before Lemma 6",
        "K arms can be partitioned into ⌈K(C+1)/U⌉ blocks of at most U/(C+1) arms.",
        step("K = 3, C = 1, U = 3", lemma_6, check="blocks_hold"),
        errata=(BLOCKS,),
    ),
    derived(
        "lemma-6",
        "Lemma 6, Section 3.4.2, Appendix C.9",
        "For blocks S_a of at most U/(C+1) arms there are points w^(a) in P_C(S_a) whose sum is "
        "at least w.",
        step("points and sum, K = 3, C = 1, U = 4", lemma_6, check="points"),
        step(
            "points and sum, K = 2, C = 3, U = 5",
            lemma_6,
            check="points",
            arms=2,
            group_size=3,
            cluster=5,
        ),
        step("⌈K/⌊U/(C+1)⌋⌉ blocks exist", lemma_6, check="blocks_hold", repaired=True),
        printed=(
            step("⌈K(C+1)/U⌉ of them exist", lemma_6, check="blocks_hold"),
            step("two larger blocks instead", lemma_6, check="larger_blocks"),
        ),
        failing="with the printed number of blocks",
        kind="enumeration",
        errata=(BLOCKS,),
    ),
    derived(
        "corollary-2",
        "Corollary 2, Section 3.4.2, Appendix C.10",
        "If C+1 <= U <= K(C+1), there is a decomposition into at most α D + NK + 1 assignments, "
        "α = ⌈K(C+1)/U⌉.",
        step("2 - 1/K <= α for U < K(C+1)", corollary_2, check="against_closing"),
        step("β >= K/(2K-1) for all K <= 60", open_problem_1, check="smallest_rate"),
        step("exact, U = 9", corollary_2, check="number_of_assignments", method="exact"),
        step("closing, U = 9", corollary_2, check="number_of_assignments", method="closing"),
        printed=(
            step("blocks, U = 9", corollary_2, check="number_of_assignments", method="blocks"),
        ),
        failing="true by the answer to Open Problem 1, not by the printed proof",
        errata=(BLOCKS, NOT_CLOSED, ZERO),
    ),
    derived(
        "corollary-2-efficient",
        "Corollary 2, Section 3.4.2, Appendix C.10",
        "The decomposition can be found efficiently, vertex by vertex from the blocks.",
        step(
            "closings drawn, K = 5, U = 13",
            corollary_2,
            check="number_of_assignments",
            method=CLOSINGS,
            cluster=13,
        ),
        step(
            "closings drawn, K = U = 10",
            corollary_2,
            check="number_of_assignments",
            method=CLOSINGS,
            arms=10,
            group_size=1,
            cluster=10,
        ),
        rule="random closings, one draw for each user, meet demands of N = 65, K = 5 and N = 100, "
        "K = 10 within the printed number, α = 2",
        printed=(
            step("blocks, U = 9", corollary_2, check="number_of_assignments", method="blocks"),
        ),
        failing="true by other assignments, not by the printed ones",
        errata=(BLOCKS,),
    ),
    derived(
        "corollary-2-blocks",
        "Corollary 2, repaired",
        "Blocks give at most ⌈K/⌊U/(C+1)⌋⌉ D + NK + 1 assignments.",
        step(
            "blocks, U = 9",
            corollary_2,
            check="number_of_assignments",
            method="blocks",
            repaired=True,
        ),
        errata=(BLOCKS,),
    ),
    derived(
        "corollary-2-scaling",
        "Appendix C.10",
        "w/α is a multiple of the average of the w^(a), and so is in P_C.",
        step("worst graph, K = 2, U = C + 1", corollary_2, check="scaled_down"),
        step("P_C is closed downwards", lemma_3, check="not_closed_downwards"),
        errata=(NOT_CLOSED,),
    ),
    derived(
        "corollary-2-zero",
        "Appendix C.10",
        "0 is in P_C(S) for every S.",
        step("S = {1}", corollary_2, check="zero_in_piece"),
        errata=(ZERO,),
    ),
)

# --- Measured on the data set `decompositions` --------------------------------------------------


def decompositions_needs(config: Any) -> tuple[Need, ...]:
    """Return the whole data set `decompositions`."""
    return (Need(experiment="decompositions"),)


def largest_ratios(frame: "pd.DataFrame") -> dict[str, float]:
    """Return the largest (R - NK - 1)/D of each method over the rows it has a number in."""
    spare = frame["users"] * frame["arms"] + 1
    ratio = (frame["assignments"] - spare) / frame["demand"]
    return {str(name): float(part.max()) for name, part in ratio.groupby(frame["method"])}


def check_corollary_1(results: Results, config: Any) -> Finding:
    """Compare lp and exact with D + KC + 1 where U >= K(C + 1)."""
    frame = results["decompositions"]
    frame = frame[frame["cluster"] >= frame["arms"] * (frame["group_size"] + 1)]
    frame = frame[frame["method"].isin(["lp", "exact"])]
    if frame.empty:
        raise NotApplicable("no graph with U >= K(C+1) and lp or exact in decompositions")
    excess = frame["assignments"] - frame["demand"]
    room = frame["arms"] * frame["group_size"] + 1
    numbers: dict[str, float | int | str] = {"graphs and methods": len(frame)}
    for name, part in excess.groupby(frame["method"]):
        numbers[f"largest excess of {name} over D"] = float(part.max())
    exact = frame[frame["method"] == "exact"]
    beyond = (exact["assignments"] - exact["least"]).max() if len(exact) else 0
    numbers["exact above the smallest number"] = float(beyond)
    over_proved = excess > frame["users"] * frame["arms"] + 1
    over_printed = excess > room
    caveat = f"{int(over_printed.sum())} above D + KC + 1" if over_printed.any() else ""
    return Finding(numbers=numbers, holds=not over_proved.any() and beyond == 0, caveat=caveat)


def check_ratios(results: Results, config: Any) -> Finding:
    """Compare greedy, exact and closing with their ratios on every graph."""
    frame = results["decompositions"]
    ratios = largest_ratios(frame)
    arms = config.decompositions.arms
    limits = {"greedy": arms, "exact": 2 - 1 / arms, "closing": 2 - 1 / arms}
    shown = {name: ratios[name] for name in limits if name in ratios}
    if not shown:
        raise NotApplicable("none of greedy, exact and closing in decompositions")
    numbers = {f"largest (R - NK - 1)/D, {name}": ratio for name, ratio in ratios.items()}
    return Finding(
        numbers=numbers, holds=all(ratio <= limits[name] for name, ratio in shown.items())
    )


MEASURED = (
    Claim(
        id="corollary-1-measured",
        source="Corollary 1, Section 3.4.2",
        statement="Where U >= K(C+1), linear programs stay within D + NK + 1 assignments and "
        "`exact` needs the smallest number.",
        kind="enumeration",
        rule="lp and exact <= D + NK + 1, exact = max |A_i| ⌈D/|A_i|⌉, on every graph drawn",
        needs=decompositions_needs,
        check=check_corollary_1,
        errata=(ADDITIVE,),
    ),
    Claim(
        id="section-3-4-2-ratios-measured",
        source="Sections 3.4.1 and 3.4.2; answer to Open Problem 1",
        statement="The greedy method has ratio K, `exact` and `closing` at most 2 - 1/K.",
        kind="enumeration",
        rule="R <= α D + NK + 1 on every graph drawn",
        needs=decompositions_needs,
        check=check_ratios,
    ),
)

CLAIMS = (*SECTION_3_2, *SECTION_3_4_2, *LEMMAS, *MEASURED)
