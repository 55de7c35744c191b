"""Demands of feedback and the assignments that meet them (Section 3.2).

Everything here counts in whole assignments: a demand D on the arms A_i asks for ⌈D/|A_i|⌉ of them
from each arm of A_i.
"""

import functools
import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bandit_replications.bandits.arrays import Integers
from bandit_replications.papers.anonymous.algorithms.decompositions import flows_kernels, kernels
from bandit_replications.runtime.errors import BadType, BadValue

Mask = NDArray[np.bool_]

IDLE = -1  # plays no arm that matters: a user without active arms


class DemandError(BadValue):
    """A demand that the asked method cannot meet, whatever the number of assignments."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Demand:
    """A batched graph (Section 3.2): D instances of feedback, spread evenly over A_i for user i.

    Attributes
    ----------
    active : array of bool, shape (users, arms)
        Whether j is in A_i. A user without any is no part of the demand.
    total : int
        D >= 1.
    group_size : int
        C >= 1: an arm informs where at least C + 1 users play it.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong type, shape or range.

    """

    active: Mask
    total: int
    group_size: int

    def __post_init__(self) -> None:
        if not isinstance(self.active, np.ndarray) or self.active.dtype != np.bool_:
            raise BadType("active: allowed: an array of bool, shape (users, arms)")
        if self.active.ndim != 2 or not self.active.any():
            raise BadValue("active: allowed: shape (users, arms) with at least one active pair")
        for name in ("total", "group_size"):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
                raise BadType(f"{name}: {value!r}; allowed: an integer")
            if value < 1:
                raise BadValue(f"{name}: {value}; allowed: >= 1")

    # Computed once: a batch asks for them several times. Nobody may write into them.

    @property
    def enough(self) -> int:
        """C + 1, the number of users from which on an arm informs."""
        return self.group_size + 1

    @functools.cached_property
    def wanted(self) -> Integers:
        """Arms that somebody is interested in."""
        return np.flatnonzero(self.active.any(axis=0))

    @functools.cached_property
    def needs(self) -> Integers:
        """⌈D/|A_i|⌉ on active pairs and 0 elsewhere, shape (users, arms)."""
        sizes = np.maximum(self.active.sum(axis=1), 1)
        return np.where(self.active, -(-self.total // sizes)[:, None], 0).astype(np.int64)

    @functools.cached_property
    def weights(self) -> NDArray[np.float64]:
        """w_ij = 1/|A_i| on active pairs and 0 elsewhere, shape (users, arms)."""
        return self.active / np.maximum(self.active.sum(axis=1, keepdims=True), 1)


@dataclass(frozen=True, kw_only=True, eq=False)
class Decomposition:
    """Assignments of users to arms, each to be repeated (Section 3.2).

    Attributes
    ----------
    assignments : array of int, shape (different, users)
        The arm of each user; `IDLE` only for a user without active arms.
    multiplicities : array of int, shape (different,)
        How often each assignment is used, >= 1.

    """

    assignments: Integers
    multiplicities: Integers

    @property
    def total(self) -> int:
        """R, the number of assignments, repeated ones counted."""
        return int(self.multiplicities.sum())


def informative_pairs(assignments: Integers, *, arms: int, enough: int) -> Mask:
    """Return the pairs that each assignment informs about, shape (different, users, arms)."""
    plays = assignments[:, :, None] == np.arange(arms)
    return np.asarray(plays & (plays.sum(axis=1, keepdims=True) >= enough))


def informative_counts(decomposition: Decomposition, demand: Demand) -> Integers:
    """Return the number of assignments that inform about each pair, shape (users, arms)."""
    arms = demand.active.shape[1]
    pairs = informative_pairs(decomposition.assignments, arms=arms, enough=demand.enough)
    return np.einsum("rij,r->ij", pairs, decomposition.multiplicities)


def unmet(decomposition: Decomposition, demand: Demand) -> Mask:
    """Return the pairs that get fewer informative assignments than they need."""
    return np.asarray(informative_counts(decomposition, demand) < demand.needs)


def leaves_active_sets(decomposition: Decomposition, demand: Demand) -> bool:
    """Return True if some user is sent to an arm outside A_i (against property 1 of 3.2)."""
    users = np.arange(demand.active.shape[0])
    allowed = demand.active[users, decomposition.assignments]
    return not bool(np.all(allowed | ~demand.active.any(axis=1)))


def reachable(active: Mask, *, group_size: int) -> Mask:
    """Return the active pairs of arms in which at least C + 1 users are interested."""
    return np.asarray(active & (active.sum(axis=0) > group_size))


def check_reachable(demand: Demand) -> None:
    """Raise DemandError if C users or fewer are interested in some wanted arm."""
    interested = demand.active.sum(axis=0)
    short = demand.wanted[interested[demand.wanted] < demand.enough]
    if short.size:
        arm = int(short[0])
        raise DemandError(
            f"active: {int(interested[arm])} users are interested in arm {arm}; "
            f"allowed: at least group_size + 1 = {demand.enough}"
        )


def random_active(active: Mask, generator: np.random.Generator, *, rows: int) -> Integers:
    """Return a uniformly random active arm of each user, independently, shape (rows, users)."""
    return kernels.pick(generator.random((rows, active.shape[0])), active)


def route(supply: Integers, allowed: Mask, at_least: Integers, at_most: Integers) -> Integers:
    """Return the amount that each user sends to each arm, so that users send all they have.

    Parameters
    ----------
    supply : array of int, shape (users,)
        What each user sends, >= 0.
    allowed : array of bool, shape (users, arms)
    at_least, at_most : array of int, shape (arms,)
        0 <= at_least <= at_most: what each arm receives.

    Raises
    ------
    DemandError
        If no such amounts exist.

    """
    amounts = flows_kernels.spread(supply, allowed, at_least, at_most)
    sent = int(amounts.sum())
    if sent < supply.sum():
        raise DemandError(f"only {sent} of {int(supply.sum())} units can be sent")
    if not flows_kernels.balance(amounts, allowed, at_least, at_most):
        raise DemandError(f"{sent} units cannot be shared out within the arms' bounds")
    return amounts


def holders(demand: Demand) -> Integers:
    """Return the arm that each user holds open, `IDLE` for users who hold none.

    C + 1 users of their own for every wanted arm; they exist in every U-batched graph with
    U >= C + 1 (Section 3.2).

    Raises
    ------
    DemandError
        If they do not exist.

    """
    wanted = demand.wanted
    allowed = np.hstack([demand.active[:, wanted], np.ones((demand.active.shape[0], 1), bool)])
    bound = np.full(wanted.size + 1, demand.enough)
    users = demand.active.shape[0]
    try:
        sent = route(
            np.ones(users, np.int64),
            allowed,
            np.append(bound[:-1], 0),
            np.append(bound[:-1], users),
        )
    except DemandError as error:
        raise DemandError(
            f"active: the {wanted.size} wanted arms do not have {demand.enough} users each of "
            "their own; allowed: a U-batched graph with U >= group_size + 1"
        ) from error
    return np.append(wanted, IDLE)[sent.argmax(axis=1)]


def compressed(assignments: Integers) -> Decomposition:
    """Return the decomposition with equal assignments counted, in order of first use."""
    first, counts = kernels.first_uses(assignments)
    return Decomposition(assignments=assignments[first], multiplicities=counts)


def truncated(decomposition: Decomposition, limit: int | None) -> Decomposition:
    """Return the first `limit` assignments, in the order listed; all of them for None."""
    if limit is None or decomposition.total <= limit:
        return decomposition
    before = np.cumsum(decomposition.multiplicities) - decomposition.multiplicities
    kept = np.minimum(decomposition.multiplicities, np.maximum(limit - before, 0))
    return Decomposition(
        assignments=decomposition.assignments[kept > 0], multiplicities=kept[kept > 0]
    )


def matched_cluster(active: Mask) -> int:
    """Return the largest U for which the graph is U-batched (Section 3.2).

    The largest number of users of its own that every arm can have at once.
    """
    users, arms = active.shape
    low, high = 0, min(int(active.sum(axis=0).min()), users // arms)
    allowed = np.hstack([active, np.ones((users, 1), bool)])
    while low < high:
        middle = math.ceil((low + high) / 2)
        bound = np.append(np.full(arms, middle), 0)
        try:
            route(np.ones(users, np.int64), allowed, bound, np.full(arms + 1, users))
            low = middle
        except DemandError:
            high = middle - 1
    return low
