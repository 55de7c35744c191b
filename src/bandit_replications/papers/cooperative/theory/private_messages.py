"""Section 3: privacy losses of a message at its release, later, and through its counts."""

import math
from typing import Any

import numpy as np

from bandit_replications.bandits.rewards import bernoulli_table
from bandit_replications.inference.checks import Check, at_most, erratum
from bandit_replications.papers.cooperative.algorithms import private_multi_agent_ucb
from bandit_replications.papers.cooperative.algorithms.release_series import Series, release_pulls
from bandit_replications.papers.cooperative.environments.problems import PrivateProblem
from bandit_replications.papers.cooperative.theory.bounds import on_complete_network, private_regret


@erratum("loss-between-releases")
def between_releases(*, epsilon: float = 0.1, v: float = 1.1, series: Series) -> Check:
    """The privacy of outgoing messages between releases: false for ε < 1.

    After n pulls the message carries the mean of the last release, of n' pulls with noise of scale
    n'^(v/2 - 1), and loses n'^(-v/2) > n^(-v/2). Of all n <= 1000 the one with the largest ratio.
    """
    pulls = release_pulls(epsilon=epsilon, v=v, horizon=1000, series=series)
    widest = int(np.argmax((pulls[1:] - 1) / pulls[:-1]))
    released, number = int(pulls[widest]), int(pulls[widest + 1]) - 1
    name = f"loss after n = {number} pulls, last released at {released}, series {series}"
    return at_most(f"{name}, against n^(-v/2)", released ** (-v / 2), number ** (-v / 2))


@erratum("private-term-linear")
def more_agents(*, agents: int = 100, epsilon: float = 0.1) -> Check:
    """Section 3.2: the group regret depends on M by "much" less than O(M): factor 2/1.25.

    The printed bound for 2 M agents over that for M, γ = 1 on complete networks (χ̄ = 1), Δ = 1/2, T
    = 1000.
    """
    rest: dict[str, Any] = {"gaps": [0.0, 0.5], "horizon": 1000, "epsilon": epsilon}
    many, few = (
        private_regret(**on_complete_network(number), **rest) for number in (2 * agents, agents)
    )
    return at_most(f"bound for {2 * agents} agents over that for {agents}", many / few, 2 / 1.25)


def probability_of_counts(*, reward: float) -> float:
    """Return P{pulls after three rounds are (1, 2)} of an agent whose first reward is `reward`.

    Two arms, ε = 1, Algorithm 2 itself: round 1 pulls the second arm (t mod K) and pays `reward`,
    round 2 the first one and pays 1/2; the third round follows the agent's own rewards as they
    are. Given what it has received (nothing here) there is no chance in it.
    """
    problem = PrivateProblem(
        rewards=bernoulli_table([0.5, 0.5]),  # only their number counts: rewards are given here
        horizon=3,
        distances=np.zeros((1, 1), dtype=np.int64),
        epsilon=1.0,
        v=1.1,
    )
    noise = np.random.default_rng(0)  # of its own messages, which it does not use
    agent = private_multi_agent_ucb.play(problem, generator=noise)
    next(agent)
    agent.send([reward])
    return float(agent.send([0.5]) == (1,))


@erratum("counts-not-hidden")
def unhidden_counts(*, loss: float = 1.0) -> Check:
    """Message (6) carries pull counts without noise, and the agent acts on its rewards as they are.

    Given the messages that it has received, which their senders know, changing one reward from 1 to
    0 changes the third action with certainty, hence the counts in the next message: no ε bounds the
    ratio. The definition of a private message compares histories that differ in one reward *with
    the same actions*; under it counts lose nothing, and so it says nothing about what a neighbour
    learns from a running agent.
    """
    name = "P{counts (1, 2)} with reward 1, against e^ε times that with reward 0"
    bound = math.exp(loss) * probability_of_counts(reward=0.0)
    return at_most(name, probability_of_counts(reward=1.0), bound)
