"""Theorem 3 (Appendices E and F) and Section 4: DELB."""

import math

import numpy as np
from numpy.typing import NDArray

from bandit_replications.inference.checks import Check, at_least, at_most, equal
from bandit_replications.papers.distributed.theory import bounds

Floats = NDArray[np.float64]


def printed_support(*, dimension: int = 2) -> Check:
    """Protocol 2: a design of support at most 48 d log log d. At d = 2 that is -35, d is needed."""
    return at_least(
        f"48 d log log d at d = {dimension}, against d",
        48 * dimension * math.log(math.log(dimension)),
        dimension,
    )


def feasible_support(*, least: int = 3, most: int = 100) -> Check:
    """For 3 <= d <= 100 it is feasible: at least d(d + 1)/2, an optimal design's support.

    Left: the least ratio.
    """
    return at_least(
        f"48 d log log d over d(d + 1)/2, least for d from {least} to {most}",
        min(
            96 * math.log(math.log(dimension)) / (dimension + 1)
            for dimension in range(least, most + 1)
        ),
        1.0,
    )


def mended_support() -> Check:
    """48 d max(1, log log d) is at least d(d + 1)/2 for d = 1, 2 too."""
    return at_least(
        "mended support over d(d + 1)/2, least for d up to 100",
        min(
            2 * bounds.support_limit(dimension=dimension) / (dimension * (dimension + 1))
            for dimension in range(1, 101)
        ),
        1.0,
    )


def support_of_appendix_e(*, dimension: int = 3) -> Check:
    """Appendix E says d log log d, without 48: fewer than d points for d below 16."""
    return at_least(
        "d log log d at d = 3, against d", dimension * math.log(math.log(dimension)), dimension
    )


def optimal_design(*, dimension: int = 4, actions: int = 60, seed: int = 1) -> Check:
    """Section 4.1: the least g is d (Kiefer and Wolfowitz). 60 vectors, multiplicative updates."""
    generator = np.random.default_rng(seed)
    points = generator.normal(size=(actions, dimension))
    points /= np.linalg.norm(points, axis=1, keepdims=True)
    weights = np.full(actions, 1 / actions)
    for _ in range(3000):
        inverse = np.linalg.inv(points.T @ (weights[:, None] * points))
        norms = np.einsum("ij,jk,ik->i", points, inverse, points)
        weights *= norms / dimension
    return at_most(
        "g(π) of 60 unit vectors in 4 dimensions after 3000 updates, against 1.0001 d",
        float(norms.max()),
        1.0001 * dimension,
    )


def pulls_of_a_phase(*, dimension: int = 10) -> Check:
    """Fact 2: roundings add at most one pull for each arm of the support.

    Random weights on 48 d log log d points. Left: Σ ⌈w⌉ - Σ w; right: their number.
    """
    size = int(48 * dimension * math.log(math.log(dimension)))
    weights = np.random.default_rng(2).dirichlet(np.ones(size)) * 1e5
    return at_most(
        "Fact 2: roundings of a phase, against the support",
        float(np.sum(np.ceil(weights)) - np.sum(weights)),
        size,
    )


def _exceeds(*, pulls_factor: float, delta: float, phase: int) -> float:
    """Return P{error > 2^-l} with so many times 4^l log(1/δ) pulls, d = 1, noise ±1."""
    from scipy.stats import binom  # noqa: PLC0415

    pulls = math.ceil(pulls_factor * 4**phase * math.log(1 / delta))
    return float(2 * binom.sf(math.floor(pulls * (1 + 2.0**-phase) / 2), pulls, 0.5))


def error_of_section_4_1(*, delta: float = 1e-6, phase: int = 6) -> Check:
    """Section 4.1: with π(x) g 4^l log(1/δ) pulls the error is at most 2^-l with high probability.

    Noise of variance 1/(4^l log(1/δ)) exceeds 2^-l with a probability of about sqrt(δ), not δ. One
    action, noise ±1, exactly.
    """
    return at_most(
        f"P{{error > 2^-l}} with the printed pulls, d = 1, δ = {delta:g}, against 2 δ",
        _exceeds(pulls_factor=1.0, delta=delta, phase=phase),
        2 * delta,
    )


def error_with_two(*, factor: float = 2.0) -> Check:
    """Twice the pulls, 2 π(x) g 4^l log(1/δ), are enough. Left: the largest ratio to 2 δ."""
    worst = max(
        _exceeds(pulls_factor=factor, delta=delta, phase=phase) / (2 * delta)
        for delta in (0.1, 1e-2, 1e-6, 1e-10)
        for phase in (1, 3, 6)
    )
    return at_most("P{error > 2^-l} over 2 δ with twice the pulls, largest", worst, 1.0)


def design_norm(*, dimension: int = 10, agents: int = 16, horizon: int = 10**6) -> Check:
    """Lemma F.1: g/n_l <= 2/(4^l C1 d log(MT)) with n_l = C1 4^l d² log(MT) and g <= 2 d.

    One d of the d² pays for g: C1 d in the lemma and C1 d² in the protocol agree. At l = 1.
    """
    size = math.log(agents * horizon)
    return at_most(
        "2 d/(C1 4^l d² log(MT)) against 2/(4^l C1 d log(MT))",
        2 * dimension / (bounds.C1 * 4 * dimension**2 * size),
        2 / (4 * bounds.C1 * dimension * size) * (1 + 1e-12),
    )


def printed_constant_600(*, most: int = 100) -> Check:
    """Lemma F.1: (log 2 + 1 + d log 3 + 2 d log 2 + d/2)/(300 d) <= 1/64: at d = 1 by 0.2%."""
    return at_most(
        "Lemma F.1: largest of the printed sums over d, against 1/64",
        max(
            (math.log(2) + 1 + d * (math.log(3) + 2 * math.log(2) + 0.5)) / (300 * d)
            for d in range(1, most + 1)
        ),
        1 / 64,
    )


def union_logarithm() -> Check:
    """Lemma F.1: log(2MTQ)/log(MT) is at most the printed numerator, for phases with 4^l <= MT.

    Q = 3^d 2^(d(l+2)). Left: the largest ratio, MT >= 3.
    """
    worst = 0.0
    for total in (3, 100, 10**6, 10**15):
        for dimension in (1, 2, 10, 100):
            level = math.log(total, 4)
            size = math.log(2 * total) + dimension * (math.log(3) + (level + 2) * math.log(2))
            printed = math.log(2) + 1 + dimension * (math.log(3) + 2 * math.log(2) + 0.5)
            worst = max(worst, size / math.log(total) / printed)
    return at_most("Lemma F.1: log(2MTQ)/log(MT) over the printed sum, largest", worst, 1.0)


def deviation_in_the_net() -> Check:
    """Lemma F.1: 2^(-l+1) sqrt(1/64) is 2^(-l-2). In units of 2^-l."""
    return at_most("Lemma F.1: 2 sqrt(1/64) against 1/4", 2 * math.sqrt(1 / 64), 0.25)


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


def eliminated_action(*, angle: float = 0.01, phase: int = 5, total: float = 1e8) -> Check:
    """Lemma F.1 is for all x of 𝒟, but the design knows only actions that are alive.

    d = 2, θ* = e1, actions e1, e2 and a = (cos φ, sin φ) with φ = 0.01, noise ±1, MT = 10^8. The
    gap of e2 is 1, so that it is gone after phase 3; that of a is 5e-5, below 2^-l for each phase l
    that MT allows. From phase 4 on e1 and a are alive alone and the design gives each half of the
    pulls C1 4^l d² log(MT). The error at e2 is then (error of a's average - cos φ · that of
    e1's)/sin φ. Left: the probability that it exceeds 2^-l, by the normal approximation, which is
    within 0.002 here; it does not depend on l. Right: 1/(MT).
    """
    from scipy.stats import norm  # noqa: PLC0415

    pulls = math.ceil(bounds.C1 * 4**phase * 4 * math.log(total) / 2)
    deviation = math.sqrt((1 + math.cos(angle) ** 2) / pulls) / math.sin(angle)
    return at_most(
        (
            f"P{{error at a dropped e2 exceeds 2^-l}}, l = {phase}, φ = {angle:g}, MT = "
            f"{total:g}, against 1/(MT)"
        ),
        float(2 * norm.sf(2.0**-phase / deviation)),
        1 / total,
    )


def far_estimate(*, angle: float = 1e-4, pulls: int = 10**6) -> Check:
    """Lemma F.1 ends with ‖θ̂ - θ*‖ ‖x - x̄‖ <= 2^(-l-1): that needs ‖θ̂ - θ*‖ <= 2.

    The same two actions, each pulled n times with noise ±1. Their averages' errors differ by more
    than 2 sin φ almost always, and then ‖θ̂ - θ*‖ > 2. Left: the probability of that, the difference
    of the averages being (Bin(2n, 1/2) - n)/(n/2) up to 1 - cos φ; right: 1/(TM) <= 1/(2n).
    """
    from scipy.stats import binom  # noqa: PLC0415

    room = 2 * math.sin(angle) + (1 - math.cos(angle))
    limit = math.floor(room * pulls / 2)
    inside = binom.cdf(pulls + limit, 2 * pulls, 0.5) - binom.cdf(pulls - limit - 1, 2 * pulls, 0.5)
    return at_most(
        "P{‖θ̂ - θ*‖ > 2} with actions 1e-4 apart, a million pulls each",
        float(1 - inside),
        1 / (2 * pulls),
    )


def mended_lemma_f_1(*, constant: float = bounds.C1) -> Check:
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


def least_constant() -> Check:
    """With that proof C1 = 43 is enough, a fourteenth of 600."""
    return mended_lemma_f_1(constant=43.0)


def probability_misprint(*, total: int = 100) -> Check:
    """Lemma F.2: the chance to lose x* in a phase is "less than 1 - 1/(TM)"; 1/(TM) is meant.

    The union over log(MT) phases with the printed number: at MT = 100; right: log(MT)/(MT).
    """
    return at_most(
        "Lemma F.2: (1 - 1/(TM)) log(MT) at MT = 100, against log(MT)/(MT)",
        (1 - 1 / total) * math.log(total),
        math.log(total) / total,
    )


def phases_logarithm() -> Check:
    """Lemma F.2: the phases are at most log(MT): log4(MT/(2400...)) + 1. Largest ratio."""
    return at_most(
        "Lemma F.2: phases begun over log(MT), largest",
        max(
            bounds.delb_phases(dimension=dimension, agents=1, horizon=10**power)
            / math.log(10**power)
            for dimension in (1, 2, 10)
            for power in range(1, 16)
        ),
        1.0,
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


def gap_in_phase_2(*, gap: float = 1.001, total: float = 1e8) -> Check:
    """Section 4.3's sketch: what is pulled in phase l has a gap of at most 2^(-l+2).

    d = 2, θ* = e1, actions e1 and x of gap 1.001: the design of phase 1 pulls each m times, and x
    is kept if its average is within 1 of e1's. Then phase 2 must pull it, to span. The averages'
    difference is 1.001 and (2 Bin(2m, 1/2) - 2m)/m. Left: P{x is kept}, exactly; right: 1/(MT).
    """
    from scipy.stats import binom  # noqa: PLC0415

    pulls = math.ceil(bounds.C1 * 4 * 4 * math.log(total) / 2)
    limit = math.floor(pulls - pulls * (gap - 1) / 2)
    return at_most(
        f"P{{an action of gap {gap:g} is pulled in phase 2}}, MT = {total:g}, against 1/(MT)",
        float(binom.cdf(limit, 2 * pulls, 0.5)),
        1 / total,
    )


def alive_gap(*, phase: int = 4) -> Check:
    """Lemma F.3: alive at the start of phase l are gaps up to 8 · 2^-l: threshold, two errors."""
    done = phase - 1
    return at_most(
        "Lemma F.3: largest gap alive after l - 1 phases, against 8 · 2^-l",
        2.0 ** (-done + 1) + 2 * 2.0**-done,
        8 * 2.0**-phase,
    )


def first_phase_gap() -> Check:
    """The same at l = 1, where nothing was dropped yet: gaps are at most 2, as ‖θ*‖, ‖x‖ <= 1."""
    return at_most("largest gap, against 8/2", 2.0, 4.0)


def unfinished_phase(*, agents: int = 16, horizon: int = 1000) -> Check:
    """Theorem 3's sum ends with the last finished phase; the unfinished one may cost more.

    Actions e1 and e2, θ* = e1: the design of phase 1 gives half of the pulls to e2. At MT = 16000
    no phase is finished (L = 0) and the printed sum leaves δ · 2MT = 4 log(MT). Left: MT/2.
    """
    total = agents * horizon
    return at_most(
        "Theorem 3: regret while phase 1 lasts, MT = 16000, against the sum over L = 0 phases",
        total / 2,
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
    from bandit_replications.papers.distributed.algorithms import delb_phases  # noqa: PLC0415

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
    for dimension in (1, 2, 5, 20, 100):
        for agents in (1, 16, 1024):
            segments = bounds.support_limit(dimension=dimension) + agents
            cost = 3 * segments + agents * dimension
            form = agents * dimension + bounds.support_limit(dimension=dimension) / 48
            worst = max(worst, cost / form)
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
