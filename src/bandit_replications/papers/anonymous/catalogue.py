"""The paper's algorithms by id. An algorithm's module is its id in snake_case."""

from collections.abc import Mapping
from typing import Any, Protocol

from bandit_replications.bandits.problems import Simulator
from bandit_replications.papers.anonymous.algorithms import (
    batched_elimination,
    explore_then_commit,
    ucb,
)
from bandit_replications.papers.anonymous.environments.sizes import Sizes


class AnonymousSimulator(Simulator, Protocol):
    """A simulator that can say beforehand where it cannot work."""

    def check_problem(self, sizes: Sizes, options: Any) -> None:
        """Raise ValueError where the algorithm cannot work on a problem of these sizes."""


ALGORITHMS: Mapping[str, AnonymousSimulator] = {
    "ucb": ucb,
    "explore-then-commit": explore_then_commit,
    "batched-elimination": batched_elimination,
}
# What is simulated round by round, or assignment by assignment: an algorithm or a decomposition.
ROUND_BY_ROUND = ("ucb", "random", "random-closing")
