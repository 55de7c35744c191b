"""Compiled parts of the random decompositions."""

import numpy as np
from numpy.typing import NDArray

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.bandits.compiled import kernel

Mask = NDArray[np.bool_]

HASH_FACTOR = np.uint64(0x9E3779B97F4A7C15)  # odd, of no pattern: 2^64 over the golden ratio


@kernel
def pick(uniforms: Floats, active: Mask) -> Integers:
    """Return the arm that each uniform number picks among a user's active ones, -1 without any.

    Shapes (rows, users) and (users, arms). Mutates nothing.
    """
    rows, users = uniforms.shape
    order, sizes = np.empty(active.shape, dtype=np.int64), np.zeros(users, dtype=np.int64)
    for i in range(users):
        for j in range(active.shape[1]):
            if active[i, j]:
                order[i, sizes[i]] = j
                sizes[i] += 1
    picked = np.empty((rows, users), dtype=np.int64)
    for r in range(rows):
        for i in range(users):
            picked[r, i] = order[i, int(uniforms[r, i] * sizes[i])] if sizes[i] else -1
    return picked


@kernel
def rows_until_met(assignments: Integers, left: Integers, enough: int) -> int:
    """Return the number of rows until no pair lacks feedback, 0 if all do not suffice.

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


@kernel
def first_uses(assignments: Integers) -> tuple[Integers, Integers]:
    """Return the first use of each different row, and its number of uses.

    A table of rows found so far, looked up by a hash of the row; equal hashes are no proof, so rows
    are compared. Mutates nothing.
    """
    rows, users = assignments.shape
    size = 16
    while size < 2 * rows:
        size *= 2
    table = np.full(size, -1)
    first, counts = np.empty(rows, dtype=np.int64), np.zeros(rows, dtype=np.int64)
    factors = HASH_FACTOR ** np.arange(1, users + 1).astype(np.uint64)
    found = 0
    for r in range(rows):
        key = np.uint64(0)
        for i in range(users):
            key += np.uint64(assignments[r, i] + 1) * factors[i]
        slot = np.int64(key >> np.uint64(32)) & (size - 1)
        while table[slot] >= 0 and not np.array_equal(
            assignments[first[table[slot]]], assignments[r]
        ):
            slot = (slot + 1) & (size - 1)
        if table[slot] < 0:
            table[slot], first[found] = found, r
            found += 1
        counts[table[slot]] += 1
    return first[:found], counts[:found]


@kernel
def held_or_open(
    held: Integers, active: Mask, shut: Mask, uniforms: Floats, anywhere: Integers
) -> Integers:
    """Return each user's arm, (rows, users), where the arms `shut`, (rows, arms), are closed.

    The arm that he holds if it is open (-1: he holds none), else the open one of A_i with the
    largest of his uniform numbers, (rows, users, arms), else what `anywhere` says. Mutates nothing.
    """
    rows, users, arms = uniforms.shape
    found = np.empty((rows, users), dtype=np.int64)
    for r in range(rows):
        for i in range(users):
            if held[i] >= 0 and not shut[r, held[i]]:
                found[r, i] = held[i]
                continue
            best, largest = anywhere[r, i], -1.0
            for j in range(arms):
                if active[i, j] and not shut[r, j] and uniforms[r, i, j] > largest:
                    best, largest = j, uniforms[r, i, j]
            found[r, i] = best
    return found
