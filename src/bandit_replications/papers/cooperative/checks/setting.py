"""Decisions on Section 2: messages, the asymptotic lower bound, networks and their message life."""

from bandit_replications.ledger.decisions import proof, statement, step
from bandit_replications.papers.cooperative.theory import frozen_noise, private_regret, setting

CHECKS = {
    "equation-04": proof(
        step("arrivals against distances", setting.delay_is_the_distance), method="symbolic"
    ),
    "section-2-lower-bound": statement(
        step("factor with D(μ*, μ_k) (printed)", setting.lower_bound_direction, printed=True),
    ),
    "remark-optimal-rates": statement(
        step("clique cover of a complete network", private_regret.complete_network),
        printed=(step("of a connected network", private_regret.complete_or_connected),),
    ),
    "remark-message-life-cover": statement(
        step("clique covers of six networks", setting.cover_is_one_at_the_diameter),
        method="enumeration",
    ),
    "remark-message-life": statement(
        step("exponent of T", frozen_noise.growth),
        printed=(step("leading constants, 8/Δ against 16 Δ/D", setting.leading_constant),),
    ),
}
