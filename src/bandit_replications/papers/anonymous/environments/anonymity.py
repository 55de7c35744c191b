"""The model of Section 2.1, which enforces C-anonymity by what an algorithm can hold.

An algorithm is a coroutine: it yields requests and is sent totals of groups. It holds no reference
to the environment, so the means, the rewards and the generator that draws them are out of its
reach; no individual reward outlives the call that adds it to its group's total.
"""

import math
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bandit_replications.bandits.arguments import check_choice
from bandit_replications.bandits.trajectories import check_checkpoints
from bandit_replications.papers.anonymous.environments.anonymity_kernels import (
    count_regret,
    draw_totals,
    first_outside,
    first_refused,
    runs_of_rows,
)

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Law = Literal["bernoulli", "gaussian"]
LAWS: dict[str, int] = {"bernoulli": 0, "gaussian": 1}


class AnonymityError(ValueError):
    """A request that C-anonymity refuses."""


# --- What an algorithm may ask for, and what it is told -------------------------------------


@dataclass(frozen=True, eq=False)
class Round:
    """One round: the arm of each user, and the groups whose totals are asked for.

    Groups are disjoint, of at least C users who all play one arm. The answer is the list of their
    total rewards. A user in no group gives no feedback.
    """

    assignment: Sequence[int]
    groups: Sequence[Sequence[int]] = ()


@dataclass(frozen=True, kw_only=True, eq=False)
class Elicitations:
    """Many runs of the sub-algorithm of Section 3.1, 2C + 2 rounds each, asked for at once.

    In each, all groups report once whole; then, for k = 1, …, 2C + 1, without their k-th user
    (those with fewer users report whole). The answer is `Totals`.

    Attributes
    ----------
    assignments : int64 array, shape (different, users)
    groups : int64 array, shape (different, users)
        Number of each user's group in an assignment, from 0; -1 is in no group. Of C + 1 to
        2C + 1 users, so that a group without one of its users still has C.
    sequence : int64 array, shape (stretches,)
        Row of the assignment in each stretch of runs, in the order in which they are played.
    repeats : int64 array, shape (stretches,), optional
        Runs of each stretch, >= 0; None is one each.

    """

    assignments: Integers
    groups: Integers
    sequence: Integers
    repeats: Integers | None = None


class Totals(NamedTuple):
    """What groups reported, added up over all runs: float64 arrays, shape (users, arms).

    Over the runs in which user i plays arm j in a group, `whole` adds the total of the group's
    first round, and `without` that of the round without user i.
    """

    whole: Floats
    without: Floats


@dataclass(frozen=True, eq=False)
class Commit:
    """Keep one assignment for a number of rounds (None: to the end) without any feedback."""

    assignment: Sequence[int] | Integers
    rounds: int | None = None


Request = Round | Elicitations | Commit
Algorithm = Generator[Request, Any, None]


# --- The environment ------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Problem:
    """What an algorithm knows before it starts: N, K, C and T."""

    users: int
    arms: int
    group_size: int
    horizon: int


@dataclass(frozen=True)
class Run:
    """Cumulative pseudo-regret of a run, summed over users, at its checkpoints: (checkpoints,)."""

    regret: Floats


class AnonymousBandit:
    """The environment: it alone holds the means, draws rewards and counts regret.

    Section 2.1. User i's reward for arm j is drawn independently from a law with mean μ_ij.

    Parameters
    ----------
    means : float array, shape (users, arms)
        μ, in [0, 1].
    group_size : int
        C >= 1; 1 lets every user report alone.
    horizon : int
        T >= 1.
    checkpoints : int64 array, increasing, the last one the horizon
    generator : numpy.random.Generator
    law : {"bernoulli", "gaussian"}
        Rewards are Bernoulli, or normal with variance 1.

    Raises
    ------
    TypeError, ValueError
        If an argument is of a wrong type or out of range.

    """

    def __init__(
        self,
        *,
        means: Floats,
        group_size: int,
        horizon: int,
        checkpoints: Integers,
        generator: np.random.Generator,
        law: Law = "bernoulli",
    ) -> None:
        self._means = check_means(means)
        for name, number in (("group_size", group_size), ("horizon", horizon)):
            if isinstance(number, bool) or not isinstance(number, (int, np.integer)):
                raise TypeError(f"{name}: {number!r}; allowed: an integer")
            if number < 1:
                raise ValueError(f"{name}: {number}; allowed: >= 1")
        check_choice("law", law, list(LAWS))
        users, arms = self._means.shape
        self.problem = Problem(
            users=users, arms=arms, group_size=int(group_size), horizon=int(horizon)
        )
        self._points = check_checkpoints(checkpoints, horizon=horizon)
        self._gaps = self._means.max(axis=1, keepdims=True) - self._means
        self._generator, self._law = generator, LAWS[law]
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
        while self._played < self.problem.horizon:
            try:
                request = algorithm.send(answer)
            except StopIteration:
                raise ValueError(
                    f"algorithm: stopped after {self._played} rounds; "
                    f"allowed: requests up to the horizon, {self.problem.horizon}"
                ) from None
            answer = self._answer(request)
        algorithm.close()
        return Run(self._curve)

    def _answer(self, request: Request) -> Any:
        if isinstance(request, Round):
            return self._play_round(request)
        if isinstance(request, Elicitations):
            return self._play_elicitations(request)
        assignment = self._checked([request.assignment])
        left = self.problem.horizon - self._played
        rounds = left if request.rounds is None else min(_count_of(request.rounds), left)
        self._count(assignment, np.array([rounds]))
        return None

    def _checked(self, assignments: Any) -> Integers:
        """Return assignments (different, users) after checking them: an index may not wrap."""
        users, arms = self.problem.users, self.problem.arms
        array = _integers("assignment", assignments)
        if array.ndim != 2 or array.shape[1] != users:
            raise ValueError(
                f"assignment: length {array.shape[-1]}; allowed: an arm for each of {users} users"
            )
        return _inside("assignment", array, least=0, most=arms - 1)

    def _play_round(self, request: Round) -> list[float]:
        assignment = self._checked([request.assignment])
        members = [user for group in request.groups for user in group]
        _inside("groups", _integers("groups", members), least=0, most=self.problem.users - 1)
        if len(set(members)) < len(members):
            raise AnonymityError(f"groups: {request.groups}; allowed: each user in one group")
        for group in request.groups:
            if len(group) < self.problem.group_size:
                raise AnonymityError(
                    f"groups: {group}; allowed: at least {self.problem.group_size} users"
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
        size = self.problem.group_size
        assignments = self._checked(request.assignments)
        groups = _integers("groups", request.groups)
        if groups.shape != assignments.shape:
            raise ValueError(f"groups: shape {groups.shape}; allowed: {assignments.shape}")
        sequence = _integers("sequence", request.sequence)
        _inside("sequence", sequence, least=0, most=len(assignments) - 1)
        bad = first_refused(assignments, groups, size)
        if bad >= 0:
            raise AnonymityError(
                f"groups: row {bad}; allowed: {size + 1} to {2 * size + 1} users of one arm"
            )
        runs = np.ones_like(sequence)
        if request.repeats is not None:
            runs = _integers("repeats", request.repeats)
            if runs.shape != sequence.shape:
                raise ValueError(f"repeats: shape {runs.shape}; allowed: {sequence.shape}")
            _inside("repeats", runs, least=0, most=self.problem.horizon)
        self._count(assignments, runs * (2 * size + 2), sequence)
        repeats = runs_of_rows(sequence, runs, len(assignments))
        return Totals(
            *draw_totals(self._means, assignments, groups, repeats, self._law, self._generator)
        )

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
        raise ValueError(f"{name}: {values!r}; allowed: integers")
    return array.astype(np.int64, copy=False)


def _inside(name: str, array: Integers, *, least: int, most: int) -> Integers:
    numbers = array.ravel()
    place = first_outside(numbers, least, most)
    if place >= 0:
        raise ValueError(f"{name}: {numbers[place]}; allowed: {least} to {most}")
    return array


def _count_of(rounds: Any) -> int:
    if isinstance(rounds, bool) or not isinstance(rounds, (int, np.integer)) or rounds < 0:
        raise ValueError(f"rounds: {rounds!r}; allowed: an integer >= 0, or None")
    return int(rounds)


def check_means(means: Floats) -> Floats:
    """Return a copy of the means as float64 after checking them.

    Raises
    ------
    ValueError
        If they are not a matrix (users, arms) of numbers in [0, 1] with two arms or more.

    """
    checked = np.array(means, dtype=np.float64)
    if checked.ndim != 2 or checked.shape[0] < 1 or checked.shape[1] < 2:
        raise ValueError(f"means: shape {checked.shape}; allowed: (users, arms), arms >= 2")
    if not np.all((checked >= 0) & (checked <= 1)):
        raise ValueError("means: allowed: numbers in [0, 1]")
    return checked


def simulate_with(
    play: Callable[[Problem, np.random.Generator], Algorithm],
    *,
    means: Floats,
    group_size: int,
    horizon: int,
    checkpoints: Integers,
    generator: np.random.Generator,
    law: Law,
) -> Run:
    """Run an algorithm's coroutine; its own random choices have a stream of their own."""
    rewards, choices = generator.spawn(2)
    bandit = AnonymousBandit(
        means=means,
        group_size=group_size,
        horizon=horizon,
        checkpoints=checkpoints,
        generator=rewards,
        law=law,
    )
    return bandit.run(play(bandit.problem, choices))
