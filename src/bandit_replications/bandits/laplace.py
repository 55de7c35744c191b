"""Sums of independent Laplace variables: exact tails."""

import math

import numpy as np


def laplace_sum_tail(*, count: int, threshold: float) -> float:
    """Return P{γ_1 + … + γ_n > x} exactly, for independent standard Laplace variables and x >= 0.

    The sum is G - G' with independent Gamma(n) variables. Given G', the event G > x + G' means
    fewer than n points of a Poisson process by time x + G'. The points of [0, x] are Poisson(x),
    those of the rest negative binomial NB(n, 1/2): with i of the former, at most n - 1 - i.

    Parameters
    ----------
    count : int
        n, >= 1.
    threshold : float
        x, >= 0, in units of the common scale.

    """
    index = np.arange(count)
    factorials = np.array([math.lgamma(i + 1) for i in range(count)])
    poisson = (
        np.exp(index * math.log(threshold) - factorials - threshold)
        if threshold > 0
        else ((index == 0).astype(np.float64))
    )
    binomial = [math.comb(count + m - 1, m) / 2 ** (count + m) for m in range(count)]
    return float(np.sum(poisson * np.cumsum(binomial)[::-1]))
