import math

import numpy as np
import pytest

from bandit_replications.papers.distributed.algorithms import g_optimal_design as module
from bandit_replications.papers.distributed.algorithms.g_optimal_design import g_optimal_design

NEARLY_EXACT = 1.0001


def unit_vectors(number, dimension, seed=0):
    vectors = np.random.default_rng(seed).standard_normal((number, dimension))
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def worst_variance(actions, weights):
    """Return g(π), with V's pseudo-inverse: independent of the module's bases and updates."""
    inverse = np.linalg.pinv(actions.T @ (weights[:, None] * actions), hermitian=True)
    return np.einsum("ai,ij,aj->a", actions, inverse, actions).max()


@pytest.mark.parametrize("dimension", [1, 2, 3, 5, 10, 20])
def test_two_approximation_with_a_small_support(dimension):
    actions = unit_vectors(200, dimension)
    design = g_optimal_design(actions=actions)
    assert design.rank == dimension
    assert design.weights.min() >= 0
    assert design.weights.sum() == pytest.approx(1, abs=1e-12)
    assert design.worst_variance == pytest.approx(worst_variance(actions, design.weights))
    assert dimension <= design.worst_variance <= 2 * dimension
    # Each step adds at most one action to the start's d.
    assert design.support.size <= dimension + design.iterations
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


def test_long_vectors_get_the_weight():
    actions = np.vstack([np.eye(3), 0.1 * unit_vectors(30, 3)])
    assert g_optimal_design(actions=actions, accuracy=NEARLY_EXACT).support.tolist() == [0, 1, 2]


@pytest.mark.parametrize("rank", [1, 2, 4])
def test_rank_deficient_actions_in_their_span(rank):
    inner = unit_vectors(50, rank, seed=2)
    rotation = np.linalg.qr(np.random.default_rng(3).standard_normal((7, 7)))[0][:rank]
    inside = g_optimal_design(actions=inner @ rotation, accuracy=NEARLY_EXACT)
    assert inside.rank == rank
    assert worst_variance(inner @ rotation, inside.weights) == pytest.approx(rank, rel=2e-4)


def test_invariant_under_linear_maps_of_the_actions():
    actions = unit_vectors(40, 4, seed=4)
    squeezed = actions * np.array([1, 1e-3, 1e-4, 1])
    weights = g_optimal_design(actions=squeezed).weights
    assert worst_variance(actions, weights) <= 2 * 4 * (1 + 1e-9)


def test_coordinates_are_the_actions_in_a_basis_of_actions():
    actions = unit_vectors(30, 5, seed=5)
    coordinates = g_optimal_design(actions=actions).coordinates
    basis, *_ = np.linalg.lstsq(coordinates, actions, rcond=None)
    assert coordinates @ basis == pytest.approx(actions, abs=1e-12)
    assert {tuple(np.round(row, 9)) for row in basis} <= {tuple(np.round(x, 9)) for x in actions}


def test_same_bytes_each_time():
    actions = unit_vectors(100, 6)
    first, second = g_optimal_design(actions=actions), g_optimal_design(actions=actions.copy())
    assert first.weights.tobytes() == second.weights.tobytes()


@pytest.mark.parametrize(
    ("actions", "accuracy", "message"),
    [
        (np.empty((0, 3)), 2.0, "actions: shape"),
        (np.zeros((3, 3)), 2.0, "not all zero"),
        (np.array([[np.nan]]), 2.0, "finite"),
        (np.eye(2), 1.0, "accuracy: 1"),
    ],
)
def test_bad_input(actions, accuracy, message):
    with pytest.raises(ValueError, match=message):
        g_optimal_design(actions=actions, accuracy=accuracy)


def test_too_few_iterations():
    with pytest.raises(RuntimeError, match="not reached in 1 steps"):
        g_optimal_design(actions=unit_vectors(50, 5), accuracy=NEARLY_EXACT, max_iterations=1)


@pytest.mark.full
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("(worst / rank - 1.0) / (worst - 1.0)", "worst / rank - 1.0"),
        ("factor = step / ((1.0 - step) + step * worst)", "factor = step / (1.0 + step * worst)"),
        ("inverse = np.eye(rank) * rank", "inverse = np.eye(rank)"),
    ],
)
def test_wrong_steps_are_noticed(altered, old, new):
    actions = unit_vectors(40, 6, seed=6)
    wrong = altered(module, old, new)
    try:
        design = wrong.g_optimal_design(actions=actions, accuracy=1.05, max_iterations=3000)
    except (RuntimeError, RuntimeWarning, ZeroDivisionError):
        return
    true = worst_variance(actions, np.abs(design.weights))
    assert true > 1.05 * 6 * (1 + 1e-9) or design.worst_variance != pytest.approx(true)


def test_eliminated_actions_are_known_badly():
    """Lemma F.1 says all x in D; a design over the active actions promises nothing beyond them."""
    actions = np.array([[1.0, 0.0], [0.99, 0.01], [0.0, 1.0]])
    design = g_optimal_design(actions=actions[:2])
    v = np.einsum("a,ai,aj->ij", design.weights, actions[:2], actions[:2])
    outside = actions[2] @ np.linalg.solve(v, actions[2])
    assert design.worst_variance <= 4
    assert outside > 1000
