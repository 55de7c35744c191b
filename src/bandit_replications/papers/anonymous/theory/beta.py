"""β(G) of Open Problem 1 for many graphs: users with the same arms are counted, not listed.

P_C is convex and does not change when users with the same A_i are exchanged, so the best point
may be averaged over such users: a kind of user needs one variable for each set S and arm, and
one linear program with the numbers of users in its coefficients serves all graphs with K arms.
"""

import functools
from collections.abc import Sequence

import highspy
import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csc_matrix

from bandit_replications.papers.anonymous.environments.graphs import (
    Counts,
    cluster,
    kinds,
    random_graph,
    subsets,
)

Floats = NDArray[np.float64]

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
        kinds_of_users = len(kinds(arms))
        coefficients = functools.partial(
            _coefficients, arms=arms, group_size=group_size, dominated=dominated
        )
        # Entries that are 0 without some kind of users are kept.
        pattern = csc_matrix(coefficients(np.ones(kinds_of_users)) != 0)
        columns = np.repeat(np.arange(pattern.shape[1]), np.diff(pattern.indptr))

        def entries(users: Floats) -> Floats:
            return np.asarray(coefficients(users)[pattern.indices, columns])

        # Users enter the coefficients linearly.
        self._constant = entries(np.zeros(kinds_of_users))
        self._slopes = np.array([entries(unit) for unit in np.eye(kinds_of_users)]) - self._constant
        equations = 1 if dominated else 1 + sum(map(len, kinds(arms)))
        self._model = _highs_model(pattern, equations)
        self._solver = highspy.Highs()
        self._solver.setOptionValue("output_flag", False)
        self._solver.setOptionValue("presolve", "off")  # longer than the simplex method itself

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
        if users.shape != (len(self._slopes),) or not np.all(users >= 0):
            raise ValueError(
                f"counts: {tuple(counts)}; allowed: {len(self._slopes)} numbers of users, each >= 0"
            )
        self._model.lp_.a_matrix_.value_ = self._constant + users @ self._slopes
        self._solver.passModel(self._model)  # drops what was left of the last graph
        self._solver.run()
        status = self._solver.getModelStatus()
        if status != highspy.HighsModelStatus.kOptimal:
            raise RuntimeError(f"β of {tuple(counts)}: HiGHS ended with {status.name}")
        return 0.0 - float(self._solver.getObjectiveValue())  # of -β; no negative zero


def _coefficients(users: Floats, *, arms: int, group_size: int, dominated: bool) -> Floats:
    """Return the constraints' coefficients, shape (rows, variables).

    Variables: β, the shares of the sets S, and for each S the users on the pairs of a kind and an
    arm of S. Rows: the shares add up to 1; while S is open a kind has no more users than it has,
    and an open arm C + 1 or more; users on a pair, over all S, are β w times the kind's users, or
    more. The first row equals 1; all others are at most 0, but for the last equal to 0 and second
    where β w is a point of P_C itself.
    """
    sets = subsets(arms)
    kind, arm = np.array([(k, j) for k, chosen in enumerate(kinds(arms)) for j in chosen]).T
    of_kind = 1.0 * (kind == np.arange(users.size)[:, None])
    of_arm = 1.0 * (arm == np.arange(arms)[:, None])
    usable = [np.isin(arm, opened) for opened in sets]
    ends = 1 + len(sets) + np.cumsum([0, *(part.sum() for part in usable)])
    demand = np.zeros((arm.size, ends[-1]))
    demand[:, 0] = (of_kind.T / of_kind.sum(axis=1)) @ users
    total = np.zeros((1, ends[-1]))
    total[0, 1 : 1 + len(sets)] = 1
    rooms = []
    for number, (opened, part) in enumerate(zip(sets, usable, strict=True)):
        mass, held = slice(*ends[number : number + 2]), list(opened)
        room = np.zeros((users.size + len(held), ends[-1]))
        room[:, mass] = np.vstack([of_kind, -of_arm[held]])[:, part]
        room[:, 1 + number] = [*-users, *[group_size + 1] * len(held)]
        demand[:, mass] = -np.eye(arm.size)[:, part]
        rooms += [room] if held else []  # no arm is open: no user is served
    return np.vstack([total, *rooms, demand] if dominated else [total, -demand, *rooms])


def _highs_model(pattern: csc_matrix, equations: int) -> highspy.HighsModel:
    """Return the model: maximise β >= 0, all variables >= 0."""
    rows, variables = pattern.shape
    model = highspy.HighsModel()
    linear = model.lp_
    linear.num_row_, linear.num_col_ = rows, variables
    linear.col_cost_ = -np.eye(1, variables)[0]
    linear.col_lower_ = np.zeros(variables)
    linear.col_upper_ = np.full(variables, np.inf)
    linear.row_upper_ = np.eye(1, rows)[0]
    linear.row_lower_ = np.where(np.arange(rows) < equations, linear.row_upper_, -np.inf)
    linear.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    linear.a_matrix_.start_ = pattern.indptr
    linear.a_matrix_.index_ = pattern.indices
    return model


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
