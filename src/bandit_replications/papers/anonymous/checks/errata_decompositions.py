"""Errata of Sections 3.2 and 3.4 and of Appendices C.4 to C.6 and C.8 to C.10.

The numbers are those of the functions named in the counterexamples, `module.function`, of the
package `derivations`.
"""

from bandit_replications.ledger.claims import Erratum
from bandit_replications.papers.anonymous.checks.decompositions import (
    ADDITIVE,
    BLOCKS,
    LOGARITHMS,
    NOT_CLOSED,
    NOTATION,
    ZERO,
)
from bandit_replications.papers.anonymous.checks.open_problem_1 import MAXIMUM

ERRATA = (
    Erratum(
        slug=NOT_CLOSED,
        place="Lemma 3 (converse) and Appendix C.4; Appendix C.10; Open Problem 1",
        as_printed=(
            "A point that lies below a multiple of an average of vertices of P_C is a multiple of "
            "that average, hence in P_C; w/α is in P_C whenever α D assignments do."
        ),
        holds_under=(
            "All coordinates have one ratio; or P_C replaced by the set of points below its "
            "points, which is closed downwards."
        ),
        counterexample=(
            "Two users, K = C = 1: (1, 1) is in P_C and (1, 1/2) lies 1/4 away from it "
            "(lemma_3.not_closed_downwards). Lemma 3: C users have arm 1 alone, one user x both "
            "arms, C + 1 users arm 2 alone. The greedy method needs 2D assignments, but w/2 is "
            "1/16 away from P_C (lemma_3.converse), and β w is in P_C for β = 0 only: arm 1 is "
            "open exactly when x is on it, so x would have as much of it as the C users."
        ),
        repair=(
            "Ask for the largest β such that β w lies below a point of P_C that is zero off the "
            "active pairs. The rounding in Lemma 3's proof works as it is, and the converse holds "
            "(lemma_3.converse_repaired)."
        ),
        severity="statement false",
        theorem_survives="Lemma 3 and Corollary 2 survive with the repair; Theorem 1 is not used.",
        claims=(
            "lemma-3-converse",
            "lemma-3-converse-repaired",
            "corollary-2",
            "corollary-2-scaling",
            "section-3-4-2-at-least-as-good",
            "open-problem-1",
            "open-problem-1-literal",
        ),
    ),
    Erratum(
        slug=ADDITIVE,
        place="Corollary 1; Appendix C.8",
        as_printed="Lemmas 3 and 5 give at most D + KC + 1 assignments if U >= K(C+1).",
        holds_under="N <= C, which U >= K(C+1) excludes.",
        counterexample=(
            "Lemma 3 gives D + NK + 1: 251 against 21 beyond D for N = 50, K = 5, C = 4 "
            "(corollary_1.what_the_proof_gives)."
        ),
        repair=(
            "Round the matrix R w by a flow: max_i |A_i| ⌈D/|A_i|⌉ <= D + K - 1 assignments always "
            "suffice and none fewer do (corollary_1.smallest_against_printed, "
            "corollary_1.attained), so the statement is true with room."
        ),
        severity="gap in a proof",
        theorem_survives="Yes, with K - 1 in place of KC + 1.",
        claims=("corollary-1", "corollary-1-proof", "corollary-1-measured"),
    ),
    Erratum(
        slug=BLOCKS,
        place="Before Lemma 6; Lemma 6; Corollary 2; the ratio announced in Section 3.4.2",
        as_printed="K arms make α = ⌈K(C+1)/U⌉ blocks of at most U/(C+1) arms.",
        holds_under="U is a multiple of C + 1, or ⌊U/(C+1)⌋ α >= K by luck.",
        counterexample=(
            "K = 3, C = 1, U = 3: two blocks of at most 1.5 arms hold two arms "
            "(lemma_6.blocks_hold). Of all K <= 20, C <= 10 and U in range it fails for 19% "
            "(lemma_6.share_of_failures). Larger blocks chosen arbitrarily need not do "
            "(lemma_6.larger_blocks)."
        ),
        repair=(
            "⌈K/⌊U/(C+1)⌋⌉ blocks, at most 2α of them. Corollary 2 holds with the printed α all "
            "the same, as 2 - 1/K <= α wherever U < K(C+1) (corollary_2.against_closing, "
            "open_problem_1)."
        ),
        severity="gap in a proof",
        theorem_survives="Corollary 2 yes, by other assignments; Lemma 6 with more blocks.",
        claims=(
            "lemma-6",
            "lemma-6-blocks",
            "corollary-2",
            "corollary-2-blocks",
            "corollary-2-efficient",
            "section-3-4-2-ratios",
        ),
    ),
    Erratum(
        slug=ZERO,
        place="Appendix C.10",
        as_printed="The point 0 is in P_C(S) for every S.",
        holds_under="S empty.",
        counterexample="(1) asks for C + 1 users on every arm of S (corollary_2.zero_in_piece).",
        repair=(
            "Nothing is lost: 0 is in P_C, and each w^(a) is a combination of vertices of P_C(S_a) "
            "alone."
        ),
        severity="gap in a proof",
        theorem_survives="Yes.",
        claims=("corollary-2", "corollary-2-zero"),
    ),
    Erratum(
        slug=MAXIMUM,
        place="Open Problem 1",
        as_printed="The maximum of β(G) over U-batched graphs is asked for; w belongs to C.",
        holds_under="Never: the worst case is the minimum over G; w belongs to G.",
        counterexample=(
            "The maximum is 1, attained by users who have one arm each (open_problem_1.maximum)."
        ),
        repair="The minimum, and β w below a point of P_C; it is K/(2K-1) (open_problem_1).",
        severity="typo",
        theorem_survives="Not used.",
        claims=("open-problem-1",),
    ),
    Erratum(
        slug=LOGARITHMS,
        place="Section 3.4.2, on random assignments",
        as_printed="Making them work with high probability costs logarithmic factors in α or U.",
        holds_under="Every single assignment is to inform everybody; or α = 1 + o(1) is meant.",
        counterexample=(
            "At U = K(C+1) a user on a random active arm finds C others there with probability "
            "1/2 at least, a binomial's median being at least its mean rounded down; 0.616 at "
            "least for K, C <= 20 (lemma_5.informs_seldom). So 2D(1 + o(1)) assignments do with "
            "high probability; 1.42 D at most in five runs (lemma_5.random_needs)."
        ),
        repair="Draw until the demand is met: α = 2 + o(1), and no failure but a longer batch.",
        severity="statement false",
        theorem_survives="Not used.",
        claims=("section-3-4-2-logarithms",),
    ),
    Erratum(
        slug=NOTATION,
        place="Section 3.2; Appendix C.6",
        as_printed=(
            "n, m, nm for users, arms and entries; the best arm as an argmax over users; W_ij."
        ),
        holds_under="N, K, NK; an argmax over arms; w_ij.",
        counterexample="Section 2 calls them N and K.",
        repair="As in Section 2.",
        severity="typo",
        theorem_survives="Yes.",
        claims=("definition-anonymous-decomposition", "definition-batched-graph", "lemma-5"),
    ),
)
