"""Regrouping (ours, beside Section 3.1): mean and variance proxy of an estimate.

With n >= 2C users on an arm, q = ⌊n/C⌋ groups of ⌊n/q⌋ or ⌈n/q⌉ users, m of them in user i's, the
estimate is X_i plus the others of the group minus (m - 1) times the average of the n - m users of
the other groups. Given m, the others of the group are a uniform (m - 1)-subset of the n - 1 users,
so the mean is μ_i over the cuts; for a cut that is kept it is not. Noise given the cut has proxy
m + (m-1)²/(n-m) <= 2m - 1, the cut at most m - 1 (Hoeffding): 3m - 2 in all, and m <= 3C/2.
"""

import itertools
import math
from fractions import Fraction

import numpy as np

from bandit_replications.inference.checks import Check, at_most


def estimate(
    *, total: Fraction, whole: Fraction, users: int, size: int, others: int | None = None
) -> Fraction:
    """Return ((n - 1) Y - (m - 1) S)/(n - m); `others` in place of m - 1 for a control."""
    taken = size - 1 if others is None else others
    return ((users - 1) * total - taken * whole) / (users - size)


def wrong_means(
    *, group_size: int, users: int, others: int | None = None, cuts: int | None = None
) -> int:
    """Return the users whose estimate has a wrong mean over all cuts, or over the first few.

    Rewards are their means, k²/7 mod 1, and all n! orders are cut: exact.
    """
    means = [Fraction(k * k % 7, 7) for k in range(users)]
    whole, groups = sum(means, Fraction(0)), users // group_size
    ends = [users * g // groups for g in range(groups + 1)]
    sums, number = [Fraction(0)] * users, 0
    for order in itertools.islice(itertools.permutations(range(users)), cuts):
        number += 1
        for first, end in itertools.pairwise(ends):
            group = order[first:end]
            total = sum((means[i] for i in group), Fraction(0))
            found = estimate(total=total, whole=whole, users=users, size=end - first, others=others)
            for i in group:
                sums[i] += found
    return sum(one != number * mean for one, mean in zip(sums, means, strict=True))


def proxy(*, group_size: int, users: int, size: int) -> float:
    """Return the variance proxy of an estimate, normal rewards of variance 1 and means 0 or 1.

    Means of 0 and 1 are the worst, by convexity; the largest over the number of ones and a grid of
    s of 2 ln E exp(s (error of the cut))/s², plus m + (m-1)²/(n-m) for the rewards.
    """
    s = np.geomspace(1e-2, 4, 25)
    worst = 0.0
    for ones in range(users):
        in_group = np.arange(max(0, size - users + ones), min(ones, size - 1) + 1)
        ways = [math.comb(ones, p) * math.comb(users - 1 - ones, size - 1 - p) for p in in_group]
        chances = np.array([Fraction(w, math.comb(users - 1, size - 1)) for w in ways], float)
        error = (users - 1) / (users - size) * (in_group - (size - 1) * ones / (users - 1))
        means = np.log(np.exp(np.outer(s, error)) @ chances)
        worst = max(worst, float((2 * means / s**2).max()))
    return worst + size + (size - 1) ** 2 / (users - size)


def unbiased(*, group_size: int = 2, users: int = 6) -> Check:
    """Check that no user's estimate has a wrong mean over all cuts."""
    wrong = wrong_means(group_size=group_size, users=users)
    return at_most(
        f"users with a wrong mean over all cuts, C = {group_size}, n = {users}", wrong, 0
    )


def subgaussian(*, group_size: int = 16, users: int = 32) -> Check:
    """Compare the variance proxy for equal groups with 3m - 2."""
    size = users // (users // group_size)
    found = proxy(group_size=group_size, users=users, size=size)
    return at_most(
        f"variance proxy, C = {group_size}, n = {users}, against 3m - 2", found, 3 * size - 2
    )
