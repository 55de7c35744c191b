"""The worst case of a step over a grid of parameters, and the erratum of a step."""

import dataclasses
import functools
import itertools
from collections.abc import Callable, Sequence
from typing import Any, ParamSpec, TypeVar, cast

import numpy as np
from numpy.typing import ArrayLike

from bandit_replications.inference.checks import Check, Relation, nearest_check

P = ParamSpec("P")
Checks = TypeVar("Checks", Check, tuple[Check, Check])


def erratum(slug: str) -> Callable[[Callable[P, Checks]], Callable[P, Checks]]:
    """Return a decorator for a step: its Checks name the erratum that says why they may fail."""

    def decorate(step: Callable[P, Checks]) -> Callable[P, Checks]:
        @functools.wraps(step)
        def marked(*args: P.args, **kwargs: P.kwargs) -> Checks:
            found = step(*args, **kwargs)
            if isinstance(found, Check):
                return dataclasses.replace(found, erratum=slug)
            return cast(Checks, tuple(dataclasses.replace(one, erratum=slug) for one in found))

        return marked

    return decorate


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
