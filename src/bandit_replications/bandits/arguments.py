"""Checks of arguments that many functions have: one wording of each message."""

import math
from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from bandit_replications.bandits.quantities import check_quantity
from bandit_replications.runtime.errors import BadValue

TieBreaking = Literal["lowest-index", "uniform"]
Positive = Annotated[float, Field(gt=0, lt=math.inf, description="> 0 and finite")]


def check_positive(**numbers: float) -> None:
    """Check that each number is positive and finite.

    Raises
    ------
    TypeError
        If one is not a real number.
    ValueError
        If one is not in (0, inf).

    """
    check_quantity(Positive, **numbers)


def check_choice(name: str, value: str, allowed: Sequence[str]) -> None:
    """Raise ValueError unless the value is one of those allowed."""
    if value not in allowed:
        raise BadValue(f"{name}: {value!r}; allowed: {', '.join(allowed)}")
