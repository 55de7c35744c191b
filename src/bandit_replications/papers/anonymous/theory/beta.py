"""β(G) of Open Problem 1 for many graphs: users with the same arms are counted, not listed.

P_C is convex and does not change when users with the same A_i are exchanged, so the best point
may be averaged over such users: a kind of user needs one variable for each set S and arm, and
one linear program with the numbers of users as parameters serves all graphs with K arms. cvxpy
compiles it once; HiGHS then solves it for each graph with cvxpy out of the way, which takes longer
to hand over and back than such small programs to solve.
"""

import functools
from collections.abc import Sequence
from typing import Any

import highspy
import numpy as np
from numpy.typing import NDArray

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
    """The linear program for β(G), compiled once for K, C and an interpretation.

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
        import cvxpy as cp  # noqa: PLC0415  takes a second to load

        sets, users = subsets(arms), kinds(arms)
        # Pairs of a kind of users and an arm of theirs, and which pairs each kind and arm has.
        pairs = np.array([(k, j) for k, chosen in enumerate(users) for j in chosen])
        kind = 1.0 * (pairs[:, 0] == np.arange(len(users))[:, None])
        arm = 1.0 * (pairs[:, 1] == np.arange(arms)[:, None])
        weights = (kind / kind.sum(axis=1, keepdims=True)).T
        users_of = cp.Parameter(len(users), nonneg=True)
        beta = cp.Variable(nonneg=True)
        shares = cp.Variable(len(sets), nonneg=True)
        served: cp.Expression = cp.Constant(np.zeros(len(pairs)))
        constraints = [cp.sum(shares) == 1]
        for number, opened in enumerate(sets):
            if not opened:  # no arm is open: no user is served
                continue
            usable = np.isin(pairs[:, 1], opened)
            mass = cp.Variable(int(usable.sum()), nonneg=True)  # users on pairs while S is open
            columns = arm[list(opened)][:, usable] @ mass
            constraints += [
                kind[:, usable] @ mass <= users_of * shares[number],
                columns >= (group_size + 1) * shares[number],
            ]
            served = served + np.eye(len(pairs))[:, usable] @ mass
        demand = beta * (weights @ users_of)
        constraints.append(served >= demand if dominated else served == demand)
        problem = cp.Problem(cp.Maximize(beta), constraints)
        # Users enter the coefficients of the constraints linearly, and nothing else.
        assert problem.is_dpp()
        self._constant = _compiled(problem, users_of, np.zeros(len(users)))
        self._slopes = np.array(
            [
                _compiled(problem, users_of, unit)["A"].data - self._constant["A"].data
                for unit in np.eye(len(users))
            ]
        )
        self._model = _highs_model(self._constant)
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
        coefficients = self._constant["A"].data + users @ self._slopes
        self._model.lp_.a_matrix_.value_ = coefficients
        self._solver.passModel(self._model)  # drops what was left of the last graph
        self._solver.run()
        status = self._solver.getModelStatus()
        if status != highspy.HighsModelStatus.kOptimal:
            raise RuntimeError(f"β of {tuple(counts)}: HiGHS ended with {status.name}")
        return 0.0 - float(self._solver.getObjectiveValue())  # cvxpy minimises -β; no negative zero


def _compiled(problem: Any, users_of: Any, values: Floats) -> dict[str, Any]:
    """Return min c x subject to A x + slack = b as cvxpy makes it of a problem for HiGHS.

    The zeros that some values of the parameter make in A stay in its data.
    """
    users_of.value = values
    data: dict[str, Any] = problem.get_problem_data("HIGHS")[0]
    return data | {"A": data["A"].tocsc()}


def _highs_model(data: dict[str, Any]) -> highspy.HighsModel:
    """Return compiled data as a model of HiGHS; the first slacks are 0, the others not negative."""
    matrix, equations = data["A"], data["dims"].zero
    model = highspy.HighsModel()
    linear = model.lp_
    linear.num_row_, linear.num_col_ = matrix.shape
    linear.col_cost_ = data["c"]
    linear.col_lower_ = data["lower_bounds"]
    linear.col_upper_ = np.full(matrix.shape[1], np.inf)
    rows = np.arange(matrix.shape[0])
    linear.row_lower_ = np.where(rows < equations, data["b"], -np.inf)
    linear.row_upper_ = data["b"]
    linear.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    linear.a_matrix_.start_ = matrix.indptr
    linear.a_matrix_.index_ = matrix.indices
    linear.a_matrix_.value_ = matrix.data
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
