"""Lemma 2 (Section 3.1, Appendix C.2): the estimate's mean, variance, tails and correlations.

A user of a group of m users, C + 1 <= m <= 2C + 1, is estimated by X_i + Σ_{i' ≠ i} (X_i' - Y_i'):
the group's total minus, one round later, that of the group without the user.
"""

import numpy as np
from numpy.typing import NDArray

from bandit_replications.inference.checks import Check, at_most, equal
from bandit_replications.papers.anonymous.theory.as_printed import as_printed
from bandit_replications.papers.anonymous.theory.lower_bounds import total_law

Floats = NDArray[np.float64]
MEANS = (0.2, 0.5, 0.9, 0.7)


def estimate_law(means: tuple[float, ...] = MEANS) -> tuple[Floats, Floats]:
    """Return values and probabilities of the first user's estimate, Bernoulli rewards, exactly."""
    total, without = total_law(means), total_law(means[1:])
    law: Floats = np.convolve(total, without[::-1])
    values = np.arange(law.size, dtype=np.float64) - (without.size - 1)
    return values, law


def unbiased(*, means: tuple[float, ...] = MEANS) -> Check:
    """Check E[estimate] = μ_i, from the exact law."""
    values, law = estimate_law(means)
    return equal(f"mean of the estimate in a group of {len(means)}", float(values @ law), means[0])


def variance(*, means: tuple[float, ...] = MEANS) -> Check:
    """Check the variance: that of the user's reward and twice the others'. From the exact law."""
    values, law = estimate_law(means)
    mean = float(values @ law)
    rewards = np.array([m * (1 - m) for m in means])
    return equal(
        "variance of the estimate",
        float((values - mean) ** 2 @ law),
        float(rewards[0] + 2 * rewards[1:].sum()),
    )


@as_printed("bounded-rewards-lemma-2")
def bounded_rewards() -> Check:
    """Check the proof's Var <= 1/4 for the model's 1-subgaussian rewards: a normal law has 1."""
    return at_most("variance of a N(μ, 1) reward", 1.0, 0.25)
