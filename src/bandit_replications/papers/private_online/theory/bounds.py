"""Theorems 3, 4 and 5 as functions, with the constants that the paper's own proofs give."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import zeta

from bandit_replications.bandits.arrays import Floats
from bandit_replications.inference.checks import Check, below


@dataclass(frozen=True, kw_only=True)
class RegretBound:
    """A bound on the pseudo-regret in the parts of its proof, each of the horizon's shape.

    Attributes
    ----------
    threshold : float64 array
        Slots of all arrays up to the critical one, times the gap, summed over sub-optimal arms.
    initial : float64 array
        Regret of the initial pulls where `threshold` leaves them out.
    tail : float64 array
        Expected regret beyond the critical arrays: the explicit form of the proof's O(1).
    order : float64 array
        The expression inside the printed O(·), logarithms base 2: the leading term.
    trivial : float64 array
        Horizon times the largest gap, which no algorithm exceeds: above it the bound is vacuous.

    """

    threshold: Floats
    initial: Floats
    tail: Floats
    order: Floats
    trivial: Floats

    @property
    def total(self) -> Floats:
        """The bound."""
        return self.threshold + self.initial + self.tail

    @property
    def constant(self) -> Floats:
        """The bound divided by the expression inside the printed O(·)."""
        return self.total / self.order


def lazy_critical_array(
    *, gap: ArrayLike, epsilon: ArrayLike, horizon: ArrayLike
) -> NDArray[np.int64]:
    """Return d_j = ceil(log2(24 ln T / (Δ min(Δ, ε)))) of Theorem 3 (Appendix C); broadcasts.

    At least 5 for T >= 2 and Δ <= 1.
    """
    gaps = np.asarray(gap, dtype=np.float64)
    needed = 24 * np.log(horizon) / (gaps * np.minimum(gaps, epsilon))
    return np.ceil(np.log2(needed)).astype(np.int64)


def hybrid_critical_array(
    *, gap: ArrayLike, epsilon: ArrayLike, horizon: ArrayLike
) -> NDArray[np.int64]:
    """Return d_j of Theorem 5 (Appendix E.3.2), constant 256, logarithms base 2; broadcasts.

    At least 8 for T >= 2 and Δ <= 1. With y = 256 log2(T) / (εΔ) <= 1 the term y log2(y) is not
    positive and the other one decides.
    """
    gaps = np.asarray(gap, dtype=np.float64)
    logarithm = 256 * np.log2(horizon)
    private = logarithm / (np.asarray(epsilon) * gaps)
    needed = np.maximum(logarithm / gaps**2, private * np.log2(private))
    return np.ceil(np.log2(needed)).astype(np.int64)


def lemma_11_tail(*, critical: int, arms: int, horizon: int) -> float:
    """Return the sum over s > d_j of the bound on P{θ_j = s} ω^(s) in Lemma 11 (Theorem 3).

    The proof's O(1) made explicit: in (25) and (26) a bad event has probability at most
    t^-3 (Fact 1) + t^-6 (Hoeffding), there are floor(log2 t) indices τ with two such events each,
    and t runs from ω^(s-1) + 1 + K to T, as in the first line of (21). The sums are
    exact; the printed step to an integral with the same lower limit does not hold.

    Parameters
    ----------
    critical : int
        d_j, >= 5.
    arms : int
        K, >= 2.
    horizon : int
        T, >= 2.

    """
    last = horizon.bit_length() - 1
    index = np.arange(critical + 1, last + 1, dtype=np.float64)[:, None]
    level = np.arange(1, last + 1, dtype=np.float64)
    # floor(log2 t) counts the levels i >= 1 with 2^i <= t: one plain power sum for each.
    first = np.maximum(2.0**index - 1 + arms, 2.0**level)
    probability = 2 * (_power_sum(3, first, horizon) + _power_sum(6, first, horizon))
    return float(np.sum((2 ** (index + 1) - 2) * probability))


def lemma_12_tail(*, critical: int, arms: int, horizon: int) -> float:
    """Return the sum over s > d_j of the bound on P{θ_j = s} ω^(s) in Lemma 12 (Theorem 5).

    The proof's O(1) made explicit: in (43) and (44) a bad event has probability at most
    t^-8 (Hoeffding with 4 ln t) + 2 t^-4 (Fact 2, applied once to all of the noise: the printed
    split into two halves gives each half the whole threshold); there are two such events for each
    of the t - 1 values of h, and t runs from ω^(s-1) + K to T.

    Parameters
    ----------
    critical : int
        d_j, >= 8.
    arms : int
        K, >= 2.
    horizon : int
        T, >= 2.

    """
    index = np.arange(critical + 1, horizon.bit_length(), dtype=np.float64)
    first = 2.0**index - 1 + arms
    sums = {power: _power_sum(power, first, horizon) for power in (3, 4, 7, 8)}
    probability = 4 * (sums[3] - sums[4]) + 2 * (sums[7] - sums[8])
    return float(np.sum((2 ** (index + 1) - 1) * probability))


def constant_lemma_11(*, horizon: int = 2**200) -> Check:
    """Check that the sum over s of P{θ = s} ω^(s), by (19) at most O(log T), is below 0.46.

    Each term is O(log ω / ω), not only O(1), because it decays with s. The terms are positive: the
    sum grows with T and falls with d_j >= 5 and K >= 2. Beyond T = 2^R it grows by less than
    8 R 2^-R, as 2 (t^-3 + t^-6) log2 t is summed from max(2^s, 2^R) on: nothing at R = 200. So
    E[O_j(T)] <= ω^(d_j) + 1.46 < ω^(d_j) + 2.
    """
    tail = lemma_11_tail(critical=5, arms=2, horizon=horizon)
    return below("Lemma 11: sum over s of P{θ = s} ω^(s)", tail, 0.46)


def constant_lemma_12(*, horizon: int = 2**120) -> Check:
    """Check that the sum over s of P{θ = s} ω^(s) in Lemma 12 is below 0.016.

    As in Lemma 11 it grows with T and falls with d_j >= 8 and K >= 2; beyond T = 2^120 it grows by
    less than 2^-100.
    """
    tail = lemma_12_tail(critical=8, arms=2, horizon=horizon)
    return below("Lemma 12: sum over s of P{θ = s} ω^(s)", tail, 0.016)


def theorem_3_regret(*, gaps: ArrayLike, epsilon: ArrayLike, horizon: ArrayLike) -> RegretBound:
    """Return Theorem 3's bound on the regret of Anytime-Lazy-UCB with its proof's constants.

    E[O_j(T)] <= 1 + ω^(d_j) + tail, where ω^(d) = 2^(d+1) - 2. The 1 is the initial pull, which
    (18) leaves out. The bound holds at every horizon, for the algorithm does not know it.

    Parameters
    ----------
    gaps : array, shape (arms,)
        Δ_j of each arm in [0, 1]; 0 for the best.
    epsilon : float or array
        Privacy parameter, > 0; of the horizon's shape, or one for all.
    horizon : int or array of int
        T, >= 2.

    Returns
    -------
    RegretBound
        order: sum over sub-optimal arms of log2(T) / min(Δ_j, ε).

    Raises
    ------
    ValueError
        If the gaps are out of range.

    """
    worse, arms, rounds = _check_instance(gaps, horizon)
    privacy = np.asarray(epsilon)[..., None]
    critical = lazy_critical_array(gap=worse, epsilon=privacy, horizon=rounds[..., None])
    tail = _tails(lemma_11_tail, critical, arms, rounds)
    return RegretBound(
        threshold=np.sum((2.0 ** (critical + 1) - 2) * worse, axis=-1),
        initial=np.full(rounds.shape, np.sum(worse)),
        tail=np.sum(tail * worse, axis=-1),
        order=np.sum(np.log2(rounds)[..., None] / np.minimum(worse, privacy), axis=-1),
        trivial=rounds * np.max(worse),
    )


def theorem_4_regret(*, arms: int, epsilon: float, horizon: ArrayLike) -> RegretBound:
    """Return Theorem 4's bound on the regret of Anytime-Lazy-UCB with its proof's constants.

    Arms with a gap of at least Δ* = sqrt(K log2(T) / T) cost at most 96 ln(T) / min(Δ*, ε) each:
    ω^(d_j) <= 4 · 24 ln(T) / (Δ_j min(Δ_j, ε)) - 2, and the -2 pays for the initial pull and the
    tail, which is below 1. The others cost T Δ* together (31).

    Parameters
    ----------
    arms : int
        K, >= 2.
    epsilon : float
        Privacy parameter, > 0.
    horizon : int or array of int
        T, >= 2.

    Returns
    -------
    RegretBound
        order: sqrt(K T log2 T) + K log2(T) / ε. The trivial bound is T, as gaps are at most 1.

    """
    rounds = np.asarray(horizon, dtype=np.int64)
    critical_gap = np.sqrt(arms * np.log2(rounds) / rounds)
    large = arms * 96 * np.log(rounds) / np.minimum(critical_gap, epsilon)
    return RegretBound(
        threshold=large + rounds * critical_gap,
        initial=np.zeros(rounds.shape),
        tail=np.zeros(rounds.shape),
        order=np.sqrt(arms * rounds * np.log2(rounds)) + arms * np.log2(rounds) / epsilon,
        trivial=rounds.astype(np.float64),
    )


def theorem_5_regret(*, gaps: ArrayLike, epsilon: ArrayLike, horizon: ArrayLike) -> RegretBound:
    """Return Theorem 5's bound on the regret of Hybrid-UCB with its proof's constants.

    E[O_j(T)] <= ω^(d_j) + tail, where ω^(d) = 2^(d+1) - 1 counts the initial pull. The slip in
    (43) is repaired by one application of the concentration of sums of Laplace variables to all
    of the noise, which leaves every constant as printed.

    Parameters
    ----------
    gaps : array, shape (arms,)
        Δ_j of each arm in [0, 1]; 0 for the best.
    epsilon : float or array
        Privacy parameter, > 0; of the horizon's shape, or one for all.
    horizon : int or array of int
        T, >= 2.

    Returns
    -------
    RegretBound
        order: sum over sub-optimal arms of max(L / Δ_j, L / ε · log2(L / (εΔ_j))), L = log2(T).

    Raises
    ------
    ValueError
        If the gaps are out of range.

    """
    worse, arms, rounds = _check_instance(gaps, horizon)
    privacy = np.asarray(epsilon)[..., None]
    critical = hybrid_critical_array(gap=worse, epsilon=privacy, horizon=rounds[..., None])
    tail = _tails(lemma_12_tail, critical, arms, rounds)
    logarithm = np.log2(rounds)[..., None]
    private = logarithm / privacy * np.log2(logarithm / (privacy * worse))
    return RegretBound(
        threshold=np.sum((2.0 ** (critical + 1) - 1) * worse, axis=-1),
        initial=np.zeros(rounds.shape),
        tail=np.sum(tail * worse, axis=-1),
        order=np.sum(np.maximum(logarithm / worse, private), axis=-1),
        trivial=rounds * np.max(worse),
    )


def _power_sum(power: int, first: Floats, last: int) -> Floats:
    """Return the sum of t^-power over the integers t from first to last; 0 if there are none."""
    return np.maximum(0.0, zeta(power, first) - zeta(power, last + 1.0))


def _tails(
    tail: Callable[..., float], critical: NDArray[np.int64], arms: int, rounds: NDArray[np.int64]
) -> Floats:
    """Return the tail for each horizon (rows) and arm (columns); equal pairs are computed once."""
    pairs = {(int(d), int(t)) for d, t in np.broadcast(critical, rounds[..., None])}
    known = {(d, t): tail(critical=d, arms=arms, horizon=t) for d, t in pairs}
    flat = [known[int(d), int(t)] for d, t in np.broadcast(critical, rounds[..., None])]
    return np.array(flat, dtype=np.float64).reshape(critical.shape)


def _check_instance(gaps: ArrayLike, horizon: ArrayLike) -> tuple[Floats, int, NDArray[np.int64]]:
    """Return the positive gaps, the number of arms and the horizons; check the gaps."""
    values = np.asarray(gaps, dtype=np.float64)
    if values.ndim != 1 or values.size < 2:
        raise ValueError(f"gaps: shape {values.shape}; allowed: one gap for each of >= 2 arms")
    if not (np.all((values >= 0) & (values <= 1)) and np.min(values) == 0 < np.max(values)):
        raise ValueError(
            f"gaps: {values.tolist()}; allowed: in [0, 1], 0 for the best arm, not 0 for all"
        )
    return values[values > 0], values.size, np.asarray(horizon, dtype=np.int64)
