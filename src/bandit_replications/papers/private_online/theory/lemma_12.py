"""Lemma 12 (Appendix E.3.2): Lemma 11 for Hybrid-UCB, all but its noise (see equation 43).

Notation: ω^(s) = 2^(s+1) - 1 slots up to array s, the initial pull being array 0; θ is the index of
the tree with the arm's last observation; log is base 2, ln natural; T is the horizon.
Steps without a function: (40) to (42) follow from Ψ as (22) to (24) do.
"""

import math

import numpy as np

from bandit_replications.inference.checks import Check, at_most, below, equal
from bandit_replications.papers.private_online.theory.bounds import lemma_12_tail
from bandit_replications.papers.private_online.theory.grids import erratum, worst_case
from bandit_replications.papers.private_online.theory.lemma_11 import EPSILONS, GAPS, HORIZONS


def first_round_39(*, arms: int = 5, offset: int = 0) -> tuple[Check, Check]:
    """(39): t starts at ω^(s-1) + K, and floor(log2(ω^(s-1) + 1)) is s. Both true.

    θ = s needs ω^(s-1) pulls of the arm, one of each other arm, and one more round.
    """
    s = np.arange(1, 40, dtype=np.float64)
    slots = 2**s - 1
    return (
        worst_case(
            "(39): start of the range of t against the first possible round",
            slots + arms + offset,
            "<=",
            slots + (arms - 1) + 1,
        ),
        equal(
            "(39): floor(log2(ω^(s-1) + 1)) - s, largest deviation",
            float(np.max(np.abs(np.floor(np.log2(slots + 1)) - s))),
            0.0,
        ),
    )


def mean_width_45(*, constant: float = 256.0) -> Check:
    """(45): sqrt(3 log(t) / ω^(s-1)) < sqrt(3/256) Δ = √3 Δ / 16.

    True: ω^(s-1) > 2^(s-1) >= 2^d >= 256 log(T) / Δ² for s >= d + 1.
    """
    return at_most("(45): width for the mean over Δ", math.sqrt(3 / constant), math.sqrt(3) / 16)


def decreasing_46(*, start: float = 2.0) -> Check:
    """(46): f(x) = x / 2^x decreases for x >= 2. True; f' < 0 exactly where x > 1/ln 2 = 1.44."""
    x = np.linspace(start, 40, 4001)
    return worst_case("(46): slope factor x ln 2 against 1", x * math.log(2), ">", 1.0)


def product_46() -> Check:
    """(46): log(y log y) <= 2 log(y). True for y > 1: log2(y) <= y, worst at y = 1/ln 2 and e."""
    y = 2.0 ** np.linspace(0.001, 60, 60001)
    return worst_case("(46): log y against y", np.log2(y), "<=", y)


@erratum("decreasing-function-domain")
def domain_46(*, y: float = 1.56, index: int = 9) -> Check:
    """(46): s/2^s < z/2^z with z = log(y log y), y = 256 log(T) / (εΔ), needs z not near 0.

    f is used on [z, s], so z >= 2 is needed (z >= 1 suffices, as f(1) = f(2)): y >= 2, that is
    εΔ <= 128 log T. For larger ε the step fails (y = 1.56, s = 9; z is negative or undefined for
    still smaller y). The ends of (46) hold all the same: s/2^s <= 9/512 < 2/y for y < 2.
    """
    z = math.log2(y * math.log2(y))
    return below(
        f"(46): s/2^s < z/2^z at y = {y}, z = {z:.3g}, s = {index}", index / 2**index, z / 2**z
    )


def noise_width_47(*, constant: float = 256.0) -> tuple[Check, Check]:
    """(47): 12√8 log(T)/ε · s/2^s <= 3√2 Δ/16 = 0.265 Δ, and with (45) less than Δ/2.

    True: 12√8/128 = 3√2/16 from (46), and √3/16 + 3√2/16 = 0.373. Where (46) is out of its domain,
    s >= 9 and log(T)/ε < 2Δ/256 make it 0.005 Δ. Computed with the actual ceiling at s = d + 1,
    over gaps, ε and T, ε up to 10^5.
    """
    gap = GAPS[:, None, None]
    epsilon = np.append(EPSILONS, [1e3, 1e4, 1e5])[:, None]
    log_t = np.log2(HORIZONS)
    y = constant * log_t / (epsilon * gap)
    needed = np.maximum(constant * log_t / gap**2, y * np.log2(y))
    s = np.ceil(np.log2(needed)) + 1
    noise = 12 * math.sqrt(8) * log_t / epsilon * s / 2**s / gap
    mean = np.sqrt(3 * log_t / 2 ** (s - 1)) / gap
    return (
        worst_case("(47): width for the noise over Δ", noise, "<=", 3 * math.sqrt(2) / 16),
        worst_case("(42): both widths over Δ", noise + mean, "<", 0.5),
    )


def ratio_48(*, claimed: float = 4.0) -> Check:
    """(48): ω^(s) / ω^(s-1) = (2^(s+1) - 1) / (2^s - 1) <= 4. True, in fact <= 3 for s >= 1."""
    s = np.arange(1, 60, dtype=np.float64)
    return worst_case("(48): ratio of successive ω", 2 ** (s + 1) - 1, "<=", claimed * (2**s - 1))


def sum_48(*, first: int = 511, last: int = 2**18) -> Check:
    """(48): t - 1 terms of O(t^-4), summed from t = ω^(s-1), are O(1/ω^(s-1)). True, with room.

    The sum of (t - 1) t^-4 is about 1/(2 ω²).
    """
    t = np.arange(first, last, dtype=np.float64)
    return at_most("(48): sum of (t - 1) t^-4", float(np.sum((t - 1) * t**-4)), 1 / first)


def constant_lemma_12(*, horizon: int = 2**40) -> Check:
    """Lemma 12: the sum over s of P{θ = s} ω^(s) is below 0.016 (worst case d_j = 8, K = 2)."""
    return below(
        "Lemma 12: sum over s of P{θ = s} ω^(s)",
        lemma_12_tail(critical=8, arms=2, horizon=horizon),
        0.016,
    )
