"""DP-UCB-INT with an index that is kept: linear expected regret. Ours.

One agent, K arms with rewards in [0, 1] and one best arm, f = ceil(1/ε), 1 < v < 2, a = 1 - v/2:
an arm's index, mean + noise of scale n^-a + width, is computed when its n pulls are a multiple of f
and kept until the next one. (So we run it; how its authors do is not settled.) For every c > 0:

- With probability exp(-(1 + c + w) f^a)/2 the best arm's first noise is below -(1 + c + w), w =
  sqrt(2 ln(K f + 1)/f) its width in round K f + 1. Its index is then below -c, as its mean is at
  most 1, and stays so while the arm is not pulled.
- Independently, all noises of one other arm, after j f pulls, j = 1, 2, …, are at least -c with
  probability Π_j (1 - exp(-c (j f)^a)/2), which is positive as the terms add up. Mean and width are
  not negative: its index is never below -c.

Then the best arm is never pulled again. So E R >= Δ_min (T - K f) p, p the product of the two, free
of T. Where mean and noise are kept and the width is new in every round, the same holds until T with
w = sqrt(2 ln T/f): E R >= Δ_min (T - K f) exp(-O(sqrt(ln T))).
"""

import math

import numpy as np
from scipy.special import gamma, gammaincc

from bandit_replications.inference.checks import Check, above

MARGINS = tuple(0.05 * step for step in range(1, 61))  # values of c to choose from
TERMS = 200_000


def log_chance(
    *, arms: int = 2, epsilon: float = 1.0, v: float = 1.1, log_horizon: float | None = None
) -> float:
    """Return the logarithm of a lower bound on the chance of no further pull of the best arm.

    The best of some c is taken; the product's tail is at least 1 minus its sum's integral.

    Parameters
    ----------
    arms : int
        K.
    epsilon, v : float
    log_horizon : float, optional
        ln T where the width is new in every round: no further pull until T.

    """
    f, power = math.ceil(1 / epsilon), 1 - v / 2
    log_t = math.log(arms * f + 1) if log_horizon is None else log_horizon
    j, shape, best = np.arange(1, TERMS + 1) ** power, 1 / power, -math.inf
    for c in MARGINS:
        rate = c * f**power
        tail = gamma(shape) * gammaincc(shape, rate * TERMS**power) / (power * rate**shape) / 2
        if tail < 1:
            stays = float(np.log1p(-np.exp(-rate * j) / 2).sum()) + math.log1p(-float(tail))
            first = -(1 + c + math.sqrt(2 * log_t / f)) * f**power - math.log(2)
            best = max(best, first + stays)
    return best


def kept_index(*, epsilon: float = 1.0, v: float = 1.1) -> Check:
    """The limit of E R/(Δ_min T), two arms, at least, against 0.006."""
    name = f"lim inf of E R/(Δ T), ε = {epsilon:g}, v = {v:g}"
    return above(name, math.exp(log_chance(epsilon=epsilon, v=v)), 0.006)


def new_width(*, log_horizon: float = 1e6) -> Check:
    """The exponent of T where the width is new in every round, at ln T = 10^6, against 0.99."""
    lost = log_chance(log_horizon=log_horizon) / log_horizon
    return above("ln E R/ln T at ln T = 10^6", 1 + lost, 0.99)
