"""Bounds of the theorems as functions, with the constants that the paper's own proofs give."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bandit_replications.bandits.arguments import check_positive

Floats = NDArray[np.float64]

# --- Bandit setting: Theorems 3, 4 and 5 ---


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


def theorem_3_regret(*, gaps: ArrayLike, epsilon: float, horizon: ArrayLike) -> RegretBound:
    """Return Theorem 3's bound on the regret of Anytime-Lazy-UCB with its proof's constants.

    E[O_j(T)] <= 1 + ω^(d_j) + tail, where ω^(d) = 2^(d+1) - 2. The 1 is the initial pull, which
    (18) leaves out. The bound holds at every horizon, for the algorithm does not know it.

    Parameters
    ----------
    gaps : array, shape (arms,)
        Δ_j of each arm in [0, 1]; 0 for the best.
    epsilon : float
        Privacy parameter, > 0.
    horizon : int or array of int
        T, >= 2.

    Returns
    -------
    RegretBound
        order: sum over sub-optimal arms of log2(T) / min(Δ_j, ε).

    Raises
    ------
    TypeError, ValueError
        If an argument is of a wrong type or out of range.

    """
    worse, arms, rounds = _check_instance(gaps, epsilon, horizon)
    critical = lazy_critical_array(gap=worse, epsilon=epsilon, horizon=rounds[..., None])
    tail = _tails(lemma_11_tail, critical, arms, rounds)
    return RegretBound(
        threshold=np.sum((2.0 ** (critical + 1) - 2) * worse, axis=-1),
        initial=np.full(rounds.shape, np.sum(worse)),
        tail=np.sum(tail * worse, axis=-1),
        order=np.sum(np.log2(rounds)[..., None] / np.minimum(worse, epsilon), axis=-1),
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

    Raises
    ------
    TypeError, ValueError
        If an argument is of a wrong type or out of range.

    """
    if isinstance(arms, bool) or not isinstance(arms, (int, np.integer)):
        raise TypeError(f"arms: {arms!r}; allowed: an integer")
    if arms < 2:
        raise ValueError(f"arms: {arms!r}; allowed: >= 2")
    check_positive(epsilon=epsilon)
    rounds = _check_horizon(horizon)
    critical_gap = np.sqrt(arms * np.log2(rounds) / rounds)
    large = arms * 96 * np.log(rounds) / np.minimum(critical_gap, epsilon)
    return RegretBound(
        threshold=large + rounds * critical_gap,
        initial=np.zeros(rounds.shape),
        tail=np.zeros(rounds.shape),
        order=np.sqrt(arms * rounds * np.log2(rounds)) + arms * np.log2(rounds) / epsilon,
        trivial=rounds.astype(np.float64),
    )


def theorem_5_regret(*, gaps: ArrayLike, epsilon: float, horizon: ArrayLike) -> RegretBound:
    """Return Theorem 5's bound on the regret of Hybrid-UCB with its proof's constants.

    E[O_j(T)] <= ω^(d_j) + tail, where ω^(d) = 2^(d+1) - 1 counts the initial pull. The slip in
    (43) is repaired by one application of the concentration of sums of Laplace variables to all
    of the noise, which leaves every constant as printed.

    Parameters
    ----------
    gaps : array, shape (arms,)
        Δ_j of each arm in [0, 1]; 0 for the best.
    epsilon : float
        Privacy parameter, > 0.
    horizon : int or array of int
        T, >= 2.

    Returns
    -------
    RegretBound
        order: sum over sub-optimal arms of max(L / Δ_j, L / ε · log2(L / (εΔ_j))), L = log2(T).

    Raises
    ------
    TypeError, ValueError
        If an argument is of a wrong type or out of range.

    """
    worse, arms, rounds = _check_instance(gaps, epsilon, horizon)
    critical = hybrid_critical_array(gap=worse, epsilon=epsilon, horizon=rounds[..., None])
    tail = _tails(lemma_12_tail, critical, arms, rounds)
    logarithm = np.log2(rounds)[..., None]
    private = logarithm / epsilon * np.log2(logarithm / (epsilon * worse))
    return RegretBound(
        threshold=np.sum((2.0 ** (critical + 1) - 1) * worse, axis=-1),
        initial=np.zeros(rounds.shape),
        tail=np.sum(tail * worse, axis=-1),
        order=np.sum(np.maximum(logarithm / worse, private), axis=-1),
        trivial=rounds * np.max(worse),
    )


def _power_sum(power: int, first: Floats, last: int) -> Floats:
    """Return the sum of t^-power over the integers t from first to last; 0 if there are none.

    first >= 60, where the formula of Euler and Maclaurin is good to nine digits.
    """
    start = np.minimum(first, float(last))
    return np.where(first <= last, _power_tail(power, start) - _power_tail(power, last + 1.0), 0.0)


def _power_tail(p: int, start: Floats | float) -> Floats:
    """Return the sum of t^-p over the integers t >= start (Hurwitz zeta), for large start."""
    a = np.asarray(start, dtype=np.float64)
    curvature = p / 12 * a ** (-p - 1) - p * (p + 1) * (p + 2) / 720 * a ** (-p - 3)
    return a ** (1 - p) / (p - 1) + a**-p / 2 + curvature


def _tails(
    tail: Callable[..., float], critical: NDArray[np.int64], arms: int, rounds: NDArray[np.int64]
) -> Floats:
    """Return the tail for each horizon (rows) and arm (columns); equal pairs are computed once."""
    pairs = {(int(d), int(t)) for d, t in np.broadcast(critical, rounds[..., None])}
    known = {(d, t): tail(critical=d, arms=arms, horizon=t) for d, t in pairs}
    flat = [known[int(d), int(t)] for d, t in np.broadcast(critical, rounds[..., None])]
    return np.array(flat, dtype=np.float64).reshape(critical.shape)


def _check_instance(
    gaps: ArrayLike, epsilon: float, horizon: ArrayLike
) -> tuple[Floats, int, NDArray[np.int64]]:
    """Return the positive gaps, the number of arms and the horizons, checked."""
    values = np.asarray(gaps, dtype=np.float64)
    if values.ndim != 1 or values.size < 2:
        raise ValueError(f"gaps: shape {values.shape}; allowed: one gap for each of >= 2 arms")
    if not (np.all((values >= 0) & (values <= 1)) and np.min(values) == 0 < np.max(values)):
        raise ValueError(
            f"gaps: {values.tolist()}; allowed: in [0, 1], 0 for the best arm, not 0 for all"
        )
    check_positive(epsilon=epsilon)
    return values[values > 0], values.size, _check_horizon(horizon)


def _check_horizon(horizon: ArrayLike) -> NDArray[np.int64]:
    rounds = np.asarray(horizon)
    if not np.issubdtype(rounds.dtype, np.integer):
        raise TypeError(f"horizon: {horizon!r}; allowed: integers")
    if np.any(rounds < 2):
        raise ValueError(f"horizon: {horizon!r}; allowed: >= 2")
    return rounds.astype(np.int64)


# --- Full information: Theorem 7, Corollaries 8 and 9, Theorem 10 ---

# Rewards 0.75 and 0.55 differ by a little less than 0.2 in binary: a gap this close to the next
# bracket is counted there.
GAP_ROUNDING = 1e-9


def brackets(gaps: ArrayLike) -> dict[int, NDArray[np.int64]]:
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


def bracket_count(*, min_gap: float, horizon: int | None = None) -> int:
    """Return the largest possible number of non-empty brackets for gaps in [Δ_min, 1].

    floor(log2(1/Δ_min)) + 1; with a horizon at most ceil(log2 T) of them have gaps above 1/T. The
    proof of Theorem 7 prints log2(1/Δ_min) and log2(T), which are too small by up to 1.
    """
    count = math.floor(math.log2((1 + GAP_ROUNDING) / min_gap)) + 1
    return count if horizon is None else min(count, math.ceil(math.log2(horizon)))


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
    TypeError, ValueError
        If an argument is of a wrong type or out of range.

    """
    check_positive(epsilon=epsilon)
    return math.fsum(
        256 * (1 + math.log(size)) / min(gap, epsilon) for gap, size in _bracket_table(gaps)
    )


def theorem_7_first_form(*, gaps: ArrayLike, epsilon: float) -> float:
    """Return Theorem 7's first form with explicit constants, singleton brackets kept.

    (57) and the display after it: 512 (1 + ln(K-1)) / Δ_min + the sum of 256 (1 + ln|J_k|) / ε
    over the brackets with Δ_(k) > ε. Printed is log|J_k| / ε, which drops brackets of one action.
    Parameters, return value and errors as for `theorem_7_regret`.
    """
    check_positive(epsilon=epsilon)
    table = _bracket_table(gaps)
    others = int(np.sum([size for _, size in table]))
    large = [256 * (1 + math.log(size)) / epsilon for gap, size in table if gap > epsilon]
    return corollary_8_i(arms=others + 1, min_gap=table[0][0]) + math.fsum(large)


def theorem_7_printed_order(*, gaps: ArrayLike, epsilon: float) -> float:
    """Return the expression inside the first O(·) of Theorem 7 as printed, logarithms base 2.

    log(K) / Δ_min + the sum of log|J_k| / ε over the brackets with Δ_(k) > ε. No constant makes
    it a bound. Parameters and errors as for `theorem_7_regret`.
    """
    check_positive(epsilon=epsilon)
    table = _bracket_table(gaps)
    arms = 1 + int(np.sum([size for _, size in table]))
    large = [math.log2(size) / epsilon for gap, size in table if gap > epsilon]
    return math.log2(arms) / table[0][0] + math.fsum(large)


def theorem_7_second_form(*, arms: int, min_gap: float, horizon: int, epsilon: float) -> float:
    """Return Theorem 7's second form with explicit constants.

    512 (1 + ln(K-1)) / Δ_min + 256 N (1 + ln(K-1)) / ε with N = min(floor(log2(1/Δ_min)) + 1,
    ceil(log2 T)), and 1 for actions with gaps of at most 1/T where there can be any. The
    printed min(log(1/Δ_min), log T) in place of N is 0 at Δ_min = 1 or T = 1.

    Parameters
    ----------
    arms : int
        K >= 2.
    min_gap : float
        Δ_min in (0, 1].
    horizon : int
        T >= 1.
    epsilon : float
        ε > 0, as for `theorem_7_regret`.

    """
    check_positive(epsilon=epsilon)
    _check_actions(arms=arms, min_gap=min_gap)
    count = bracket_count(min_gap=min_gap, horizon=horizon)
    small = 1.0 if min_gap * horizon <= 1 else 0.0
    first = corollary_8_i(arms=arms, min_gap=min_gap)
    return first + count * 256 * (1 + math.log(arms - 1)) / epsilon + small


def corollary_8_i(*, arms: int, min_gap: float) -> float:
    """Return Corollary 8 (i) with explicit constants: 512 (1 + ln(K-1)) / Δ_min, all Δ_j <= ε."""
    _check_actions(arms=arms, min_gap=min_gap)
    return 512 * (1 + math.log(arms - 1)) / min_gap


def corollary_8_ii(*, arms: int, min_gap: float, epsilon: float) -> float:
    """Return Corollary 8 (ii) with explicit constants: 512 (1 + ln(K-1)) / min(Δ_min, ε).

    For gaps in [Δ_min, 2 Δ_min]. The closed end makes two brackets: a gap of exactly 2 Δ_min is
    in J_2, not J_1 as the proof has it, so the constant is 2 · 256 and not 256.
    """
    check_positive(epsilon=epsilon)
    _check_actions(arms=arms, min_gap=min_gap)
    return 512 * (1 + math.log(arms - 1)) / min(min_gap, epsilon)


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
    check_positive(epsilon=epsilon)
    _check_actions(arms=arms)
    threshold = math.sqrt(math.log2(arms) / horizon)
    small = horizon * threshold
    if threshold > 1:
        return small
    count = bracket_count(min_gap=threshold)
    private = count * 256 * (1 + math.log(arms - 1)) / epsilon
    return small + corollary_8_i(arms=arms, min_gap=threshold) + private


def theorem_10_rounds(*, arms: int, min_gap: float, epsilon: float) -> int:
    """Return floor(m*), m* = ln(K) / (10 ε Δ): rounds over which Theorem 10 counts regret.

    The printed m* is not an integer. Below 1 the theorem's argument has no round left; the first
    round, played before any reward is seen, then gives (1 - 1/K) Δ on some instance.
    """
    check_positive(epsilon=epsilon)
    _check_actions(arms=arms, min_gap=min_gap)
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


def _check_actions(*, arms: int, min_gap: float = 1.0) -> None:
    if isinstance(arms, bool) or not isinstance(arms, (int, np.integer)):
        raise TypeError(f"arms: {arms!r}; allowed: an integer")
    if arms < 2:
        raise ValueError(f"arms: {arms!r}; allowed: >= 2")
    if not 0 < min_gap <= 1:
        raise ValueError(f"min_gap: {min_gap!r}; allowed: in (0, 1]")


def _positive_gaps(gaps: Floats) -> Floats:
    if gaps.ndim != 1 or not np.all((gaps >= 0) & (gaps <= 1)) or not np.any(gaps > 0):
        raise ValueError(f"gaps: {gaps!r}; allowed: one for each action in [0, 1], not 0 for all")
    return gaps[gaps > 0]
