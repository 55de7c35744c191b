"""Checks on the model and its feedback: abstract, Sections 1 to 2 and 3.1, Appendix A."""

from bandit_replications.ledger.decisions import (
    argued,
    by_interpretation,
    exact,
    proof,
    sampled,
    statement,
)
from bandit_replications.papers.anonymous.theory import (
    base_grid,
    feedback_elicitation,
    lemma_1,
    lemma_2,
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
# K = 2, gap 1: half of batch 1 is played on the bad arm and costs a/2 a user.
NATURAL = statement(
    exact("natural logarithms: a = O(sqrt(T) (ln T)^10)", base_grid.natural_logarithm)
)

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
        argued("at most 23 times the order, with N", theorem_2.order_constant),
        printed=(
            exact("regret of exploring, without N", theorem_2.exploring_regret),
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
            argued("first batch is O(sqrt(T))", base_grid.first_batch_over_root),
            sampled("gap of a survivor", lemma_1.survivor),
            sampled("pulls of survivors", lemma_1.pulls_of_survivors),
        ),
        natural_logarithm=NATURAL,
    ),
    "section-3-1-groups": statement(
        argued("sizes", feedback_elicitation.group_sizes),
        argued("all users are in one", feedback_elicitation.all_users_grouped),
    ),
    "section-3-1-informative": statement(
        argued(
            "left out once",
            "all users of the arm are in groups of 2C + 1 or fewer, and round k leaves the k-th "
            "user of each group out, k = 1, …, 2C + 1",
        ),
    ),
    "lemma-2": proof(
        argued("mean", lemma_2.unbiased),
        argued(
            "number of rewards",
            "1 + 2(m - 1) <= 4C + 1 independent 1-subgaussian ones, as a group has m <= 2C + 1",
        ),
        printed=(exact("variance of a reward", lemma_2.bounded_rewards),),
    ),
    "lemma-2-variance": statement(argued("independent rewards", lemma_2.variance)),
    "lemma-2-correlation": statement(
        argued(
            "shared rewards",
            "both have the m rewards of the whole total, and each 2m - 1 in all: m/(2m-1) > 1/2",
        ),
    ),
    "lemma-2-better-estimate": statement(
        argued(
            "variance of Σ_k r_k/(m-1) - r_i",
            "with one variance for all rewards it is (m-1)((m-2)/(m-1))² + 1 = m - 2 + 1/(m-1) "
            "times that, the others' weights being 1/(m-1), and m - 2 + 1/(m-1) < (2m-1)/2 is "
            "1/(m-1) < 3/2",
        ),
    ),
    "algorithm-3": proof(
        argued("last loop over batch B", base_grid.last_loop, printed=False),
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
