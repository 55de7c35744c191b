"""The Byzantine regret theorem is false: two estimates that stay at 1.

A complete network, γ = 1, two arms with rewards 1 and Bernoulli(0.45), ε = 1/4, every false report
a 1. σ is the worse arm's deviation, 2 σ sqrt(ε) = 0.497 < Δ = 0.55: the theorem's condition holds
as printed and with the root. Of the worse arm's reports 58.75% are ones; the interval must hold
fewer than half of the Y. So the atom 1 alone is a shortest interval as soon as the zeros among the
Y are fewer than the interval's points, and ties do not matter. While that is so for every agent,
both estimates are 1, all agents have the same two indices, and the arm with fewer samples is next:
they divide their pulls, and the regret is Δ M T/2.

After j pulls of the worse arm by each agent, in rounds up to t = 2 j + 2, an agent's Y are N = M
j/2, as receivers take turns. The zeros among them are a sum of independent variables with mean at
most 0.55 for the agent's own samples and 0.4125 for others; Hoeffding's inequality and a union over
agents and rounds bound the chance that they ever reach the interval's points. Where senders take
turns the first Y are few, and the same is proved only after first pulls that all pay 1
(`counterexamples/locked_estimates.py`).
"""

import math

from bandit_replications.inference.checks import Check, at_most, erratum
from bandit_replications.papers.cooperative.algorithms.trimmed_mean import points_in_interval
from bandit_replications.papers.cooperative.theory.bounds import (
    byzantine_regret,
    on_complete_network,
)

OTHER, CONTAMINATION = 0.45, 0.25
GAP, SIGMA = 1 - OTHER, math.sqrt(OTHER * (1 - OTHER))


def missed(*, agents: int, exponent: float, pulls: int) -> float:
    """Return a bound on the chance that some agent's estimate of the worse arm leaves 1.

    Parameters
    ----------
    agents : int
        M, even.
    exponent : float
        c in δ = t^-c.
    pulls : int
        Of the worse arm by each agent.

    """
    return math.fsum(_missed_at(j, agents, exponent) for j in range(1, pulls + 1))


def _missed_at(j: int, agents: int, exponent: float) -> float:
    """Return M times Hoeffding's bound for both rounds after j pulls, t = 2 j + 1 and 2 j + 2.

    Of an agent's own samples all may fall into the Y, by chance of parity.
    """
    number, honest = agents * j / 2, 1 - OTHER
    points = points_in_interval.py_func(number, exponent * math.log(2 * j + 2), CONTAMINATION)
    zeros = j / 2 * honest * (1 + (agents - 1) * (1 - CONTAMINATION) + CONTAMINATION)
    if points <= zeros:
        return 1.0
    no_one = honest ** (number / 2)  # among the X
    return 2 * agents * (math.exp(-2 * (points - zeros) ** 2 / number) + no_one)


@erratum("locked-estimates")
def many_agents(*, exponent: float, agents: int = 10_000, horizon: int = 60) -> Check:
    """The theorem's bound where receivers put samples by turns into X and Y."""
    pulls = horizon // 2
    lost = missed(agents=agents, exponent=exponent, pulls=pulls)
    group = on_complete_network(agents)
    bound = byzantine_regret(
        **group, gaps=[0.0, GAP], horizon=horizon, contamination=CONTAMINATION, sigma=SIGMA
    )
    name = f"regret at T = {horizon}, M = {agents}, δ = t^-{exponent:g}, against the bound"
    return at_most(name, (1 - lost) * agents * GAP * pulls, bound)
