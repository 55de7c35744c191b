"""Theorem 4 (Section 3.6, Appendix C.12): T^(2/3) is necessary, by enumeration and divergences."""

import math

import numpy as np
from scipy.stats import binom

from bandit_replications.inference.checks import Check, above, at_least, at_most, below, equal
from bandit_replications.papers.anonymous.environments.instances import min_cluster
from bandit_replications.papers.anonymous.theory import bounds
from bandit_replications.papers.anonymous.theory.as_printed import as_printed
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


@as_printed("theorem-4-observation")
def observation(*, horizon: int = 1000, offset: int = 0) -> Check:
    """Check the law of what informs: Bern(1/2 ± ε), not 1 + Bern(1/2 ± ε) as printed.

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


def least_cost(*, horizon: int = 1000) -> Check:
    """Check that an informing round costs 1 or more in both instances."""
    return at_least(
        "least regret of an informing round",
        min(min(a.costs) for a in informing(horizon=horizon)) * (1 + 1e-12),
        1.0,
    )


@as_printed("theorem-4-markov")
def conclusion(*, exceed: float = 0.5) -> Check:
    """Check that the two probabilities of the proof combine: few informing rounds *and* an error.

    Arithmetic on the proof's two numbers, no run. Markov at 2R leaves probability 1/2 for too many
    rounds; the error's is 1/4, which may lie within. At 8R it leaves 1/8. Left: the least
    probability of an error with few rounds, 1/4 - 1/2 as printed.
    """
    return above(
        f"arithmetic: P{{error}} - P{{too many rounds}} = 0.25 - {exceed:g}", 0.25 - exceed, 0.0
    )


def samples_needed(*, epsilon: float = 0.02, constant: float = 0.1) -> Check:
    """Check that c/ε² samples do not distinguish the coins with probability above 3/4, c = 0.1.

    Left: the probability that the best test, the majority, is right, exactly.
    """
    samples = int(constant / epsilon**2) // 2 * 2 + 1
    right = float(binom.sf(samples // 2, samples, 0.5 + epsilon))
    return at_most(
        f"best test's probability of being right, {samples} samples, ε = {epsilon:g}", right, 0.75
    )


def bretagnolle_huber(*, epsilon: float = 0.02, samples: int = 401) -> Check:
    """Check P_1(wrong) + P_2(wrong) >= exp(-n kl)/2 for the best test of n samples, exactly."""
    wrong = float(binom.cdf(samples // 2, samples, 0.5 + epsilon))
    divergence = bounds.bernoulli_divergence(0.5 + epsilon, 0.5 - epsilon)
    return at_least(
        f"sum of error probabilities, {samples} samples, ε = {epsilon:g}",
        2 * wrong,
        math.exp(-samples * divergence) / 2,
    )


def wrong_cost(*, horizon: int = 1000) -> Check:
    """Check that a round without information costs 4ε in one instance unless users 2, 3 do worse.

    Left: the least sum over both instances of a round's regret; users 2 and 3 each lose 2ε in one
    of them at least. Right: 4ε.
    """
    everything = actions(theorem_4_instances(horizon=horizon), group_size=1)
    return at_least(
        "least regret of a round, summed over both instances",
        min(math.fsum(a.costs) for a in everything) * (1 + 1e-12),
        4 * horizon ** (-1 / 3),
    )


def explicit(*, horizon: int = 100000) -> Check:
    """Check Ω(T^(2/3)) with a constant: 0.199 T^(2/3) on average over both instances.

    From T = `least_horizon()` on, about a thousand; the ratio grows with T.
    """
    return at_least(
        f"lower bound over T^(2/3), T = {horizon}",
        bounds.theorem_4(horizon=horizon) / horizon ** (2 / 3),
        0.199,
    )


def least_horizon(*, constant: float = 0.199) -> int:
    """Return the least T >= 9 from which on the lower bound is at least constant T^(2/3)."""
    horizon = 9
    while bounds.theorem_4(horizon=horizon) < constant * horizon ** (2 / 3):
        horizon += 1
    return horizon


def without_clusters(*, horizon: int = 1000) -> Check:
    """Check that the instances have no cluster bound: U < C + 1 = 3 in both. Left: the larger U."""
    instances = theorem_4_instances(horizon=horizon)
    return below("U of Theorem 4's instances", max(min_cluster(one) for one in instances), 3)


def power_of_horizon(*, first: int = 1000, last: int = 10**12) -> Check:
    """Check that the lower bound grows like T^(2/3) or faster, with the gap T^(-1/3).

    Left: the power between two horizons; its constant rises to a limit as the gap falls.
    """
    grown = bounds.theorem_4(horizon=last) / bounds.theorem_4(horizon=first)
    return at_least("power of T in the lower bound", math.log(grown, last / first), 2 / 3)


def better_gap(*, horizon: int = 100000, factor: float = 0.45) -> Check:
    """Check that the gap T^(-1/3) is not the best: 0.45 T^(-1/3) gives 1.4 times as much."""
    ours = bounds.theorem_4(horizon=horizon, gap=factor * horizon ** (-1 / 3))
    return at_least(
        f"lower bound with gap {factor:g} T^(-1/3) over the printed gap's",
        ours / bounds.theorem_4(horizon=horizon),
        1.4,
    )
