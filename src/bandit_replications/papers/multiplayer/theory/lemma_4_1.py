"""Lemma 4.1 (Section 4.1, A.4), sampling and marginals in O(N K): each step is a Check."""

import math
import operator
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bandit_replications.inference.checks import (
    Check,
    at_least,
    at_most,
    equal,
    vanishes,
)
from bandit_replications.papers.multiplayer.algorithms.blocks import theorem_block_length
from bandit_replications.papers.multiplayer.algorithms.determinantal_point_process import (
    element_probabilities,
    orthogonal_part,
)
from bandit_replications.papers.multiplayer.algorithms.k_dpp import (
    elementary_symmetric,
    sample_eigenvectors,
    subset_probabilities,
)
from bandit_replications.papers.multiplayer.algorithms.subset_sampling import (
    enumerated_marginals,
    inclusion_probabilities,
    largest_error,
    subset_distribution,
    subtraction_marginals,
)

Floats = NDArray[np.float64]

LOG_WEIGHTS = np.array([-0.3, 0.0, -1.7, -0.9, -2.6, -0.1])
SIZE = 3
LEAD = 14.0  # of one arm over the others, η times losses
WEIGHTS = np.exp(LOG_WEIGHTS)
SUBSETS, CHANCES = subset_distribution(LOG_WEIGHTS, size=SIZE)


def factorised_weight() -> tuple[Check, ...]:
    """Check (2): exp(-η L_I) is the product of its arms' exp(-η L_i), which is det(L_I)."""
    one = [0, 2, 5]
    whole = float(np.exp(LOG_WEIGHTS[one].sum()))
    minor = float(np.linalg.det(np.diag(WEIGHTS)[np.ix_(one, one)]))
    return (
        equal("weight of a meta-arm == product over its arms", whole, float(WEIGHTS[one].prod())),
        equal("product == determinant of the kernel's submatrix", whole, minor),
    )


def law_of_k_dpp() -> Check:
    """Check that the K-DPP of the diagonal kernel is Algorithm 2's law: total difference 0."""
    _, minors = subset_probabilities(np.diag(WEIGHTS), size=SIZE)
    worst = float(np.abs(minors - CHANCES).max() / CHANCES.max())
    return vanishes("largest difference of both laws, over the largest chance", worst)


def second_phase() -> Check:
    """Check that phase 2 of Algorithm 5 returns the chosen J where the kernel is diagonal."""
    return vanishes("chances of elements outside J, over three draws", outside_chosen())


def outside_chosen(*, diagonal: bool = True) -> float:
    """Return the chances of elements outside J, summed over draws that take J's own in turn.

    None where the eigenvectors are the standard basis vectors, as those of a diagonal kernel are.
    """
    vectors = np.eye(WEIGHTS.size) if diagonal else np.linalg.eigh(np.diag(WEIGHTS) + 0.1)[1]
    chosen, left, outside = [0, 2, 5], vectors[:, [0, 2, 5]], 0.0
    for element in chosen:
        chances = element_probabilities(left)
        outside += float(np.delete(chances, chosen).sum())
        left = orthogonal_part(left, element)
    return outside


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
    return replace(vanishes(name, float(worst)), erratum="algorithm-5-summand")


def _follow(vectors: Floats, found: int, chance: float, law: Floats, *, one_vector: bool) -> None:
    """Add to law (8,) what phase 2 draws from here, in every order; sets are written in bits."""
    if vectors.shape[1] == 0:
        law[found] += chance
        return
    chances = element_probabilities(vectors[:, :1] if one_vector else vectors)
    for element in range(vectors.shape[0]):
        if chances[element] > 1e-12:
            rest = orthogonal_part(vectors, element)
            following = chance * float(chances[element])
            _follow(rest, found | 1 << element, following, law, one_vector=one_vector)


def law_of_algorithm_8() -> Check:
    """Check that Algorithm 8 of Kulesza and Taskar draws I with p(I): product of its chances."""
    table = elementary_symmetric(WEIGHTS, SIZE)
    worst = 0.0
    for subset, chance in zip(SUBSETS, CHANCES, strict=True):
        law, missing = 1.0, SIZE
        for n in range(WEIGHTS.size, 0, -1):
            if missing == 0:
                break
            taken = WEIGHTS[n - 1] * table[n - 1, missing - 1] / table[n, missing]
            law *= taken if n - 1 in subset else 1 - taken
            missing -= n - 1 in subset
        worst = max(worst, abs(law / chance - 1))
    return vanishes("Algorithm 8's chance over p(I), less 1, worst meta-arm", worst)


def marginal_by_normalisers() -> tuple[Check, ...]:
    """Check Σ_{I∋i} p(I) = e^(-η L_i) Z_{K-1}(without i) / Z_K for each arm."""
    whole = elementary_symmetric(WEIGHTS, SIZE)[-1, SIZE]
    checks = []
    for arm, exact in enumerate(enumerated_marginals(LOG_WEIGHTS, size=SIZE)):
        without = elementary_symmetric(np.delete(WEIGHTS, arm), SIZE - 1)[-1, SIZE - 1]
        found = float(WEIGHTS[arm] * without / whole)
        checks.append(equal(f"marginal of arm {arm + 1}", float(exact), found))
    return tuple(checks)


def normaliser() -> Check:
    """Check Proposition 5.1 of Kulesza and Taskar: the recursion gives Z_K = Σ_J Π_{j∈J} w_j."""
    return equal(
        "Z_K by recursion == by enumeration",
        float(elementary_symmetric(WEIGHTS, SIZE)[-1, SIZE]),
        math.fsum(float(np.prod(WEIGHTS[list(one)])) for one in SUBSETS),
    )


class Counted:
    """A number that counts the operations in which it, or what comes of it, takes part."""

    done = 0

    def __init__(self, value: float) -> None:
        self.value = value

    def _with(self, other: object, operation: Callable[[float, float], Any]) -> Any:
        if isinstance(other, np.ndarray):
            return NotImplemented  # numpy then takes the array's entries one by one
        Counted.done += 1
        right = other.value if isinstance(other, Counted) else other
        found = operation(self.value, float(right))  # type: ignore[arg-type]
        return found if isinstance(found, bool) else Counted(found)

    def __add__(self, other: object) -> Any:
        return self._with(other, operator.add)

    def __mul__(self, other: object) -> Any:
        return self._with(other, operator.mul)

    def __truediv__(self, other: object) -> Any:
        return self._with(other, operator.truediv)

    def __gt__(self, other: object) -> Any:
        return self._with(other, operator.gt)

    __radd__, __rmul__ = __add__, __mul__


COUNTED = ((8, 4), (64, 8), (64, 16), (256, 16))  # N and K


def drawing_operations(arms: int, size: int) -> int:
    """Return what drawing costs at most: a product and a sum for each of N K entries, 3 an arm."""
    return 2 * arms * size + 3 * arms


def marginal_operations(arms: int, size: int) -> int:
    """Return what one marginal costs: both normalisers' tables, a product and a quotient."""
    return 2 * arms * size + 2 * (arms - 1) * (size - 1) + 2


def operations(*, naive: bool = False) -> tuple[Check, ...]:
    """Check that the recursion takes no more operations than its formula, which is O(N K).

    Counted while Algorithm 8 draws (its table, then one decision an arm) and while the two
    normalisers of the last arm's marginal are computed, with numbers that count; `naive` takes one
    operation for each meta-arm instead.
    """
    return tuple(
        at_most(
            f"operations, {name}, N = {arms}, K = {size}",
            math.comb(arms, size) if naive else count(arms, size),
            most(arms, size),
        )
        for arms, size in COUNTED
        for name, count, most in (
            ("drawing", _drawing, drawing_operations),
            ("one marginal", _one_marginal, marginal_operations),
        )
    )


def _counted_weights(arms: int) -> NDArray[Any]:
    Counted.done = 0
    return np.array([Counted(1 + 1 / (1 + arm)) for arm in range(arms)], dtype=object)


def _drawing(arms: int, size: int) -> int:
    chosen = sample_eigenvectors(_counted_weights(arms), size, np.random.default_rng(0))
    assert chosen.size == size
    return Counted.done


def _one_marginal(arms: int, size: int) -> int:
    weights = _counted_weights(arms)
    without = elementary_symmetric(weights[:-1], size - 1)[-1, size - 1]
    chance = weights[-1] * without / elementary_symmetric(weights, size)[-1, size]
    assert 0 < chance.value < 1
    return Counted.done


# --- In floating-point numbers ---------------------------------------------------------------


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
