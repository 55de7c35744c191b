"""Decisions on Section 2: messages, the asymptotic lower bound, networks and their message life."""

from bandit_replications.ledger.decisions import by_reading, proof, statement, step
from bandit_replications.papers.cooperative.theory import (
    frozen_noise,
    locked_estimates,
    private_regret,
    setting,
)

CHECKS = {
    "equation-04": proof(
        step("arrivals against distances", setting.delay_is_the_distance), method="symbolic"
    ),
    "section-2-lower-bound": by_reading(
        statement(
            step("right side against a regret", setting.bounded_regret, printed=True),
            step("factor of ln T against KL-UCB's", setting.lower_bound_direction, printed=True),
        ),
        **{
            "D(μ_k, μ*)": statement(
                step("right side against a regret", setting.bounded_regret, printed=False)
            )
        },
    ),
    "remark-optimal-rates": by_reading(
        statement(
            step("growth on a complete network", private_regret.growth_matches),
            printed=(
                step("on a connected one", private_regret.growth_matches, connected=True),
                step("cliques of a connected one", private_regret.complete_or_connected),
            ),
        ),
        **{"constants": statement(step("M + 2", private_regret.constants_match, private=False))},
    ),
    "remark-private-constant": by_reading(
        statement(step("growth at ε = 1", private_regret.growth_matches, private=True)),
        **{
            "constants": statement(
                step("M (1 + ζ(1.5))", private_regret.constants_match, private=True)
            )
        },
    ),
    "abstract-optimal-regret": statement(
        step("exponent of T, private", frozen_noise.growth),
        step(
            "ln regret against ln bound, Byzantine-proof",
            locked_estimates.linear_regret,
            exponent=2.0,
            forced=40,
        ),
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
