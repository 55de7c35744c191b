"""Sampled closing: Corollary 2 efficiently, at most 2 D + NK assignments for every D (ours).

Random closings serve each pair at K/(2K-1) of w on average (`random_closing`). Among m of them,
m of the order of K³ log(NK), the best mixture serves every pair at half of w with probability 1/2
at least, by Chernoff's bound; one linear program finds it, and a basic solution has at most NK of
them. m does not depend on D.
"""

import math

import numpy as np
import scipy

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.papers.anonymous.algorithms.decompositions import random_closing
from bandit_replications.papers.anonymous.algorithms.decompositions.demands import (
    Decomposition,
    Demand,
    DemandError,
    informative_pairs,
    truncated,
    unmet,
)

ENOUGH = 0.5  # the least β of a sample that is kept
ROUNDING = 1e-9  # of shares, as linear programs are solved in floats


def most_draws(*, users: int, arms: int) -> int:
    """Return m = ⌈16 K³ ln(2NK)⌉, with which β >= 1/2 has probability 1/2 at least."""
    return math.ceil(16 * arms**3 * math.log(2 * users * arms))


def decompose(
    demand: Demand, *, generator: np.random.Generator, limit: int | None = None
) -> Decomposition:
    """Return ⌈D λ_l / β⌉ copies of sampled closings l, β >= 1/2: at most 2 D + NK assignments.

    Starts with 4 NK closings, and draws twice as many, up to m, until β is 1/2 or more.

    Raises
    ------
    DemandError
        If the graph is not U-batched for any U >= C + 1.

    """
    users, arms = demand.active.shape
    draw = random_closing.drawer(demand, generator)
    most = most_draws(users=users, arms=demand.wanted.size)
    number = min(4 * users * arms, most)
    for _ in range(100):
        closings = np.unique(draw(number), axis=0)
        shares, beta = best_mixture(closings, demand)
        if beta >= ENOUGH:
            break
        number = min(2 * number, most)
    else:
        raise DemandError(f"total: {demand.total}; 100 samples of closings did not do")
    for rounding in (-ROUNDING, ROUNDING):
        copies = np.ceil(demand.total * shares / beta * (1 + rounding)).astype(np.int64)
        found = Decomposition(assignments=closings[copies > 0], multiplicities=copies[copies > 0])
        if not unmet(found, demand).any():
            break
    return truncated(found, limit)


def best_mixture(closings: Integers, demand: Demand) -> tuple[Floats, float]:
    """Return the shares λ of closings with the largest β, Σ λ_l v_l >= β w, and β.

    A basic solution: at most as many shares are positive as there are active pairs.
    """
    arms = demand.active.shape[1]
    pairs = informative_pairs(closings, arms=arms, enough=demand.enough)[:, demand.active]
    matrix = np.column_stack([-pairs.T.astype(np.float64), demand.weights[demand.active]])
    result = scipy.optimize.linprog(
        np.append(np.zeros(len(closings)), -1.0),
        A_ub=matrix,
        b_ub=np.zeros(matrix.shape[0]),
        A_eq=np.append(np.ones(len(closings)), 0.0)[None],
        b_eq=[1.0],
        method="highs-ds",
    )
    if result.x is None:
        raise DemandError("active: no mixture of closings; allowed: U >= group_size + 1")
    shares = np.where(result.x[:-1] > ROUNDING, result.x[:-1], 0.0)
    return shares, float(result.x[-1])
