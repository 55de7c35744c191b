"""Decisions on Section 2: messages, the asymptotic lower bound, networks and their message life."""

import networkx as nx

from bandit_replications.inference.checks import Check, equal, erratum
from bandit_replications.ledger.decisions import (
    Decision,
    Step,
    algebra,
    argued,
    by_interpretation,
    exact,
    proof,
    statement,
)
from bandit_replications.papers.cooperative.environments.networks import (
    clique_covering_number,
    distances,
)
from bandit_replications.papers.cooperative.theory import bounds, frozen_noise, zero_estimate


@erratum("connected-for-complete")
def covering_number(*, agents: int = 6) -> Check:
    """Compare the clique covering number of a path, which is connected, with 1."""
    covering = clique_covering_number(distances(nx.path_graph(agents)) == 1)
    return equal(f"cliques that cover a path of {agents}", covering, 1)


@erratum("clique-number")
def clique_number(*, agents: int = 6) -> Check:
    """Compare the clique number of a complete network with its clique covering number."""
    graph = nx.complete_graph(agents)
    covering = clique_covering_number(distances(graph) == 1)
    name = f"clique number and covering number of a complete network of {agents}"
    return equal(name, max(map(len, nx.find_cliques(graph))), covering)


_GROWTH = (
    "the bound's only term with T is χ̄ · 8 ln T Σ 1/Δ_k, one clique covers a complete network, and "
    "8 ln T Σ 1/Δ_k is the growth of one UCB1's bound"
)
_CONSTANTS = "D >= 2 Δ² (Pinsker), so that 8/Δ is at least 16 times Δ/D"


def _matching(growth: Step, least: str, most: str, *printed: Step) -> Decision:
    """Judge that terms between two values match one UCB1: in T, as constants, or all without T."""
    constant = f"{least} <= 5/4*(1 + pi**2/3)"
    others = f"({most})/5 <= 40*log(M) + (1 + pi**2/3)/5"
    return by_interpretation(
        statement(growth, printed=printed),
        **{
            "as the constant of its bound": statement(algebra("M = 200", constant, M="200")),
            "as all terms without T of its bound at M T pulls, gap 1/5": statement(
                algebra("M = 200", others, M="200")
            ),
        },
    )


CHECKS = {
    "section-2-lower-bound": statement(
        algebra(
            "right side against a regret below 1, T = 10^5",
            "(1 - mu)/-log(mu)*log(T) <= 1",
            mu="1/2",
            T="10**5",
        ),
        exact("factor of ln T against KL-UCB's", bounds.lower_bound_direction),
        algebra(
            "arguments exchanged, means 1/2 and 0, arm 1 pulled for ever: right side against 0",
            "(1 - mu)*log(T)/log(1/mu) <= 0",
            mu="1/2",
            T="10**5",
        ),
    ),
    "section-2-matched": proof(
        argued("leading constants", _CONSTANTS),
        exact("exponent of T, private", frozen_noise.growth),
        exact("Byzantine-proof, no contamination", zero_estimate.theorem_fails, horizon=1500),
    ),
    "section-2-limits": statement(
        algebra("growth", "log(T) <= log(M*T)", over={"M": (1, "oo"), "T": (1, "oo")}),
        printed=(
            algebra(
                "ln T against a regret of 0 (arm 1 for ever) or below 1 (best mean 1), T = 10^5",
                "log(T) <= 1",
                T="10**5",
            ),
        ),
    ),
    "remark-optimal-rates": _matching(
        argued("growth on a complete network", _GROWTH),
        *("M + 2", "M + 2"),
        exact("cliques that cover a path of six, which is connected", covering_number),
        argued("leading constants", _CONSTANTS),
    ),
    "remark-private-constant": _matching(
        argued("growth at ε = 1", f"M (1 + ζ(1.5)) has no T; {_GROWTH}"), "3*M", "4*M"
    ),
    "abstract-optimal-regret": statement(
        exact("exponent of T, private", frozen_noise.growth),
        exact("Byzantine-proof, no contamination", zero_estimate.theorem_fails, horizon=1500),
    ),
    "remark-message-life": statement(
        exact("exponent of T", frozen_noise.growth),
        printed=(argued("leading constants", _CONSTANTS),),
    ),
}
