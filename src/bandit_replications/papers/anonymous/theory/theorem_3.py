"""Theorem 3 (Section 3.6, Appendix C.11): N sqrt(CKT) is a lower bound, step by step."""

import math
from typing import Any

import numpy as np
from scipy.stats import binom

from bandit_replications.inference.checks import Check, at_least, at_most, equal
from bandit_replications.papers.anonymous.theory import bounds
from bandit_replications.papers.anonymous.theory.as_printed import as_printed


@as_printed("theorem-3-gap")
def printed_gap_reaches(*, arms: int = 100, constant: float = 1 / 8) -> Check:
    """Check that with the printed gap sqrt(C/T) some regret N sqrt(CKT)/8 is possible at all.

    No algorithm loses more than N T sqrt(C/T) = N sqrt(CT), so Ω(N sqrt(CKT)) fails by sqrt(K):
    for every constant c there are K > 1/c² where c N sqrt(CKT) is out of reach. Left: the most,
    per N sqrt(CT).
    """
    group_size, horizon = 2, 10**6
    gap = bounds.theorem_3_gap(arms=arms, group_size=group_size, horizon=horizon, printed=True)
    most = horizon * gap / math.sqrt(group_size * horizon) * (1 + 1e-12)
    return at_least(f"largest regret over N sqrt(CT), K = {arms}", most, constant * math.sqrt(arms))


def repaired_gap_gives(*, arms: int = 100) -> Check:
    """Check that with the gap (1 - 1/K) sqrt(CK/T) every algorithm loses N sqrt(CKT)/8 or more."""
    sizes: dict[str, Any] = {"arms": arms, "group_size": 2, "horizon": 10**6}
    least = bounds.theorem_3(users=1, **sizes, gap=bounds.theorem_3_gap(**sizes))
    return at_least(
        f"lower bound over N sqrt(CKT), K = {arms}", least / math.sqrt(2 * arms * 10**6), 1 / 8
    )


def gap_is_best(*, arms: int = 5) -> Check:
    """Check that no other gap makes the lower bound larger. Right: the best over many gaps."""
    sizes = {"users": 1, "arms": arms, "group_size": 2, "horizon": 10**6}
    unit = math.sqrt(2 * arms / 10**6)
    ours = bounds.theorem_3(**sizes, gap=(1 - 1 / arms) * unit)
    others = [bounds.theorem_3(**sizes, gap=float(s) * unit) for s in np.linspace(0.01, 2, 400)]
    return at_least(
        "lower bound at the gap chosen, against other gaps", ours * (1 + 1e-12), max(others)
    )


def pinsker(*, strength: float = 0.8) -> Check:
    """Check TV(P_0, P_j) <= sqrt(E_0[N_j] Δ² / (4C)) where both sides are known.

    An algorithm that pulls arm j in n fixed rounds sees n normal rewards of variance C: the
    distance is 2Φ(Δ sqrt(n/C)/2) - 1. Here n = T/K and Δ = s sqrt(CK/T), so the bound is s/2.
    """
    return at_most(
        f"distance to the instance without good arm, Δ = {strength:g} sqrt(CK/T)",
        math.erf(strength / (2 * math.sqrt(2))),
        strength / 2,
    )


def average_pulls(*, arms: int = 5) -> Check:
    """Check (1/K) Σ_j sqrt(E_0[N_j]) <= sqrt(T/K) (Jensen), for uneven pulls. T = 1."""
    stream = np.random.default_rng(arms)
    shares = stream.dirichlet(np.full(arms, 0.3), size=1000)
    return at_most(
        "largest (1/K) Σ_j sqrt(E_0[N_j]/T) of 1000 algorithms",
        float(np.sqrt(shares).mean(axis=1).max()),
        math.sqrt(1 / arms),
    )


def observation_variance(*, group_size: int = 4) -> Check:
    """Check the variance of what a user sees: C if C - 1 others join, more if more do.

    The proof says C for every set of at least C - 1 others; more noise only makes it harder.
    Left: variance with C + 3 others.
    """
    return at_least("variance of a total of C + 4 users, unit rewards", group_size + 4, group_size)


@as_printed("theorem-3-reduction-group")
def group_is_not_arm(*, users_on_arm: int = 10, group: int = 4) -> Check:
    """Check F_{i,t} = all users on i's arm: not what the algorithm saw if its group is smaller.

    Left: users in the sum that user i would get; right: users in the sum that the algorithm gets.
    """
    return equal("users in the simulated total, users in the group", users_on_arm, group)


def cluster_failure(*, users: int = 90, arms: int = 3, group_size: int = 2) -> float:
    """Return a bound on the probability that some arm has fewer than K(C+1) users: K binomials."""
    return float(arms * binom.cdf(arms * (group_size + 1) - 1, users, 1 / arms))


def clustered_instances(*, users: int = 90, arms: int = 3, group_size: int = 2) -> Check:
    """Check that restricting to U >= K(C+1) costs little: E[regret; U too small] <= N T Δ P.

    The proof draws arms independently and does not say what becomes of the lower bound on the
    instances that satisfy the assumption. Left: the bound minus what the others can contribute,
    over the bound.
    """
    sizes: dict[str, Any] = {"arms": arms, "group_size": group_size, "horizon": 20000}
    gap = bounds.theorem_3_gap(**sizes)
    most = users * 20000 * gap
    lost = most * cluster_failure(users=users, arms=arms, group_size=group_size)
    return at_least(
        f"share of the bound left on instances with U >= K(C+1), N = {users}",
        1 - lost / bounds.theorem_3(users=users, **sizes, gap=gap),
        0.99,
    )


def means_in_range(*, arms: int = 5, group_size: int = 4, horizon: int = 20) -> Check:
    """Check that the gap is a mean in [0, 1]: needs T >= CK(1 - 1/K)², so T >= CK is enough."""
    return at_most(
        f"gap at T = CK = {horizon}",
        bounds.theorem_3_gap(arms=arms, group_size=group_size, horizon=horizon),
        1.0,
    )


def upper_over_lower(*, group_size: int = 4, arms: int = 5, approximation: float = 1.0) -> Check:
    """Check Section 3.6: N C sqrt(αKT) over N sqrt(CKT) is sqrt(αC), so sqrt(C) for α = 1."""
    horizon = 10**6
    upper = group_size * math.sqrt(approximation * arms * horizon)
    return equal(
        f"upper over lower order, C = {group_size}, α = {approximation:g}",
        upper / math.sqrt(group_size * arms * horizon),
        math.sqrt(approximation * group_size),
    )


def worst_factor(*, group_size: int = 4, arms: int = 5) -> Check:
    """Check the Introduction's K sqrt(C) for any U >= C + 1: α <= K gives sqrt(KC) already."""
    return at_most(
        f"sqrt(αC) at α = K = {arms}, C = {group_size}",
        upper_over_lower(group_size=group_size, arms=arms, approximation=arms).left,
        arms * math.sqrt(group_size),
    )
