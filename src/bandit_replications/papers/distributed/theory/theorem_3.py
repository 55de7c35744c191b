"""Theorem 3 (Appendices E and F) and Section 4: DELB."""

import math

import numpy as np
from scipy.stats import binom

from bandit_replications.inference.checks import Check, at_least, at_most
from bandit_replications.papers.distributed.algorithms import delb_phases
from bandit_replications.papers.distributed.theory import bounds
from bandit_replications.papers.distributed.theory.printed import printed
from bandit_replications.papers.distributed.theory.settings import combinations


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


def pulls_of_a_phase(*, dimension: int = 10) -> tuple[Check, Check]:
    """Fact 2: C1 4^l d² log(MT) <= Σ m_l(x) <= ξ + C1 4^l d² log(MT): roundings add up to 1 each.

    Random weights on ξ = 48 d log log d points that add up to 10^5.
    """
    size, total = int(48 * dimension * math.log(math.log(dimension))), 1e5
    weights = np.random.default_rng(2).dirichlet(np.ones(size)) * total
    pulls = float(np.sum(np.ceil(weights)))
    return (
        at_least("Fact 2: pulls of a phase, against those without roundings", pulls, total),
        at_most("Fact 2: pulls of a phase, against those and the support", pulls, total + size),
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


def pulls_of_section_4_1(*, dimension: int = 10, phase: int = 3, delta: float = 1e-6) -> Check:
    """Section 4.1: O(4^l d log(1/δ) + d²) pulls: Σ ⌈π(x) g 4^l log(1/δ)⌉ with g = d.

    Each of at most d(d + 1)/2 points is rounded up once. Random weights on so many points. Left:
    the pulls over the expression.
    """
    points = dimension * (dimension + 1) // 2
    size = dimension * 4**phase * math.log(1 / delta)
    weights = np.random.default_rng(4).dirichlet(np.ones(points)) * size
    return at_most(
        "Section 4.1: pulls of a phase over 4^l d log(1/δ) + d²",
        float(np.sum(np.ceil(weights))) / (size + dimension**2),
        1.0,
    )


def _exceeds(*, pulls_factor: float, delta: float, phase: int) -> float:
    """Return P{error > 2^-l} with so many times 4^l log(1/δ) pulls, d = 1, noise ±1."""
    pulls = math.ceil(pulls_factor * 4**phase * math.log(1 / delta))
    return float(2 * binom.sf(math.floor(pulls * (1 + 2.0**-phase) / 2), pulls, 0.5))


def error_of_section_4_1(*, delta: float = 1 / 1600, phase: int = 6) -> Check:
    """Section 4.1: with π(x) g 4^l log(1/δ) pulls the error is at most 2^-l with high probability.

    No number is named: noise of variance 1/(4^l log(1/δ)) exceeds 2^-l with probability 2 sqrt(δ)
    at most, 5% for δ up to 1/1600. One action, noise ±1, exactly.
    """
    return at_most(
        f"P{{error > 2^-l}} with the printed pulls, d = 1, δ = {delta:g}, against 2 sqrt(δ) = 5%",
        _exceeds(pulls_factor=1.0, delta=delta, phase=phase),
        2 * math.sqrt(delta),
    )


def error_with_two(*, factor: float = 2.0) -> Check:
    """Twice the pulls, 2 π(x) g 4^l log(1/δ), are enough. Left: the largest ratio to 2 δ."""
    worst = max(
        _exceeds(pulls_factor=factor, delta=delta, phase=phase) / (2 * delta)
        for delta in (0.1, 1e-2, 1e-6, 1e-10)
        for phase in (1, 3, 6)
    )
    return at_most("P{error > 2^-l} over 2 δ with twice the pulls, largest", worst, 1.0)


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


def regret_form(*, dimension: int = 5, agents: int = 16) -> Check:
    """Theorem 3: with the last phase the bound is at most 33 sqrt(C1) d sqrt(MT log(MT)).

    Left: the largest ratio over T from 10^7 to 10^15.
    """
    ratios = []
    for power in range(7, 16):
        total = agents * 10**power
        bound = bounds.theorem_3_regret(dimension=dimension, agents=agents, horizon=10**power)
        ratios.append(bound / (dimension * math.sqrt(bounds.C1 * total * math.log(total))))
    return at_most("bound over sqrt(C1) d sqrt(MT log(MT)), largest", max(ratios), 33.0)


def log_total() -> Check:
    """log(MT) <= 2 log T for T > M."""
    return at_most(
        "log(MT)/log T at M = T - 1, largest",
        max(math.log((t - 1) * t) / math.log(t) for t in (3, 10, 10**6)),
        2.0,
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


def communication_form() -> Check:
    """Theorem 3: 3 (ξ + M) + M d a phase is at most 150 (M d + d max(1, log log d)). Ratio."""
    worst = 0.0
    for size in combinations(dimension=(1, 2, 5, 20, 100), agents=(1, 16, 1024)):
        support, vectors = (
            bounds.support_limit(dimension=size["dimension"]),
            math.prod(size.values()),
        )
        cost = 3 * (support + size["agents"]) + vectors
        worst = max(worst, cost / (vectors + support / 48))
    return at_most("cost of a phase over M d + d max(1, log log d), largest", worst, 150.0)


def leaves_phase_1(*, dimension: int = 10) -> Check:
    """When DELB can leave phase 1: MT must reach 2400 d² log(MT), at d = 10 about 3.6 million.

    Until then every action is pulled by the first design and the regret is linear. Left: the least
    power of 2 for MT that is enough, right: 2400 d² log(MT) at it.
    """
    total = 2
    while total < 4 * bounds.C1 * dimension**2 * math.log(total):
        total *= 2
    return at_least("least power of 2 for MT, d = 10, against a million", total, 10**6)


def net_of_infinite_set(*, agents: int = 16, horizon: int = 10**4) -> Check:
    """Footnote 7: actions of a net of width 1/T lose at most MT/T = M more, less than sqrt(MT)."""
    return at_most("M against sqrt(MT) for T > M", agents, math.sqrt(agents * horizon))
