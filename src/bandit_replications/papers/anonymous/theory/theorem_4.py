"""Theorem 4 (Section 3.6, Appendix C.12): T^(2/3) is necessary, by enumeration and divergences."""

import numpy as np
from scipy.special import lambertw

from bandit_replications.inference.checks import Check, above, at_least, at_most, equal, erratum
from bandit_replications.papers.anonymous.theory import bounds
from bandit_replications.papers.anonymous.theory.lower_bounds import (
    Action,
    actions,
    theorem_4_instances,
)

USER_1 = 0


def informing(*, horizon: int = 1000) -> list[Action]:
    """Return the actions whose total has different laws in the two instances."""
    found = actions(theorem_4_instances(horizon=horizon), group_size=2)
    return [action for action in found if action.informs]


def which_inform(*, horizon: int = 1000) -> Check:
    """Check the list: exactly users {1, 2} or {1, 3} together on arm 2 or 3. Left: exceptions."""
    everything = actions(theorem_4_instances(horizon=horizon), group_size=2)
    listed = [a.group in ((0, 1), (0, 2)) and a.assignment[USER_1] in (1, 2) for a in everything]
    informing = [a.informs for a in everything]
    return equal(
        f"{sum(informing)} informing actions of {len(everything)}; not as listed",
        sum(a != b for a, b in zip(informing, listed, strict=True)),
        0,
    )


@erratum("theorem-4-observation")
def observation(*, horizon: int = 1000, offset: int = 0) -> Check:
    """Check the law of an informing total: Bern(1/2 ± ε), not 1 + Bern(1/2 ± ε) as printed.

    User 1 gets nothing on arms 2 and 3. Left: the least total with positive probability; right:
    that of offset + Bern, printed with offset 1.
    """
    least = min(
        int(np.flatnonzero(law > 1e-12)[0]) for a in informing(horizon=horizon) for law in a.laws
    )
    return equal(f"least total of an informing action, {offset} + Bern", least, offset)


def equivalent_information(*, horizon: int = 1000) -> Check:
    """Check that all informing totals are Bern(1/2 + ε) in one instance and 1/2 - ε in the other.

    Left: the largest deviation of a law from those, up to exchanging the instances.
    """
    epsilon = horizon ** (-1 / 3)
    wanted = np.array([0.5 + epsilon, 0.5 - epsilon])
    worst = max(
        float(np.max(np.abs(np.sort([law[1] for law in a.laws])[::-1] - wanted)))
        + float(max(law[2:].sum() for law in a.laws))
        for a in informing(horizon=horizon)
    )
    return at_most("deviation of informing laws from Bern(1/2 ± ε)", worst, 1e-12)


def explicit(*, horizon: int = 100000) -> Check:
    """Check Ω(T^(2/3)) with a constant: 0.199 T^(2/3) on average over both instances.

    From T = `least_horizon()` on, about a thousand: the bound is x T^(2/3), x = exp(-x kl/ε²), and
    kl/ε² = (2/ε) ln((1+2ε)/(1-2ε)) falls to 8 as T grows, so that x rises to W(8)/8 = 0.2007.
    """
    return at_least(
        f"lower bound over T^(2/3), T = {horizon}",
        bounds.theorem_4(horizon=horizon) / horizon ** (2 / 3),
        0.199,
    )


def least_horizon(*, constant: float = 0.199) -> int:
    """Return the least T >= 9 at which the lower bound reaches constant T^(2/3)."""
    horizon = 9
    while bounds.theorem_4(horizon=horizon) < constant * horizon ** (2 / 3):
        horizon += 1
    return horizon


def better_gap(*, factor: float = 0.45) -> Check:
    """Check that the gap 0.45 T^(-1/3) gives more than T^(-1/3), for every T >= 9.

    Either bound over T^(2/3) rises with T (see `explicit`). Left: the one with the other gap at
    T = 9; right: W(8)/8, which the one with the printed gap never exceeds.
    """
    ours = bounds.theorem_4(horizon=9, gap=factor * 9 ** (-1 / 3)) / 9 ** (2 / 3)
    return above(
        f"lower bound over T^(2/3) with gap {factor:g} T^(-1/3), T >= 9, against W(8)/8",
        ours,
        float(lambertw(8).real) / 8,
    )
