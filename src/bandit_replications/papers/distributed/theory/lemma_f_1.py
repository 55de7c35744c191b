"""Lemma F.1 and the sketch of Section 4.3: errors of DELB's estimate, actions that stay."""

import math

from scipy.stats import binom, norm

from bandit_replications.inference.checks import Check, at_most, erratum
from bandit_replications.papers.distributed.theory import bounds

DIMENSION, DROPPED_IN = 3, 2


@erratum("eliminated-actions")
def eliminated_action(*, angle: float = 0.01, total: float = 1e8) -> Check:
    """Lemma F.1 is for all x of 𝒟, but the design knows only actions that are alive.

    d = 3, θ* = e1, actions e1, e2, e3 and a = (cos φ, sin φ, 0) with φ = 0.01, noise ±1, MT = 10^8;
    g is taken over A_l, as in Section 4.1. The gaps of e2 and e3 are 1, that of a is below 2^-11.
    In phases 1 and 2 errors at actions that are alive have proxy 2d/n_l at most: but for
    probability 16 exp(-n_l 4^-l/(64 d)) all are below 2^-l/4, so that e2 and e3 are gone after
    phase 2, and e1 and a stay. In phase 3 g(π) <= 2d gives each of the two n/(2d) pulls at least,
    both n + 2 at most. The error at e2 is (η_a - cos φ η_1)/sin φ, η the average noises: of
    deviation (1 + cos φ)/(sin φ sqrt(n + 2)) at least, by Cauchy and Schwarz, and normal up to what
    Berry and Esseen allow (constant 0.56, shares of 2d/n at most). Left: a lower bound on the
    probability that it exceeds 2^-3, for every π that is allowed. Right: 1/(MT).
    """
    size = bounds.C1 * DIMENSION**2 * math.log(total)  # n_l/4^l
    phase = DROPPED_IN + 1
    pulls, width = size * 4**phase, 1 + math.cos(angle)
    tails = 2 * norm.sf(2.0**-phase * math.sin(angle) * math.sqrt(pulls + 2) / width)
    not_normal = 2 * 0.56 * (2 * DIMENSION / pulls) * math.sqrt(pulls + 2) / width
    not_so_far = 16 * math.exp(-size / (64 * DIMENSION))
    return at_most(
        (
            f"P{{error at a dropped e2 exceeds 2^-l}}, at least; d = {DIMENSION}, l = {phase}, φ = "
            f"{angle:g}, MT = {total:g}, against 1/(MT)"
        ),
        max(0.0, (float(tails) - not_normal) * (1 - not_so_far)),
        1 / total,
    )


@erratum("estimate-norm")
def far_estimate(*, angle: float = 1e-4, pulls: int = 10**6) -> Check:
    """Lemma F.1 ends with ‖θ̂ - θ*‖ ‖x - x̄‖ <= 2^(-l-1): that needs ‖θ̂ - θ*‖ <= 2.

    The same two actions, each pulled n times with noise ±1. Their averages' errors differ by more
    than 2 sin φ almost always, and then ‖θ̂ - θ*‖ > 2. Left: the probability of that, the difference
    of the averages being (Bin(2n, 1/2) - n)/(n/2) up to 1 - cos φ; right: 1/(TM) <= 1/(2n).
    """
    room = 2 * math.sin(angle) + (1 - math.cos(angle))
    limit = math.floor(room * pulls / 2)
    inside = binom.cdf(pulls + limit, 2 * pulls, 0.5) - binom.cdf(pulls - limit - 1, 2 * pulls, 0.5)
    return at_most(
        "P{‖θ̂ - θ*‖ > 2} with actions 1e-4 apart, a million pulls each",
        float(1 - inside),
        1 / (2 * pulls),
    )


@erratum("sketch-gap")
def gap_in_phase_2(*, gap: float = 1.001, total: float = 1e8) -> Check:
    """Section 4.3's sketch: what is pulled in phase l has a gap of at most 2^(-l+2).

    d = 3, θ* = e1, actions e1, e3 and x of gap 1.001, orthogonal to e3: the optimal design of phase
    1 pulls each m times, and x is kept if its average is within 1 of the best, e1's (e3's is not,
    but for a probability below 1e-100). Then phase 2 must pull it, to span. The averages'
    difference is 1.001 and (2 Bin(2m, 1/2) - 2m)/m. Left: P{x is kept}; right: 1/(MT).
    """
    pulls = math.ceil(bounds.C1 * 4 * 9 * math.log(total) / 3)
    limit = math.floor(pulls - pulls * (gap - 1) / 2)
    return at_most(
        f"P{{an action of gap {gap:g} is pulled in phase 2}}, MT = {total:g}, against 1/(MT)",
        float(binom.cdf(limit, 2 * pulls, 0.5)),
        1 / total,
    )
