"""Widths of confidence intervals that hold for random numbers of samples; ours.

A union over the possible numbers of samples of an agent, up to M t, costs a factor M t in the
probability, which the paper's proofs leave out. A mixture over the exponents of one martingale
costs ln(n + 1)/2 in the exponent, which an agent knows. See `theory.repaired_regret`.
"""

import functools
import math
from typing import NamedTuple

import numpy as np

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.bandits.compiled import kernel

SHIFT = -math.log(math.pi**2 / 6 - 1)  # one-sided failures of all rounds add up to ζ(2)² with it
STEP = 0.125  # of ln(1/δ) between rows
NODES, POINTS, RATIO, GROWTH = 1024, 160, 1.02, 1.03  # of the integral; of S; of r
RATES = 400  # values of λ to choose from; each gives a width that holds


@kernel
def sample_width(number: float, log_inverse_delta: float) -> float:
    """Return the width for the mean of n samples in [0, 1], on both sides with probability δ.

    sqrt((1 + 1/n) (ln(n + 1)/2 + ln(1/δ)) / (2 n)), n >= 1.
    """
    return width_of_mean(number, log_of_samples(number) + log_inverse_delta)


@kernel
def log_of_samples(number: float) -> float:
    """Return the addition of n samples to the exponent, ln(n + 1)/2."""
    return 0.5 * math.log(number + 1.0)


@kernel
def width_of_mean(number: float, exponent: float) -> float:
    """Return `sample_width` given its exponent ln(n + 1)/2 + ln(1/δ)."""
    return math.sqrt((1.0 + 1.0 / number) * exponent / (2.0 * number))


# --- Sums of Laplace noises -----------------------------------------------------------------
#
# S_r(l) is the S with ln ∫_0^1 e^(λ S) (1 - λ²)^r dλ = l. The integrand is unimodal in λ, so its
# least values on cells add up to less than the integral, and what is found is S at least.


def noise_width(releases: float, log_inverse_delta: float, scale: float) -> float:
    """Return the width, on one side, for a sum of r Laplace noises of one scale, r >= 1.

    scale S_r(ln(1/δ) + SHIFT), never more than `union_width` (`theory.repaired_regret`).
    """
    low, high = 0.0, union_width(releases, log_inverse_delta)
    while high - low > 1e-6 * high:
        middle = (low + high) / 2
        enough = log_mixture(releases, np.array([middle]))[0] >= log_inverse_delta + SHIFT
        low, high = (low, middle) if enough else (middle, high)
    return scale * high


def union_width(releases: float, log_inverse_delta: float) -> float:
    """Return sqrt(8) max(sqrt(r L), L), L = ln(1/δ) + 2 ln(r + 1), of a union over r, scale 1."""
    exponent = log_inverse_delta + 2.0 * math.log(releases + 1.0)
    return math.sqrt(8.0) * max(math.sqrt(releases * exponent), exponent)


def log_mixture(releases: float, sums: Floats) -> Floats:
    """Return lower bounds on ln ∫_0^1 e^(λ S) (1 - λ²)^r dλ for each S."""
    nodes = np.arange(NODES) / NODES
    exponents = np.outer(sums, nodes) + releases * np.log1p(-(nodes**2))
    top = exponents.max(axis=1)
    values = np.exp(exponents - top[:, None])
    least = np.minimum(values[:, :-1], values[:, 1:]).sum(axis=1)  # 0 on the last cell
    return np.asarray(top + np.log(least / NODES))


class NoiseWidths(NamedTuple):
    """Widths of scale 1 by rows of ln(1/δ), `STEP` apart, and by numbers of releases.

    `places` (releases + 1,) has the column of each r; both round up.
    """

    places: Integers
    rows: Floats


@functools.lru_cache(maxsize=32)
def noise_widths(releases: int, rows: int) -> NoiseWidths:
    """Return the widths of up to so many releases for ln(1/δ) = 0, STEP, …, rows STEP."""
    numbers, levels = numbers_to(releases), STEP * np.arange(rows + 1)
    found = np.empty((levels.size, len(numbers)))
    for column, number in enumerate(numbers):
        sums = union_width(number, levels[-1]) * RATIO ** np.arange(-POINTS, 1.0)
        place = np.searchsorted(log_mixture(number, sums), levels + SHIFT)
        found[:, column] = sums[np.minimum(place, POINTS)]
    return NoiseWidths(np.searchsorted(numbers, np.arange(releases + 1)), found)


def released_widths(*, agents: int, horizon: int, epsilon: float) -> NoiseWidths:
    """Return the widths for all released sums of an arm that an agent may know by round T."""
    releases = agents * max(1, math.floor(math.log2(horizon / math.ceil(1 / epsilon) + 1)))
    return noise_widths(releases, row_of.py_func(2 * math.log(horizon)))


def numbers_to(releases: int) -> list[int]:
    """Return the numbers of releases with a column, rising."""
    numbers = [1]
    while numbers[-1] < releases:
        numbers.append(max(numbers[-1] + 1, math.floor(GROWTH * numbers[-1])))
    return numbers


@kernel
def row_of(log_inverse_delta: float) -> int:
    """Return the row of `NoiseWidths` for ln(1/δ)."""
    return math.ceil(log_inverse_delta / STEP)


# --- Clipped means of batches, some of them false -------------------------------------------


class Batches(NamedTuple):
    """Batches of f rewards at ε, a share α > 0 of them false (`theory.private_and_robust`)."""

    size: int
    epsilon: float
    contamination: float

    @property
    def scale(self) -> float:
        """The scale s of the noise in a mean."""
        return 1 / (self.epsilon * self.size)

    @property
    def reach(self) -> float:
        """The distance b from [0, 1] within which means are kept."""
        return self.scale * math.log(1 / self.contamination)

    @property
    def bias(self) -> float:
        """β + α (1 + b): gaps above twice this can be told."""
        return self.contamination * (self.scale / 2 + 1 + self.reach)

    def widths(self, releases: int, levels: Floats) -> Floats:
        """Return r W(r, δ) for r batches and each ln(1/δ): the least over a grid of λ."""
        rates = np.arange(1, RATES) / RATES / self.scale
        rates = rates[rates * (1 + self.reach) < 600]  # e^600 is a number
        false = np.expm1(rates * (1 + self.reach)) - rates * (1 + self.reach)
        exponent = rates**2 / (8 * self.size) + self.contamination * false
        exponent -= 2 * np.log1p(-((rates * self.scale) ** 2))
        union = levels + math.log(releases * (releases + 1))
        random = ((releases * exponent + union[:, None]) / rates).min(axis=1)
        return np.asarray(releases * self.bias + random)


@functools.lru_cache(maxsize=32)
def batch_widths(batches: Batches, releases: int, rows: int) -> NoiseWidths:
    """Return r W(r, δ), which rises with r, in the rows and columns of `noise_widths`."""
    numbers = numbers_to(releases)
    levels = np.arange(0.0, rows + 1) * STEP
    found = np.stack([batches.widths(number, levels) for number in numbers], axis=1)
    return NoiseWidths(np.searchsorted(numbers, np.arange(releases + 1)), found)
