"""P_C(S) as it is defined: by enumeration of its binary points."""

import itertools

import numpy as np


def vertices(users, opened, *, arms, group_size):
    """Return all binary points of P_C(S), shape (points, users, arms), of (K + 1)^N candidates."""
    choices = np.array(list(itertools.product(range(arms + 1), repeat=users)))
    points = (choices[:, :, None] == np.arange(arms)).astype(np.int64)
    sums = points.sum(axis=1)
    is_open = np.isin(np.arange(arms), opened)
    return points[np.all(np.where(is_open, sums > group_size, sums == 0), axis=1)]
