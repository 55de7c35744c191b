"""DisLinUCB, independent LinUCB, immediate sharing and gossip: messages, epochs, kernels."""

import math

import numpy as np
import pytest

from bandit_replications.papers.distributed.algorithms import (
    dislinucb,
    immediate_sharing_linear,
    independent_linucb,
    linucb_kernels,
)
from support.distributed import SETS, linear_problem, unit_vectors


def run(module, problem=None, **options):
    problem = linear_problem() if problem is None else problem
    generator = np.random.default_rng(0)
    return module.simulate(problem, generator=generator, options=module.Options(**options))


def test_never_synchronising_is_independence_and_always_is_sharing():
    apart = run(dislinucb, threshold_factor=math.inf, delta=0.01)
    assert apart.regret == pytest.approx(run(independent_linucb, delta=0.01).regret, abs=1e-9)
    assert apart.communication[-1] == 0
    always = run(dislinucb, threshold_factor=0.0, delta=0.01)
    together = run(immediate_sharing_linear, delta=0.01)
    assert always.regret == pytest.approx(together.regret, abs=1e-9)
    assert always.phases == 150
    assert always.communication[-1] == 150 * 2 * 4 * (3**2 + 3)


@pytest.mark.parametrize("factor", [1.0, 0.05])
@pytest.mark.parametrize("sets", SETS)
def test_epochs_within_the_proofs_bound(sets, factor):
    agents, horizon, dimension = 16, 2000, 3
    problem = linear_problem(action_set=SETS[sets], agents=agents, horizon=horizon)
    found = run(dislinucb, problem, threshold_factor=factor)
    limit = factor * horizon * math.log(agents * horizon) / (dimension * agents)
    growth = math.ceil(dimension * math.log(1 + agents * horizon / dimension))
    length = math.sqrt(limit * horizon / growth)
    assert found.phases <= math.ceil(horizon / length) + math.ceil(growth * length / limit)


def test_estimates_stay_exact_after_many_updates():
    """Rank-one updates of 100,000 steps end at what a solver finds from the sums."""
    dimension, steps = 5, 100_000
    generator = np.random.default_rng(2)
    pool = unit_vectors(50, dimension, seed=3)
    theta, inverse, image = np.zeros(dimension), np.eye(dimension), np.empty(dimension)
    columns = np.ascontiguousarray(pool.T)
    values, variances, scratch = np.empty(50), np.empty(50), np.empty(50)
    linucb_kernels.evaluate(columns, theta, inverse, values, variances)
    v, u, log_det = np.eye(dimension), np.zeros(dimension), 0.0
    for action in generator.integers(0, 50, steps):
        reward = float(generator.standard_normal())
        growth, shift, shrink = linucb_kernels.learn(pool[action], reward, 1, theta, inverse, image)
        linucb_kernels.update_evaluation(columns, image, shift, shrink, values, variances, scratch)
        log_det += growth
        v += np.outer(pool[action], pool[action])
        u += reward * pool[action]
    assert log_det == pytest.approx(np.linalg.slogdet(v)[1], rel=1e-10)
    assert values == pytest.approx(pool @ np.linalg.solve(v, u), abs=1e-10)
    exact = np.einsum("ai,ia->a", pool, np.linalg.solve(v, pool.T))
    assert variances == pytest.approx(exact, rel=1e-7)


def test_a_diagonal_matrix_is_solved_to_the_same_bits():
    rng, inverse, solution = np.random.default_rng(0), np.empty((6, 6)), np.empty(6)
    vector, matrix = rng.normal(size=6), np.diag(1 + rng.random(6))
    linucb_kernels.solve(matrix[:4, :4], vector[:4], inverse[:4, :4], solution[:4])
    alone = np.c_[inverse[:4, :4], solution[:4]]
    matrix[4, 5] = matrix[5, 4] = 0.5  # no longer diagonal: Cholesky's decomposition
    linucb_kernels.solve(matrix, vector, inverse, solution)
    assert np.array_equal(alone, np.c_[inverse[:4, :4], solution[:4]])


@pytest.mark.parametrize("actions", range(1, 12))
def test_the_first_of_the_best_actions_is_played(actions):
    scratch = np.empty(actions)
    for seed in range(30):
        values = np.random.default_rng(seed).integers(0, 3, actions).astype(float)
        found = linucb_kernels.optimistic(values, np.full(actions, 0.25), 2.0, scratch)
        assert found == np.argmax(values)


def test_signs_keep_the_mean_and_few_bits():
    problem = linear_problem(horizon=1000)
    generator = np.random.default_rng(3)
    _, (agent, *_) = dislinucb.participants(problem, dislinucb.Options(signs=True))
    x, pulls = np.array([0.6, -0.8, 0.0]) / 1.1, 4000
    rewards = x[0] + generator.choice([-1.0, 1.0], pulls)
    for step, reward in enumerate(rewards, start=1):
        agent.learn(x, reward, step, generator)
    assert np.abs(agent.v - np.eye(3) - pulls * np.outer(x, x)).max() <= 2 * pulls / 4000
    for sums, unit in ((agent.w_new, 4000**2), (agent.u_new, 4000)):
        assert sums * unit == pytest.approx(np.round(sums * unit), abs=1e-2)
    # a mean of 4000 signs of ±2 has deviation 2 / sqrt(4000) = .032
    assert agent.u_new / pulls == pytest.approx(x * x[0], abs=0.15)
