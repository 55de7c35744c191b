"""Checks on the model and its feedback: abstract, Sections 1 to 2 and 3.1, Appendix A."""

import math

from bandit_replications.ledger.decisions import proof, step
from bandit_replications.papers.anonymous.theory import (
    base_grid,
    feedback_elicitation,
    lemma_1,
    lemma_2,
    theorem_1,
    theorem_2,
    theorem_3,
    theorem_5,
)

GROUP_SIZES = (1, 4, 9)

CHECKS = {
    "abstract-no-individual-decision": proof(
        step("smallest group that reports", feedback_elicitation.smallest_report),
        printed=(
            step(
                "decisions that never change stay unknown", feedback_elicitation.decisions_revealed
            ),
            step("one total hides them", feedback_elicitation.one_total_reveals),
        ),
        failing="observed are totals only, but they can give decisions away; not so",
    ),
    "abstract-sublinear": proof(
        step("Theorem 1's bound", theorem_1.sublinear),
        step("Theorem 2's bound", theorem_2.sublinear),
        method="bound",
    ),
    "introduction-algorithm-1-bound": proof(
        step("orders of the proof, α = 1", theorem_1.orders, approximation=1.0),
        step("orders of the proof, α = 5", theorem_1.orders, approximation=5.0),
        step("explicit bound over the order", theorem_1.order_constant),
    ),
    "introduction-algorithm-2-bound": proof(
        step("regret of exploring", theorem_2.exploring_regret),
        step("Theorem 3 at many users", theorem_2.users_factor_needed),
    ),
    "introduction-lower-bound-factor": proof(
        step("α = K", theorem_3.worst_factor),
        step("α = 1", theorem_3.upper_over_lower),
    ),
    "section-1-2-no-action": proof(
        step("users needed, and the model's assignments", feedback_elicitation.too_few_users),
    ),
    "section-2-1-impossible": proof(
        step("regret of a round", theorem_5.regret_per_round),
        step("informing actions", theorem_5.none_informs),
        method="enumeration",
    ),
    "section-2-2-static-grid": proof(
        step("lengths in closed form", base_grid.closed_form),
        step("they add up to T", base_grid.ends_at_horizon),
    ),
    "section-2-2-base-regret": proof(
        step("first batch is O(sqrt(T)), base 2", base_grid.first_batch_over_root),
        step("each batch costs O(sqrt(KT log)), base 2", lemma_1.explicit),
        printed=(
            step(
                "natural logarithms, T = 1e5",
                base_grid.first_batch_over_root,
                log2_horizon=math.log2(1e5),
                base=math.e,
            ),
            step("natural logarithms, any power of ln T", base_grid.natural_logarithm),
        ),
        failing="with natural logarithms these fail",
    ),
    "section-3-1-rounds": proof(
        *(step(f"C = {c}", feedback_elicitation.rounds, group_size=c) for c in GROUP_SIZES),
        method="enumeration",
    ),
    "section-3-1-groups": proof(
        *(
            step(f"sizes, C = {c}", feedback_elicitation.group_sizes, group_size=c)
            for c in GROUP_SIZES
        ),
        step("all users are in one", feedback_elicitation.all_users_grouped),
        method="enumeration",
    ),
    "section-3-1-informative": proof(
        step("25 users of one arm", feedback_elicitation.informed_users),
        step("C + 1 users", feedback_elicitation.informed_users, users=5),
        method="enumeration",
    ),
    "lemma-2": proof(
        step("mean", lemma_2.unbiased),
        step("number of rewards", lemma_2.terms),
        step("moment generating function", lemma_2.subgaussian),
        step("the order is right", lemma_2.of_order_group_size),
        printed=(step("variance of a reward", lemma_2.bounded_rewards),),
    ),
    "lemma-2-variance": proof(
        step("exact law", lemma_2.variance),
        step("(4C+1)/4 for rewards in [0, 1]", lemma_2.subgaussian, bernoulli=True),
    ),
    "lemma-2-correlation": proof(
        *(step(f"m = {m}", lemma_2.correlation, users=m) for m in (2, 3, 5, 9)),
        method="enumeration",
    ),
    "lemma-2-better-estimate": proof(
        *(step(f"m = {m}", lemma_2.better_estimate, users=m) for m in (2, 5, 9, 101)),
    ),
    "algorithm-3": proof(
        step("last loop over batch B", base_grid.last_loop, printed=False),
        step("u_B = T", base_grid.ends_at_horizon),
        printed=(step("last loop over batch B - 1", base_grid.last_loop),),
    ),
    "appendix-a-grid-order": proof(
        *(
            step(f"T = {horizon:g}", base_grid.grid_order, horizon=horizon)
            for horizon in (1e3, 1e5, 1e12, 1e100)
        ),
    ),
    "appendix-a-gamma": proof(
        step("γ = 6 log, C = 4", theorem_1.wrong_elimination),
        step("γ = 6 log, C = 50", theorem_1.wrong_elimination, group_size=50),
        step(
            "γ = 1000 log, C = 1e5, NKT = 1e12",
            theorem_1.wrong_elimination,
            constant=1000.0,
            group_size=10**5,
            product=1e12,
        ),
    ),
    "appendix-a-gamma-repaired": proof(
        step("C = 4", theorem_1.right_elimination),
        step("C = 50", theorem_1.right_elimination, group_size=50),
    ),
}
