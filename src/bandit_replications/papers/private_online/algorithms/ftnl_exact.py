"""The exact expected regret of FTNL (Algorithm 2): an oracle for simulations and for Theorem 7.

An epoch's action depends on the epoch before it alone, so the expected regret is a sum over epochs
of the length times the expected gap under the law of one Report Noisy Max.
"""

import math
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import signal, stats

from bandit_replications.bandits.arguments import check_choice, check_positive
from bandit_replications.papers.private_online.algorithms.report_noisy_max import (
    selection_probabilities,
)

Floats = NDArray[np.float64]
Law = Literal["bernoulli", "deterministic"]


def expected_regret(
    *,
    means: ArrayLike,
    epsilon: float,
    horizon: int,
    law: Law = "bernoulli",
    noise_scale: float = 1.0,
    first_action: int = 0,
) -> float:
    """Return FTNL's expected pseudo-regret after `horizon` rounds, without simulation.

    Source: Algorithm 2 and equation (1).

    Parameters
    ----------
    means : array, shape (arms,)
        Mean reward of each action, in [0, 1].
    epsilon : float
        Privacy parameter ε, > 0. The time grows as 1/ε below about 0.001 (law "bernoulli").
    horizon : int
        Rounds T >= 1; the last epoch may be cut short.
    law : {"bernoulli", "deterministic"}
        Rewards 0 and 1, independent over actions; or each reward always equal to its mean.
    noise_scale : float
        The Laplace noise has scale `noise_scale` / ε; printed: 1.
    first_action : int
        Action of epoch 0; printed: the first.

    Returns
    -------
    float
        Absolute error below 1e-9 per round of the last epoch.

    Raises
    ------
    TypeError, ValueError
        If an argument is of a wrong type or out of range.

    """
    mu = np.asarray(means, dtype=np.float64)
    check_positive(epsilon=epsilon, noise_scale=noise_scale)
    check_choice("law", law, ("bernoulli", "deterministic"))
    if mu.ndim != 1 or mu.size < 2 or np.any((mu < 0) | (mu > 1)):
        raise ValueError(f"means: {means!r}; allowed: two or more, each in [0, 1]")
    if horizon < 1:
        raise ValueError(f"horizon: {horizon}; allowed: >= 1")
    scale, gaps = noise_scale / epsilon, mu.max() - mu
    regret, start, epoch = [float(gaps[first_action])], 1, 1
    while start < horizon:
        rounds = 2 ** (epoch - 1)
        if law == "bernoulli":
            chosen = bernoulli_selection(means=mu, rounds=rounds, scale=scale)
        else:
            chosen = selection_probabilities(sums=rounds * mu, scale=scale)
        length = min(2**epoch, horizon - start)
        regret.append(length * float(chosen @ gaps))
        start += length
        epoch += 1
    return math.fsum(regret)


def bernoulli_selection(*, means: Floats, rounds: int, scale: float) -> Floats:
    """Return the law of the action that Report Noisy Max picks after `rounds` Bernoulli vectors.

    Source: Algorithm 3. With F and f the distribution function and density of an action's
    binomial sum plus Laplace noise, action j is picked with probability ∫ f_j Π_{i≠j} F_i. Between
    integers both are sums of two exponentials, so Gauss-Legendre panels converge at once.

    Parameters
    ----------
    means : float64 array, shape (arms,)
        Success probabilities, in [0, 1].
    rounds : int
        Reward vectors in the epoch, n >= 1.
    scale : float
        Scale of the Laplace noise on each sum, > 0.

    Returns
    -------
    float64 array, shape (arms,)
        Probabilities; absolute error below 1e-11.

    """
    distinct, which, counts = np.unique(means, return_inverse=True, return_counts=True)
    low, high = _range_of_best(means.max(), rounds, means.size, scale)
    x, weights = _nodes(scale, means.size)
    laws = [_noisy_binomial(mean, rounds, scale, low, high, x) for mean in distinct]
    density = np.stack([density for density, _ in laws])
    cumulative = np.stack([cumulative for _, cumulative in laws])
    logarithms = np.log(np.maximum(cumulative, 1e-300))
    winner = np.exp(np.tensordot(counts, logarithms, axes=1) - logarithms)
    return np.asarray(((density * winner) @ weights).sum(axis=1))[which]


def _range_of_best(mean: float, rounds: int, arms: int, scale: float) -> tuple[int, int]:
    """Return integers between which the largest noisy sum lies but for probability 1e-15."""
    spread = 9 * math.sqrt(rounds) / 2
    low = max(rounds * mean - spread, 0.0) - 40 * scale
    high = min(rounds * mean + spread, rounds) + (40 + math.log(arms)) * scale
    return math.floor(low), math.ceil(high)


def _nodes(scale: float, arms: int) -> tuple[Floats, Floats]:
    """Return nodes in [0, 1] and their weights: more panels for noise narrower than 1.

    The integrand is a product of one factor for each arm. Where each grows by exp(1 / arms) at
    most, half of the nodes are as good.
    """
    panels, order = math.ceil(0.5 / scale), 16 if scale < arms else 8
    nodes, weights = np.polynomial.legendre.leggauss(order)
    starts = np.arange(panels)[:, None]
    return ((starts + (nodes + 1) / 2) / panels).ravel(), np.tile(weights / 2 / panels, panels)


def _noisy_binomial(
    mean: float, rounds: int, scale: float, low: int, high: int, x: Floats
) -> tuple[Floats, Floats]:
    """Return density and distribution function at low + i + x, shape (high - low, x.size)."""
    # beyond 10 sqrt(n) from its mean the sum has probability 2e-87 (Hoeffding)
    center, spread = rounds * mean, 10 * math.sqrt(rounds)
    first = min(low, max(0, math.floor(center - spread)))
    last = max(high, min(rounds, math.ceil(center + spread)))
    sums = np.arange(first, last + 1)
    probability = stats.binom.pmf(sums, rounds, mean)
    decay = math.exp(-1 / scale)
    # left[m] = Σ_{s<=m} p(s) e^{-(m-s)/b}; right[m] = Σ_{s>m} p(s) e^{-(s-m)/b}
    left = signal.lfilter([1.0], [1.0, -decay], probability)
    from_right = signal.lfilter([1.0], [1.0, -decay], probability[::-1])[::-1]
    right = decay * np.append(from_right[1:], 0.0)
    below = np.cumsum(probability)
    window = slice(low - first, high - first)
    falling = left[window, None] * np.exp(-x / scale)
    rising = right[window, None] * np.exp(x / scale)
    cumulative = below[window, None] - falling / 2 + rising / 2
    return (falling + rising) / (2 * scale), cumulative
