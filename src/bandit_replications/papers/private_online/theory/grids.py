"""The worst case of a step over a grid of parameters."""

import itertools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from bandit_replications.inference.checks import Check, Relation, nearest_check


def worst_case(step: str, left: ArrayLike, relation: Relation, right: ArrayLike) -> Check:
    """Return the Check of the grid point that comes nearest to breaking (or most breaks) it.

    Near is measured by left / right, so both sides must be positive. Only for "<=", "<", ">=", ">".
    """
    sides = np.asarray(left, dtype=np.float64), np.asarray(right, dtype=np.float64)
    lefts, rights = np.broadcast_arrays(*sides)
    ratio = lefts / rights
    worst = np.argmax(ratio) if relation in ("<=", "<") else np.argmin(ratio)
    return Check(
        step=step, left=float(lefts.flat[worst]), relation=relation, right=float(rights.flat[worst])
    )


def worst_over(*, check: Callable[..., Check], **axes: Sequence[Any]) -> Check:
    """Return the Check nearest to breaking among those of a function on a grid of arguments."""
    points = itertools.product(*axes.values())
    return nearest_check([check(**dict(zip(axes, point, strict=True))) for point in points])
