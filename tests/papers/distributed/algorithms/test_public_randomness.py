"""DEMAB with predetermined allocations: M numbers more, otherwise the same protocol."""

import math
from dataclasses import replace

import numpy as np
import pytest

from bandit_replications.papers.distributed.algorithms import demab, public_randomness
from bandit_replications.papers.distributed.algorithms.elimination import Setting
from bandit_replications.papers.distributed.algorithms.public_randomness import Options
from bandit_replications.papers.distributed.environments.problems import ArmsProblem

PROBLEM = ArmsProblem(
    means=np.array([0.9, 0.5, 0.5, 0.2, 0.1]),
    agents=3,
    horizon=2000,
    checkpoints=np.array([1, 500, 2000]),
)
SETTING = Setting(agents=3, arms=5, horizon=2000)


def test_the_only_difference_is_the_announcement():
    options = Options(pulls_exponent=0, strings=7, list_seed=3)
    run = public_randomness.simulate(PROBLEM, options=options, generator=np.random.default_rng(0))
    generator = np.random.default_rng(0)
    allocation = options.string(int(generator.integers(7)), SETTING)
    same = demab.simulate(
        replace(PROBLEM, allocation=allocation),
        options=demab.Options(pulls_exponent=0),
        generator=generator,
    )
    assert np.array_equal(run.pulls, same.pulls)
    assert run.purposes == {**same.purposes, "seed": 3}
    assert np.array_equal(run.communication, same.communication + 3)


def test_the_number_of_strings():
    # 2 K^2 ln(MKT) = 2 * 25 * ln(30000) = 515.4...
    assert Options().number_of_strings(SETTING) == math.ceil(50 * math.log(30_000)) == 516
    assert Options(string_constant=2.0).number_of_strings(SETTING) == 1031
    with pytest.raises(ValueError, match="strings"):
        Options(strings=0)


def test_strings_are_predetermined_and_uniform():
    # 3,000 strings of 5 arms: each agent's share within four standard errors of 1/3.
    strings = [Options().string(number, SETTING) for number in range(3000)]
    assert np.array_equal(strings[17], Options().string(17, SETTING))
    shares = np.bincount(np.concatenate(strings), minlength=3) / 15_000
    assert np.all(np.abs(shares - 1 / 3) < 4 * math.sqrt(2 / 9 / 15_000))
