"""Every protocol on arms survives one agent, one arm, one step, and adds up its pulls."""

import numpy as np
import pytest

from bandit_replications.bandits.literal import drive
from bandit_replications.papers.distributed.algorithms import (
    demab,
    demab_instance_dependent,
    immediate_sharing,
    independent_elimination,
    independent_ucb1,
    moss,
    point_to_point,
    public_randomness,
)
from bandit_replications.papers.distributed.environments.problems import ArmsProblem

MODULES = [
    demab,
    demab_instance_dependent,
    immediate_sharing,
    independent_elimination,
    independent_ucb1,
    moss,
    point_to_point,
    public_randomness,
]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.split(".")[-1])
@pytest.mark.parametrize(
    ("agents", "arms", "horizon"),
    [(1, 1, 1), (1, 1, 2), (3, 1, 1), (1, 3, 1), (2, 3, 4), (7, 1, 50)],
)
def test_the_smallest_runs(module, agents, arms, horizon):
    means = np.random.default_rng(0).random(arms)
    problem = ArmsProblem(means=means, agents=agents, horizon=horizon, law="constant")
    runs = [
        simulate(problem, generator=np.random.default_rng(1))
        for simulate in (module.simulate, module.simulate_literal)
    ]
    for run in runs:
        assert run.pulls.sum() == agents * horizon
        assert run.communication.dtype == np.int64
        assert run.regret.dtype == np.float64
        assert run.communication[-1] == sum(run.purposes.values())
        if arms == 1:
            assert run.regret.tolist() == [0.0]
    assert np.array_equal(runs[0].pulls, runs[1].pulls)
    assert runs[0].purposes == runs[1].purposes


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.split(".")[-1])
def test_equal_arms_cost_nothing(module):
    points = np.array([10, 1000])
    problem = ArmsProblem(means=np.full(5, 0.3), agents=3, horizon=1000, checkpoints=points)
    run = module.simulate(problem, generator=np.random.default_rng(0))
    assert run.regret.tolist() == [0.0, 0.0]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.split(".")[-1])
def test_play_can_be_driven_against_anything(module):
    problem = ArmsProblem(means=np.array([0.4, 0.6]), agents=3, horizon=40)
    player = module.play(problem, generator=np.random.default_rng(0))
    for arms in drive(player, lambda arms: tuple(float(arm) for arm in arms), rounds=40):
        assert len(arms) == 3
        assert set(arms) <= {0, 1}
