"""DisLinUCB, independent LinUCB, immediate sharing and gossip.

Literal and compiled versions draw from one stream in one order, so that they play the same actions.
"""

import itertools
import math

import numpy as np
import pytest

from bandit_replications.bandits.literal import drive
from bandit_replications.papers.distributed.algorithms import (
    dcb,
    dislinucb,
    dislinucb_kernels,
    immediate_sharing_linear,
    independent_linucb,
    linucb_kernels,
)
from bandit_replications.papers.distributed.environments import linear_environments as environments
from bandit_replications.papers.distributed.environments.channel import Channel
from bandit_replications.papers.distributed.environments.problems import LinearProblem

HORIZON = 150
POINTS = np.array([1, 2, 5, 17, 40, 100, HORIZON])
DIMENSION = 3


def unit_vectors(*shape, seed=0):
    vectors = np.random.default_rng(seed).standard_normal(shape)
    return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)


SETS = {
    "fixed": unit_vectors(20, DIMENSION),
    "sequence": unit_vectors(7, 20, DIMENSION),
    "anew": np.empty((0, 20, DIMENSION)),
}


def run(simulate, seed=0, options=None, **changes):
    arguments = {
        "action_set": SETS["fixed"],
        "parameter": unit_vectors(DIMENSION, seed=9),
        "agents": 4,
        "horizon": HORIZON,
        "checkpoints": POINTS if changes.get("horizon", HORIZON) == HORIZON else None,
    }
    problem = LinearProblem(**(arguments | changes))
    given = {} if options is None else {"options": options}
    return simulate(problem, generator=np.random.default_rng(seed), **given)


def assert_same(fast, literal):
    assert fast.regret == pytest.approx(literal.regret, abs=1e-9)
    assert np.array_equal(fast.communication, literal.communication)
    assert fast.purposes == literal.purposes
    assert fast.phases == literal.phases


@pytest.mark.parametrize("sets", SETS)
@pytest.mark.parametrize("agents", [1, 4, 5])
@pytest.mark.parametrize("module", [dislinucb, independent_linucb, immediate_sharing_linear, dcb])
def test_literal_and_fast_play_the_same(module, agents, sets):
    same = {"agents": agents, "action_set": SETS[sets]}
    assert_same(run(module.simulate, **same), run(module.simulate_literal, **same))


READINGS = [
    (dislinucb, {"synchronisation": "at-once", "threshold_factor": 0.01}),
    (dislinucb, {"last": "before-merging", "threshold_factor": 0.01}),
    (dislinucb, {"threshold_factor": 0.01, "matrix_numbers": "symmetric"}),
    (dislinucb, {"threshold_factor": 0.0}),
    (dislinucb, {"threshold_factor": math.inf}),
    (dislinucb, {"regularisation": 0.3, "delta": 0.1, "threshold_factor": 0.01}),
    (independent_linucb, {"regularisation": 2.0, "delta": 0.5}),
    (immediate_sharing_linear, {"regularisation": 0.5, "delta": 0.2, "message": "vector"}),
    (dcb, {"regularisation": 0.5, "delta": 0.2, "scale": "average"}),
]


@pytest.mark.parametrize("noise", ["rademacher", "three-point", "uniform"])
@pytest.mark.parametrize(("module", "options"), READINGS, ids=str)
def test_readings_play_the_same(module, options, noise):
    same = {"options": module.Options(**options), "noise": noise}
    assert_same(run(module.simulate, **same), run(module.simulate_literal, **same))


def test_never_synchronising_is_independence_and_always_is_sharing():
    delta = {"delta": 0.01}
    never = dislinucb.Options(threshold_factor=math.inf, **delta)
    apart = run(dislinucb.simulate, options=never)
    alone = run(independent_linucb.simulate, options=independent_linucb.Options(**delta))
    assert apart.regret == pytest.approx(alone.regret, abs=1e-9)
    assert apart.communication[-1] == 0
    always = run(dislinucb.simulate, options=dislinucb.Options(threshold_factor=0.0, **delta))
    shared = immediate_sharing_linear.Options(**delta)
    together = run(immediate_sharing_linear.simulate, options=shared)
    assert always.regret == pytest.approx(together.regret, abs=1e-9)
    assert always.phases == HORIZON
    assert always.communication[-1] == HORIZON * 2 * 4 * (DIMENSION**2 + DIMENSION)


def test_cooperation_pays():
    regrets = {
        module: np.mean(
            [
                run(module.simulate, seed=seed, horizon=3000, agents=16).regret[-1]
                for seed in range(5)
            ]
        )
        for module in (dislinucb, immediate_sharing_linear, dcb, independent_linucb)
    }
    alone = regrets.pop(independent_linucb)
    assert all(regret < alone / 2 for regret in regrets.values())
    assert regrets[immediate_sharing_linear] < regrets[dislinucb]


@pytest.mark.parametrize("module", [independent_linucb, immediate_sharing_linear, dcb])
def test_play_can_be_driven_against_anything(module):
    problem = LinearProblem(
        action_set=SETS["fixed"], parameter=np.zeros(DIMENSION), agents=3, horizon=20
    )
    player = module.play(problem, generator=np.random.default_rng(0))
    played = list(drive(player, lambda actions: (0.5,) * len(actions), rounds=20))
    assert {len(actions) for actions in played} == {3}
    one_by_one = dislinucb.play(problem, generator=np.random.default_rng(0))
    assert len(list(drive(one_by_one, lambda actions: (0.5,), rounds=60))) == 60


def test_messages_of_dislinucb():
    options = dislinucb.Options(threshold_factor=0.01)
    found = run(dislinucb.simulate, options=options)
    each = 4 * (DIMENSION**2 + DIMENSION)
    assert set(found.purposes) == {"download", "upload"}
    assert found.communication[-1] % (2 * each) == 0
    assert found.phases - found.communication[-1] // (2 * each) in (0, 1)
    assert set(found.messages.numbers.tolist()) == {each}
    assert found.messages.from_server.tolist() == [False, True] * (len(found.messages.times) // 2)
    halved = dislinucb.Options(threshold_factor=0.01, matrix_numbers="symmetric")
    fewer = run(dislinucb.simulate, options=halved)
    assert fewer.communication[-1] * 12 == found.communication[-1] * 9


def test_communication_of_the_baselines():
    found = run(immediate_sharing_linear.simulate)
    assert np.array_equal(found.communication, 2 * 16 * POINTS)
    vector = immediate_sharing_linear.Options(message="vector")
    found = run(immediate_sharing_linear.simulate, options=vector)
    assert np.array_equal(found.communication, (DIMENSION + 1) * 16 * POINTS)
    found = run(dcb.simulate, agents=5)
    assert np.array_equal(found.communication, 4 * (DIMENSION**2 + DIMENSION) * POINTS)


@pytest.mark.parametrize("factor", [1.0, 0.05])
def test_epochs_within_the_proofs_bound(factor):
    agents, horizon, dimension = 16, 2000, DIMENSION
    options = dislinucb.Options(threshold_factor=factor)
    for sets in SETS.values():
        found = run(
            dislinucb.simulate,
            action_set=sets,
            agents=agents,
            horizon=horizon,
            options=options,
        )
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


@pytest.mark.parametrize("dimension", [1, 2, 6])
def test_solver(dimension):
    generator = np.random.default_rng(0)
    root = generator.standard_normal((dimension, dimension))
    matrix, vector = root @ root.T + np.eye(dimension), generator.standard_normal(dimension)
    inverse, solution = np.empty((dimension, dimension)), np.empty(dimension)
    log_det = linucb_kernels.solve(matrix, vector, inverse, solution)
    assert inverse == pytest.approx(np.linalg.inv(matrix))
    assert solution == pytest.approx(np.linalg.solve(matrix, vector))
    assert log_det == pytest.approx(np.linalg.slogdet(matrix)[1])


@pytest.mark.parametrize("actions", range(1, 12))
def test_the_first_of_the_best_actions_is_played(actions):
    scratch = np.empty(actions)
    for seed in range(30):
        values = np.random.default_rng(seed).integers(0, 3, actions).astype(float)
        found = linucb_kernels.optimistic(values, np.full(actions, 0.25), 2.0, scratch)
        assert found == np.argmax(values)


@pytest.mark.parametrize(
    "mutant",
    [
        {"regularisation": 1.1},
        {"delta": 0.001},
        {"threshold_factor": 0.19},
        {"synchronisation": "at-once"},
        {"last": "before-merging"},
        {"matrix_numbers": "symmetric"},
    ],
    ids=str,
)
def test_a_wrong_constant_is_seen(mutant):
    right = {"threshold_factor": 0.2}
    literal = run(dislinucb.simulate_literal, options=dislinucb.Options(**right))
    wrong = run(dislinucb.simulate, options=dislinucb.Options(**(right | mutant)))
    equal = np.array_equal(wrong.communication, literal.communication)
    assert not (equal and wrong.regret == pytest.approx(literal.regret, abs=1e-9))


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
    same = {"options": dislinucb.Options(threshold_factor=0.2), "horizon": 100}
    same["checkpoints"] = np.array([5, 50, 100])
    literal = run(dislinucb.simulate_literal, **same)
    wrong = altered(module, old, new)
    kernels = wrong
    if module is linucb_kernels:
        kernels = altered(dislinucb_kernels, "import math\n", "import math\n\n")
        for name in ("confidence_width", "evaluate", "learn", "optimistic", "solve"):
            kernels.run_agents.__globals__[name] = getattr(wrong, name)
    for name in ("draw_noise", "take_set"):
        kernels.run_agents.__globals__[name] = getattr(environments, name).py_func
    monkeypatch.setattr(dislinucb, "run_agents", kernels.run_agents)
    mutant = run(dislinucb.simulate, **same)
    equal = np.array_equal(mutant.communication, literal.communication)
    assert not (equal and mutant.regret == pytest.approx(literal.regret, abs=1e-9))


@pytest.mark.parametrize("kind", range(3))
def test_noise_is_centred_in_the_unit_interval(kind):
    generator = np.random.default_rng(kind)
    drawn = np.array([environments.draw_noise(kind, generator) for _ in range(20_000)])
    sums = environments.draw_noise_sums(kind, np.full(20_000, 9), generator)
    variance = (1, 1 / 2, 1 / 3)[kind]
    assert np.abs(drawn).max() <= 1
    # Five standard errors: a false alarm in less than 1 of 100,000 seeds for each.
    assert abs(drawn.mean()) < 5 * math.sqrt(variance / 20_000)
    assert abs(sums.mean()) < 5 * math.sqrt(9 * variance / 20_000)
    assert drawn.var() == pytest.approx(variance, rel=0.05)
    assert sums.var() == pytest.approx(9 * variance, rel=0.06)


def test_drawn_sets_are_uniform_on_the_sphere():
    drawn = np.empty((20_000, 3))
    environments.draw_unit_vectors(drawn, np.random.default_rng(0))
    assert np.linalg.norm(drawn, axis=1) == pytest.approx(np.ones(20_000))
    # A coordinate of a uniform point of the sphere in three dimensions is uniform on [-1, 1].
    assert np.abs(drawn.mean(axis=0)).max() < 5 / math.sqrt(3 * 20_000)
    assert np.quantile(drawn[:, 0], [0.25, 0.75]) == pytest.approx([-0.5, 0.5], abs=0.03)


def test_server_and_agents_share_no_array():
    options, channel = dislinucb.Options(), Channel()
    server = dislinucb.Server(DIMENSION)
    group = [dislinucb.Agent(i, DIMENSION, 0.01, 1.0, options) for i in range(3)]
    for step, agent in enumerate([*group, *group], start=1):
        agent.learn(SETS["fixed"][agent.choose(SETS["fixed"])], 0.5, step)
        for one in group:
            one.upload(channel)
        server.merge(channel, len(group))
        for one in group:
            one.download(channel, step)
    owned = [
        [value for value in vars(owner).values() if isinstance(value, np.ndarray)]
        for owner in (server, *group)
    ]
    assert [len(arrays) for arrays in owned] == [2, 5, 5, 5]
    for first, second in itertools.combinations(owned, 2):
        assert not any(np.shares_memory(x, y) for x in first for y in second)
    assert server.w_syn == pytest.approx(group[0].w_syn)
    assert np.trace(server.w_syn) == pytest.approx(6)
