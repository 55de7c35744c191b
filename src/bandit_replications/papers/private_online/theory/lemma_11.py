"""Lemma 11 (Appendix C): a sub-optimal arm is hardly pulled beyond its critical array.

Notation: array r = 1, 2, … of an arm has 2^r slots, array 0 is the initial pull; arrays 1..s have
ω^(s) = 2^(s+1) - 2 slots; θ is the index of the array with the arm's last observation; log is base
2, ln natural; T is the horizon.
Steps without a function are lines of algebra, given with the claims and in the notebook; (26) is
(23) treated as (22) is in (25).
"""

import math

import numpy as np

from bandit_replications.bandits.laplace import laplace_sum_tail
from bandit_replications.inference.checks import Check, at_most, below
from bandit_replications.papers.private_online.theory.bounds import (
    lazy_critical_array,
    lemma_11_tail,
)
from bandit_replications.papers.private_online.theory.grids import erratum, worst_case

GAPS = np.array([0.01, 0.05, 0.1, 0.25, 0.5, 0.6, 1.0])
EPSILONS = np.array([0.01, 0.1, 0.25, 0.5, 1, 8, 64, 128])
HORIZONS = 2 ** np.arange(1, 41)


@erratum("lemma-11-chain")
def chain_lemma_11(
    *, gap: float = 0.05, epsilon: float = 0.5, horizon: int = 2**22, repaired: bool = False
) -> tuple[Check, Check]:
    """Lemma 11, first chain: log(x) <= 2^d <= 2 log(x), x = 24 ln(T) / (Δ min(Δ, ε)).

    The logarithms are one too many: d = ceil(log x) gives x <= 2^d <= 2x. As printed the upper
    half fails for every T >= 2, as x >= 24 ln 2 > 16 and x > 2 log2(x) beyond 4. (27) uses the
    correct lower half.
    """
    x = 24 * math.log(horizon) / (gap * min(gap, epsilon))
    middle = 2.0 ** int(lazy_critical_array(gap=gap, epsilon=epsilon, horizon=horizon))
    bound = x if repaired else math.log2(x)
    return (
        at_most("Lemma 11: lower half of the chain", bound, middle),
        at_most("Lemma 11: upper half of the chain", middle, 2 * bound),
    )


def event_25(*, noise_factor: float = 1.0) -> Check:
    """(25), (26): an index is off by both widths with probability at most t^-3 + t^-6.

    True: Fact 1 for the noise (t^-3, in fact half of it) and Hoeffding for the mean: with rewards
    in [0, 1], exp(-2 n · 3 ln(t) / n) = t^-6. Exact probabilities for Bernoulli rewards, worst
    over n, t, ε and the mean. `noise_factor` multiplies the scale of the noise.
    """
    left, right = [], []
    for n in (32, 64, 128):
        for mean in (0.1, 0.5, 0.9):
            for t in (2, 8, 64, 512):
                for epsilon in (0.1, 1.0, 8.0):
                    excess = math.sqrt(3 * n * math.log(t)) + 3 * math.log(t) / epsilon
                    left.append(_exceeds(n, mean, epsilon / noise_factor, excess))
                    right.append(t**-3.0 + t**-6.0)
    return worst_case("(25): exact probability", left, "<=", right)


def contradiction_27(*, constant: float = 24.0) -> Check:
    """(27): with 2^(s-1) >= 24 ln(T) / (Δ min(Δ, ε)) both widths sum to less than Δ/2.

    True: their sum over Δ is at most sqrt(3 m / 24) + 3 m' / 24 with m = min(1, ε/Δ) and
    m' = min(Δ/ε, 1), so 0.4786 at worst, where Δ = ε. Any constant above 22.4 would do.
    """
    ratio = np.append(EPSILONS[:, None] / GAPS, 1.0)
    widths = np.sqrt(3 / constant * np.minimum(1, ratio))
    widths += 3 / constant * np.minimum(1, 1 / ratio)
    return worst_case("(27): both widths over Δ", widths, "<", 0.5)


@erratum("sum-integral-limit")
def integral_28(*, first: int = 62, last: int = 2**20, repaired: bool = False) -> Check:
    """(28): the sum of t^-2 from a to T against its integral from a to T.

    As printed false: t^-2 decreases, so the sum is more than the integral from a to T + 1. The
    integral must start at a - 1 (1/61 for 1/62): Lemma 11 keeps its O(1).
    """
    t = np.arange(first, last + 1, dtype=np.float64)
    start = first - 1 if repaired else first
    return at_most(
        f"(28): sum of t^-2 over {first}..{last} against its integral from {start}",
        float(np.sum(t**-2)),
        1 / start - 1 / last,
    )


def constant_lemma_11(*, horizon: int = 2**200) -> Check:
    """Lemma 11: the sum over s of P{θ = s} ω^(s), which (19) bounds by O(log T), is below 0.46.

    Each term is O(log ω / ω), not only O(1), because it decays with s. The terms are positive: the
    sum grows with T and falls with d_j >= 5 and K >= 2. Beyond T = 2^R it grows by less than
    8 R 2^-R, as 2 (t^-3 + t^-6) log2 t is summed from max(2^s, 2^R) on: nothing at R = 200. So
    E[O_j(T)] <= ω^(d_j) + 1.46 < ω^(d_j) + 2.
    """
    return below(
        "Lemma 11: sum over s of P{θ = s} ω^(s)",
        lemma_11_tail(critical=5, arms=2, horizon=horizon),
        0.46,
    )


def _exceeds(n: int, mean: float, epsilon: float, excess: float) -> float:
    """Return P{Binomial(n, mean) + Lap(1/ε) >= n mean + excess} exactly."""
    successes = np.arange(n + 1)
    logs = [math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1) for k in successes]
    weights = np.exp(logs + successes * math.log(mean) + (n - successes) * math.log(1 - mean))
    needed = epsilon * (n * mean + excess - successes)
    tails = [laplace_sum_tail(count=1, threshold=abs(x)) for x in needed]
    return float(np.sum(weights * np.where(needed >= 0, tails, 1 - np.array(tails))))
