"""Immediate sharing's messages and MOSS's bound."""

import math

import numpy as np

from bandit_replications.papers.distributed.algorithms import immediate_sharing, moss
from bandit_replications.papers.distributed.environments.problems import ArmsProblem
from support.distributed import recorded_problem, run_both


def test_immediate_sharing_sends_two_numbers_for_each_pair_of_agents():
    problem = recorded_problem(1, arms=4, agents=5)
    _, literal = run_both(immediate_sharing, problem)
    assert literal.purposes == {"reward": 2 * 25 * 900}
    assert np.array_equal(literal.communication, 2 * 25 * problem.points)


def test_moss_keeps_its_bound():
    # Lemma D.1: at most 38 sqrt(K T) for any means; the measured regret is far below.
    regrets = [
        moss.simulate(
            ArmsProblem(means=np.array([0.5 + gap, *[0.5] * 9]), horizon=20_000),
            generator=np.random.default_rng(seed),
        ).regret[-1]
        for seed, gap in enumerate((0.01, 0.02, 0.05, 0.1, 0.3))
    ]
    assert max(regrets) < 38 * math.sqrt(10 * 20_000)
    assert max(regrets) > 0.2 * math.sqrt(10 * 20_000)
