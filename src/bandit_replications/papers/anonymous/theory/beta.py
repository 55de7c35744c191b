"""β(G) of Open Problem 1 as a fraction: users with the same arms are counted, not listed.

P_C is convex and does not change when users with the same A_i are exchanged, so the best point
may be averaged over such users: a kind of user needs one variable for each set S and arm. HiGHS
finds a basis in floats; the basis is solved again in fractions, and both its primal and its dual
point are checked, which makes the optimum exact.
"""

import math
from collections.abc import Sequence
from fractions import Fraction

import flint
import highspy
import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from bandit_replications.bandits.arrays import Integers
from bandit_replications.papers.anonymous.environments.graphs import (
    kinds,
    subsets,
)

Mask = NDArray[np.bool_]
MOST_ARMS = 5


def beta(counts: Sequence[int], *, arms: int, group_size: int, dominated: bool) -> Fraction:
    """Return β(G) (Open Problem 1), exact.

    Parameters
    ----------
    counts : sequence of int, shape (2^K - 1,)
        Users of each kind, in the order of `kinds`.
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
    RuntimeError
        If the basis that HiGHS ends with is not optimal in fractions.

    """
    matrix, equal = _program(counts, arms=arms, group_size=group_size, dominated=dominated)
    solver = _solved(matrix, equal)
    return _certified(matrix, equal, solver.getBasis())


def _program(
    counts: Sequence[int], *, arms: int, group_size: int, dominated: bool
) -> tuple[Integers, Mask]:
    """Return integer rows A x <= (0, …, 0, 1) and which of them are equations; the last x is β."""
    if not 1 <= arms <= MOST_ARMS:
        raise ValueError(f"arms: {arms}; allowed: from 1 to {MOST_ARMS}")
    if group_size < 1:
        raise ValueError(f"group_size: {group_size}; allowed: >= 1")
    users = np.asarray(counts)
    if users.shape != (len(kinds(arms)),) or not np.all(users >= 0):
        raise ValueError(
            f"counts: {tuple(counts)}; allowed: {len(kinds(arms))} numbers of users, each >= 0"
        )
    there = [(set(kind), n) for kind, n in zip(kinds(arms), users.tolist(), strict=True) if n]
    opened = [set(chosen) for chosen in subsets(arms)[1:]]
    # While the arms of a set are open: users of a kind on an arm.
    held = [
        (s, k, j)
        for s, here in enumerate(opened)
        for k, (active, _) in enumerate(there)
        for j in here & active
    ]
    place, share = {key: number for number, key in enumerate(held)}, len(held)
    width = share + len(opened) + 1
    rows: list[Integers] = []
    equal: list[bool] = []

    def row(entries: dict[int, int], *, equation: bool = False) -> None:
        line = np.zeros(width, dtype=np.int64)
        line[list(entries)] = list(entries.values())
        rows.append(line)
        equal.append(equation)

    for s, here in enumerate(opened):
        for k, (active, n) in enumerate(there):  # no more users than there are
            row({place[s, k, j]: 1 for j in here & active} | {share + s: -n})
        for j in here:  # C + 1 on each open arm
            on = {place[s, k, j]: -1 for k, (active, _) in enumerate(there) if j in active}
            row(on | {share + s: group_size + 1})
    for k, (active, n) in enumerate(there):
        for j in active:  # β n / |A| of each pair over all sets
            served = {place[s, k, j]: -len(active) for s, here in enumerate(opened) if j in here}
            row(served | {width - 1: n}, equation=not dominated)
    row({share + s: 1 for s in range(len(opened))})
    return np.array(rows), np.array(equal)


def _solved(matrix: Integers, equal: Mask) -> highspy.Highs:
    """Return HiGHS after it has maximised the last variable."""
    height, width = matrix.shape
    bound = np.append(np.zeros(height - 1), 1.0)
    rows = csr_array(matrix.astype(np.float64))
    program = highspy.HighsLp()
    program.num_col_, program.num_row_ = width, height
    program.col_cost_ = -np.eye(1, width, width - 1)[0]
    program.col_lower_, program.col_upper_ = np.zeros(width), np.full(width, np.inf)
    program.row_lower_, program.row_upper_ = np.where(equal, bound, -np.inf), bound
    program.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    program.a_matrix_.start_, program.a_matrix_.index_ = rows.indptr, rows.indices
    program.a_matrix_.value_ = rows.data
    solver = highspy.Highs()
    solver.silent()
    solver.passModel(program)
    solver.run()
    return solver


def _certified(matrix: Integers, equal: Mask, basis: highspy.HighsBasis) -> Fraction:
    """Return the optimum of a basis after checking both of its points in integers."""
    basic = highspy.HighsBasisStatus.kBasic
    columns = np.array([n for n, one in enumerate(basis.col_status) if one == basic])
    tight = np.array([n for n, one in enumerate(basis.row_status) if one != basic])
    height, width = matrix.shape
    inner, whole = matrix[np.ix_(tight, columns)], matrix.astype(object)
    bound = np.array([0] * (height - 1) + [1], dtype=object)
    gain = np.array([0] * (width - 1) + [1], dtype=object)
    point, scale = _solution(inner, bound[tight], columns, width)
    price, unit = _solution(inner.T, gain[columns], tight, height)
    feasible = np.all(point >= 0) and np.all(whole @ point <= scale * bound)
    feasible = feasible and np.all((whole @ point)[equal] == 0)
    optimal = np.all(price[~equal] >= 0) and np.all(price @ whole >= unit * gain)
    if not (feasible and optimal and price[-1] * scale == point[-1] * unit):
        raise RuntimeError("β: the basis of HiGHS is not optimal in fractions")
    return Fraction(int(point[-1]), int(scale))


def _solution(
    matrix: Integers, right: Integers, places: Integers, size: int
) -> tuple[Integers, int]:
    """Return the solution of a square system as integers over one denominator > 0, and that."""
    number = len(right)
    left = flint.fmpz_mat(number, number, matrix.ravel().tolist())
    found = left.solve(flint.fmpz_mat(number, 1, [int(one) for one in right]))
    scale = math.lcm(*(int(found[n, 0].q) for n in range(number)))
    whole = np.zeros(size, dtype=object)
    whole[places] = [int(found[n, 0] * scale) for n in range(number)]
    return whole, scale
