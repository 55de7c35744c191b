"""Random closing, our answer to Open Problem 1: some arms closed, their holders sent elsewhere.

`theory.open_problem_1` proves that it serves every pair at the rate K/(2K-1) of w at least,
whenever U >= C + 1.
"""

import functools
import math
from collections.abc import Callable, Mapping
from fractions import Fraction

import numpy as np

from bandit_replications.papers.anonymous.algorithms.decompositions import kernels
from bandit_replications.papers.anonymous.algorithms.decompositions.demands import (
    Decomposition,
    Demand,
    Integers,
    holders,
    random_active,
)
from bandit_replications.papers.anonymous.algorithms.decompositions.drawing import until_met


@functools.cache
def closed_law(arms: int) -> Mapping[int, Fraction]:
    """Return the law of the number of closed arms: mean K(K-1)/(2K-1), on two neighbours.

    Given the number, which arms are closed is uniform; each is open with probability K/(2K-1).

    Parameters
    ----------
    arms : int
        K >= 1.

    """
    mean = Fraction(arms * (arms - 1), 2 * arms - 1)
    low = math.floor(mean)
    law = {low: 1 - (mean - low), low + 1: mean - low}
    return {number: probability for number, probability in law.items() if probability > 0}


def decompose(
    demand: Demand, *, generator: np.random.Generator, limit: int | None = None
) -> Decomposition:
    """Return random assignments in which every open arm informs, until the demand is met.

    Every wanted arm has C + 1 holders of its own. Each time a random set of arms is closed
    (`closed_law`); the holders of open arms stay, everybody else goes to a uniformly random open
    arm of A_i, or to any of A_i if all are closed.

    Raises
    ------
    DemandError
        If the graph is not U-batched for any U >= C + 1.

    """
    return until_met(demand, drawer(demand, generator), limit=limit)


def drawer(demand: Demand, generator: np.random.Generator) -> Callable[[int], Integers]:
    """Return a function that draws this many random closings, shape (rows, users).

    Raises
    ------
    DemandError
        As `decompose`.

    """
    held = holders(demand)
    wanted = demand.wanted
    law = closed_law(wanted.size)
    numbers = np.array(list(law))
    chances = np.array([float(chance) for chance in law.values()])

    def draw(rows: int) -> Integers:
        closed = generator.choice(numbers, size=rows, p=chances / chances.sum())
        ranks = generator.random((rows, wanted.size)).argsort(axis=1).argsort(axis=1)
        shut = np.zeros((rows, demand.active.shape[1]), dtype=bool)
        shut[:, wanted] = ranks < closed[:, None]
        uniforms = generator.random((rows, *demand.active.shape))
        anywhere = random_active(demand.active, generator, rows=rows)
        return kernels.held_or_open(held, demand.active, shut, uniforms, anywhere)

    return draw
