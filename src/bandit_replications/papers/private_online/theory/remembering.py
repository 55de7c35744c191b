"""Remembering-Lazy-UCB (ours): Anytime-Lazy-UCB with the mean of all full arrays.

Arrays 0 to r of an arm have n = 2^(r+1) - 1 rewards. Each is published once, with noise that is
kept: the decisions are ε-private as those of Algorithm 1. The proofs are in the notebook.
"""

import math

from scipy.special import zeta

from bandit_replications.bandits.laplace import laplace_sum_tail
from bandit_replications.inference.checks import Check, Relation, below
from bandit_replications.papers.private_online.algorithms.anytime_lazy_ucb import PER_ARRAY, TILT

LEVELS = 60  # floor(log2 t) counts powers of 2 up to t; beyond 2^60 nothing is left


def width(*, array: int, rounds: float, epsilon: float) -> float:
    """Return the width of an arm's index after its arrays 0 to `array`, in a round t >= 2."""
    rewards, logarithm = 2 ** (array + 1) - 1, 3 * math.log(rounds)
    noise = ((array + 1) * PER_ARRAY + logarithm) / (TILT * epsilon * rewards)
    return math.sqrt(logarithm / rewards) + noise


def most_pulls(*, gap: float, epsilon: float, horizon: int) -> float:
    """Return 2^(r+1) - 1 + 0.27, r the first array whose width in round T is at most Δ/2.

    It bounds the expected pulls of an arm with this gap in T rounds. Parameters as for
    `theorem_3_regret`, for one arm.
    """
    array = 0
    while width(array=array, rounds=horizon, epsilon=epsilon) > gap / 2:
        array += 1
    return 2 ** (array + 1) - 1 + 0.27


def most_regret(*, gap: float, epsilon: float, horizon: int) -> float:
    """Return 24 ln T / Δ + 44.8 ln T / ε + 1.3 Δ, an arm's part of the regret in T rounds."""
    logarithm = math.log(horizon)
    return 24 * logarithm / gap + 44.8 * logarithm / epsilon + 1.3 * gap


def deviations(*, noise: float = 1.0, largest: float = 0.27) -> Check:
    """Check Σ_{t>=3} 2 floor(log2 t) (noise t^-3 + t^-6) < `largest`.

    In round t each of two arms has at most floor(log2 t) numbers of arrays, and with each the noise
    or the rewards deviate with these probabilities.
    """
    total = 0.0
    for level in range(1, LEVELS + 1):
        first = max(3.0, 2.0**level)
        total += 2 * float(noise * zeta(3, first) + zeta(6, first))
    return below("Σ 2 floor(log2 t) P{deviation}", total, largest)


def tail(
    *, arrays: int = 3, rounds: int = 8, per_array: float = 0.0, relation: Relation = "<="
) -> Check:
    """Compare the exact tail of a sum of Laplace variables with t^-3.

    Beyond (m c + 3 ln t) / h in units of their scale, c = `per_array`; with c = ln(1/(1-h²)) it is
    below t^-3 for all m and t, and without the term in m it is not.
    """
    threshold = (arrays * per_array + 3 * math.log(rounds)) / TILT
    return Check(
        step=f"P{{noise of {arrays} arrays beyond its width}} {relation} t^-3, t = {rounds}",
        left=laplace_sum_tail(count=arrays, threshold=threshold),
        relation=relation,
        right=rounds**-3.0,
    )
