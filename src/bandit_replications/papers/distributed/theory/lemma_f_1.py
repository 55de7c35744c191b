"""Lemmas F.1 to F.3: errors of DELB's estimate, and which actions outlive a phase."""

import math

import numpy as np
from scipy.stats import binom, norm

from bandit_replications.inference.checks import Check, above, at_least, at_most, equal
from bandit_replications.papers.distributed.theory import bounds
from bandit_replications.papers.distributed.theory.printed import printed


def _printed_sum(dimension: int) -> float:
    """Return log 2 + 1 + d log 3 + 2 d log 2 + d/2, the numerator of Lemma F.1's union bound."""
    return math.log(2) + 1 + dimension * (math.log(3) + 2 * math.log(2) + 0.5)


def printed_constant_600(*, most: int = 100) -> Check:
    """Lemma F.1: (log 2 + 1 + d log 3 + 2 d log 2 + d/2)/(300 d) <= 1/64: at d = 1 by 0.2%."""
    worst = max(_printed_sum(d) / (300 * d) for d in range(1, most + 1))
    return at_most("Lemma F.1: largest of the printed sums over d, against 1/64", worst, 1 / 64)


def covering_number(*, dimension: int = 2, level: int = 1, seed: int = 3) -> Check:
    """Lemma F.1: 3^d 2^(d(l+2)) points of the set cover it within 2^(-l-2). Greedy, a disc."""
    generator = np.random.default_rng(seed)
    points = generator.normal(size=(20_000, dimension))
    points /= np.linalg.norm(points, axis=1, keepdims=True)
    points *= np.sqrt(generator.random((20_000, 1)))
    centres = 0
    while len(points):
        centres += 1
        points = points[np.linalg.norm(points - points[0], axis=1) > 2.0 ** (-level - 2)]
    return at_most(
        "Lemma F.1: points that cover the disc within 2^(-l-2), l = 1, against 3^d 2^(d(l+2))",
        centres,
        3**dimension * 2 ** (dimension * (level + 2)),
    )


DIMENSION, DROPPED_IN = 3, 2
TOTAL = 1e8


def _size_of_phases(total: float) -> float:
    """Return n_l/4^l = C1 d² log(MT) at d = 3, the least d at which Protocol 2 has a design."""
    return bounds.C1 * DIMENSION**2 * math.log(total)


@printed("eliminated-actions")
def eliminated_action(*, angle: float = 0.01, total: float = TOTAL) -> Check:
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
    size, phase = _size_of_phases(total), DROPPED_IN + 1
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


def least_total() -> Check:
    """The size from which this is proved: phases 1 to 3 fit into MT pulls, with their roundings.

    Left: the least MT, in steps of 1%, right: the pulls of three phases.
    """
    total = 1e6
    while (pulls := 84 * _size_of_phases(total) + 12) > total:
        total *= 1.01
    return at_least("least MT at which phase 3 ends, d = 3, against the pulls", total, pulls)


def design_over_all(*, angle: float = 0.01) -> Check:
    """With g over all of 𝒟, as Section 4.2 defines it, the instance's phase 3 has no design.

    A π on {e1, a} has g(π) >= ((1 + cos φ)/sin φ)², the least variance at e2. Left: that, right:
    the 2d that Protocol 2 asks for: where it finds a π, no action of 𝒟 is far from those alive.
    """
    return above(
        f"least g(π) over 𝒟 with e1 and a alive, φ = {angle:g}, against 2d",
        ((1 + math.cos(angle)) / math.sin(angle)) ** 2,
        2.0 * DIMENSION,
    )


@printed("estimate-norm")
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


def repaired(*, constant: float = bounds.C1) -> Check:
    """Repair: ‖θ̂ - θ*‖ in the norm of V_l, over a net of its unit sphere, for actions alive.

    |⟨θ̂ - θ*, x⟩| <= ‖x‖ ‖θ̂ - θ*‖_V, and with probability 1 - 1/(MT) ‖θ̂ - θ*‖_V² <= 8 (d log 6 +
    log(MT)) (Lattimore and Szepesvári, (20.3)). Left: the largest squared error in units of 4^-l,
    16 (d log 6 + log(MT))/(C1 d log(MT)), over d and MT >= 3.
    """
    worst = max(
        16 * (d * math.log(6) + math.log(total)) / (constant * d * math.log(total))
        for d in (1, 2, 10, 1000)
        for total in (3, 10, 10**6, 10**15)
    )
    return at_most(
        f"Lemma F.1 repaired: largest squared error in units of 4^-l, C1 = {constant:g}", worst, 1.0
    )


def least_constant() -> float:
    """Return the least C1 for which the repair holds, see `repaired`."""
    return repaired(constant=1.0).left


@printed("elimination-probability")
def probability_misprint(*, total: int = 100) -> Check:
    """Lemma F.2: the chance to lose x* in a phase is "less than 1 - 1/(TM)"; 1/(TM) is meant.

    The union over log(MT) phases with the printed number: at MT = 100; right: log(MT)/(MT).
    """
    return at_most(
        "Lemma F.2: (1 - 1/(TM)) log(MT) at MT = 100, against log(MT)/(MT)",
        (1 - 1 / total) * math.log(total),
        math.log(total) / total,
    )


def loses_best(*, errors: float = 1.0) -> Check:
    """Lemma F.2: x* is dropped only if an error exceeds 2^-l.

    Protocol 2's rule on two actions of all gaps j/64, errors of both on a grid of [-2^-l, 2^-l],
    times `errors`. Left: the cases in which x* is dropped.
    """
    lost = 0
    for phase in range(1, 6):
        grid = errors * 2.0**-phase * np.arange(-4, 5) / 4
        gaps = np.arange(129) / 64
        ahead = grid[:, None, None] - gaps[None, :, None] - grid[None, None, :]
        lost += int(np.count_nonzero(ahead > 2.0 ** (-phase + 1)))
    return equal("Lemma F.2: cases in which x* is dropped, errors up to 2^-l", lost, 0)
