"""Requests and observations of an algorithm: totals of groups (Section 2.1)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.bandits.literal import Player


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


@dataclass(frozen=True, kw_only=True, eq=False)
class Regroupings:
    """Many rounds in which the users of each arm are cut into groups anew, asked for at once.

    In each round the n users of an arm, if 2C or more, are cut uniformly at random into ⌊n/C⌋
    groups as equal as can be, which report. The answer is a float64 array, shape (users, arms): the
    sum over rounds of ((n - 1) Y - (m - 1) S) / (n - m), Y the total of the user's group of m, S
    that of all groups on the arm.

    Attributes
    ----------
    assignments : int64 array, shape (different, users)
    sequence, repeats
        As in `Elicitations`; a run is one round.

    """

    assignments: Integers
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


Request = Round | Elicitations | Regroupings | Commit
Algorithm = Player[Request, Any]
