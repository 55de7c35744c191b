"""All agents of multi-agent UCB at once, with or without private messages (compiled)."""

import math
from typing import NamedTuple

import numpy as np

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.bandits.compiled import kernel
from bandit_replications.bandits.interrupts import interruptible
from bandit_replications.bandits.rewards import RewardTable
from bandit_replications.bandits.runs import set_row
from bandit_replications.papers.cooperative.environments.delayed_messages import (
    Messages,
    Neighbourhoods,
    receive,
    send,
)
from bandit_replications.papers.cooperative.environments.reward_draws import draw


class Rule(NamedTuple):
    """How agents choose.

    Attributes
    ----------
    forced : int
        Rounds at the start of round robin.
    constant : float
        Under the square root of the index.
    first : int
        The arm of the first round.
    own : int
        How often an agent counts a reward of its own.
    pulls : int
        Steps of the simulation in one round, of whose number the logarithm is taken.

    """

    forced: int
    constant: float
    first: int = 0
    own: int = 1
    pulls: int = 1


class Releases(NamedTuple):
    """Private message-passing: when noisy means are released, and the agents' state.

    Attributes
    ----------
    pulls : int64 array, rising
        Pulls of an arm after which its mean is released; the last one is never reached.
    scales : float64 array, of that shape
        Scale of the noise of each release.
    noisy, silent, own_counted : bool
        Whether noise is drawn; whether messages leave out arms without a release; whether an agent
        counts its own message beside its own rewards.
    n, sums, means : float64 arrays, shape (agents, arms)
        Each agent's own pulls, sums of rewards, and latest released means.
    number : int64 array, shape (agents, arms)
        How many releases there have been.

    """

    pulls: Integers
    scales: Floats
    noisy: bool
    silent: bool
    own_counted: bool
    n: Floats
    sums: Floats
    means: Floats
    number: Integers


@kernel
def simulate_agents(
    laws: RewardTable,
    rule: Rule,
    releases: Releases | None,
    hoods: Neighbourhoods,
    messages: Messages,
    checkpoints: Integers,
    generator: np.random.Generator,
) -> Integers:
    """Return pulls (checkpoints, arms) of all agents; without releases messages carry rewards.

    Mutates the generator, the messages and the state of the releases.
    """
    agents, arms = hoods.offsets.size - 1, laws.values.shape[0]
    pulls = np.zeros((checkpoints.size, arms), dtype=np.int64)
    played = np.zeros(arms, dtype=np.int64)
    known = np.zeros((2, arms, agents))
    actions, best = np.empty(agents, dtype=np.int64), np.empty(agents)
    rewards, contents = np.empty(agents), np.ones((agents, 2))
    point = 0
    work = 0
    for t in range(1, checkpoints[-1] + 1):
        work = interruptible(work + agents * arms)
        if hoods.life:
            receive(t, messages, known)
        if t > rule.forced:
            _choose(known, rule.constant * math.log((t - 1) // rule.pulls + 1), best, actions)
        else:
            actions[:] = (t - 1 + rule.first) % arms
        if releases is None:
            for agent in range(agents):
                rewards[agent] = draw(laws, actions[agent], generator)
                contents[agent, 1] = rewards[agent]
        else:
            _draw_with_messages(laws, actions, releases, rewards, contents, generator)
        for agent in range(agents):
            arm = actions[agent]
            played[arm] += 1
            known[0, arm, agent] += rule.own
            known[1, arm, agent] += rule.own * rewards[agent]
            if releases is not None and releases.own_counted:
                known[0, arm, agent] += contents[agent, 0]
                known[1, arm, agent] += contents[agent, 1]
        if hoods.life:
            send(t, actions, contents, hoods, messages)
        if t == checkpoints[point]:
            set_row(pulls, point, played)
            point += 1
    return pulls


@kernel
def _draw_with_messages(
    laws: RewardTable,
    actions: Integers,
    releases: Releases,
    rewards: Floats,
    contents: Floats,
    generator: np.random.Generator,
) -> None:
    """Draw each agent's reward and its message's additions to the samples and sum of its arm.

    A message says: n pulls with the mean released last. Mutates rewards (agents,), contents
    (agents, 2), the state of the releases and the generator.
    """
    pulls, scales, silent = releases.pulls, releases.scales, releases.silent
    own, sums, means, number = releases.n, releases.sums, releases.means, releases.number
    for agent in range(actions.size):
        arm = actions[agent]
        reward = draw(laws, arm, generator)
        n = own[agent, arm] + 1
        own[agent, arm] = n
        sums[agent, arm] += reward
        before, first = (n - 1) * means[agent, arm], False
        if n == pulls[number[agent, arm]]:
            first = number[agent, arm] == 0
            noise = generator.laplace(0.0, 1.0) if releases.noisy else 0.0
            means[agent, arm] = sums[agent, arm] / n + scales[number[agent, arm]] * noise
            number[agent, arm] += 1
        count = 1.0
        if silent and number[agent, arm] == 0:
            count = 0.0
        elif silent and first:
            count = n
        rewards[agent] = reward
        contents[agent, 0], contents[agent, 1] = count, n * means[agent, arm] - before


@kernel(error_model="numpy")
def _choose(known: Floats, width: float, best: Floats, actions: Integers) -> None:
    """Set each agent's action to its lowest arm with the largest mean + sqrt(width / n).

    `known` (2, arms, agents) holds numbers n > 0 and sums. Mutates `actions` (agents,) and `best`
    (agents,), scratch. Agents stand last so that several are compared at once.
    """
    best[:] = -np.inf
    for arm in range(known.shape[1]):
        number, total = known[0, arm], known[1, arm]
        for agent in range(actions.size):
            n = number[agent]
            index = total[agent] / n + math.sqrt(width / n)
            better = index > best[agent]
            best[agent] = index if better else best[agent]
            actions[agent] = arm if better else actions[agent]
