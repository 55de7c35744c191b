"""The Byzantine regret theorem is false: two estimates that stay at 1.

A complete network, γ = 1, two arms with rewards 1 and Bernoulli(0.45), ε = 1/4, every false report
a 1. σ is the worse arm's deviation, 2 σ sqrt(ε) = 0.497 < Δ = 0.55: the theorem's condition holds
as printed and with the root. Of the worse arm's reports 58.75% are ones; the interval must hold
fewer than half of the Y. So the atom 1 alone is a shortest interval as soon as the zeros among the
Y are fewer than the interval's points, and ties do not matter. While that is so for every agent,
both estimates are 1, all agents have the same two indices, and the arm with fewer samples is next:
they divide their pulls, and the regret is Δ M T/2.

After j pulls of the worse arm by each agent, in rounds up to t = 2 j + 2, an agent's Y are N = M
floor(j/2) (senders take turns) or M j/2. If the first `forced` pulls of the worse arm pay 1 (true,
hence reported so), the zeros among the Y are a sum of independent variables with mean at most 0.55
for the agent's own samples and 0.4125 for others; Hoeffding's inequality and a union over agents
and rounds bound the chance that they ever reach the interval's points. It is below 1, so the
regret is linear in T: the chance of the first pulls does not depend on T.
"""

import math
from typing import Any

from bandit_replications.inference.checks import Check, at_most, erratum
from bandit_replications.papers.cooperative.algorithms.trimmed_mean import points_in_interval
from bandit_replications.papers.cooperative.theory.bounds import byzantine_regret

OTHER, CONTAMINATION = 0.45, 0.25
GAP, SIGMA = 1 - OTHER, math.sqrt(OTHER * (1 - OTHER))
PULLS = 20_000  # of an agent that are summed; the later ones' sum is below 1e-100


def missed(
    *, agents: int, forced: int, exponent: float, by_sender: bool, pulls: int = PULLS
) -> float:
    """Return a bound on the chance that some agent's estimate of the worse arm leaves 1.

    Parameters
    ----------
    agents : int
        M, even.
    forced : int
        Pulls of the worse arm by each agent that pay 1.
    exponent : float
        c in δ = t^-c.
    by_sender : bool
        Whether senders put their samples by turns into X and Y; else receivers do.
    pulls : int
        Of the worse arm by each agent.

    """
    return math.fsum(
        _missed_at(j, agents, forced, exponent, by_sender) for j in range(max(forced, 1), pulls + 1)
    )


def _missed_at(j: int, agents: int, forced: int, exponent: float, by_sender: bool) -> float:
    """Return M times Hoeffding's bound for both rounds after j pulls, t = 2 j + 1 and 2 j + 2."""
    turns = j // 2 if by_sender else j / 2
    before = forced // 2 if by_sender else forced / 2
    free = agents * (turns - before)
    log_inverse_delta = exponent * math.log(2 * j + 2)
    points = points_in_interval.py_func(agents * float(turns), log_inverse_delta, CONTAMINATION)
    honest = 1 - OTHER
    zeros = (turns - before) * honest * (1 + (agents - 1) * (1 - CONTAMINATION))
    if by_sender or free == 0:
        spare = points - zeros
    else:  # its own samples may fall by chance of parity into the Y: all of them
        spare = points - zeros - honest * (j - turns) * CONTAMINATION
    if spare <= 0:
        return 1.0
    if free == 0:
        return 0.0
    no_one = honest ** (agents * turns / 2)  # among the X
    return 2 * agents * (math.exp(-2 * spare**2 / free) + no_one)


def log_regret(
    *, log_horizon: float, agents: int, forced: int, exponent: float, by_sender: bool = True
) -> float:
    """Return the logarithm of the lower bound on the expected group regret, for any T."""
    chance = 1 - missed(agents=agents, forced=forced, exponent=exponent, by_sender=by_sender)
    if chance <= 0:
        return -math.inf
    first = agents * forced * math.log(OTHER)
    return math.log(chance) + first + math.log(GAP * agents / 2) + log_horizon - 1e-9


def log_bound(*, log_horizon: float, agents: int) -> float:
    """Return the logarithm of the theorem's bound on this instance."""
    return math.log(_bound(agents=agents, horizon=1) + _growth() * log_horizon)


def _bound(*, agents: int, horizon: int) -> float:
    return byzantine_regret(
        gaps=[0.0, GAP],
        horizon=horizon,
        agents=agents,
        message_life=1,
        clique_cover=1,
        contamination=CONTAMINATION,
        sigma=SIGMA,
    )


def _growth() -> float:
    return (_bound(agents=1, horizon=3) - _bound(agents=1, horizon=1)) / math.log(3)


def smallest_log_horizon(*, agents: int = 10, forced: int = 40, exponent: float = 2.0) -> int:
    """Return the least whole ln T at which the construction beats the theorem's bound."""
    fixed = log_regret(log_horizon=0.0, agents=agents, forced=forced, exponent=exponent)
    level = 1
    while fixed + level <= log_bound(log_horizon=level, agents=agents):
        level += 1
    return level


@erratum("locked-estimates")
def linear_regret(*, exponent: float, forced: int, log_horizon: float = 1000.0) -> Check:
    """The theorem's bound, as logarithms, where senders put samples by turns into X and Y."""
    instance: dict[str, Any] = {"log_horizon": log_horizon, "agents": 10}
    regret = log_regret(**instance, forced=forced, exponent=exponent)
    name = f"ln of the regret at ln T = {log_horizon:g}, M = 10, δ = t^-{exponent:g}"
    return at_most(f"{name}, against the bound", regret, log_bound(**instance))


@erratum("locked-estimates")
def many_agents(*, exponent: float, agents: int = 10_000, horizon: int = 60) -> Check:
    """The theorem's bound where receivers put samples by turns into X and Y: no forced pulls."""
    pulls = horizon // 2
    lost = missed(agents=agents, forced=0, exponent=exponent, by_sender=False, pulls=pulls)
    name = f"regret at T = {horizon}, M = {agents}, δ = t^-{exponent:g}, against the bound"
    return at_most(name, (1 - lost) * agents * GAP * pulls, _bound(agents=agents, horizon=horizon))
