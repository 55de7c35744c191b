"""Theorem 3 (Appendices E and F) and Section 4: DELB."""

import math

import numpy as np
from scipy.stats import binom

from bandit_replications.inference.checks import Check, at_least, at_most
from bandit_replications.papers.distributed.algorithms import delb_phases
from bandit_replications.papers.distributed.theory import bounds
from bandit_replications.papers.distributed.theory.printed import printed


@printed("small-dimensions")
def printed_support(*, dimension: int = 2) -> Check:
    """Protocol 2: a design of support at most 48 d log log d. At d = 2 that is -35, d is needed."""
    return at_least(
        f"48 d log log d at d = {dimension}, against d",
        48 * dimension * math.log(math.log(dimension)),
        dimension,
    )


SMALL_SUPPORT = 154  # the last d at which 48 d log log d is at least d(d + 1)/2


def feasible_support(*, least: int = 3, most: int = SMALL_SUPPORT) -> Check:
    """For 3 <= d <= 154 it is feasible: at least d(d + 1)/2, an optimal design's support.

    Left: the least ratio. Beyond see `cited_support`.
    """
    return at_least(
        f"48 d log log d over d(d + 1)/2, least for d from {least} to {most}",
        min(96 * math.log(math.log(d)) / (d + 1) for d in range(least, most + 1)),
        1.0,
    )


def cited_support(*, least: int = SMALL_SUPPORT + 1) -> Check:
    """Beyond, a cited theorem: 4 d log log d + 16 points have g <= 2d (Todd, Proposition 3.17).

    Left: 48 d log log d over that, at d = 155; it grows with d.
    """
    size = least * math.log(math.log(least))
    return at_least(
        f"48 d log log d over 4 d log log d + 16, d = {least}", 48 * size / (4 * size + 16), 1.0
    )


def repaired_support() -> Check:
    """48 d max(1, log log d) is at least d(d + 1)/2 for d = 1, 2 too."""
    return at_least(
        f"repaired support over d(d + 1)/2, least for d up to {SMALL_SUPPORT}",
        min(
            2 * bounds.support_limit(dimension=d) / (d * (d + 1))
            for d in range(1, SMALL_SUPPORT + 1)
        ),
        1.0,
    )


@printed("support-without-48")
def support_of_appendix_e(*, dimension: int = 3) -> Check:
    """Appendix E says d log log d, without 48: fewer than d points for d below 16."""
    return at_least(
        "d log log d at d = 3, against d", dimension * math.log(math.log(dimension)), dimension
    )


@printed("small-dimensions")
def fact_2_in_small_dimensions(*, dimension: int = 2) -> Check:
    """Fact 2 at d = 2: the upper bound, ξ + C1 4^l d² log(MT), is below the lower one, as ξ < 0.

    Left: their difference, ξ; right: 0.
    """
    return at_least(
        f"Fact 2: upper bound minus lower bound at d = {dimension}",
        48 * dimension * math.log(math.log(dimension)),
        0.0,
    )


@printed("sketch-gap")
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


@printed("unfinished-phase")
def unfinished_phase(*, agents: int = 16, horizon: int = 1000) -> Check:
    """Theorem 3's sum ends with the last finished phase; the unfinished one may cost more.

    Actions e1, e2 and e3, θ* = e1: with g(π) <= 2d the design of phase 1 gives each a sixth of the
    pulls at least. At MT = 16000 no phase is finished (L = 0) and the printed sum leaves δ · 2MT =
    4 log(MT). Left: MT/3.
    """
    total = agents * horizon
    return at_most(
        "Theorem 3: regret while phase 1 lasts, MT = 16000, against the sum over L = 0 phases",
        total / 3,
        4 * math.log(total),
    )


def segment_count(*, supports: int = 40, agents: int = 16, seed: int = 5) -> Check:
    """Communication: Appendix E's assignment makes at most 2 ξ + M segments. Random pulls.

    Left: the most segments of 200 phases, infinite if some pull is not assigned.
    """
    generator = np.random.default_rng(seed)
    worst = 0.0
    for _ in range(200):
        pulls = np.ceil(generator.dirichlet(np.full(supports, 0.3)) * 1e4).astype(np.int64) + 1
        found = delb_phases.assign(pulls, agents=agents)
        assigned = np.bincount(found.positions, weights=found.lengths, minlength=supports)
        worst = max(worst, len(found.lengths) if np.array_equal(assigned, pulls) else math.inf)
    return at_most(
        "segments of Appendix E's assignment, largest of 200, against 2 ξ + M",
        worst,
        2 * supports + agents,
    )
