"""The lines of Figures 5 to 7: fits to the logarithms of mean final regrets over the horizon.

Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case (Appendix A.5).
"""

import numpy as np
import pandas as pd

from bandit_replications.inference.power_laws import Fit, fit_exponent
from bandit_replications.inference.summaries import CONFIDENCE


def fitted(frame: pd.DataFrame) -> Fit:
    """Return the line through the logarithms of mean regrets, as A.5 fits it.

    The interval is that of the horizons' scatter: there are many of them with few runs, and the
    mean of a few runs of Musical Chairs is mostly decided by one.

    Parameters
    ----------
    frame : DataFrame
        Rows of one scenario and algorithm of the data set `horizon-sweep`; the mean of every
        horizon is positive.

    """
    games = frame.sort_values("horizon", kind="stable")
    horizons, firsts = np.unique(games["horizon"].to_numpy(), return_index=True)
    runs = np.split(games["regret"].to_numpy(), firsts[1:])
    return fit_exponent(horizons, runs, confidence=CONFIDENCE, scatter=True)


FEWEST = 3  # horizons whose scatter about a line has a size


def fit_of(games: pd.DataFrame) -> Fit | None:
    """Return the fitted line; None for two horizons, one run of a horizon, or a mean below 0."""
    found = games.groupby("horizon")["regret"]
    if len(found) < FEWEST or not (found.mean() > 0).all() or found.size().min() < 2:
        return None
    return fitted(games)


def median_fit(frame: pd.DataFrame) -> Fit:
    """Return the line through the logarithms of medians; frame as for `fitted`."""
    medians = frame.groupby("horizon")["regret"].median()
    pairs = [np.full(2, value) for value in medians]
    return fit_exponent(medians.index, pairs, confidence=CONFIDENCE, scatter=True)


def slope_text(fit: Fit) -> str:
    """Return a slope with its 95% interval."""
    return f"{fit.slope:.4f} ({fit.low:.4f} to {fit.high:.4f})"
