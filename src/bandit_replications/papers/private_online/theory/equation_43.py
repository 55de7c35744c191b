"""Equations (43) and (44) in Lemma 12: the noise of Hybrid-UCB's mean stays within its width.

Notation: b = 2/ε = 1/(0.5ε). After h pulls of an arm, r = floor(log2 h) arrays give Lap(b) each and
the tree up to r nodes of Lap(r b). The width for the noise is 6√8 log(t) L / ε in sums, that is
3√8 log(t) L b, with L = floor(log2(h + 1)); (43) is the case h = ω^(s-1) = 2^s - 1, L = s.
"""

import math

import numpy as np

from bandit_replications.bandits.laplace import laplace_sum_tail
from bandit_replications.inference.checks import Check, at_most
from bandit_replications.papers.private_online.theory.grids import erratum, worst_case

WIDTH = 3 * math.sqrt(8)
"""Coefficient of log2(t) L b in the width for the noise."""


@erratum("noise-width-split")
def halves_43() -> Check:
    """(43), second inequality: the width for the noise is split between arrays and tree.

    The whole is 6√8 log(t) s / ε, yet each half is given 3√8 log(t) s / (0.5ε), which is the whole
    again: both together may stay below their printed thresholds while their sum exceeds the width.
    Coefficients of log(t) s / ε.
    """
    return at_most(
        "(43): sum of the two thresholds against the width", 2 * WIDTH / 0.5, 6 * math.sqrt(8)
    )


@erratum("noise-width-split")
def split_43(*, index: int = 9, rounds: int = 2**9) -> Check:
    """(43), second inequality, exactly: P{F + B >= c} <= P{F >= c} + P{B >= c} is false.

    F is the sum of m = s - 1 variables Lap(b), B the root's Lap(m b), c = 3√8 log2(t) s b. In units
    of b, divide by P{B >= c} = exp(-c/m)/2. The left side is at least
    E[exp(F/m); F < c] >= (1 - 1/m²)^-m - R, the right side at most 1 + R', where, for h = 1/2,
    R = exp(-(h - 1/m) c) (1 - h²)^-m and R' = 2 R by Markov's inequality. For m = 8 and every
    possible t >= 2^9 - 1: 1.134 against 1.000. In general about 1 + 1/m for m >= 3.
    Only the step fails: see whole_noise_43.
    """
    m, h = index - 1, 0.5
    c = WIDTH * math.log2(rounds) * index
    rest = math.exp(-(h - 1 / m) * c) * (1 - h**2) ** -m
    return at_most(
        f"(43): P{{F + B >= c}} and P{{F >= c}} + P{{B >= c}}, over P{{B >= c}}, s = {index}",
        (1 - 1 / m**2) ** -m - rest,
        1 + 2 * rest,
    )


def split_43_two_arrays(*, rounds: int = 8) -> Check:
    """(43), second inequality at s = 2 by closed forms: two Lap(b) against one and one.

    P{F + B >= c} = (2 + c) exp(-c) / 4 exceeds P{F >= c} + P{B >= c} = exp(-c) once c > 2.
    """
    c = WIDTH * math.log2(rounds) * 2
    return at_most(
        "(43): exact probabilities at s = 2",
        laplace_sum_tail(count=2, threshold=c),
        2 * laplace_sum_tail(count=1, threshold=c),
    )


def chi_43(*, smallest: int = 9, share: float = 1.0) -> tuple[Check, Check, Check]:
    """(43), the two choices of χ, given the printed thresholds, against Fact 2's condition.

    With q = sqrt(ln t), arrays (s - 1 of Lap(b)): χ = 2.16 q (s-1) b > b max(sqrt(s-1), 2q). Tree
    (at most s - 1 nodes of Lap((s-1) b)): χ > (s-1) b max(sqrt(s-1), 2q). Both true for s >= 2
    and t >= 2^s - 1, as is s - 1 < log(2^s - 1) <= log(t) < ln(t⁴), "<" where the enlarged sum does
    not start yet. At s = 1 the chain reads 0 < 0, but s >= 9 here.
    `share` = 1/2 gives each term half of the width, as a split must: then the tree's fails, as
    1.08 q is below 2q. Halving the thresholds does not repair the printed split.
    `smallest` is the smallest s, >= 2.
    """
    s = np.arange(smallest, 41, dtype=np.float64)
    ln_t = np.log(2**s - 1)
    chi = share * 3 * ln_t / math.log(2) * (s - 1) / (2 * np.sqrt(ln_t))
    needed = np.maximum(np.sqrt(s - 1), 2 * np.sqrt(ln_t))
    return (
        worst_case("(43): χ of the arrays over b", chi, ">", needed),
        worst_case("(43): χ of the tree over b", chi, ">", (s - 1) * needed),
        worst_case("(43): s - 1 < log(2^s - 1)", s - 1, "<", np.log2(2**s - 1)),
    )


def whole_noise_43(*, share: float = 1.0, extra_levels: int = 0) -> tuple[Check, Check]:
    """(43), (44) repaired: the concentration behind Fact 2 applied once to all of the noise.

    It allows unequal scales (see fact_2_condition). With q = sqrt(ln t) and δ = 2/t⁴ the width
    3√8 log(t) r b is ν sqrt(8 ln(2/δ)) for ν = 2.16 q r b. That needs ν > r b sqrt(ln t⁴), which is
    2 q r b, and ν² >= Σ b_i² = (r + p r²) b², p <= r. Both hold for r >= 1 and t > h >= 2^r, so
    every constant of the appendix stays and each of (43) and (44) is at most t^-8 + 2 t^-4.
    (h = 1: one Lap(b) and L = 1. A full tree: L = r + 1 and one node; both easier.)
    `share` scales the width; `extra_levels` = 1 is the private repair of the tree's noise, for
    which these sufficient conditions fail at small r, but see noise_probability_44.
    """
    r = np.arange(1, 61, dtype=np.float64)
    ln_t = np.log(2**r + 1)
    nu = share * 1.5 / math.log(2) * np.sqrt(ln_t) * r
    scale = r + extra_levels
    return (
        worst_case(
            "(43): ν against its largest scale times sqrt(ln t⁴)",
            nu,
            ">",
            2 * np.sqrt(ln_t) * scale,
        ),
        worst_case("(43): ν² against the sum of squared scales", nu**2, ">", r + r * scale**2),
    )


def noise_probability_44(*, width_factor: float = 1.0, extra_levels: int = 0) -> Check:
    """(44): the noise alone exceeds the width with probability at most 2 t^-4, for all h and t > h.

    Markov's inequality, for r arrays and p = r nodes: a bound on t⁴ P for r up to 12 and every t.
    Of the exponents only those are taken for which the bound falls with t, so that t = 2^r + 1 is
    the worst. From r = 13 on the two conditions of `whole_noise_43` hold, with r + 1 levels
    (`extra_levels` = 1, the private repair) too: 1.5 r / ln 2 > 2 (r + 1), and
    2.25 r / ln 2 > 3 r > 1/r + (1 + 1/r)² r.
    So Theorem 5's regret survives that repair with unchanged width, hence with the same d_j and
    the same explicit bound.
    """
    exponents = np.linspace(0.005, 0.999, 400)
    bounds = []
    for r in range(1, 13):
        scale = r + extra_levels
        ln_t = math.log(2.0**r + 1)
        c = width_factor * WIDTH / math.log(2) * r  # times ln t is the width over b
        slope = 4 - exponents / scale * c
        arrays = -r * np.log1p(-((exponents / scale) ** 2))
        nodes = -r * np.log1p(-(exponents**2))
        logarithm = arrays + nodes + slope * ln_t
        bounds.append(np.min(logarithm[slope <= 0], initial=math.inf))
    return at_most("(44): largest t⁴ P{noise exceeds its width}, bound", math.exp(max(bounds)), 2.0)
