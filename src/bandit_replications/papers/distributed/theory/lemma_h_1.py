"""Lemma H.1 (Appendix H): the order in which an agent's data are a martingale."""

import itertools
import math

import numpy as np

from bandit_replications.bandits.problems import Floats
from bandit_replications.inference.checks import Check, at_most
from bandit_replications.papers.distributed.algorithms.dislinucb import Agent, Options
from bandit_replications.papers.distributed.theory.printed import printed

AGENTS = 2


@printed("union-over-epochs")
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
        end, total = _first_epoch(np.array(actions)[:, None], own, others)
        if end <= horizon:
            sums.setdefault(own[:end], []).append(total)
    return at_most(
        "largest mean of the other agent's data of an epoch, given the own data until its end",
        max(abs(float(np.mean(totals))) for totals in sums.values()),
        1e-12,
    )


def _first_epoch(
    actions: Floats, own: tuple[int, ...], others: tuple[int, ...]
) -> tuple[int, float]:
    """Return the step of the first synchronisation and the other agent's Σ x y until then.

    A step after the last one means that there is none.
    """
    horizon = len(own)
    threshold = horizon * math.log(AGENTS * horizon) / AGENTS
    delta = 1 / (AGENTS**2 * horizon)
    group = [Agent(name, 1, delta, threshold, Options()) for name in range(AGENTS)]
    for step in range(1, horizon + 1):
        wanted = False
        for agent, rewards in zip(group, (own, others), strict=True):
            x = actions[agent.choose(actions)]
            wanted |= agent.learn(x, rewards[step - 1], step)
        if wanted:
            return step, float(group[1].u_new[0])
    return horizon + 1, 0.0
