"""Sampling from a determinantal point process (Algorithm 5; Kulesza and Taskar, Algorithm 1).

Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case (A.4). An L-ensemble draws a set
Y of any size with probability proportional to det(L_Y).
"""

import numpy as np
from numpy.typing import ArrayLike

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.runtime.errors import BadValue


def check_kernel(kernel: ArrayLike) -> tuple[Floats, Floats]:
    """Return the eigenvalues (N,), none below 0, and the eigenvectors as columns (N, N).

    Raises
    ------
    ValueError
        If the kernel is not square, symmetric and positive semidefinite.

    """
    matrix = np.asarray(kernel, dtype=np.float64)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise BadValue(f"kernel: shape {matrix.shape}; allowed: N x N")
    if not np.allclose(matrix, matrix.T):
        raise BadValue("kernel: not symmetric; allowed: symmetric, positive semidefinite")
    eigenvalues, eigenvectors = np.linalg.eigh(matrix)
    if eigenvalues[0] < -1e-9 * max(1.0, float(eigenvalues[-1])):
        raise BadValue(
            f"kernel: eigenvalue {eigenvalues[0]:g}; allowed: symmetric, positive semidefinite"
        )
    return np.maximum(eigenvalues, 0.0), eigenvectors


def sample(kernel: ArrayLike, generator: np.random.Generator) -> Integers:
    """Return one set of the process with this N x N kernel, its elements increasing from 0.

    Source: Algorithm 5. The printed sum runs over f and adds up (v^T e_i)²; read with f = v.

    Raises
    ------
    ValueError
        If the kernel is not symmetric and positive semidefinite.

    """
    eigenvalues, eigenvectors = check_kernel(kernel)
    chosen = generator.random(eigenvalues.size) < eigenvalues / (eigenvalues + 1)  # lines 2 to 5
    return sample_elements(eigenvectors[:, chosen], generator)


def sample_elements(vectors: Floats, generator: np.random.Generator) -> Integers:
    """Return the elements that phase 2 of Algorithm 5 draws, increasing.

    Parameters
    ----------
    vectors : float64 array, shape (elements, chosen)
        Orthonormal columns V; as many elements are drawn.
    generator : numpy.random.Generator

    """
    found = []
    while vectors.shape[1] > 0:
        chances = element_probabilities(vectors)
        element = int(generator.choice(chances.size, p=chances))
        found.append(element)
        vectors = orthogonal_part(vectors, element)
    return np.sort(np.array(found, dtype=np.int64))


def element_probabilities(vectors: Floats) -> Floats:
    """Return line 10's probability of each element, (1/|V|) Σ_{v∈V} (v^T e_i)²."""
    weights = np.square(vectors).sum(axis=1)
    return np.asarray(weights / weights.sum())


def orthogonal_part(vectors: Floats, element: int) -> Floats:
    """Return an orthonormal basis of the part of span(V) orthogonal to e_i (line 12)."""
    pivot = int(np.argmax(np.abs(vectors[element])))
    column = vectors[:, pivot] / vectors[element, pivot]
    rest = np.delete(vectors, pivot, axis=1)
    rest = rest - np.outer(column, rest[element])
    return np.asarray(np.linalg.qr(rest)[0])
