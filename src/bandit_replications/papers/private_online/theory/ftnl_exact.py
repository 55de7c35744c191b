"""The exact expected regret of FTNL (Algorithm 2): an oracle for simulations and for Theorem 7.

An epoch's action depends on the epoch before it alone, so the expected regret is a sum over epochs
of the length times the expected gap under the law of one Report Noisy Max.
"""

import functools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, Self

import numpy as np
import scipy  # its parts are loaded when used: signal takes most of a second
from numpy.typing import ArrayLike, NDArray

from bandit_replications.bandits.arguments import check_choice, check_positive
from bandit_replications.bandits.runs import Floats
from bandit_replications.papers.private_online.algorithms.report_noisy_max import (
    selection_probabilities,
)
from bandit_replications.runtime.errors import BadValue

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
        raise BadValue(f"means: {means!r}; allowed: two or more, each in [0, 1]")
    if horizon < 1:
        raise BadValue(f"horizon: {horizon}; allowed: >= 1")
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
    sums = _Sums.around(distinct, rounds, low, high)
    laws = [_NoisyBinomial.of(mean, rounds, scale, sums) for mean in distinct]
    chosen = np.zeros(distinct.size)
    for base, x, weights in sums.panels(scale, means.size):
        density, cumulative = np.array([law.at(base - sums.first, x) for law in laws]).swapaxes(
            0, 1
        )
        logarithms = np.log(np.maximum(cumulative, 1e-300))
        winner = np.exp(np.tensordot(counts, logarithms, axes=1) - logarithms)
        chosen += (density * winner * weights).sum(axis=(1, 2))
    return np.asarray(chosen[which])


def _range_of_best(mean: float, rounds: int, arms: int, scale: float) -> tuple[int, int]:
    """Return bounds on the largest noisy sum, broken with probability 1e-15."""
    spread = 9 * math.sqrt(rounds) / 2
    low = max(rounds * mean - spread, 0.0) - 40 * scale
    high = min(rounds * mean + spread, rounds) + (40 + math.log(arms)) * scale
    return math.floor(low), math.ceil(high)


Panels = tuple[NDArray[np.int64], Floats, Floats]
"""Base integers of shape (panels, 1), nodes from there on and weights, shapes (..., nodes)."""


@dataclass(frozen=True)
class _Sums:
    """Integers `first` to `last` that sums may take, and the range [low, high] of the largest.

    Beyond `start` and `stop`, the part of the range in which sums lie, only noise is left.
    """

    first: int
    last: int
    start: int
    stop: int
    low: int
    high: int

    @classmethod
    def around(cls, means: Floats, rounds: int, low: int, high: int) -> Self:
        """Return the sums of so many rounds."""
        # beyond 10 sqrt(n) from its mean a sum has probability 2e-87 (Hoeffding)
        spread = 10 * math.sqrt(rounds)
        least = max(0, math.floor(rounds * means.min() - spread))
        most = min(rounds, math.ceil(rounds * means.max() + spread))
        start, stop = max(low, least), min(high, most)
        return cls(min(start - 1, least), max(stop, most), start, stop, low, high)

    def panels(self, scale: float, arms: int) -> Iterator[Panels]:
        """Yield Gauss-Legendre panels: of length 1 where sums lie, longer ones where none does.

        There the integrand is smooth, a product of one factor for each arm, and a panel may be as
        long as each factor grows by exp(1 / arms): half a minute less of the verdicts' time.
        """
        x, weights = _nodes(scale, arms)
        yield np.arange(self.start, self.stop)[:, None], x, weights
        longest = max(1.0, scale / arms)
        for base, low, high in (
            (self.start - 1, self.low, self.start),
            (self.stop, self.stop, self.high),
        ):
            number = math.ceil((high - low) / longest)
            if number:
                length = (high - low) / number
                starts = low - base + length * np.arange(number)[:, None]
                yield np.full((number, 1), base), starts + length * x, length * weights


def _nodes(scale: float, arms: int) -> tuple[Floats, Floats]:
    """Return nodes in [0, 1] and their weights: more panels for noise narrower than 1.

    The integrand is a product of one factor for each arm. Where each grows by exp(1 / arms) at
    most, half of the nodes are as good.
    """
    panels, order = math.ceil(0.5 / scale), 16 if scale < arms else 8
    nodes, weights = _legendre(order)
    starts = np.arange(panels)[:, None]
    return ((starts + (nodes + 1) / 2) / panels).ravel(), np.tile(weights / 2 / panels, panels)


_legendre = functools.cache(np.polynomial.legendre.leggauss)


@dataclass(frozen=True)
class _NoisyBinomial:
    """A binomial sum plus Laplace noise of scale b, by p, its probabilities at integers.

    `left` holds Σ_{s<=m} p(s) exp(-(m-s)/b) for each m, `right` Σ_{s>m} p(s) exp(-(s-m)/b).
    """

    scale: float
    below: Floats
    left: Floats
    right: Floats

    @classmethod
    def of(cls, mean: float, rounds: int, scale: float, sums: _Sums) -> Self:
        """Return the law of an action's noisy sum."""
        probability = scipy.stats.binom.pmf(np.arange(sums.first, sums.last + 1), rounds, mean)
        decay = math.exp(-1 / scale)
        left = scipy.signal.lfilter([1.0], [1.0, -decay], probability)
        from_right = scipy.signal.lfilter([1.0], [1.0, -decay], probability[::-1])[::-1]
        right = decay * np.append(from_right[1:], 0.0)
        return cls(scale, np.cumsum(probability), left, right)

    def at(self, place: NDArray[np.int64], x: Floats) -> tuple[Floats, Floats]:
        """Return density and distribution function at x beyond the integers at these places."""
        falling = self.left[place] * np.exp(-x / self.scale)
        rising = self.right[place] * np.exp(x / self.scale)
        cumulative = self.below[place] - falling / 2 + rising / 2
        return (falling + rising) / (2 * self.scale), cumulative
