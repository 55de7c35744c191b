"""Claims of Section 2: regret, messages, the asymptotic lower bound."""

from bandit_replications.ledger.proof_steps import definition, derived, equation, not_testable, step
from bandit_replications.papers.cooperative.checks.private_regret import (
    logarithmic as private_growth,
)
from bandit_replications.papers.cooperative.theory import private_regret, setting

DIVERGENCE, COMPLETE = "divergence-direction", "connected-for-complete"
NOISE = "frozen-noise"

CLAIMS = (
    equation(1, "Section 2", "Regret of one agent."),
    equation(2, "Section 2", "Group regret: the sum over agents."),
    equation(3, "Section 2", "A message: sender, time and functions of the sender's history."),
    equation(
        4,
        "Section 2",
        "An agent acts on its history and on messages of agents at distance d, d rounds old.",
        step("arrivals against distances", setting.delay_is_the_distance),
    ),
    derived(
        "section-2-lower-bound",
        "Section 2, theorem of Anantharam, Varaiya and Walrand",
        "For any algorithm that pulls M arms in each trial the regret's liminf over ln T is at "
        "least the sum of Δ_k / D(μ*, μ_k).",
        step("factor with D(μ*, μ_k) (printed)", setting.lower_bound_direction, printed=True),
        rule="the printed factor is at most the one that KL-UCB attains, at means 0.9 and 0.5",
        errata=(DIVERGENCE,),
    ),
    not_testable(
        "section-2-lower-bound-repaired",
        "Section 2, theorem of Anantharam, Varaiya and Walrand",
        "With D(μ_k, μ*), and for algorithms that are good on every instance, the bound is the "
        "known one.",
        "a known theorem on all algorithms; KL-UCB attains it",
        errata=(DIVERGENCE,),
    ),
    not_testable(
        "section-2-limits",
        "Section 2",
        "Per-agent regret cannot fall faster than 1/M, and delays only limit information.",
        "a consequence of the cited lower bound, about all algorithms",
    ),
    definition(
        "section-2-power-graph", "Section 2", "The power graph joins agents at distance at most γ."
    ),
    derived(
        "remark-optimal-rates",
        "Remark after the private theorem",
        "For a connected network the delay's term reduces to the constant M + 2.",
        step("clique cover of a connected network", private_regret.complete_or_connected),
        rule="a connected network's power graph at γ = 1 is covered by one clique",
        errata=(COMPLETE,),
    ),
    derived(
        "remark-message-life",
        "Remark on the dependence on γ",
        "With γ the diameter one clique covers everything and the regret asymptotically matches "
        "the lower bound.",
        step("exponent of T", private_growth),
        printed=(step("leading constants, 8/Δ against 16 Δ/D", setting.leading_constant),),
        rule="the exponent of T that the exact lower bound on the regret proves for two neighbours "
        "is below 0.99; shown beside it: the bounds' constants differ by a factor of 16 at least",
        errata=(NOISE,),
    ),
)
