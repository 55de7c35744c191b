"""Checks of arguments that many functions have: one wording of each message."""

import math
from collections.abc import Sequence
from typing import Literal

import numpy as np

from bandit_replications.runtime.errors import BadType, BadValue

TieBreaking = Literal["lowest-index", "uniform"]


def check_positive(**numbers: float) -> None:
    """Check that each number is positive and finite.

    Raises
    ------
    TypeError
        If one is not a real number.
    ValueError
        If one is not in (0, inf).

    """
    for name, number in numbers.items():
        if isinstance(number, bool) or not isinstance(number, (int, float, np.number)):
            raise BadType(f"{name}: {number!r}; allowed: a real number")
        if not 0 < number < math.inf:
            raise BadValue(f"{name}: {number!r}; allowed: > 0 and finite")


def check_choice(name: str, value: str, allowed: Sequence[str]) -> None:
    """Raise ValueError unless the value is one of those allowed."""
    if value not in allowed:
        raise BadValue(f"{name}: {value!r}; allowed: {', '.join(allowed)}")
