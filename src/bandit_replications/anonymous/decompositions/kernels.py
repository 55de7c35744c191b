"""Compiled parts of the random decompositions."""

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@njit(cache=True)
def pick(uniforms: Floats, order: Integers, sizes: Integers) -> Integers:
    """Return the arm that each uniform number picks among the first `sizes` of a user's order.

    Shapes (rows, users), (users, arms) and (users,); -1 where the size is 0. Mutates nothing.
    """
    rows, users = uniforms.shape
    picked = np.empty((rows, users), dtype=np.int64)
    for r in range(rows):
        for i in range(users):
            picked[r, i] = order[i, int(uniforms[r, i] * sizes[i])] if sizes[i] else -1
    return picked


@njit(cache=True)
def rows_until_met(assignments: Integers, left: Integers, enough: int) -> int:
    """Return how many rows it takes until no pair lacks feedback, 0 if all do not suffice.

    Takes what each row informs about off `left`, shape (users, arms), until then. Mutates left.
    """
    users, arms = left.shape
    on_arm = np.zeros(arms, dtype=np.int64)
    lacking = int(np.count_nonzero(left > 0))
    for r in range(assignments.shape[0]):
        on_arm[:] = 0
        for i in range(users):
            if assignments[r, i] >= 0:
                on_arm[assignments[r, i]] += 1
        for i in range(users):
            j = assignments[r, i]
            if j >= 0 and on_arm[j] >= enough:
                left[i, j] -= 1
                if left[i, j] == 0:
                    lacking -= 1
        if lacking == 0:
            return r + 1
    return 0
