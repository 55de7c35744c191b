"""Decisions on Section 2: messages, the asymptotic lower bound, networks and their message life."""

from bandit_replications.ledger.decisions import proof, step
from bandit_replications.papers.cooperative.theory import frozen_noise, private_regret, setting

CHECKS = {
    "equation-04": proof(step("arrivals against distances", setting.delay_is_the_distance)),
    "section-2-lower-bound": proof(
        step("factor with D(μ*, μ_k) (printed)", setting.lower_bound_direction, printed=True),
    ),
    "remark-optimal-rates": proof(
        step("clique cover of a connected network", private_regret.complete_or_connected),
    ),
    "remark-message-life": proof(
        step("exponent of T", frozen_noise.growth),
        printed=(step("leading constants, 8/Δ against 16 Δ/D", setting.leading_constant),),
    ),
}
