"""Exact loss of Remembering-Lazy-UCB's decisions, two arms, six rounds.

Rounds 1 and 2 pull each arm once, and as both widths are equal, round 3 plays the arm j with the
larger noisy first reward, as does round 4. This fills its next array; rounds 5 and 6 compare the
mean of both arrays with the other arm's first reward.
"""

import itertools

import numpy as np

from bandit_replications.bandits.arrays import Floats
from bandit_replications.inference.privacy_audits import exact_log_loss
from bandit_replications.papers.private_online.theory.remembering import width

REACH, PANEL = 40.0, 4.0  # of the integrals, in scales of the noise
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(12)


def remembering_loss(*, epsilon: float = 1.0, noise_scale: float = 1.0) -> float:
    """Return the largest loss of the decisions of six rounds over neighbouring rewards of 0 and 1.

    Neighbours differ in one reward that is seen: a first one, or one of the array that fills.
    `noise_scale` stands in place of the 1 in noise of scale 1/ε; the widths stay.
    """
    sums = itertools.product((0, 1), (0, 1), (0, 1, 2))
    laws = {rewards: decisions(rewards, epsilon, noise_scale / epsilon) for rewards in sums}
    return max(
        exact_log_loss(*np.log([laws[one], laws[other]]))
        for one, other in itertools.combinations(laws, 2)
        if np.abs(np.subtract(one, other)).sum() == 1
    )


def decisions(rewards: tuple[int, int, int], epsilon: float, scale: float) -> Floats:
    """Return the probabilities of (j, j), (j, other) and (other, other) in rounds 5 and 6.

    First for j the first arm, then for the second. `rewards` are both first rewards and the sum of
    the array that fills.
    """
    first, second, array = rewards
    margins = [
        width(array=1, rounds=t, epsilon=epsilon) - width(array=0, rounds=t, epsilon=epsilon)
        for t in (5, 6)
    ]
    found: list[float] = []
    for own, other in ((first, second), (second, first)):
        at_5, at_6, ever = (
            _below(margin, own, other, array, scale) for margin in (*margins, REACH**2 * scale)
        )
        found += [at_6, at_5 - at_6, ever - at_5]
    return np.array(found)


def _below(margin: float, own: float, other: float, array: float, scale: float) -> float:
    """Return P{a > b, b - (a + c)/3 < margin}, a, b, c noisy sums of these; exact but for rounding.

    The margin falls from round 5 to round 6, so that j is not played again once it is left.
    """
    kinks = [other, own, (own + array) / 3 + margin, (3 * margin + array) / 2]
    low, high = min(own, other) - REACH * scale, max(own, other) + REACH * scale
    total = 0.0
    for b, weight in zip(*_panels(kinks, low, high, scale), strict=True):
        a, weights = _panels([own, 3 * (b - margin) - array], b, high, scale)
        beyond = (3 * (b - margin) - a - array) / scale
        tail = np.exp(-np.abs(beyond)) / 2
        inner = weights * _density(a - own, scale) * np.where(beyond > 0, tail, 1 - tail)
        total += weight * float(_density(b - other, scale)) * float(np.sum(inner))
    return total


def _density(x: float | Floats, scale: float) -> Floats:
    return np.asarray(np.exp(-np.abs(x) / scale) / (2 * scale))


def _panels(kinks: list[float], low: float, high: float, scale: float) -> tuple[Floats, Floats]:
    """Return nodes and weights between two ends, cut at the kinks and into short panels."""
    inside = [kink for kink in kinks if low < kink < high]
    edges = np.unique([*np.arange(low, high, PANEL * scale), high, *inside])
    half = np.diff(edges)[:, None] / 2
    return (edges[:-1, None] + half * (1 + _NODES)).ravel(), (half * _WEIGHTS).ravel()
