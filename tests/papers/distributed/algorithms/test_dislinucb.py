"""DisLinUCB, independent LinUCB, immediate sharing and gossip: messages, epochs, kernels."""

import math

import numpy as np
import pytest

from bandit_replications.papers.distributed.algorithms import (
    dcb,
    dislinucb,
    dislinucb_kernels,
    immediate_sharing_linear,
    independent_linucb,
    linucb_kernels,
)
from bandit_replications.papers.distributed.environments import linear_environments as environments
from support.distributed import SETS, differences, linear_problem, run_both, unit_vectors


def run(module, problem=None, **options):
    problem = linear_problem() if problem is None else problem
    generator = np.random.default_rng(0)
    return module.simulate(problem, generator=generator, options=module.Options(**options))


@pytest.mark.full
@pytest.mark.parametrize(
    ("module", "old", "new"),
    [
        (linucb_kernels, "0.5 * (log_det", "1.0 * (log_det"),
        (linucb_kernels, "+ math.sqrt(regularisation)", ""),
        (linucb_kernels, "shrink = number / growth", "shrink = 1.0 / (growth * growth)"),
        (dislinucb_kernels, "(step - last_step)", "(step - last_step - 1)"),
        (dislinucb_kernels, "group.new[agent, i, j] = 0.0", "pass"),
    ],
)
def test_mutants_are_caught(altered, module, old, new, monkeypatch):
    wrong = altered(module, old, new)
    kernels = wrong
    if module is linucb_kernels:
        kernels = altered(dislinucb_kernels, "import math\n", "import math\n\n")
        for name in ("confidence_width", "evaluate", "learn", "optimistic", "solve"):
            kernels.run_agents.__globals__[name] = getattr(wrong, name)
    for name in ("draw_noise", "take_set"):
        kernels.run_agents.__globals__[name] = getattr(environments, name).py_func
    monkeypatch.setattr(dislinucb, "run_agents", kernels.run_agents)
    problem = linear_problem(horizon=100)
    assert differences(*run_both(dislinucb, problem, options={"threshold_factor": 0.2}))


def test_never_synchronising_is_independence_and_always_is_sharing():
    apart = run(dislinucb, threshold_factor=math.inf, delta=0.01)
    assert apart.regret == pytest.approx(run(independent_linucb, delta=0.01).regret, abs=1e-9)
    assert apart.communication[-1] == 0
    always = run(dislinucb, threshold_factor=0.0, delta=0.01)
    together = run(immediate_sharing_linear, delta=0.01)
    assert always.regret == pytest.approx(together.regret, abs=1e-9)
    assert always.phases == 150
    assert always.communication[-1] == 150 * 2 * 4 * (3**2 + 3)


def test_communication_of_the_baselines():
    points = linear_problem().points
    found = run(immediate_sharing_linear)
    assert np.array_equal(found.communication, 2 * 16 * points)
    found = run(immediate_sharing_linear, message="vector")
    assert np.array_equal(found.communication, (3 + 1) * 16 * points)
    found = run(dcb, linear_problem(agents=5))
    assert np.array_equal(found.communication, 4 * (3**2 + 3) * points)


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


@pytest.mark.parametrize("actions", range(1, 12))
def test_the_first_of_the_best_actions_is_played(actions):
    scratch = np.empty(actions)
    for seed in range(30):
        values = np.random.default_rng(seed).integers(0, 3, actions).astype(float)
        found = linucb_kernels.optimistic(values, np.full(actions, 0.25), 2.0, scratch)
        assert found == np.argmax(values)
