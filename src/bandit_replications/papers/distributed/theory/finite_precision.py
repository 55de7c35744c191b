"""Remarks on finite precision (end of Appendices B and F): rounded reals keep the lemmas."""

import math

import numpy as np

from bandit_replications.inference.checks import Check, at_least, at_most, equal
from bandit_replications.papers.distributed.theory import bounds
from bandit_replications.papers.distributed.theory.printed import printed
from bandit_replications.papers.distributed.theory.settings import combinations

GRID = combinations(agents=(1, 2, 16, 1024), arms=(1, 20, 1000), horizon=(2000, 10**6, 10**12))


def rounding_variance() -> Check:
    """Finite precision: rounding to 1/(4TM) is subgaussian with less than 1/(M 4^(l+3) log(MKT)).

    An error of mean zero in an interval of length ε has proxy ε²/4; a phase has m_l <= MT. Left:
    the largest ratio over settings.
    """
    ratio = max(
        (1 / (4 * size["horizon"] * size["agents"])) ** 2
        / 4
        * size["agents"] ** 2
        * size["horizon"]
        for size in GRID
    )
    return at_most("rounding's proxy over 1/(M m_l), largest", ratio, 1.0)


def rounded_average() -> Check:
    """Average and rounding together: 1/4 + 1 in units of 1/(4^(l+3) log(MKT)), at most 4."""
    return at_most(
        "proxy of a rounded average in units of 1/(4^(l+3) log(MKT)), against 4", 0.25 + 1.0, 4.0
    )


def rounded_exponent() -> Check:
    """A proxy of 1/(4^(l+2) log(MKT)) gives the exponent 2 that the proofs need, exactly."""
    return at_least("exponent of 1/(MKT) with proxy 1/(4^(l+2) log(MKT))", 4.0**2 / (2 * 4.0), 2.0)


def bits_of_reals() -> Check:
    """log2(4TM) bits against log2 T: at most 4 times as many as T >= 4 has, M < T."""
    ratio = max(
        math.log2(4 * size["horizon"] * size["agents"]) / math.log2(size["horizon"])
        for size in GRID
    )
    return at_most("bits of a rounded average over log2 T, largest", ratio, 4.0)


@printed("integers-sent")
def integers_sent(
    *, printed: bool = True, agents: int = 16, arms: int = 20, horizon: int = 10**8
) -> Check:
    """Finite precision: all integers are at most K. In centralised mode pull counts are sent.

    They are at most T, which has as many bits up to a factor.

    Left: the pulls that an agent is asked for in the last phase that fits, one arm alive.
    """
    size = bounds.log_size(agents=agents, arms=arms, horizon=horizon)
    last = math.floor(math.log(agents * horizon / size, 4)) - 3
    return at_most(
        f"largest integer sent, a number of pulls, against {'K' if printed else 'T'}",
        math.ceil(math.ceil(4.0 ** (last + 3) * size) / agents),
        arms if printed else horizon,
    )


def delb_rounded_rewards() -> Check:
    """DELB: M rounding errors of precision 1/(M² T) have proxy at most 1/(MT) <= 1/m_l(x)."""
    ratio = max(1 / (4 * size["agents"] ** 2 * size["horizon"]) for size in GRID)
    return at_most("proxy of M roundings times MT, largest", ratio, 1.0)


def delb_rounded_estimate(*, dimension: int = 10) -> Check:
    """DELB: entries rounded to 1/(MTd) move a product with a unit vector by at most 2^(-l-1).

    sqrt(d) ε2 <= 1/(MT), and a completed phase has 600 · 4^l d² log(MT) <= MT. Left: the largest
    ratio sqrt(d) ε2 / 2^(-l-1) at the largest l.
    """
    ratios = []
    for size in GRID:
        agents, horizon = size["agents"], size["horizon"]
        phases = bounds.delb_phases(dimension=dimension, agents=agents, horizon=horizon)
        ratios.append(2.0 ** (phases + 1) / (agents * horizon * math.sqrt(dimension)))
    return at_most("error of a rounded estimate over 2^(-l-1), largest", max(ratios), 1.0)


def delb_error_at_x(*, dimension: int = 5, actions: int = 12) -> tuple[Check, Check]:
    """(3): the error at x, Σ ⟨x, V^-1 x_s⟩ (noise + rounding), has proxy 2 ‖x‖² in V^-1's norm.

    Noise in [-1, 1] has proxy 1. Roundings have mean zero, and those of an action's averages move
    its sum of rewards by a proxy of at most 1/(MT) <= 1 a pull (`delb_rounded_rewards`). So each
    pull has proxy 2 at most, and Σ ⟨x, V^-1 x_s⟩² is x^T V^-1 V V^-1 x = ‖x‖². Random vectors,
    pulled 1 to 9 times.
    """
    generator = np.random.default_rng(7)
    points = generator.normal(size=(actions, dimension))
    pulls = generator.integers(1, 10, size=actions)
    inverse = np.linalg.inv(points.T @ (pulls[:, None] * points))
    x = generator.normal(size=dimension)
    return (
        equal(
            "Σ ⟨x, V^-1 x_s⟩² against the squared norm of x",
            float(np.sum(pulls * (points @ inverse @ x) ** 2)),
            float(x @ inverse @ x),
        ),
        at_most("proxy of noise and rounding in a pull, against 2", 1.0 + 1.0, 2.0),
    )


def delb_bits() -> Check:
    """Appendix F: integers up to max(T, ξ), reals to 1/(M² T) or 1/(MTd): O(log(dT)) bits each.

    Reals are at most MT (an estimate's entry). Left: the most bits over log2(dT), T > M.
    """
    ratio = max(
        max(
            math.log2(max(size["horizon"], bounds.support_limit(dimension=dimension))),
            math.log2(2 * size["agents"] ** 2 * size["horizon"]),
            math.log2(2 * (size["agents"] * size["horizon"]) ** 2 * dimension),
        )
        / math.log2(dimension * size["horizon"])
        for size in GRID
        for dimension in (1, 2, 10, 1000)
    )
    return at_most("bits of a number that DELB sends over log2(dT), largest", ratio, 5.0)


@printed("rounding-display")
def delb_display(*, printed: bool = True) -> Check:
    """Two errors of 2^(-l-1) add up to 2^-l, Lemma F.1's; the remark ends with 2^(-l-2)."""
    limit, name = (0.25, "the printed 1/4") if printed else (1.0, "1")
    return at_most(f"sum of the two errors in units of 2^-l, against {name}", 0.5 + 0.5, limit)
