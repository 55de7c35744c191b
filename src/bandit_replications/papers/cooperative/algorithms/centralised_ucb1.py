"""One UCB1 that makes all M T pulls one after the other: instantaneous communication.

The centralised agent of Section 2 pulls M arms in each round. Here it even sees each reward before
the next pull. It is an anchor, not a lower bound: its width has ln(M T), the agents' own ln T.

>>> from bandit_replications.bandits.rewards import bernoulli_table
>>> problem = GroupProblem(
...     rewards=bernoulli_table([0.8, 0.3]), horizon=100, distances=1 - np.eye(3, dtype=int)
... )
>>> simulate(problem, generator=np.random.default_rng(0)).pulls
array([[274,  26]])
"""

from dataclasses import replace

import numpy as np

from bandit_replications.bandits.trajectories import Trajectory
from bandit_replications.papers.cooperative.algorithms import ucb1
from bandit_replications.papers.cooperative.algorithms.ucb1 import Options
from bandit_replications.papers.cooperative.environments.problems import GroupProblem


def simulate(
    problem: GroupProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Trajectory:
    """Simulate UCB1 with M T pulls; checkpoint t is after M t pulls.

    Source: Section 2, the case of instantaneous communication.
    """
    return ucb1.simulate(one_agent(problem), generator=generator, options=options)


def simulate_literal(
    problem: GroupProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Trajectory:
    """Simulate UCB1 in plain Python; `ucb1.play` of `one_agent(problem)` is its literal form."""
    return ucb1.simulate_literal(one_agent(problem), generator=generator, options=options)


def one_agent(problem: GroupProblem) -> GroupProblem:
    """Return the problem of one agent that makes all pulls: M T rounds."""
    agents = problem.agents
    return replace(
        problem,
        horizon=agents * problem.horizon,
        checkpoints=agents * problem.points,
        distances=np.zeros((1, 1), dtype=np.int64),
    )
