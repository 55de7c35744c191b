"""Report Noisy Max (Algorithm 3), and the exact law of the action that it reports."""

import functools
import itertools
import math
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bandit_replications.bandits.arguments import TieBreaking, check_choice, check_positive
from bandit_replications.runtime.errors import BadValue

Noise = Literal["laplace", "exponential", "gumbel"]


def report_noisy_max(
    *,
    sums: ArrayLike,
    epsilon: float,
    generator: np.random.Generator,
    noise: Noise = "laplace",
    noise_scale: float = 1.0,
    tie_breaking: TieBreaking = "lowest-index",
) -> int:
    """Return the action whose sum of rewards plus noise is largest.

    Source: Algorithm 3, after Dwork and Roth (2014), Claim 3.9. The paper adds Lap(1/ε) / 2^s to
    the mean of 2^s rewards; as all means have the same 2^s, comparing sums is the same.

    Parameters
    ----------
    sums : array, shape (arms,)
        Each action's sum of rewards over the epoch.
    epsilon : float
        Privacy parameter ε, > 0.
    generator : numpy.random.Generator
    noise : {"laplace", "exponential", "gumbel"}
        Law of the noise, independent per action; the paper's is "laplace".
    noise_scale : float
        The noise's scale is `noise_scale` / ε. As printed 1; with 2 the choice is ε-private when
        a whole reward vector is substituted (Definition 1), under each of the three laws.
    tie_breaking : {"lowest-index", "uniform"}
        Ties have probability zero unless the noise is lost in rounding.

    Returns
    -------
    int
        The reported action, from 0.

    Raises
    ------
    TypeError, ValueError
        If an argument is of a wrong type or out of range.

    """
    totals = _check_sums(sums)
    check_positive(epsilon=epsilon, noise_scale=noise_scale)
    check_choice("noise", noise, get_args(Noise))
    check_choice("tie_breaking", tie_breaking, get_args(TieBreaking))
    scale = noise_scale / epsilon
    draws = {
        "laplace": lambda: generator.laplace(0.0, scale, totals.size),
        "exponential": lambda: generator.exponential(scale, totals.size),
        "gumbel": lambda: generator.gumbel(0.0, scale, totals.size),
    }
    noisy = totals + draws[noise]()
    leaders = np.flatnonzero(noisy == noisy.max())
    if tie_breaking == "uniform":
        return int(generator.choice(leaders))
    return int(leaders[0])


def selection_probabilities(
    *, sums: ArrayLike, scale: float, noise: Noise = "laplace"
) -> NDArray[np.float64]:
    """Return the probability that each action is reported: `log_selection_probabilities`, exp."""
    return np.exp(log_selection_probabilities(sums=sums, scale=scale, noise=noise))


def log_selection_probabilities(
    *, sums: ArrayLike, scale: float, noise: Noise = "laplace"
) -> NDArray[np.float64]:
    """Return the logarithm of the probability that Report Noisy Max reports each action.

    With F and f the noise's distribution function and density, action j is reported with
    probability ∫ f(x - sums_j) Π_{i≠j} F(x - sums_i) dx. Gumbel noise gives a softmax. Exponential
    noise gives a polynomial in exp(-x), which Gauss-Legendre nodes integrate exactly. For Laplace
    noise two actions have a closed form; for more the integral is taken piece by piece between
    the kinks at the sums, on fixed nodes. Everything stays in logarithms, so that the privacy
    loss of events of probability 1e-400 is still a number.

    Parameters
    ----------
    sums : array, shape (arms,)
        Each action's sum of rewards. Milliseconds for ten actions, up to a second for a hundred.
    scale : float
        Scale b of the noise, in the unit of the sums, > 0: variance 2b² (laplace), b²
        (exponential), π²b²/6 (gumbel).
    noise : {"laplace", "exponential", "gumbel"}

    Returns
    -------
    float64 array, shape (arms,)
        Natural logarithms; the probabilities' relative error is below 1e-10.

    Raises
    ------
    TypeError, ValueError
        If an argument is of a wrong type or out of range.

    """
    totals = _check_sums(sums)
    check_positive(scale=scale)
    check_choice("noise", noise, get_args(Noise))
    heights = (totals - totals.max()) / scale
    if noise == "gumbel":
        return heights - _log_sum_exp(heights, 1.0)
    if noise == "exponential":
        return heights + _log_upper_integral(heights, 1.0)
    if heights.size == 2:
        return _log_laplace_of_two(heights)
    return _log_laplace_by_pieces(heights)


def _log_laplace_of_two(heights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the closed form: the lower of two at distance d wins with (1/2 + d/4) exp(-d)."""
    distance = -heights.min()
    lower = math.log(0.5 + distance / 4) - distance
    upper = math.log1p(-math.exp(lower))
    return np.where(heights < 0, lower, upper if distance > 0 else lower)


def _log_laplace_by_pieces(heights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return log probabilities under Laplace noise of scale 1; the greatest height is 0."""
    arms, lowest = heights.size, heights.min()
    below_all = -arms * math.log(2) + np.sum(lowest - heights) - math.log(arms)
    above_all = heights - math.log(2) + _log_upper_integral(heights, 0.5)
    kinks = np.unique(heights)
    between = [_log_piece(heights, low, high) for low, high in itertools.pairwise(kinks)]
    parts = [np.full(arms, below_all), *between, above_all]
    return _log_sum_exp(np.stack(parts, axis=1), 1.0)


def _log_upper_integral(heights: NDArray[np.float64], tail: float) -> NDArray[np.float64]:
    """Return, for each j, log ∫_0^1 Π_{i≠j} (1 - tail exp(heights_i) v) dv.

    This is the part x > 0 (above the largest sum) in v = exp(-x), where the noise's upper tail is
    `tail` exp(-x). The integrand is a polynomial of degree arms - 1: the nodes are exact.
    """
    nodes, weights = _gauss_legendre(heights.size // 2 + 1)
    v = (1 + nodes) / 2
    factors = np.log1p(-tail * np.exp(heights)[:, None] * v)
    # all but the j-th are added, not the j-th subtracted: it may be all there is
    others = [np.delete(factors, arm, axis=0).sum(axis=0) for arm in range(heights.size)]
    return _log_sum_exp(np.stack(others), weights / 2)


def _log_piece(heights: NDArray[np.float64], low: float, high: float) -> NDArray[np.float64]:
    """Return, for each j, log of the integral over [low, high], a range without kinks.

    Within `margin` of the ends the piece is cut so finely that the integrand changes by a bounded
    factor. Further inside it is, to within exp(-margin), constant or negligible beside its value
    at the upper end, so that one panel does.
    """
    margin, width = 45.0, min(1.0, 8 / heights.size)
    reach = min(margin, (high - low) / 2)
    steps = np.linspace(0.0, reach, math.ceil(reach / width) + 1)
    edges = np.unique(np.concatenate([low + steps, high - steps]))
    nodes, weights = _gauss_legendre(32)
    half = np.diff(edges)[:, None] / 2
    x = (edges[:-1, None] + half + half * nodes).ravel()
    offsets = x - heights[:, None]
    log_density = -np.abs(offsets) - math.log(2)
    log_cumulative = np.where(offsets > 0, np.log1p(-0.5 * np.exp(-np.abs(offsets))), log_density)
    integrand = log_density - log_cumulative + log_cumulative.sum(axis=0)
    return _log_sum_exp(integrand, (half * weights).ravel())


def _log_sum_exp(
    logarithms: NDArray[np.float64], weights: NDArray[np.float64] | float
) -> NDArray[np.float64]:
    """Return log Σ weights · exp(logarithms) over the last axis, for weights > 0."""
    peak = logarithms.max(axis=-1)
    scaled = np.exp(logarithms - peak[..., None])
    return np.asarray(peak + np.log(np.sum(weights * scaled, axis=-1)))


@functools.cache
def _gauss_legendre(order: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    nodes, weights = np.polynomial.legendre.leggauss(order)
    return nodes, weights


def _check_sums(sums: ArrayLike) -> NDArray[np.float64]:
    totals = np.asarray(sums, dtype=np.float64)
    if totals.ndim != 1 or totals.size == 0 or not np.all(np.isfinite(totals)):
        raise BadValue(f"sums: {sums!r}; allowed: one finite number for each action")
    return totals
