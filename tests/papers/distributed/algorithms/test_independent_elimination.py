"""Protocol 4: exact lengths of phases, and arms exactly at the threshold."""

import math

import numpy as np
import pytest

from bandit_replications.papers.distributed.algorithms.independent_elimination import (
    Options,
    simulate,
)
from bandit_replications.papers.distributed.environments.problems import ArmsProblem


@pytest.mark.parametrize(
    ("options", "pulls"),
    [({}, 7251), ({"pulls_logarithm": "agents-arms-horizon"}, 7664)],
    ids=["ln(KT)", "ln(MKT)"],
)
def test_the_first_phase_lasts_as_printed(options, pulls):
    # 4^(1+3) ln(KT) with K = 2, T = 10^12: 256 * 28.324168 = 7250.987, so 7251; with M = 5 in the
    # logarithm 256 * 29.933606 = 7663.003, so 7664.
    points = np.array([pulls, pulls + 1, 2 * pulls, 10**12])
    means = np.array([1.0, 0.0])
    problem = ArmsProblem(means=means, agents=5, horizon=10**12, checkpoints=points)
    run = simulate(problem, generator=np.random.default_rng(0), options=Options(**options))
    each = np.array([[pulls, 0], [pulls, 1], [pulls, pulls], [10**12 - pulls, pulls]])
    assert np.array_equal(run.pulls, 5 * each)
    assert run.regret.tolist() == [0, 5, 5 * pulls, 5 * pulls]


def test_an_arm_exactly_at_the_threshold_is_dropped_only_if_strict():
    # Constant rewards 1 and 1/2: after phase 1 the difference is exactly 2^-1.
    problem = ArmsProblem(means=np.array([1.0, 0.5]), horizon=10**6, law="constant")
    kept = {
        strict: simulate(
            problem, generator=np.random.default_rng(0), options=Options(strict_elimination=strict)
        ).pulls[0, 1]
        for strict in (True, False)
    }
    assert kept[True] == math.ceil(256 * math.log(2 * 10**6))
    assert kept[False] == kept[True] + math.ceil(1024 * math.log(2 * 10**6))
