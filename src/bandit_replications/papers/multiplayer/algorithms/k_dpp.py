"""Sampling from a K-DPP: a determinantal point process given that it has K elements.

Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case (Section 4.1, A.4), after Kulesza
and Taskar (2012), Proposition 5.1 and Algorithm 8. The reference that the coordinator's sampler
specialises: its kernel is diagonal with entries exp(-η L_i).
"""

import numpy as np
from numpy.typing import ArrayLike

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.papers.multiplayer.algorithms.determinantal_point_process import (
    check_kernel,
    sample_elements,
)
from bandit_replications.runtime.errors import BadValue


def elementary_symmetric(values: ArrayLike, size: int) -> Floats:
    """Return the table E[n, k] = e_k of the first n values, shape (N + 1, size + 1), in O(N K).

    Source: the recursion behind Proposition 5.1 of Kulesza and Taskar,
    e_k(λ_1..λ_n) = e_k(λ_1..λ_{n-1}) + λ_n e_{k-1}(λ_1..λ_{n-1}).
    """
    entries = np.asarray(values, dtype=np.float64)
    table = np.zeros((entries.size + 1, size + 1))
    table[:, 0] = 1.0
    for n, value in enumerate(entries, start=1):
        table[n, 1:] = table[n - 1, 1:] + value * table[n - 1, :-1]
    return table


def sample_eigenvectors(eigenvalues: Floats, size: int, generator: np.random.Generator) -> Integers:
    """Return the numbers of K eigenvectors, increasing from 0 (Kulesza and Taskar, Algorithm 8).

    Goes from the last eigenvalue to the first; n is chosen with probability
    λ_n e_{k-1}(λ_1..λ_{n-1}) / e_k(λ_1..λ_n) when k are missing.
    """
    table = elementary_symmetric(eigenvalues, size)
    missing, chosen = size, []
    for n in range(eigenvalues.size, 0, -1):
        if missing == 0:
            break
        chance = eigenvalues[n - 1] * table[n - 1, missing - 1] / table[n, missing]
        if generator.random() < chance:
            chosen.append(n - 1)
            missing -= 1
    return np.array(chosen[::-1], dtype=np.int64)


def sample(kernel: ArrayLike, *, size: int, generator: np.random.Generator) -> Integers:
    """Return one set of exactly K elements, increasing from 0.

    Source: Algorithm 5 with its phase 1 replaced by Kulesza and Taskar's Algorithm 8.

    Parameters
    ----------
    kernel : array, shape (N, N)
        Symmetric and positive semidefinite, of rank at least K.
    size : int
        K >= 1.
    generator : numpy.random.Generator

    Raises
    ------
    ValueError
        If the kernel is no such matrix.

    """
    eigenvalues, eigenvectors = check_kernel(kernel)
    rank = int(np.count_nonzero(eigenvalues > 1e-12 * eigenvalues[-1]))
    if not 1 <= size <= rank:
        raise BadValue(f"size: {size}; allowed: from 1 to the kernel's rank, {rank}")
    chosen = sample_eigenvectors(eigenvalues, size, generator)
    return sample_elements(eigenvectors[:, chosen], generator)
