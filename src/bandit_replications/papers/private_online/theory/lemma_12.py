"""Lemma 12 (Appendix E.3.2): Lemma 11 for Hybrid-UCB, all but its noise (see equation 43).

Notation: ω^(s) = 2^(s+1) - 1 slots up to array s, the initial pull being array 0; θ is the index of
the tree with the arm's last observation; log is base 2, ln natural; T is the horizon.
Steps without a function are lines of algebra, given with the claims and in the notebook; (40) to
(42) follow from Ψ as (22) to (24) do.
"""

import math

import numpy as np

from bandit_replications.inference.checks import Check, below
from bandit_replications.papers.private_online.theory.bounds import lemma_12_tail
from bandit_replications.papers.private_online.theory.grids import erratum, worst_case
from bandit_replications.papers.private_online.theory.lemma_11 import EPSILONS, GAPS, HORIZONS


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


def constant_lemma_12(*, horizon: int = 2**120) -> Check:
    """Lemma 12: the sum over s of P{θ = s} ω^(s) is below 0.016.

    As in Lemma 11 it grows with T and falls with d_j >= 8 and K >= 2; beyond T = 2^120 it grows by
    less than 2^-100.
    """
    return below(
        "Lemma 12: sum over s of P{θ = s} ω^(s)",
        lemma_12_tail(critical=8, arms=2, horizon=horizon),
        0.016,
    )
