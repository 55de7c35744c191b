"""Checks on the model and its feedback: abstract, Sections 1 to 2 and 3.1, Appendix A."""

from bandit_replications.ledger.decisions import (
    argued,
    by_reading,
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
    theorem_3,
)

GROUP_SIZES = (1, 4, 9)

RIGHT_GAMMA = (
    sampled("γ = 8(4C+1) log, C = 4", theorem_1.right_elimination),
    sampled("γ = 8(4C+1) log, C = 50", theorem_1.right_elimination, group_size=50),
)
NATURAL = statement(
    sampled("natural logarithms: a = O(sqrt(T) (ln T)^10)", base_grid.natural_logarithm)
)

CHECKS = {
    "abstract-no-individual-decision": statement(
        *(
            exact(f"users in a total, C = {c}", feedback_elicitation.smallest_report, group_size=c)
            for c in (2, 4, 9)
        ),
    ),
    "totals-can-give-decisions-away": statement(
        sampled("decisions that never change", feedback_elicitation.decisions_revealed),
        sampled("one total", feedback_elicitation.one_total_reveals),
    ),
    "introduction-algorithm-2-bound": statement(
        sampled("explicit bound over the order, with N", theorem_2.order_constant),
        printed=(
            sampled("regret of exploring, without N", theorem_2.exploring_regret),
            sampled("Theorem 3 at many users, without N", theorem_2.users_factor_needed),
        ),
    ),
    "introduction-lower-bound-factor": proof(
        argued("sqrt(αC) <= K sqrt(C) at α = K", theorem_3.worst_factor),
        argued("sqrt(C) at α = 1", theorem_3.upper_over_lower),
    ),
    "section-1-2-no-action": statement(
        exact("users needed, and the model's assignments", feedback_elicitation.too_few_users),
    ),
    "section-2-2-base-regret": by_reading(
        proof(
            sampled("first batch is O(sqrt(T))", base_grid.first_batch_over_root),
            sampled("each batch costs O(sqrt(KT log))", lemma_1.explicit),
        ),
        natural_logarithm=NATURAL,
    ),
    "section-3-1-groups": statement(
        *(
            exact(f"sizes, C = {c}", feedback_elicitation.group_sizes, group_size=c)
            for c in GROUP_SIZES
        ),
        exact("all users are in one", feedback_elicitation.all_users_grouped),
    ),
    "section-3-1-informative": statement(
        exact("25 users of one arm", feedback_elicitation.informed_users),
        exact("C + 1 users", feedback_elicitation.informed_users, users=5),
    ),
    "lemma-2": proof(
        sampled("mean", lemma_2.unbiased),
        *(sampled(f"number of rewards, C = {c}", lemma_2.terms, group_size=c) for c in GROUP_SIZES),
        sampled("no smaller factor does, normal rewards", lemma_2.attained),
        sampled("the order is right", lemma_2.of_order_group_size),
        printed=(sampled("variance of a reward", lemma_2.bounded_rewards),),
    ),
    "lemma-2-variance": statement(
        sampled("exact law", lemma_2.variance),
        sampled("(4C+1)/4 for rewards in [0, 1]", lemma_2.subgaussian),
    ),
    "lemma-2-correlation": statement(
        *(exact(f"m = {m}", lemma_2.correlation, users=m) for m in (2, 3, 5, 9)),
    ),
    "lemma-2-better-estimate": statement(
        *(sampled(f"m = {m}", lemma_2.better_estimate, users=m) for m in (2, 5, 9, 101)),
    ),
    "algorithm-3": proof(
        sampled("last loop over batch B", base_grid.last_loop, printed=False),
        sampled("u_B = T", base_grid.ends_at_horizon),
        printed=(sampled("last loop over batch B - 1", base_grid.last_loop),),
    ),
    "appendix-a-grid-order": statement(
        *(
            sampled(f"T = {horizon:g}", base_grid.grid_order, horizon=horizon)
            for horizon in (1e3, 1e5, 1e12, 1e100)
        ),
    ),
    "appendix-a-gamma": by_reading(
        statement(*RIGHT_GAMMA),
        absolute_constant=statement(
            sampled("γ = 6 log, C = 4", theorem_1.wrong_elimination),
            sampled("γ = 6 log, C = 50", theorem_1.wrong_elimination, group_size=50),
            sampled(
                "γ = 1000 log, C = 1e5, NKT = 1e12",
                theorem_1.wrong_elimination,
                constant=1000.0,
                group_size=10**5,
                product=1e12,
            ),
        ),
    ),
    "appendix-a-gamma-repaired": statement(*RIGHT_GAMMA),
}
