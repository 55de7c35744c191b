"""β(G) of Open Problem 1 for many graphs: users with the same arms are counted, not listed.

P_C is convex and does not change when users with the same A_i are exchanged, so the best point
may be averaged over such users: a kind of user needs one variable for each set S and arm, and
one linear program with the numbers of users in its coefficients serves all graphs with K arms.
"""

import functools
from collections.abc import Sequence

import cvxpy as cp
import numpy as np

from bandit_replications.papers.anonymous.environments.graphs import (
    Counts,
    cluster,
    kinds,
    random_graph,
    subsets,
)

MOST_ARMS = 5


class BetaProgram:
    """The linear program for β(G), set up once for K, C and an interpretation.

    Parameters
    ----------
    arms : int
        K, from 1 to `MOST_ARMS`.
    group_size : int
        C >= 1.
    dominated : bool
        Whether β w may lie below a point of P_C, or must be one.

    Raises
    ------
    ValueError
        If an argument is out of range.

    """

    def __init__(self, *, arms: int, group_size: int, dominated: bool) -> None:
        if not 1 <= arms <= MOST_ARMS:
            raise ValueError(f"arms: {arms}; allowed: from 1 to {MOST_ARMS}")
        if group_size < 1:
            raise ValueError(f"group_size: {group_size}; allowed: >= 1")
        kind, arm = np.array([(k, j) for k, chosen in enumerate(kinds(arms)) for j in chosen]).T
        of_kind = 1.0 * (kind[:, None] == np.arange(len(kinds(arms))))
        of_arm = 1.0 * (arm[:, None] == np.arange(arms))
        opened = np.array([np.isin(np.arange(arms), chosen) for chosen in subsets(arms)])
        self._users = cp.Parameter((1, of_kind.shape[1]), nonneg=True)
        beta = cp.Variable(nonneg=True)
        shares = cp.Variable((len(opened), 1), nonneg=True)
        # While a set of arms is open: users of each kind on each of its arms.
        held = cp.Variable((len(opened), arm.size), nonneg=True)
        weights = of_kind / of_kind.sum(axis=0)
        point, demand = cp.sum(held, axis=0), beta * (weights @ self._users[0])
        constraints = [
            cp.sum(shares) == 1,
            held[~opened[:, arm]] == 0,
            held @ of_kind <= shares @ self._users,
            held @ of_arm >= cp.multiply((group_size + 1) * opened, shares),
            point >= demand if dominated else point == demand,
        ]
        self._problem = cp.Problem(cp.Maximize(beta), constraints)

    def __call__(self, counts: Sequence[int]) -> float:
        """Return β of the graph with these numbers of users of each kind.

        Raises
        ------
        ValueError
            If they are not a number of users >= 0 for each kind.
        RuntimeError
            If HiGHS finds no optimum.

        """
        users = np.asarray(counts)
        if users.shape != self._users.shape[1:] or not np.all(users >= 0):
            raise ValueError(
                f"counts: {tuple(counts)}; allowed: {self._users.size} numbers of users, each >= 0"
            )
        self._users.value = users[None]
        self._problem.solve(solver=cp.HIGHS, warm_start=False)
        if self._problem.status != cp.OPTIMAL:
            raise RuntimeError(f"β of {tuple(counts)}: HiGHS ended with {self._problem.status}")
        return float(self._problem.value) + 0.0  # no negative zero


_program = functools.cache(BetaProgram)


def beta(counts: Sequence[int], *, arms: int, group_size: int, dominated: bool) -> float:
    """Return β(G) (Open Problem 1) with an error of about 1e-9.

    Parameters
    ----------
    counts : sequence of int, shape (2^K - 1,)
        Users of each kind, in the order of `kinds`.
    arms, group_size, dominated
        As for `BetaProgram`.

    """
    return _program(arms=arms, group_size=group_size, dominated=dominated)(counts)


def search(
    *,
    arms: int,
    users: int,
    group_size: int,
    least_cluster: int,
    moves: int,
    generator: np.random.Generator,
) -> tuple[float, Counts]:
    """Return the least β (dominated) found by changing one user at a time, and its graph.

    A change is kept where U stays >= `least_cluster` and β does not rise; starts from a random
    graph, so that users >= arms * least_cluster.
    """
    best = random_graph(arms=arms, users=users, generator=generator)
    value = beta(best, arms=arms, group_size=group_size, dominated=True)
    for _ in range(moves):
        moved = list(best)
        moved[int(generator.choice(np.flatnonzero(best)))] -= 1
        moved[int(generator.integers(len(moved)))] += 1
        if tuple(moved) == best or cluster(moved, arms=arms) < least_cluster:
            continue
        other = beta(moved, arms=arms, group_size=group_size, dominated=True)
        if other <= value + 1e-9:
            best, value = tuple(moved), other
    return value, best
