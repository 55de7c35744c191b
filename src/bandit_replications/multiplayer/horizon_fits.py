"""The lines of Figures 5 to 7: fits to the logarithms of mean final regrets over the horizon.

Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case (Appendix A.5).
"""

from typing import TYPE_CHECKING

import numpy as np

from bandit_replications.scaling import Fit, fit_exponent
from bandit_replications.seeding import generator
from bandit_replications.summaries import CONFIDENCE

if TYPE_CHECKING:
    import pandas as pd


def fitted(frame: "pd.DataFrame", scenario: str, algorithm: str) -> Fit:
    """Return the line through the logarithms of mean regrets, as A.5 fits it.

    Parameters
    ----------
    frame : DataFrame
        Rows of one scenario and algorithm of the data set `horizon-sweep`; the mean of every
        horizon is positive.
    scenario, algorithm : str
        Name the stream of the interval, so that a figure, a table and a claim show the same one.

    """
    runs = [part["regret"].to_numpy() for _, part in frame.groupby("horizon", sort=True)]
    return fit_exponent(
        np.unique(frame["horizon"]),
        runs,
        paired=False,
        confidence=CONFIDENCE,
        generator=generator(0, "intervals", "horizon-sweep", "slope", scenario, algorithm),
    )


def slope_text(fit: Fit) -> str:
    """Return a slope with its 95% interval."""
    return f"{fit.slope:.4f} ({fit.low:.4f} to {fit.high:.4f})"
