import math

import numpy as np
import pytest

from bandit_replications.papers.distributed.algorithms.g_optimal_design import g_optimal_design
from support.distributed import unit_vectors

NEARLY_EXACT = 1.0001


def worst_variance(actions, weights):
    """Return g(π), with V's pseudo-inverse: independent of the module's bases and updates."""
    inverse = np.linalg.pinv(actions.T @ (weights[:, None] * actions), hermitian=True)
    return np.einsum("ai,ij,aj->a", actions, inverse, actions).max()


@pytest.mark.parametrize("start", ["one-sided", "two-sided"])
@pytest.mark.parametrize("dimension", [1, 2, 5, 20])
def test_two_approximation_with_a_small_support(dimension, start):
    actions = unit_vectors(200, dimension)
    design = g_optimal_design(actions=actions, start=start)
    assert design.rank == dimension
    assert design.weights.min() >= 0
    assert design.weights.sum() == pytest.approx(1, abs=1e-12)
    assert design.worst_variance == pytest.approx(worst_variance(actions, design.weights))
    assert dimension <= design.worst_variance <= 2 * dimension
    assert np.array_equal(design.support, np.flatnonzero(design.weights))


@pytest.mark.parametrize("dimension", [1, 2, 5, 8])
def test_equivalence_theorem(dimension):
    actions = unit_vectors(60, dimension, seed=1)
    design = g_optimal_design(actions=actions, accuracy=NEARLY_EXACT)
    assert worst_variance(actions, design.weights) == pytest.approx(dimension, rel=2e-4)
    # At the optimum the variance is d on the support and the determinant is the largest.
    best = np.linalg.slogdet(actions.T @ (design.weights[:, None] * actions))[1]
    for seed in range(20):
        other = np.random.default_rng(seed).dirichlet(np.full(60, 0.05))
        other = 0.9 * design.weights + 0.1 * other
        assert np.linalg.slogdet(actions.T @ (other[:, None] * actions))[1] <= best + 2e-4


def test_known_designs():
    basis = g_optimal_design(actions=np.eye(4), accuracy=NEARLY_EXACT)
    assert basis.weights == pytest.approx(np.full(4, 0.25))
    # Three vectors 120 degrees apart: uniform weights are optimal, V = I / 2.
    angles = np.array([0, 2, 4]) * math.pi / 3
    simplex = np.column_stack([np.cos(angles), np.sin(angles)])
    design = g_optimal_design(actions=simplex, accuracy=NEARLY_EXACT)
    assert design.weights == pytest.approx(np.full(3, 1 / 3), abs=1e-2)
    assert design.worst_variance == pytest.approx(2, rel=1e-3)
    # A quadratic regression on [-1, 1]: weight 1/3 on each of -1, 0, 1 (Kiefer, 1959).
    points = np.linspace(-1, 1, 101)
    quadratic = np.column_stack([np.ones(101), points, points**2])
    design = g_optimal_design(actions=quadratic, accuracy=NEARLY_EXACT)
    near = [design.weights[:5].sum(), design.weights[45:56].sum(), design.weights[-5:].sum()]
    assert near == pytest.approx([1 / 3] * 3, abs=5e-3)


@pytest.mark.parametrize("rank", [1, 2, 4])
def test_rank_deficient_actions_in_their_span(rank):
    inner = unit_vectors(50, rank, seed=2)
    rotation = np.linalg.qr(np.random.default_rng(3).standard_normal((7, 7)))[0][:rank]
    inside = g_optimal_design(actions=inner @ rotation, accuracy=NEARLY_EXACT)
    assert inside.rank == rank
    assert worst_variance(inner @ rotation, inside.weights) == pytest.approx(rank, rel=2e-4)


@pytest.mark.parametrize(
    ("actions", "accuracy", "message"),
    [(np.zeros((3, 3)), 2.0, "not all zero"), (np.eye(2), 1.0, "accuracy: 1")],
)
def test_bad_input(actions, accuracy, message):
    with pytest.raises(ValueError, match=message):
        g_optimal_design(actions=actions, accuracy=accuracy)


@pytest.mark.parametrize("start", ["one-sided", "two-sided"])
def test_of_actions_on_a_line_the_farthest_alone(start):
    line = np.array([[0.1, 0.0], [-0.2, 0.0], [1.0, 0.0]])
    design = g_optimal_design(actions=line, accuracy=1.01, start=start)
    assert (design.weights.tolist(), design.worst_variance) == ([0.0, 0.0, 1.0], 1.0)


def test_too_few_iterations():
    with pytest.raises(RuntimeError, match="not reached in 1 steps"):
        g_optimal_design(actions=unit_vectors(50, 5), accuracy=NEARLY_EXACT, max_iterations=1)
