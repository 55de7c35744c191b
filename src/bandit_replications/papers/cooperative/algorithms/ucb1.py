"""UCB1 (Auer, Cesa-Bianchi, Fischer, 2002) on each agent alone: no communication at all.

>>> from bandit_replications.bandits.rewards import bernoulli_table
>>> problem = GroupProblem(
...     rewards=bernoulli_table([0.8, 0.3]), horizon=100, distances=1 - np.eye(3, dtype=int)
... )
>>> simulate(problem, generator=np.random.default_rng(0)).pulls
array([[260,  40]])
"""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from bandit_replications.bandits.literal import Player
from bandit_replications.bandits.trajectories import Trajectory
from bandit_replications.papers.cooperative.algorithms import multi_agent_ucb
from bandit_replications.papers.cooperative.algorithms.options import UcbOptions
from bandit_replications.papers.cooperative.environments.message_passing import Arms, play_against
from bandit_replications.papers.cooperative.environments.problems import GroupProblem
from bandit_replications.papers.cooperative.environments.reward_draws import reward_source


class Options(UcbOptions):
    """Constants of UCB1."""


def simulate(
    problem: GroupProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Trajectory:
    """Simulate M agents without messages: the same actions as `simulate_literal`.

    Source: the benchmark of Section 5; Figure 1 of Auer, Cesa-Bianchi and Fischer. Multi-agent UCB
    with message life 0, whatever the problem's is.
    """
    constants = multi_agent_ucb.Options(**options.model_dump())
    silent = replace(problem, message_life=0)
    return multi_agent_ucb.simulate(silent, generator=generator, options=constants)


def simulate_literal(
    problem: GroupProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Trajectory:
    """Simulate the same agents in plain Python."""
    player = play(problem, generator=generator, options=options)
    return play_against(problem, player, reward_source(problem.rewards, generator))


def play(
    problem: GroupProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Player[Arms, Iterable[float]]:
    """Yield the arms of all agents; is sent their rewards. Draws nothing."""
    constants = multi_agent_ucb.Options(**options.model_dump())
    silent = replace(problem, message_life=0)
    return multi_agent_ucb.play(silent, generator=generator, options=constants)
