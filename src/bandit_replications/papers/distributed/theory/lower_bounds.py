"""Theorem 2 as runs: the reduction to a single agent, and regret within a budget of numbers.

The instances are those of the repaired proof (see the errata `communication-fraction` and
`one-instance-for-all`): Bernoulli arms of mean 1/2, a uniformly chosen one higher by a sqrt(K/T),
a = 1/4 for the reduction. Within a budget a is that of the sharpened theorem.
"""

import math
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from bandit_replications.bandits.arguments import check_choice
from bandit_replications.bandits.arrays import Floats
from bandit_replications.bandits.problems import Simulator, check_integer
from bandit_replications.papers.distributed.algorithms import (
    demab,
    demab_literal,
    immediate_sharing,
    independent_elimination,
    moss,
)
from bandit_replications.papers.distributed.algorithms.elimination import (
    Setting,
    eliminate_literal,
)
from bandit_replications.papers.distributed.environments.channel import (
    RECEIVE,
    Channel,
    Coroutine,
    Spare,
)
from bandit_replications.papers.distributed.environments.problems import ArmsProblem
from bandit_replications.papers.distributed.theory import bounds

PROTOCOLS = ("demab", "immediate-sharing", "independent-elimination")


def draw_means(
    *, arms: int, horizon: int, generator: np.random.Generator, gap: float = 0.25
) -> Floats:
    """Return means 1/2, one of them at random higher by a sqrt(K/T); shape (arms,).

    Parameters
    ----------
    arms, horizon : int
        K >= 1, T >= K.
    generator : numpy.random.Generator
    gap : float
        a, at most 1/2.

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


@dataclass(frozen=True, kw_only=True)
class Reduced:
    """A run of the single-agent algorithm that an agent's code was made into.

    Attributes
    ----------
    regret : float
        Pseudo-regret after T pulls.
    switched_at : int or None
        Pulls before it went on with MOSS; None if it never did.

    """

    regret: float
    switched_at: int | None


def reduce_agent(
    *,
    protocol: str,
    means: Floats,
    agents: int,
    horizon: int,
    generator: np.random.Generator,
) -> Reduced:
    """Run agent 1 of a protocol alone on Bernoulli arms; at its first message go on with MOSS.

    Source: Appendix D. The agent's code is the literal one, run without server and other agents. If
    it would pull on unless a message comes, it goes on as if none came (the repaired proof); if it
    cannot go on without one, it switches.

    Parameters
    ----------
    protocol : str
        One of PROTOCOLS.
    means : float64 array, shape (arms,), in [0, 1]
    agents, horizon : int
        M and T that the code is given; T steps are run one by one in Python until the switch.
    generator : numpy.random.Generator

    Raises
    ------
    TypeError, ValueError
        If an argument is of a wrong type or out of range.

    """
    check_choice("protocol", protocol, PROTOCOLS)
    check_integer(least=1, agents=agents, horizon=horizon)
    gaps = means.max() - means
    channel = Channel()
    pulls: list[int] = []
    code = _CODE[protocol](channel, Setting(agents, len(means), horizon), generator)
    wish: Any = next(code)
    while len(pulls) < horizon:
        if channel.sent or wish is RECEIVE:
            return _go_on_with_moss(pulls, means, horizon, generator)
        arm = wish.arm if isinstance(wish, Spare) else wish
        pulls.append(arm)
        channel.time += 1
        if len(pulls) < horizon:
            wish = code.send(float(generator.random() < means[arm]))
    return Reduced(regret=float(np.sum(gaps[pulls])), switched_at=None)


def _go_on_with_moss(
    pulls: list[int], means: Floats, horizon: int, generator: np.random.Generator
) -> Reduced:
    """Return the regret of the pulls so far and of MOSS, which knows nothing of them."""
    left = horizon - len(pulls)
    run = moss.simulate(ArmsProblem(means=means, horizon=left), generator=generator)
    before = float(np.sum((means.max() - means)[pulls]))
    return Reduced(regret=before + float(run.regret[-1]), switched_at=len(pulls))


def _demab_code(channel: Channel, setting: Setting, generator: np.random.Generator) -> Coroutine:
    options = demab.Options()
    budget, completed = options.stages(setting)
    return demab_literal.Agent(setting, options, channel, generator).start(
        name=0,
        public=generator.integers(setting.agents, size=setting.arms).tolist(),
        announced=False,
        budget=budget,
        first_phase=completed + 1,
    )


def _sharing_code(channel: Channel, setting: Setting, generator: np.random.Generator) -> Coroutine:
    constant = immediate_sharing.Options().exploration_constant
    return immediate_sharing.agent(channel, 0, setting.agents, setting.arms, constant)


def _elimination_code(
    channel: Channel, setting: Setting, generator: np.random.Generator
) -> Coroutine:
    options = independent_elimination.Options()
    return eliminate_literal(setting=setting, budget=setting.horizon, options=options)


_CODE: dict[str, Callable[[Channel, Setting, np.random.Generator], Coroutine]] = {
    "demab": _demab_code,
    "immediate-sharing": _sharing_code,
    "independent-elimination": _elimination_code,
}


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
