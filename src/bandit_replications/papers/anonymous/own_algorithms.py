"""Simulation of a user's class in the model of Section 2.1, with totals of groups only."""

import reprlib
from functools import partial
from typing import Any

import numpy as np
from pydantic import BaseModel

from bandit_replications.papers.anonymous.environments.anonymity import Run, simulate_with
from bandit_replications.papers.anonymous.environments.problems import AnonymousProblem
from bandit_replications.papers.anonymous.environments.requests import Algorithm, Round
from bandit_replications.papers.anonymous.environments.sizes import Sizes
from bandit_replications.playing import own_algorithms
from bandit_replications.playing.own_algorithms import ExtensionFailed


class OwnAlgorithm(own_algorithms.OwnAlgorithm):
    """A class with feedback `totals`.

    It chooses (arms, groups): the arm of each user, and groups of users with one arm each, disjoint
    and of at least C users; and is told the total reward of each group. What the last round
    reveals it is not told.
    """

    def simulate(
        self, problem: AnonymousProblem, *, generator: np.random.Generator, options: BaseModel
    ) -> Run:
        """Return one run; the class gets a generator of its own, spawned from the given one."""
        try:
            return simulate_with(self._play, problem, generator=generator, options=options)
        except ValueError as error:  # the model's own refusal
            raise ExtensionFailed(f"{self.name}: {error}") from error

    def check_problem(self, sizes: Sizes, options: Any) -> None:
        """Take any problem: only the class knows where it cannot work."""

    def _play(
        self, sizes: Sizes, *, generator: np.random.Generator, options: BaseModel
    ) -> Algorithm:
        checked = own_algorithms.one_for_each(sizes.users, sizes.arms)
        return self.play(
            sizes, options=options, generator=generator, checked=partial(_round, checked)
        )


def _round(checked: Any, choice: Any) -> Round:
    try:
        arms, groups = choice
    except (TypeError, ValueError):
        text = reprlib.repr(choice)
        raise TypeError(f"choose returned {text}; allowed: (arms, groups)") from None
    return Round(checked(arms), groups)
