r"""Agents of your own with a server: explore first, share once, then commit.

The agents pull the arms in turn. Then each sends its K sums of rewards to the server, which answers
all of them with the best arm: M K + M numbers in the whole run, for a regret of order (M T)^(2/3).

    python -m bandit_replications rerun distributed label=once \
        'table_1_arms.instances=[{name: shop, means: [0.8, 0.7, 0.5, 0.5]}]' \
        'table_1_arms.algorithms=[demab, immediate-sharing, share-once]' \
        'table_1_arms.agents=[2, 8, 32]' 'table_1_arms.base={agents: 8, horizons: [10000]}' \
        'table_1_arms.horizons=[10000]' 'table_1_arms.replicates={default: 10}' \
        figure=arms-over-agents

`feedback = "server"`: `choose(t)` returns the arms of all agents; `update(t, arms, rewards)` is
told their rewards and returns the messages that follow, (sender, receiver, number, …) each, the
server being agent -1, or None; `receive(t, messages)` gets them and returns the answers, until
nobody answers. Each number is counted. With `feedback = "linear-server"` (in `table_1_linear`)
agents play actions: `choose(t, actions)` is shown them, shape (actions, dimension).

Eight agents: about 120,000 rounds a second, in plain Python as with the step compiled (processor
time of one core, measured once): after exploring there is nothing to compute.
"""

import math

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Messages = list[tuple[float, ...]]

SERVER = -1


def add_rewards(sums: Floats, arms: Integers, rewards: Floats) -> None:
    """Add each agent's reward to its sum of the arm, shape (agents, arms)."""
    for agent in range(len(arms)):
        sums[agent, arms[agent]] += rewards[agent]


class ShareOnce:
    """Agents who report once."""

    name = "share-once"
    feedback = "server"
    add = staticmethod(add_rewards)

    def __init__(self, *, agents: int, arms: int, horizon: int, exploration: float = 1.0) -> None:
        """Ask for what is known beforehand by its name; other keywords are options."""
        self.agents, self.arms = agents, arms
        pulls = agents * horizon
        # What balances exploring and a wrong choice, for one learner with as many pulls.
        each = exploration * (pulls / arms) ** (2 / 3) * math.log(pulls) ** (1 / 3)
        self.turns = max(1, min(math.ceil(each / agents), horizon // arms))
        self.sums = np.zeros((agents, arms))
        self.best = np.zeros(agents, dtype=np.int64)

    def choose(self, t: int) -> Integers:
        """Return the arm of each agent: the arms in turn, then the best one."""
        if t <= self.turns * self.arms:
            return (np.arange(self.agents) + t) % self.arms
        return self.best

    def update(self, t: int, arms: Integers, rewards: Floats) -> Messages | None:
        """Learn while exploring; return the reports when that ends."""
        if t > self.turns * self.arms:
            return None
        self.add(self.sums, arms, rewards)
        if t < self.turns * self.arms:
            return None
        return [(agent, SERVER, *sums) for agent, sums in enumerate(self.sums.tolist())]

    def receive(self, t: int, messages: Messages) -> Messages | None:
        """Answer the reports, as the server; take the answer, as the agents."""
        if messages[0][1] == SERVER:
            total = np.sum([report[2:] for report in messages], axis=0)
            return [(SERVER, agent, int(total.argmax())) for agent in range(self.agents)]
        for _, agent, best in messages:
            self.best[int(agent)] = best
        return None


class CompiledShareOnce(ShareOnce):
    """The same with its step compiled by numba."""

    name = "share-once-compiled"
    add = staticmethod(njit(add_rewards))
