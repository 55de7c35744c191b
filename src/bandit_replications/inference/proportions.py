"""Exact interval of a probability.

It imports no resampling, so that what it decides in a simulation has a code version without it.

References
----------
.. [1] Clopper, Pearson (1934). The use of confidence or fiducial limits illustrated in the case of
   the binomial. Biometrika 26.

"""

from scipy.special import betainccinv, betaincinv


def clopper_pearson(successes: int, trials: int, *, confidence: float) -> tuple[float, float]:
    """Return the exact interval of a probability, after Clopper and Pearson [1]_.

    Parameters
    ----------
    successes, trials : int
        0 <= successes <= trials, trials >= 1.
    confidence : float
        In (0, 1); each tail gets half of the rest.

    Returns
    -------
    low, high : float

    Raises
    ------
    ValueError
        If a value is out of range.

    """
    check_confidence(confidence)
    if trials < 1 or not 0 <= successes <= trials:
        raise ValueError(
            f"successes, trials: {successes}, {trials}; allowed: 0 <= successes <= trials, "
            "trials >= 1"
        )
    tail = (1 - confidence) / 2
    failures = trials - successes
    low = betaincinv(successes, failures + 1, tail) if successes else 0.0
    high = betainccinv(successes + 1, failures, tail) if failures else 1.0
    return float(low), float(high)


def check_confidence(confidence: float) -> None:
    """Raise ValueError unless the number lies between 0 and 1."""
    if not 0 < confidence < 1:
        raise ValueError(f"confidence: {confidence}; allowed: a number between 0 and 1")
