"""Protocol 4: exact lengths of phases, and arms exactly at the threshold."""

import math

import numpy as np

from bandit_replications.papers.distributed.algorithms.independent_elimination import (
    Options,
    simulate,
)
from bandit_replications.papers.distributed.environments.problems import ArmsProblem


def test_the_first_phase_lasts_as_printed():
    # 4^(1+3) ln(MKT) with M = 5, K = 2, T = 10^12: 256 * 29.933606 = 7663.003, so 7664.
    points = np.array([7664, 7665, 2 * 7664, 10**12])
    means = np.array([1.0, 0.0])
    problem = ArmsProblem(means=means, agents=5, horizon=10**12, checkpoints=points)
    run = simulate(problem, generator=np.random.default_rng(0))
    each = np.array([[7664, 0], [7664, 1], [7664, 7664], [10**12 - 7664, 7664]])
    assert np.array_equal(run.pulls, 5 * each)
    assert run.regret.tolist() == [0, 5, 5 * 7664, 5 * 7664]


def test_an_arm_exactly_at_the_threshold_is_dropped_only_if_strict():
    # Constant rewards 1 and 1/2: after phase 1 the difference is exactly 2^-1.
    problem = ArmsProblem(means=np.array([1.0, 0.5]), horizon=10**6, law="constant")
    kept = {
        strict: simulate(
            problem,
            generator=np.random.default_rng(0),
            options=Options(strict_elimination=strict),
        ).pulls[0, 1]
        for strict in (True, False)
    }
    assert kept[True] == math.ceil(256 * math.log(2 * 10**6))
    assert kept[False] == kept[True] + math.ceil(1024 * math.log(2 * 10**6))
