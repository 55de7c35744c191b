"""Section 4.1 and A.4: Algorithm 5's law, and marginals in floating-point numbers."""

import math

import numpy as np

from bandit_replications.bandits.runs import Floats
from bandit_replications.inference.checks import Check, at_least, erratum, vanishes
from bandit_replications.papers.multiplayer.algorithms.blocks import theorem_block_length
from bandit_replications.papers.multiplayer.algorithms.determinantal_point_process import (
    element_probabilities,
    orthogonal_part,
)
from bandit_replications.papers.multiplayer.algorithms.subset_sampling import (
    enumerated_marginals,
    inclusion_probabilities,
    largest_error,
    subtraction_marginals,
)

LEAD = 14.0  # of one arm over the others, η times losses


@erratum("algorithm-5-summand")
def law_of_algorithm_5(*, one_vector: bool = False) -> Check:
    """Check that Algorithm 5 draws Y with det(L_Y) / det(L + 1), on a kernel that is not diagonal.

    With `one_vector` line 10 takes the squares of a single v, as the printed sum can be read.
    """
    factor = np.array([[1.0, 0.2, -0.5], [0.3, 0.8, 0.4], [-0.2, 0.6, 1.2]])
    kernel = factor @ factor.T
    eigenvalues, eigenvectors = np.linalg.eigh(kernel)
    law, minors = np.zeros(8), np.zeros(8)
    for number in range(8):
        chosen = np.array([number >> k & 1 for k in range(3)], dtype=np.bool_)
        chance = np.where(chosen, eigenvalues, 1.0) / (eigenvalues + 1)
        _follow(eigenvectors[:, chosen], 0, float(chance.prod()), law, one_vector=one_vector)
        minors[number] = np.linalg.det(kernel[np.ix_(chosen, chosen)])
    worst = np.abs(law - minors / np.linalg.det(kernel + np.eye(3))).max()
    name = "largest difference of Algorithm 5's law" + (", a single v" if one_vector else "")
    return vanishes(name, float(worst))


def _follow(vectors: Floats, found: int, chance: float, law: Floats, *, one_vector: bool) -> None:
    """Add the draws of phase 2 from here, in every order, to law (8,); sets are written in bits."""
    if vectors.shape[1] == 0:
        law[found] += chance
        return
    chances = element_probabilities(vectors[:, :1] if one_vector else vectors)
    for element in range(vectors.shape[0]):
        if chances[element] > 1e-12:
            rest = orthogonal_part(vectors, element)
            following = chance * float(chances[element])
            _follow(rest, found | 1 << element, following, law, one_vector=one_vector)


def marginal_error(gap: float, *, subtraction: bool = False, size: int = 4) -> float:
    """Return the largest relative error of 8 arms' marginals when arm 1 leads by `gap` = η L."""
    weights = np.array([0.0] + [-gap] * 7)
    method = subtraction_marginals if subtraction else inclusion_probabilities
    return largest_error(method(weights, size=size), enumerated_marginals(weights, size=size))


def marginals_are_sound(*, gap: float = LEAD, subtraction: bool = False) -> Check:
    """Check that the marginals have nine correct digits when one arm leads by `gap`.

    Prefix and suffix tables have; the recursion that takes w_i out of Z_K by subtraction loses
    (K-1) gap / ln 10 digits, all of them at a gap of about 12.
    """
    method = "subtraction" if subtraction else "tables"
    return vanishes(
        f"relative error of the marginals by {method}, lead {gap:g}",
        marginal_error(gap, subtraction=subtraction),
        within=1e-9,
    )


def subtraction_loses_all(*, gap: float = LEAD) -> Check:
    """Check that by subtraction a marginal is off by as much as it is large, or more."""
    return at_least(
        f"relative error of the marginals by subtraction, lead {gap:g}",
        marginal_error(gap, subtraction=True),
        1.0,
    )


def lead_after_run(*, mean_gap: float, horizon: int = 240000) -> float:
    """Return the expected lead η Δ T/τ of an arm that is better by Δ, at Theorem 4.1's η and τ."""
    length = theorem_block_length(players=4, arms=8, horizon=horizon)
    return math.sqrt(math.log(8) * horizon / length / 8) * mean_gap
