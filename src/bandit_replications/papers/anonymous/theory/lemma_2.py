"""Lemma 2 (Section 3.1, Appendix C.2): the estimate's mean, variance, tails and correlations.

A user of a group of m users, C + 1 <= m <= 2C + 1, is estimated by X_i + Σ_{i' ≠ i} (X_i' - Y_i'):
the group's total minus, one round later, that of the group without the user.
"""

import numpy as np
from numpy.typing import NDArray

from bandit_replications.inference.checks import Check, at_least, at_most, below, equal
from bandit_replications.papers.anonymous.algorithms.feedback_elicitation import partition
from bandit_replications.papers.anonymous.theory.as_printed import as_printed
from bandit_replications.papers.anonymous.theory.bounds import subgaussian_variance
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


def terms(*, group_size: int = 4) -> Check:
    """Check that an estimate has at most 4C + 1 rewards: 1 + 2(m - 1) in a group of m.

    A sum of so many independent 1-subgaussian rewards is (4C + 1)-subgaussian. Left: the most over
    the groups that the sub-algorithm forms of up to 5(C + 1) users.
    """
    largest = max(_sizes_formed(group_size))
    return at_most(
        f"most rewards in an estimate, C = {group_size}",
        1 + 2 * (largest - 1),
        subgaussian_variance(group_size),
    )


def attained(*, group_size: int = 4) -> Check:
    """Check that no factor below 4C + 1 does: N(μ, 1) rewards, the largest group that is formed.

    The estimate is normal then, and its variance, the sum of its squared coefficients, the least
    factor.
    """
    others = max(_sizes_formed(group_size)) - 1
    coefficients = np.concatenate([[1.0], np.ones(others), -np.ones(others)])
    return at_least(
        f"largest variance of an estimate, C = {group_size}",
        float(coefficients @ coefficients),
        subgaussian_variance(group_size),
    )


def _sizes_formed(group_size: int) -> set[int]:
    """Return the sizes of the groups that up to 5(C + 1) users of an arm are split into."""
    return {
        len(group)
        for users in range(group_size + 1, 5 * (group_size + 1))
        for group in partition([0] * users, arms=1, group_size=group_size)
    }


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


def subgaussian(*, group_size: int = 4) -> Check:
    """Check E[exp(s(X - μ))] <= exp(v s²/2), v = (4C + 1)/4, for Bernoulli rewards.

    That suffices for rewards in [0, 1] (Hoeffding's lemma). Left: the largest logarithm of the left
    side over v s²/2 in the largest group, at means 0.1, …, 0.9 and many s.
    """
    factor = subgaussian_variance(group_size) / 4
    scales = np.linspace(-4, 4, 80)
    worst = 0.0
    for mean in np.arange(1, 10) / 10:
        means = (float(mean),) * (2 * group_size + 1)
        values, law = estimate_law(means)
        generating = np.exp(np.outer(scales, values - mean)) @ law
        worst = max(worst, float(np.max(np.log(generating) / (factor * scales**2 / 2))))
    name = f"log E exp(s(X-μ)) over v s²/2, v = (4C+1)/4, C = {group_size}"
    return at_most(name, worst, 1 + 1e-12)


def of_order_group_size(*, group_size: int = 4) -> Check:
    """Check that O(C) is right in both directions: with unit variances at least 2C + 1.

    Left: the least variance of an estimate in the groups that the sub-algorithm forms of up to
    5(C + 1) users, from the exact law with fair coins, times 4: rewards of variance 1.
    """
    variances = []
    for size in _sizes_formed(group_size):
        values, law = estimate_law((0.5,) * size)
        variances.append(4 * float((values - values @ law) ** 2 @ law))
    return at_least(
        f"least variance of an estimate, unit rewards, C = {group_size}",
        min(variances) * (1 + 1e-12),
        2 * group_size + 1,
    )


def correlation(*, users: int = 5) -> Check:
    """Check the correlation of two users' estimates in a group of m: m/(2m - 1), above 1/2.

    They share the whole group's total. Left: from the coefficients of independent rewards of equal
    variance, m of the shared total and m - 1 of each of the two others.
    """
    m = users
    first = np.concatenate([np.ones(m), -np.ones(m - 1), np.zeros(m - 1)])
    second = np.concatenate([np.ones(m), np.zeros(m - 1), -np.ones(m - 1)])
    return equal(
        f"correlation of two users of a group of {m}",
        float(first @ second / (first @ first)),
        m / (2 * m - 1),
    )


def better_estimate(*, users: int = 5) -> Check:
    """Check that the same totals allow a variance of m - 2 + 1/(m - 1) instead of 2m - 1.

    The totals without one user add up to m - 1 times the whole, so Σ_k r_k / (m - 1) - r_i is
    unbiased and does without the first round; unit variances. Left: its variance over the
    printed estimate's; right: 1/2.
    """
    m = users
    weights = np.full(m, 1 / (m - 1))
    weights[0] -= 1
    ours = float((m - 1) * weights @ weights)
    return below(
        f"variance of the average-based estimate over the printed one's, group of {m}",
        ours / (2 * m - 1),
        0.5,
    )


@as_printed("bounded-rewards-lemma-2")
def bounded_rewards() -> Check:
    """Check the proof's Var <= 1/4 for the model's 1-subgaussian rewards: a normal law has 1."""
    return at_most("variance of a N(μ, 1) reward", 1.0, 0.25)
