"""Equations (43) and (44) in Lemma 12: the noise of Hybrid-UCB's mean stays within its width.

Notation: b = 2/ε = 1/(0.5ε). After h pulls of an arm, r = floor(log2 h) arrays give Lap(b) each and
the tree up to r nodes of Lap(r b). The width for the noise is 6√8 log(t) L / ε in sums, that is
3√8 log(t) L b, with L = floor(log2(h + 1)); (43) is the case h = ω^(s-1) = 2^s - 1, L = s.
"""

import math

import numpy as np

from bandit_replications.inference.checks import Check, at_most, erratum

WIDTH = 3 * math.sqrt(8)
"""Coefficient of log2(t) L b in the width for the noise."""


@erratum("noise-width-split")
def split_43(*, index: int = 9, rounds: int = 2**9) -> Check:
    """(43), second inequality, exactly: P{F + B >= c} <= P{F >= c} + P{B >= c} is false.

    F is the sum of m = s - 1 variables Lap(b), B the root's Lap(m b), c = 3√8 log2(t) s b. In units
    of b, divide by P{B >= c} = exp(-c/m)/2. The left side is at least
    E[exp(F/m); F < c] >= (1 - 1/m²)^-m - R, the right side at most 1 + R', where, for h = 1/2,
    R = exp(-(h - 1/m) c) (1 - h²)^-m and R' = 2 R by Markov's inequality. For m = 8 and every
    possible t >= 2^9 - 1: 1.134 against 1.000. In general about 1 + 1/m for m >= 3.
    Only the step fails: Fact 2 applied once to all of the noise bounds the left side of (43).
    """
    m, h = index - 1, 0.5
    c = WIDTH * math.log2(rounds) * index
    rest = math.exp(-(h - 1 / m) * c) * (1 - h**2) ** -m
    return at_most(
        f"(43): P{{F + B >= c}} and P{{F >= c}} + P{{B >= c}}, over P{{B >= c}}, s = {index}",
        (1 - 1 / m**2) ** -m - rest,
        1 + 2 * rest,
    )


def noise_probability_44(*, width_factor: float = 1.0, extra_levels: int = 1) -> Check:
    """(44): the noise alone exceeds the width with probability at most 2 t^-4, for all h and t > h.

    Markov's inequality, for r arrays and p = r nodes: a bound on t⁴ P for r up to 12 and every t.
    Of the exponents only those are taken for which the bound falls with t, so that t = 2^r + 1 is
    the worst. Nodes have noise for r + 1 levels, the private repair; `extra_levels` = 0 is the
    printed noise. From r = 13 on Fact 2 shows as much: its conditions are 1.5 r / ln 2 > 2 (r + 1)
    and 2.25 r / ln 2 > 3 r > 1/r + (1 + 1/r)² r.
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
