"""Theorem 2 as runs: regret within a budget of numbers.

The instances are those of the sharpened theorem: Bernoulli arms of mean 1/2, a uniformly chosen one
higher by a sqrt(K/T).
"""

import math
from bisect import bisect_left
from dataclasses import dataclass

import numpy as np

from bandit_replications.bandits.arguments import check_choice
from bandit_replications.bandits.arrays import Floats
from bandit_replications.bandits.problems import Simulator, check_integer
from bandit_replications.papers.distributed.algorithms import (
    demab,
    immediate_sharing,
    independent_elimination,
)
from bandit_replications.papers.distributed.environments.problems import ArmsProblem
from bandit_replications.papers.distributed.theory import bounds

PROTOCOLS = ("demab", "immediate-sharing", "independent-elimination")


def draw_means(*, arms: int, horizon: int, gap: float, generator: np.random.Generator) -> Floats:
    """Return means 1/2, one of them at random higher by a sqrt(K/T); shape (arms,).

    Parameters
    ----------
    arms, horizon : int
        K >= 1, T >= K.
    gap : float
        a, at most 1/2.
    generator : numpy.random.Generator

    Raises
    ------
    TypeError, ValueError
        If an argument is of a wrong type or T < K.

    """
    check_integer(least=1, arms=arms)
    check_integer(least=arms, horizon=horizon)
    means = np.full(arms, 0.5)
    means[generator.integers(arms)] += np.sqrt(arms / horizon) * gap
    return means


def group_size(
    *, protocol: str, budget: int, agents: int, arms: int, horizon: int, pulls_exponent: int = 3
) -> int:
    """Return the largest group that runs the protocol without sending more than the budget.

    The largest number whose cost in every run, by the worst-case bound (DEMAB) or exactly, is at
    most the budget; 1 if not even two can: then no message is sent.

    Raises
    ------
    TypeError, ValueError
        If an argument is of a wrong type or out of range.

    """
    check_choice("protocol", protocol, PROTOCOLS)
    check_integer(least=0, budget=budget)
    check_integer(least=1, agents=agents, arms=arms, horizon=horizon)
    if protocol == "independent-elimination":
        return 1
    if protocol == "immediate-sharing":
        group = math.isqrt(budget // (2 * horizon))
        return min(group, agents) if group > 1 else 1

    def affordable(group: int) -> bool:
        size = {"agents": group, "arms": arms, "horizon": horizon}
        cost = bounds.theorem_1_communication_worst(**size, pulls_exponent=pulls_exponent)
        return cost <= budget

    # The bound grows with the group, but for a logarithm that a phase may lose by roundings.
    return max(bisect_left(range(agents + 1), True, lo=2, key=lambda g: not affordable(g)) - 1, 1)


@dataclass(frozen=True, kw_only=True)
class CutOff:
    """A run within a budget.

    Attributes
    ----------
    regret : float
        Pseudo-regret of all agents.
    communication : int
        Numbers sent, at most the budget.
    group : int
        Agents that run the protocol together.
    bound : float
        The sharpened Theorem 2's lower bound on the mean regret at this budget.

    """

    regret: float
    communication: int
    group: int
    bound: float


def _parts(protocol: str, group: int, others: int) -> list[tuple[Simulator, int]]:
    """Return the simulators and their numbers of agents."""
    together = {"demab": demab, "immediate-sharing": immediate_sharing}.get(protocol)
    if together is None or group == 1:
        return [(independent_elimination, group + others)]
    parts: list[tuple[Simulator, int]] = [(together, group), (independent_elimination, others)]
    return [part for part in parts if part[1] > 0]


def cut_off(
    *,
    protocol: str,
    budget: int,
    agents: int,
    arms: int,
    horizon: int,
    generator: np.random.Generator,
    pulls_exponent: int = 3,
) -> CutOff:
    """Run a protocol within a budget: as many agents as it lasts for together, the others alone.

    Alone means single-agent elimination. The gap is that at which the budget's lower bound is
    proved; where the budget is too large for a bound, that of no communication.

    Parameters
    ----------
    protocol : str
        One of PROTOCOLS.
    budget : int
        Numbers that may be sent in all, >= 0.
    agents, arms, horizon : int
        M, K >= 1, T >= K.
    generator : numpy.random.Generator
        Draws the instance too.
    pulls_exponent : int
        e in m_l = 4^(l + e) times the logarithm, of all eliminations.

    Raises
    ------
    TypeError, ValueError
        If an argument is of a wrong type or out of range.

    """
    size = {"arms": arms, "horizon": horizon}
    group = group_size(
        protocol=protocol, budget=budget, agents=agents, **size, pulls_exponent=pulls_exponent
    )
    within = budget if budget < bounds.threshold(agents=agents, arms=arms) else 0
    gap = (bounds.threshold(agents=agents, arms=arms) - within) / (2 * agents)
    means = draw_means(**size, generator=generator, gap=gap)
    runs = []
    for module, number in _parts(protocol, group, agents - group):
        problem = ArmsProblem(means=means, agents=number, horizon=horizon)
        own = {} if module is immediate_sharing else {"pulls_exponent": pulls_exponent}
        runs.append(module.simulate(problem, generator=generator, options=module.Options(**own)))
    return CutOff(
        regret=float(np.sum([run.regret[-1] for run in runs])),
        communication=sum(int(run.communication[-1]) for run in runs),
        group=group,
        bound=bounds.theorem_2_sharp(agents=agents, arms=arms, horizon=horizon, budget=budget),
    )
