"""Checks on the model and its feedback: abstract, Sections 1 to 2 and 3.1, Appendix A."""

from bandit_replications.ledger.decisions import (
    algebra,
    argued,
    by_interpretation,
    exact,
    proof,
    statement,
)
from bandit_replications.papers.anonymous.theory import (
    base_grid,
    feedback_elicitation,
    theorem_1,
    theorem_2,
)

GAMMA_WITH_GROUP_SIZE = argued(
    "γ = 8(4C+1) log(2NKmT)",
    "an average of n (4C+1)-subgaussian estimates is sqrt(γ/n)/2 off with probability "
    "2 exp(-γ/(8(4C+1))) = 1/(NKmT) at most; over N K pairs and n = 1, …, m that makes 1/T, and "
    "otherwise no best arm is below another by sqrt(γ/τ), τ the fewest estimates",
)
GAMMA_POLYNOMIAL = argued(
    "γ = 16(4C+1) log(2NKmT)",
    "an average of n (4C+1)-subgaussian estimates is sqrt(γ/n)/2 off with probability "
    "2 exp(-γ/(8(4C+1))) = 2/(2NKmT)² at most; over N K pairs and n = 1, …, m that makes "
    "1/(2NKmT²), and otherwise no best arm is below another by sqrt(γ/τ), τ the fewest estimates",
)
FIRST_BATCH = algebra(
    "log2(a/sqrt(T)) <= 1, L = log2 T >= 2, B = log2 L or more",
    "L*p/(2 - 2*p) <= 1",
    over={"L": (2, "oo"), "x": (0, "oo")},
    p="1/(L + x)",
)
SURVIVORS = (
    argued(
        "gap of a survivor",
        "its average is within sqrt(g log(TK)/τ) of the best arm's, and each average within half "
        "of that of its mean",
    ),
    argued(
        "pulls of a survivor",
        "each of b - 1 batches gave it ⌊D/|A|⌋ >= D/K - 1 or more, |A| <= K: τ >= t_(b-1)/K - b",
    ),
    algebra(
        "⌊D/|A|⌋ is (D - |A| + y)/|A| with y > 0",
        "D/K - 1 <= (D - A + y)/A",
        over={"D": (0, "oo"), "A": (1, "oo"), "x": (0, "oo"), "y": (0, "oo")},
        K="A + x",
    ),
    argued("where t_(b-1) < 2Kb", "D_b <= a sqrt(t_(b-1) + 1) = O(sqrt(TK log log T)) anyhow"),
)
# The notebook has the line for every N > C, K >= 2 and T.
OF_ORDER = argued(
    "sum, at most 23 times the order NX, with N",
    "N(10X + 2C + 2) <= 14NX to explore, 2NT sqrt(4(4C+1)L/n) <= 8NX then, 2/(KT) <= NX to fail",
)
# K = 2, gap 1: half of batch 1 is played on the bad arm and costs a/2 a user.
NATURAL = statement(
    exact("natural logarithms: a = O(sqrt(T) (ln T)^10)", base_grid.natural_logarithm)
)

_LESS = "m - 2 + 1/(m - 1)"  # variance of the better estimate, in units of a reward's

CHECKS = {
    "abstract-no-individual-decision": statement(
        argued(
            "users in a total",
            "a group has C + 1 users or more and a round leaves one of them out at most",
        ),
    ),
    "totals-can-give-decisions-away": statement(
        argued("decisions that never change", feedback_elicitation.decisions_revealed),
        argued("one total", "0 says that all decided 0, the number of users that all decided 1"),
    ),
    "introduction-algorithm-2-bound": statement(
        OF_ORDER,
        printed=(
            algebra(
                "regret N X/2 of exploring, without N",
                "N*X/2 <= X",
                over={"N": (50, "oo"), "X": (0, "oo")},
            ),
            exact("Theorem 3 at many users, without N", theorem_2.users_factor_needed),
        ),
    ),
    "introduction-lower-bound-factor": proof(
        argued(
            "ratio of the orders",
            "N C sqrt(αKT) over N sqrt(CKT) is sqrt(αC): sqrt(C) at α = 1 and, as α <= K, at most "
            "sqrt(KC) <= K sqrt(C)",
        ),
    ),
    "section-1-2-no-action": statement(
        argued("users needed", "K arms of C users or more take CK users"),
    ),
    "section-2-2-base-regret": by_interpretation(
        proof(
            FIRST_BATCH,
            *SURVIVORS,
        ),
        natural_logarithm=NATURAL,
    ),
    "section-3-1-groups": statement(
        argued(
            "sizes",
            "m = q (C + 1) + r users, q >= 1 and r <= C, make q - 1 groups of C + 1 and one of "
            "C + 1 + r <= 2C + 1",
        ),
        argued("all users are in one", "(q - 1)(C + 1) + C + 1 + r = m"),
    ),
    "section-3-1-informative": statement(
        argued(
            "left out once",
            "all users of the arm are in groups of 2C + 1 or fewer, and round k leaves the k-th "
            "user of each group out, k = 1, …, 2C + 1",
        ),
    ),
    "lemma-2": proof(
        argued("mean", "E[X_i + Σ (X_i' - Y_i')] = μ_i, as X_i' and Y_i' have one mean"),
        argued(
            "number of rewards",
            "1 + 2(m - 1) <= 4C + 1 independent 1-subgaussian ones, as a group has m <= 2C + 1",
        ),
        printed=(algebra("variance 1 of a N(μ, 1) reward against 1/4", "1 <= 1/4", over={}),),
    ),
    "lemma-2-variance": statement(
        argued("independent rewards", "variances add: that of X_i and of X_i' and Y_i'")
    ),
    "lemma-2-correlation": statement(
        argued(
            "shared rewards",
            "both have the m rewards of the whole total, and each 2m - 1 in all: m/(2m-1) > 1/2",
        ),
    ),
    "lemma-2-better-estimate": statement(
        argued(
            "variance of Σ_k r_k/(m-1) - r_i",
            "m - 1 rewards have weight (m-2)/(m-1) and the other (m-1)² have 1/(m-1)",
        ),
        algebra("it is", f"(m - 1)*((m - 2)/(m - 1))**2 + 1 = {_LESS}"),
        algebra("half", f"{_LESS} < (2*m - 1)/2", over={"m": (2, "oo")}),
    ),
    "algorithm-3": proof(
        argued("last loop over batch B", "it ends at t_B = T"),
        argued("u_B = T", "u_b = a^(2-2^(1-b)) and a = T^(1/(2-2^(1-B)))"),
        printed=(exact("last loop over batch B - 1", base_grid.last_loop),),
    ),
    "appendix-a-grid-order": statement(
        argued(
            "constant 2, B = ⌈log2 log2 T⌉",
            "u_b/T^(1-2^-b) = (a/sqrt(T))^(2-2^(1-b)) <= (a/sqrt(T))^(2-2^(1-B)) = T^(2^-B) <= 2",
        ),
    ),
    "appendix-a-gamma": by_interpretation(
        statement(GAMMA_POLYNOMIAL),
        absolute_constant=statement(
            exact("γ = 6 log, C = 4", theorem_1.wrong_elimination),
            exact("γ = 6 log, C = 50", theorem_1.wrong_elimination, group_size=50),
            exact(
                "γ = 1000 log, C = 1e5, NKT = 1e12",
                theorem_1.wrong_elimination,
                constant=1000.0,
                group_size=10**5,
                product=1e12,
            ),
        ),
    ),
    "appendix-a-gamma-repaired": statement(GAMMA_WITH_GROUP_SIZE),
}
