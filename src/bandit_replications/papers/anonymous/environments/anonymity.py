"""The model of Section 2.1, with C-anonymity enforced.

An algorithm is a coroutine: it yields requests and is sent totals of groups. It holds no reference
to the environment, so the means, the rewards and the generator that draws them are out of its
reach; no individual reward outlives the call that adds it to its group's total.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.papers.anonymous.environments.anonymity_kernels import (
    count_regret,
    draw_regrouped,
    draw_totals,
    first_outside,
    first_refused,
    runs_of_rows,
)
from bandit_replications.papers.anonymous.environments.problems import LAWS, AnonymousProblem
from bandit_replications.papers.anonymous.environments.requests import (
    Algorithm,
    Elicitations,
    Regroupings,
    Request,
    Round,
    Totals,
)
from bandit_replications.runtime.errors import BadValue


class AnonymityError(BadValue):
    """A request that C-anonymity refuses."""


@dataclass(frozen=True)
class Run:
    """Cumulative pseudo-regret of a run, summed over users, at its checkpoints: (checkpoints,)."""

    regret: Floats


class AnonymousBandit:
    """The environment (Section 2.1): it alone holds the means, draws rewards and counts regret."""

    def __init__(self, problem: AnonymousProblem, *, generator: np.random.Generator) -> None:
        self.sizes = problem.sizes
        self._means, self._gaps = problem.means, problem.gaps
        self._points = problem.points
        self._generator, self._law = generator, LAWS[problem.law]
        self._curve = np.zeros(self._points.size)
        self._played, self._regret = 0, 0.0

    def run(self, algorithm: Algorithm) -> Run:
        """Play an algorithm to the horizon, which may cut its last request short.

        Raises
        ------
        AnonymityError
            If it asks for what C-anonymity refuses.
        ValueError
            If it stops before the horizon, or asks for users, arms or rounds that do not exist.

        """
        answer = None
        while self._played < self.sizes.horizon:
            try:
                request = algorithm.send(answer)
            except StopIteration:
                raise BadValue(
                    f"algorithm: stopped after {self._played} rounds; "
                    f"allowed: requests up to the horizon, {self.sizes.horizon}"
                ) from None
            answer = self._answer(request)
        algorithm.close()
        return Run(self._curve)

    def _answer(self, request: Request) -> Any:
        if isinstance(request, Round):
            return self._play_round(request)
        if isinstance(request, Elicitations):
            return self._play_elicitations(request)
        if isinstance(request, Regroupings):
            return self._play_regroupings(request)
        assignment = self._checked([request.assignment])
        left = self.sizes.horizon - self._played
        rounds = left if request.rounds is None else min(_count_of(request.rounds), left)
        self._count(assignment, np.array([rounds]))
        return None

    def _checked(self, assignments: Any) -> Integers:
        """Return assignments (different, users) after checking them: an index may not wrap."""
        users, arms = self.sizes.users, self.sizes.arms
        array = _integers("assignment", assignments)
        if array.ndim != 2 or array.shape[1] != users:
            raise BadValue(
                f"assignment: length {array.shape[-1]}; allowed: an arm for each of {users} users"
            )
        return _inside("assignment", array, least=0, most=arms - 1)

    def _play_round(self, request: Round) -> list[float]:
        assignment = self._checked([request.assignment])
        members = [user for group in request.groups for user in group]
        _inside("groups", _integers("groups", members), least=0, most=self.sizes.users - 1)
        if len(set(members)) < len(members):
            raise AnonymityError(f"groups: {request.groups}; allowed: each user in one group")
        for group in request.groups:
            if len(group) < self.sizes.group_size:
                raise AnonymityError(
                    f"groups: {group}; allowed: at least {self.sizes.group_size} users"
                )
            if len({request.assignment[user] for user in group}) > 1:
                raise AnonymityError(f"groups: {group}; allowed: users of one arm")
        self._count(assignment, np.ones(1, dtype=np.int64))
        return [
            math.fsum(self._reward(user, request.assignment[user]) for user in group)
            for group in request.groups
        ]

    def _reward(self, user: int, arm: int) -> float:
        mean = self._means[user, arm]
        if self._law == LAWS["gaussian"]:
            return float(self._generator.normal(mean, 1.0))
        return float(self._generator.random() < mean)

    def _play_elicitations(self, request: Elicitations) -> Totals:
        size = self.sizes.group_size
        assignments = self._checked(request.assignments)
        groups = _integers("groups", request.groups)
        if groups.shape != assignments.shape:
            raise BadValue(f"groups: shape {groups.shape}; allowed: {assignments.shape}")
        bad = first_refused(assignments, groups, size)
        if bad >= 0:
            raise AnonymityError(
                f"groups: row {bad}; allowed: {size + 1} to {2 * size + 1} users of one arm"
            )
        sequence, runs = self._stretches(request, len(assignments))
        self._count(assignments, runs * (2 * size + 2), sequence)
        repeats = runs_of_rows(sequence, runs, len(assignments))
        return Totals(
            *draw_totals(self._means, assignments, groups, repeats, self._law, self._generator)
        )

    def _play_regroupings(self, request: Regroupings) -> Floats:
        assignments = self._checked(request.assignments)
        sequence, runs = self._stretches(request, len(assignments))
        self._count(assignments, runs, sequence)
        return draw_regrouped(
            self._means,
            assignments,
            runs_of_rows(sequence, runs, len(assignments)),
            self.sizes.group_size,
            self._law,
            self._generator,
        )

    def _stretches(
        self, request: Elicitations | Regroupings, different: int
    ) -> tuple[Integers, Integers]:
        """Return the rows of an assignment's stretches and their runs after checking them."""
        sequence = _integers("sequence", request.sequence)
        _inside("sequence", sequence, least=0, most=different - 1)
        if request.repeats is None:
            return sequence, np.ones_like(sequence)
        runs = _integers("repeats", request.repeats)
        if runs.shape != sequence.shape:
            raise BadValue(f"repeats: shape {runs.shape}; allowed: {sequence.shape}")
        return sequence, _inside("repeats", runs, least=0, most=self.sizes.horizon)

    def _count(
        self, assignments: Integers, rounds: Integers, sequence: Integers | None = None
    ) -> None:
        """Count the regret of assignments, each kept for some rounds: linear in between."""
        rows = np.arange(len(assignments)) if sequence is None else sequence
        self._played, self._regret = count_regret(
            self._gaps,
            assignments,
            rows,
            rounds,
            self._points,
            self._curve,
            self._played,
            self._regret,
        )


def _integers(name: str, values: Any) -> Integers:
    try:
        array = np.asarray(values)
    except ValueError:  # rows of different lengths
        array = np.empty(0, dtype=np.object_)
    if array.size and array.dtype.kind not in "iu":
        raise BadValue(f"{name}: {values!r}; allowed: integers")
    return array.astype(np.int64, copy=False)


def _inside(name: str, array: Integers, *, least: int, most: int) -> Integers:
    numbers = array.ravel()
    place = first_outside(numbers, least, most)
    if place >= 0:
        raise BadValue(f"{name}: {numbers[place]}; allowed: {least} to {most}")
    return array


def _count_of(rounds: Any) -> int:
    if isinstance(rounds, bool) or not isinstance(rounds, (int, np.integer)) or rounds < 0:
        raise BadValue(f"rounds: {rounds!r}; allowed: an integer >= 0, or None")
    return int(rounds)


def simulate_with(
    play: Callable[..., Algorithm],
    problem: AnonymousProblem,
    *,
    generator: np.random.Generator,
    options: object,
) -> Run:
    """Run an algorithm's coroutine; its own random choices have a stream of their own.

    Parameters
    ----------
    play : callable
        (sizes, generator=, options=) -> `Algorithm`.
    problem : AnonymousProblem
        Of which `play` gets the sizes only.
    generator : numpy.random.Generator
    options : the algorithm's Options

    Raises
    ------
    ValueError
        As `AnonymousBandit.run`.

    """
    rewards, choices = generator.spawn(2)
    algorithm = play(problem.sizes, generator=choices, options=options)
    return AnonymousBandit(problem, generator=rewards).run(algorithm)
