"""Bounds of Theorems 1 to 4 as functions, with the constants that the proofs give.

Regret is summed over users and all logarithms are natural. The upper bounds follow the proofs of
Appendices C.1, C.3 and C.7 with their gaps repaired (see the modules of the theorems); the feedback
of Section 3.1 is (4C + 1)-subgaussian.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bandit_replications.bandits.arguments import check_positive
from bandit_replications.papers.anonymous.algorithms.batched_successive_elimination import (
    batch_lengths,
    number_of_batches,
)

APPENDIX_B = {"users": 50, "arms": 5, "group_size": 4}  # N, K and C of the paper's experiments


@dataclass(frozen=True, kw_only=True)
class RegretBound:
    """An upper bound on the regret, summed over users, in the parts of its proof.

    Attributes
    ----------
    exploring : float
        Rounds in which feedback is gathered, times what each can cost.
    committed : float
        The rounds after them.
    failing : float
        Regret where an estimate is too far off: its probability times N T.
    order : float
        The expression inside the printed Õ(·), without logarithms.
    trivial : float
        N T, which no algorithm exceeds: above it the bound is vacuous.

    """

    exploring: float
    committed: float
    failing: float
    order: float
    trivial: float

    @property
    def total(self) -> float:
        """The bound."""
        return self.exploring + self.committed + self.failing

    @property
    def informative(self) -> float:
        """The bound, or N T where that is less."""
        return min(self.total, self.trivial)

    @property
    def constant(self) -> float:
        """The bound divided by the expression inside the printed Õ(·)."""
        return self.total / self.order


def subgaussian_variance(group_size: int) -> int:
    """Return 4C + 1, the variance factor of an estimate (Lemma 2): at most 4C + 1 rewards."""
    return 4 * group_size + 1


def elimination_parameter(
    *, users: int, arms: int, horizon: int, estimates: float, variance: float
) -> float:
    """Return a γ such that BaSE errs for no user with probability 1 - 1/T (Lemma 1).

    With threshold sqrt(γ/τ) every average of n estimates must be within sqrt(γ/n)/2 of its mean.
    For N K pairs and n <= m that fails with probability at most 2 N K m exp(-γ / (8 v)). A
    decomposition may give a pair more than was asked for, so m is the number of runs of the
    sub-algorithm that fit, T / (2C + 2), and not the T' = T / (α (2C + 2)) that BaSE plans with.

    Parameters
    ----------
    users, arms, horizon : int
        N, K, T.
    estimates : float
        m, the most estimates that a pair can get.
    variance : float
        v, such that feedback is v-subgaussian.

    """
    check_positive(estimates=estimates, variance=variance)
    return 8 * variance * math.log(2 * users * arms * estimates * horizon)


def survivor_gap(*, gamma: float, arms: int, estimates: float) -> float:
    """Return the largest gap of an arm still alive after a user got so many estimates (C.1).

    2 sqrt(γ / τ) with τ >= estimates / K; no gap exceeds 1.
    """
    return 1.0 if estimates <= 0 else min(1.0, 2 * math.sqrt(gamma * arms / estimates))


def first_batch(*, horizon: float, batches: float) -> float:
    """Return a = T^(1 / (2 - 2^(1-B))), the length of the first batch before rounding."""
    return float(horizon ** (1 / (2 - 2.0 ** (1 - batches))))


def planned_batches(horizon: float) -> Sequence[int]:
    """Return D_1, …, D_B with B = ⌈log2 log2 T⌉."""
    batches = number_of_batches(horizon, logarithm="base-2")
    return batch_lengths(horizon=horizon, batches=batches)


def theorem_1(
    *,
    users: int,
    arms: int,
    group_size: int,
    horizon: int,
    approximation: float,
    extra_assignments: int | None = None,
) -> RegretBound:
    """Return Theorem 1's bound on the regret of Algorithm 1, explicit.

    Batch b takes at most α D_b + e assignments of 2C + 2 rounds, each at the cost of the worst arm
    alive for each user. Holds for B = ⌈log2 log2 T'⌉, γ as `elimination_parameter`, τ the fewest
    estimates of an arm alive, and users whose best arms allow the decomposition.

    Parameters
    ----------
    users, arms, group_size, horizon : int
        N, K, C, T.
    approximation : float
        α >= 1.
    extra_assignments : int, optional
        e, the additive term of the decomposition; by default N K + 1 (Lemma 3).

    Raises
    ------
    ValueError
        If α < 1, or the horizon is shorter than α elicitations.

    """
    if approximation < 1:
        raise ValueError(f"approximation: {approximation}; allowed: >= 1")
    rounds = 2 * group_size + 2
    budget = horizon / (approximation * rounds)
    if budget < 1:
        raise ValueError(f"horizon: {horizon}; allowed: at least {approximation * rounds:g}")
    extra = users * arms + 1 if extra_assignments is None else extra_assignments
    lengths = np.array(planned_batches(budget), dtype=np.float64)
    ends = np.concatenate([[0.0], np.cumsum(lengths)])
    gamma = elimination_parameter(
        users=users,
        arms=arms,
        horizon=horizon,
        estimates=horizon / rounds,
        variance=subgaussian_variance(group_size),
    )
    gaps = np.array([survivor_gap(gamma=gamma, arms=arms, estimates=end) for end in ends])
    rest = max(0.0, horizon - rounds * approximation * ends[-1])
    return RegretBound(
        exploring=float(users * rounds * np.dot(approximation * lengths + extra, gaps[:-1])),
        committed=users * rest * float(gaps[-1]),
        failing=float(users),
        order=users * group_size * math.sqrt(approximation * arms * horizon),
        trivial=float(users) * horizon,
    )


def regrouping(
    *, users: int, arms: int, group_size: int, horizon: int, approximation: float = 1.0
) -> float:
    """Return the bound of Algorithm 1 with regrouping (ours), N T at most.

    N (1 + B E + 2 sqrt(αT) + 34 (B - 1) sqrt(αCKTL)), B = ⌈log2 log2 T⌉, E = NK + 1, L = ln(2NKT²),
    for γ = 36CL, τ the fewest estimates and clusters that allow α.
    """
    batches = number_of_batches(horizon, logarithm="base-2")
    logarithm = math.log(2 * users * arms * horizon**2)
    stretched = approximation * horizon
    later = 34 * (batches - 1) * math.sqrt(stretched * group_size * arms * logarithm)
    first = 1 + batches * (users * arms + 1) + 2 * math.sqrt(stretched)
    return users * min(float(horizon), first + later)


def exploration_rounds(
    *, users: int, arms: int, group_size: int, horizon: int, exploration_constant: float = 10.0
) -> float:
    """Return T_exp of Algorithm 2 before rounding; may exceed the horizon."""
    check_positive(exploration_constant=exploration_constant)
    logarithm = math.log(users * arms * horizon)
    return float(
        exploration_constant
        * (group_size ** (2 / 3) * arms ** (1 / 3) * horizon ** (2 / 3) * logarithm ** (1 / 3))
    )


def theorem_2(
    *, users: int, arms: int, group_size: int, horizon: int, exploration_constant: float = 10.0
) -> RegretBound:
    """Return Theorem 2's bound on the regret of Algorithm 2, explicit.

    Each pair gets n = ⌊R/K⌋ estimates in R = ⌈T_exp/(2C+2)⌉ runs; with probability 1 - 2/(N K T²)
    all averages are within ε = sqrt(4 (4C+1) ln(NKT) / n), and committing costs 2ε a round.

    Parameters
    ----------
    users, arms, group_size, horizon : int
        N, K, C, T.
    exploration_constant : float
        The constant of T_exp; printed: 10.

    """
    sizes = {"users": users, "arms": arms, "group_size": group_size, "horizon": horizon}
    rounds = 2 * group_size + 2
    planned = exploration_rounds(**sizes, exploration_constant=exploration_constant)
    runs = min(math.ceil(planned / rounds), horizon // rounds)
    estimates = runs // arms
    logarithm = math.log(users * arms * horizon)
    error = math.inf
    if estimates:
        error = math.sqrt(4 * subgaussian_variance(group_size) * logarithm / estimates)
    return RegretBound(
        exploring=float(users * runs * rounds),
        committed=users * (horizon - runs * rounds) * min(1.0, 2 * error),
        failing=2 / (arms * horizon),
        order=users * group_size ** (2 / 3) * arms ** (1 / 3) * horizon ** (2 / 3),
        trivial=float(users) * horizon,
    )


# --- Lower bounds ---------------------------------------------------------------------------


def theorem_3_gap(*, arms: int, group_size: int, horizon: int, printed: bool = False) -> float:
    """Return the gap of Theorem 3's instances: sqrt(C/T) as printed, (1 - 1/K) sqrt(CK/T) repaired.

    The repaired one is what `theorem_3` is largest for.
    """
    if printed:
        return math.sqrt(group_size / horizon)
    return (1 - 1 / arms) * math.sqrt(group_size * arms / horizon)


def theorem_3(*, users: int, arms: int, group_size: int, horizon: int, gap: float) -> float:
    """Return a lower bound on the regret of every algorithm on Theorem 3's instances.

    N T Δ (1 - 1/K - (Δ/2) sqrt(T/(CK))), from Pinsker's inequality against the instance without a
    good arm (`theory.theorem_3`); 0 where that is negative. At the repaired gap it is
    N sqrt(CKT) (1 - 1/K)² / 2.
    """
    share = 1 - 1 / arms - gap / 2 * math.sqrt(horizon / (group_size * arms))
    return users * horizon * gap * max(0.0, share)


def bernoulli_divergence(first: float, second: float) -> float:
    """Return the Kullback-Leibler divergence of Bernoulli laws, means in (0, 1)."""
    return first * math.log(first / second) + (1 - first) * math.log((1 - first) / (1 - second))


def theorem_4(*, horizon: int, gap: float | None = None) -> float:
    """Return a lower bound on the regret of every algorithm, averaged over Theorem 4's instances.

    If n informing rounds are expected where fewer are, the average regret is at least n and, by
    the inequality of Bretagnolle and Huber, at least ε T exp(-n kl); the bound is the n at which
    both agree.

    Parameters
    ----------
    horizon : int
        T >= 9.
    gap : float, optional
        ε in (0, 1/2); printed, and default: T^(-1/3).

    Raises
    ------
    ValueError
        If an argument is out of range.

    """
    epsilon = horizon ** (-1 / 3) if gap is None else gap
    if not 0 < epsilon < 0.5:
        raise ValueError(f"gap: {epsilon}; allowed: in (0, 1/2), so with T^(-1/3) T >= 9")
    divergence = bernoulli_divergence(0.5 + epsilon, 0.5 - epsilon)
    low, high = 0.0, epsilon * horizon
    for _ in range(200):  # bisection: n - ε T exp(-n kl) increases in n
        middle = (low + high) / 2
        if middle < epsilon * horizon * math.exp(-middle * divergence):
            low = middle
        else:
            high = middle
    return low
