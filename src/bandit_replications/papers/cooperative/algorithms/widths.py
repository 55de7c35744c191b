"""Widths of confidence intervals that hold for random numbers of samples; ours.

A union over the possible numbers of samples of an agent, up to M t, costs a factor M t in the
probability, which the paper's proofs leave out. A mixture over the exponents of one martingale
costs ln(n + 1)/2 in the exponent, which an agent knows. See `theory.repaired_regret`.
"""

import math

from bandit_replications.bandits.compiled import kernel

ROOT_8 = math.sqrt(8.0)


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


@kernel
def noise_width(releases: float, log_inverse_delta: float, scale: float) -> float:
    """Return the width, on one side, for a sum of r Laplace noises of one scale, r >= 1.

    sqrt(8) scale max(sqrt(r L), L) with L = ln(1/δ) + 2 ln(r + 1).
    """
    return width_of_noise(releases, log_inverse_delta + log_of_releases(releases), scale)


@kernel
def log_of_releases(releases: float) -> float:
    """Return the addition of r releases to the exponent, 2 ln(r + 1)."""
    return 2.0 * math.log(releases + 1.0)


@kernel
def width_of_noise(releases: float, exponent: float, scale: float) -> float:
    """Return `noise_width` given its exponent L."""
    return ROOT_8 * scale * max(math.sqrt(releases * exponent), exponent)
