"""Theorem 7, Corollaries 8 and 9 and Theorem 10 as functions, with their proofs' own constants."""

import math

import numpy as np
from numpy.typing import ArrayLike

from bandit_replications.bandits.runs import Floats, Integers

# Rewards 0.75 and 0.55 differ by a little less than 0.2 in binary: a gap this close to the next
# bracket is counted there.
GAP_ROUNDING = 1e-9


def brackets(gaps: ArrayLike) -> dict[int, Integers]:
    """Return the non-empty brackets J_k of Section 5: actions by the octave of their gap.

    J_k holds the actions with 2^(k-1) Δ_min <= Δ_j < 2^k Δ_min, k = 1, 2, …; best actions (gap 0)
    are in none. There are at most floor(log2(1/Δ_min)) + 1, one more than printed.

    Parameters
    ----------
    gaps : array, shape (arms,)
        Δ_j of each action in [0, 1]; 0 for the best.

    Returns
    -------
    dict
        k -> indices of the actions in J_k, in increasing order of k.

    Raises
    ------
    ValueError
        If the gaps are out of range.

    """
    values = np.asarray(gaps, dtype=np.float64)
    worse = _positive_gaps(values)
    _, octave = np.frexp(values * (1 + GAP_ROUNDING) / worse.min())
    return {
        int(k): np.flatnonzero((octave == k) & (values > 0)) for k in np.unique(octave[values > 0])
    }


def bracket_count(min_gap: float) -> int:
    """Return the largest possible number of non-empty brackets for gaps in [Δ_min, 1].

    The proof of Theorem 7 prints log2(1/Δ_min), too small by up to 1.
    """
    return math.floor(math.log2((1 + GAP_ROUNDING) / min_gap)) + 1


def theorem_7_regret(*, gaps: ArrayLike, epsilon: float) -> float:
    """Return Theorem 7's bound on FTNL's regret before it is simplified; it holds for every T.

    Sum over non-empty brackets of 256 (1 + ln|J_k|) / min(Δ_(k), ε), Δ_(k) = 2^(k-1) Δ_min. The
    constant survives what the proof needs repaired: 2^(r0+1) is up to 64 ln|J_k| / m, not 32,
    with m = Δ_(k) min(Δ_(k), ε), and a bracket of one action takes r0 = 0.

    Parameters
    ----------
    gaps : array, shape (arms,)
        Δ_j of each action in [0, 1]; 0 for the best.
    epsilon : float
        ε > 0 where the Laplace noise on each sum has scale 1/ε: pass ε/2 for the noise that
        makes FTNL ε-private, ε/K for naive FTNL.

    Returns
    -------
    float
        Upper bound on the pseudo-regret, in units of reward.

    Raises
    ------
    ValueError
        If the gaps are out of range.

    """
    return math.fsum(
        256 * (1 + math.log(size)) / min(gap, epsilon) for gap, size in _bracket_table(gaps)
    )


def theorem_7_printed_order(*, gaps: ArrayLike, epsilon: float) -> float:
    """Return the expression inside the first O(·) of Theorem 7 as printed, logarithms base 2.

    log(K) / Δ_min + the sum of log|J_k| / ε over the brackets with Δ_(k) > ε. No constant makes
    it a bound. Parameters and errors as for `theorem_7_regret`.
    """
    table = _bracket_table(gaps)
    arms = 1 + int(np.sum([size for _, size in table]))
    large = [math.log2(size) / epsilon for gap, size in table if gap > epsilon]
    return math.log2(arms) / table[0][0] + math.fsum(large)


def corollary_8_i(*, arms: int, min_gap: float) -> float:
    """Return Corollary 8 (i) with explicit constants: 512 (1 + ln(K-1)) / Δ_min, all Δ_j <= ε."""
    return 512 * (1 + math.log(arms - 1)) / min_gap


def corollary_9_regret(*, arms: int, horizon: int, epsilon: float) -> float:
    """Return Corollary 9's bound on FTNL's regret, for every instance, with explicit constants.

    With Δ* = sqrt(log2(K) / T), actions with smaller gaps cost at most T Δ* together; the others
    512 (1 + ln(K-1)) / Δ* + 256 N (1 + ln(K-1)) / ε, with N brackets from Δ* up to 1. Where
    Δ* > 1 there are no others. The proof prints Δ_(k) <= Δ* for the groups that remain; it
    needs >=.

    Parameters
    ----------
    arms : int
        K >= 2.
    horizon : int
        T >= 1.
    epsilon : float
        ε > 0, as for `theorem_7_regret`.

    """
    threshold = math.sqrt(math.log2(arms) / horizon)
    small = horizon * threshold
    if threshold > 1:
        return small
    private = bracket_count(threshold) * 256 * (1 + math.log(arms - 1)) / epsilon
    return small + corollary_8_i(arms=arms, min_gap=threshold) + private


def theorem_10_rounds(*, arms: int, min_gap: float, epsilon: float) -> int:
    """Return floor(m*), m* = ln(K) / (10 ε Δ): rounds over which Theorem 10 counts regret.

    The printed m* is not an integer. Below 1 the theorem's argument has no round left; the first
    round, played before any reward is seen, then gives (1 - 1/K) Δ on some instance.
    """
    return math.floor(math.log(arms) / (10 * epsilon * min_gap))


def theorem_10_regret(*, arms: int, min_gap: float, epsilon: float) -> float:
    """Return Theorem 10's private lower bound with its proof's constants: 0.2 · 0.49 floor(m*) Δ.

    For every ε-private algorithm, on some instance of the packing (and on average over its
    instances), after floor(m*) rounds or more. The proof needs Δ <= 1/2.

    Parameters
    ----------
    arms : int
        K >= 2.
    min_gap : float
        Δ in (0, 1/2].
    epsilon : float
        Privacy parameter ε, > 0.

    """
    rounds = theorem_10_rounds(arms=arms, min_gap=min_gap, epsilon=epsilon)
    return 0.2 * 0.49 * rounds * min_gap


def _bracket_table(gaps: ArrayLike) -> list[tuple[float, int]]:
    """Return (Δ_(k), |J_k|) of each non-empty bracket."""
    smallest = float(_positive_gaps(np.asarray(gaps, dtype=np.float64)).min())
    return [(2.0 ** (k - 1) * smallest, members.size) for k, members in brackets(gaps).items()]


def _positive_gaps(gaps: Floats) -> Floats:
    if gaps.ndim != 1 or not np.all((gaps >= 0) & (gaps <= 1)) or not np.any(gaps > 0):
        raise ValueError(f"gaps: {gaps!r}; allowed: one for each action in [0, 1], not 0 for all")
    return gaps[gaps > 0]
