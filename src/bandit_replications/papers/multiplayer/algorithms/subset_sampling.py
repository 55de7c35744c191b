"""K-subsets drawn with probability proportional to a product of weights, and their marginals.

Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case (Equation (2), Lemma 4.1, A.4).
Weights come as logarithms, -η L in the paper: any finite ones, however far apart.
"""

import itertools

import numpy as np
from numpy.typing import ArrayLike

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.papers.multiplayer.algorithms.subset_sampling_kernels import (
    SubsetWork,
    draw_members,
    fill_marginals,
    prepare_subset,
    subset_work,
)
from bandit_replications.runtime.errors import BadType, BadValue

MOST_ARMS = 1000  # beyond, the smallest possible P(K heads), 2^-N, is below the smallest double


def check_weights(log_weights: ArrayLike, size: int) -> Floats:
    """Return the log-weights as an array after checking them and the subsets' size.

    Raises
    ------
    TypeError
        If the size is not an integer.
    ValueError
        If a log-weight is not finite, there are more than 1000 of them or not 1 <= K < N.

    """
    values = np.ascontiguousarray(log_weights, dtype=np.float64)
    if values.ndim != 1 or values.size > MOST_ARMS or not np.isfinite(values).all():
        raise BadValue(f"log_weights: {values}; allowed: finite, one row, at most {MOST_ARMS}")
    if isinstance(size, bool) or not isinstance(size, (int, np.integer)):
        raise BadType(f"size: {size!r}; allowed: an integer")
    if not 1 <= size < values.size:
        raise BadValue(f"size: {size}; allowed: from 1 to {values.size - 1}")
    return values


def _prepared(log_weights: ArrayLike, size: int) -> SubsetWork:
    values = check_weights(log_weights, size)
    work = subset_work(values.size, size)
    prepare_subset(values, size, work)
    return work


def sample_subset(log_weights: ArrayLike, *, size: int, generator: np.random.Generator) -> Integers:
    """Return one exact sample, its arms increasing from 0, in O(N K).

    Source: Lemma 4.1, by the conditional law of independent coins (module of the kernels).

    Parameters
    ----------
    log_weights : array, shape (arms,)
        -η L_i.
    size : int
        K, from 1 to N - 1.
    generator : numpy.random.Generator

    Raises
    ------
    TypeError, ValueError
        As `check_weights`.

    """
    work = _prepared(log_weights, size)
    members = np.empty(size, dtype=np.int64)
    draw_members(work.heads, work.suffixes, size, generator, members)
    return members


def inclusion_probabilities(log_weights: ArrayLike, *, size: int) -> Floats:
    """Return the probability of each arm to be in the sample, shape (arms,), in O(N K).

    Source: Lemma 4.1, Σ_{I∋i} p(I). Parameters and errors as for `sample_subset`.
    """
    work = _prepared(log_weights, size)
    marginals = np.empty(work.heads.size)
    fill_marginals(work, size, marginals)
    return marginals


# --- As the paper writes it -----------------------------------------------------------------


def subset_distribution(
    log_weights: ArrayLike, *, size: int
) -> tuple[list[tuple[int, ...]], Floats]:
    """Return all meta-arms and their probabilities: Algorithm 1, lines 3 and 4, by enumeration."""
    values = check_weights(log_weights, size)
    subsets = list(itertools.combinations(range(values.size), size))
    logs = values[np.array(subsets)].sum(axis=1)
    weights = np.exp(logs - logs.max())
    return subsets, weights / weights.sum()


def enumerated_marginals(log_weights: ArrayLike, *, size: int) -> Floats:
    """Return Σ_{I∋i} p(I) for each arm, shape (arms,), by enumeration."""
    subsets, probabilities = subset_distribution(log_weights, size=size)
    marginals = np.zeros(np.size(log_weights))
    np.add.at(marginals, np.array(subsets), probabilities[:, np.newaxis])
    return marginals


def subtraction_marginals(log_weights: ArrayLike, *, size: int) -> Floats:
    """Return the marginals as w_i e_{K-1}(w without i) / e_K(w), removing w_i by subtraction.

    The recursion e_j(w without i) = e_j(w) - w_i e_{j-1}(w without i) needs only one table for
    all arms, but subtracts nearly equal numbers when w_i is large: shown because it breaks down.
    """
    values = check_weights(log_weights, size)
    weights = np.exp(values - values.max())
    sums = np.zeros(size + 1)
    sums[0] = 1.0
    for weight in weights:
        sums[1:] += weight * sums[:-1].copy()
    without = np.ones(values.size)
    for count in range(1, size):
        without = sums[count] - weights * without
    return np.asarray(weights * without / sums[size])


def largest_error(estimated: ArrayLike, exact: ArrayLike) -> float:
    """Return the largest relative error of an array's entries."""
    right = np.asarray(exact, dtype=np.float64)
    return float(np.max(np.abs(np.asarray(estimated) / right - 1)))
