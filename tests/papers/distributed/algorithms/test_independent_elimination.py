"""Agents alone: lengths of phases and MOSS's bound."""

import math

import numpy as np
import pytest

from bandit_replications.papers.distributed.algorithms import independent_elimination, moss
from bandit_replications.papers.distributed.environments.problems import ArmsProblem


def eliminate(problem, **options):
    given = independent_elimination.Options(**options)
    generator = np.random.default_rng(0)
    return independent_elimination.simulate(problem, generator=generator, options=given)


@pytest.mark.parametrize(
    ("logarithm", "pulls"), [("arms-horizon", 7251), ("agents-arms-horizon", 7664)]
)
def test_first_phase_lasts_as_printed(logarithm, pulls):
    # 4^(1+3) ln(KT) with K = 2, T = 10^12: 256 * 28.324168 = 7250.987, so 7251; with M = 5 in the
    # logarithm 256 * 29.933606 = 7663.003, so 7664.
    points = np.array([pulls, pulls + 1, 2 * pulls, 10**12])
    means = np.array([1.0, 0.0])
    problem = ArmsProblem(means=means, agents=5, horizon=10**12, checkpoints=points)
    run = eliminate(problem, pulls_logarithm=logarithm)
    each = np.array([[pulls, 0], [pulls, 1], [pulls, pulls], [10**12 - pulls, pulls]])
    assert np.array_equal(run.pulls, 5 * each)
    assert run.regret.tolist() == [0, 5, 5 * pulls, 5 * pulls]


def test_arm_exactly_at_the_threshold_is_dropped_only_if_strict():
    # Constant rewards 1 and 1/2: after phase 1 the difference is exactly 2^-1.
    problem = ArmsProblem(means=np.array([1.0, 0.5]), horizon=10**6, law="constant")
    strict, kept = (eliminate(problem, strict_elimination=one).pulls[0, 1] for one in (True, False))
    assert strict == math.ceil(256 * math.log(2 * 10**6))
    assert kept == strict + math.ceil(1024 * math.log(2 * 10**6))


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
