"""Ticks of logarithmic axes beside the powers of ten."""

from typing import Any

import numpy as np
from matplotlib.ticker import LogLocator

MINOR_DECADES = 3  # a longer logarithmic axis has ticks at powers of ten alone


class BetweenFewPowers(LogLocator):
    """Ticks between the powers of ten, where these are so few that one looks for more.

    Elsewhere they crowd, and take an eighth of the time that all figures take.
    """

    def __init__(self) -> None:
        """Put them at the digits between, as matplotlib does."""
        super().__init__(subs=None)

    def tick_values(self, vmin: float, vmax: float) -> Any:
        """Return the ticks between two ends; none on an axis of more than `MINOR_DECADES`."""
        if max(vmin, vmax) > 10**MINOR_DECADES * min(vmin, vmax):
            return np.empty(0)
        return super().tick_values(vmin, vmax)
