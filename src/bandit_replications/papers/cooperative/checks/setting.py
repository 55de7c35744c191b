"""Decisions on Section 2: messages, the asymptotic lower bound, networks and their message life."""

from bandit_replications.ledger.decisions import by_reading, exact, proof, sampled, statement
from bandit_replications.papers.cooperative.theory import (
    frozen_noise,
    locked_estimates,
    private_regret,
    setting,
)

CHECKS = {
    "equation-04": proof(sampled("arrivals against distances", setting.delay_is_the_distance)),
    "section-2-lower-bound": by_reading(
        statement(
            sampled("right side against a regret", setting.bounded_regret, printed=True),
            sampled("factor of ln T against KL-UCB's", setting.lower_bound_direction, printed=True),
        ),
        **{
            "D(μ_k, μ*)": statement(
                sampled("right side against a regret", setting.bounded_regret, printed=False)
            )
        },
    ),
    "remark-optimal-rates": by_reading(
        statement(
            sampled("growth on a complete network", private_regret.growth_matches),
            printed=(
                sampled("on a connected one", private_regret.growth_matches, connected=True),
                sampled("cliques of a connected one", private_regret.complete_or_connected),
            ),
        ),
        **{"constants": statement(sampled("M + 2", private_regret.constants_match, private=False))},
    ),
    "remark-private-constant": by_reading(
        statement(sampled("growth at ε = 1", private_regret.growth_matches, private=True)),
        **{
            "constants": statement(
                sampled("M (1 + ζ(1.5))", private_regret.constants_match, private=True)
            )
        },
    ),
    "abstract-optimal-regret": statement(
        sampled("exponent of T, private", frozen_noise.growth),
        sampled(
            "ln regret against ln bound, Byzantine-proof",
            locked_estimates.linear_regret,
            exponent=2.0,
            forced=40,
        ),
    ),
    "remark-message-life-cover": statement(
        exact("clique covers of six networks", setting.cover_is_one_at_the_diameter),
    ),
    "remark-message-life": statement(
        sampled("exponent of T", frozen_noise.growth),
        printed=(sampled("leading constants, 8/Δ against 16 Δ/D", setting.leading_constant),),
    ),
}
