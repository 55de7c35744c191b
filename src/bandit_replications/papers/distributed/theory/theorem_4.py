"""Theorem 4 and Lemma H.1 (Appendices G and H): epochs of DisLinUCB, and the order of its data."""

import itertools
import math
from bisect import bisect_right
from functools import partial

import numpy as np

from bandit_replications.bandits.arrays import Floats
from bandit_replications.inference.checks import Check, at_most, equal, erratum
from bandit_replications.papers.distributed.algorithms.dislinucb import Options, participants
from bandit_replications.papers.distributed.environments.problems import LinearProblem
from bandit_replications.papers.distributed.theory import bounds


def doublings_in_runs() -> Check:
    """The count itself is not refuted: in runs with one action few epochs more than double.

    d = 1, M from 1 to 10^4, T from 10 to 10^6. Left: the epochs of a run whose ratio of
    determinants is above 2, minus R, largest.
    """
    worst = -math.inf
    for agents in (1, 2, 16, 64, 1024, 10**4):
        for horizon in (10, 100, 1000, 10**6):
            ends = np.array([1.0, *ends_of_epochs(agents=agents, horizon=horizon)])
            many = int(np.count_nonzero(ends[1:] > 2 * ends[:-1]))
            worst = max(worst, many - math.ceil(math.log1p(agents * horizon)))
    name = "epochs of a run with one action that more than double, minus R, largest"
    return at_most(name, worst, 0)


def ends_of_epochs(*, agents: int, horizon: int) -> list[float]:
    """Return V at each synchronisation of a run with one action, d = 1, exactly.

    V grows by M n in an epoch of n steps, which ends with n log(1 + n/V) > D.
    """
    threshold = bounds.synchronisation_threshold(dimension=1, agents=agents, horizon=horizon)
    total, time, ends = 1.0, 0, []
    while time < horizon:
        length = bisect_right(range(horizon), threshold, lo=1, key=partial(_statistic, total))
        if time + length > horizon:
            break
        time, total = time + length, total + agents * length
        ends.append(total)
    return ends


def _statistic(total: float, steps: int) -> float:
    """Return n log(1 + n/V), the statistic of Protocol 8 after n steps of one action."""
    return steps * math.log1p(steps / total)


@erratum("last-synchronisation")
def last_matrix(*, agents: int = 4, horizon: int = 100) -> Check:
    """Appendix H takes V_P, of all samples, for a V_last; after the last synchronisation none is.

    One action, d = 1, MT = 400: the matrix of the last synchronisation against 1 + MT. An imagined
    last synchronisation repairs it and costs nothing.
    """
    last = ends_of_epochs(agents=agents, horizon=horizon)[-1]
    name = "V_last at the end, one action, M = 4, T = 100, against 1 + MT"
    return equal(name, last, 1.0 + agents * horizon)


AGENTS = 2


@erratum("union-over-epochs")
def data_orders(*, actions: tuple[float, ...] = (1.0, -0.8), horizon: int = 5) -> Check:
    """Lemma H.1 takes an agent's data for one martingale; in the order of its knowledge it is none.

    What an agent knows is always a beginning of this: its own data of an epoch, then the others' of
    that epoch, then its own again. But when the epoch ends depends on the others' rewards. The code
    of Protocol 8 with the printed constants, two agents, d = 1, θ* = 0, noise ±1, all sequences of
    rewards, which are equally likely. Left: the largest mean of the other's Σ x y over the first
    epoch, given the agent's own data until its end; a martingale has 0. With one action nothing
    depends on rewards, and it is 0.
    """
    sums: dict[tuple[int, ...], list[float]] = {}
    for rewards in itertools.product((-1, 1), repeat=AGENTS * horizon):
        own, others = rewards[:horizon], rewards[horizon:]
        end, _, total = _first_epoch(np.array(actions)[:, None], own, others)
        if end <= horizon:
            sums.setdefault(own[:end], []).append(total)
    return at_most(
        "largest mean of the other agent's data of an epoch, given the own data until its end",
        max(abs(float(np.mean(totals))) for totals in sums.values()),
        1e-12,
    )


@erratum("simultaneous-triggers")
def agents_above(*, horizon: int = 100) -> Check:
    """Appendix H: all agents but one are below D at the end of an epoch.

    Protocol 8 with two agents and one action, d = 1: their matrices agree, and both pass D in the
    same step.
    """
    rewards = (1,) * horizon
    _, above, _ = _first_epoch(np.ones((1, 1)), rewards, rewards)
    return at_most("agents above D as an epoch ends, one action, M = 2, T = 100", above, 1)


def _first_epoch(
    actions: Floats, own: tuple[int, ...], others: tuple[int, ...]
) -> tuple[int, int, float]:
    """Return the first synchronisation's step, agents above D, and the other's Σ x y until then.

    A step after the last one means that there is none.
    """
    horizon = len(own)
    problem = LinearProblem(
        action_set=actions, parameter=np.zeros(1), agents=AGENTS, horizon=horizon
    )
    _, group = participants(problem, Options())
    generator = np.random.default_rng()
    for step in range(1, horizon + 1):
        above = 0
        for agent, rewards in zip(group, (own, others), strict=True):
            x = actions[agent.choose(actions)]
            above += agent.learn(x, rewards[step - 1], step, generator)
        if above:
            return step, above, float(group[1].u_new[0])
    return horizon + 1, 0, 0.0
