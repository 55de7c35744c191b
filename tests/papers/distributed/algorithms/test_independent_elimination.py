"""Protocol 4: literal against fast on one table of rewards, exact lengths, mutants."""

import itertools
import math

import numpy as np
import pytest

from bandit_replications.papers.distributed.algorithms.independent_elimination import (
    Options,
    simulate,
    simulate_literal,
)
from bandit_replications.papers.distributed.environments.problems import ArmsProblem
from bandit_replications.papers.distributed.environments.reward_laws import recorded_rewards

MEANS = np.array([0.3, 0.9, 0.55, 0.8])
HORIZON = 600
CHECKPOINTS = np.array([1, 7, 50, 149, 150, 151, 400, HORIZON])


def runs(agents, options, seed, horizon=HORIZON, points=CHECKPOINTS):
    generator = np.random.default_rng(seed)
    rewards = (generator.random((agents, 4, horizon)) < MEANS[:, None]).astype(float)
    law = recorded_rewards(rewards)
    problem = ArmsProblem(means=MEANS, agents=agents, horizon=horizon, checkpoints=points, law=law)
    return (
        simulate(problem, generator=generator, options=options),
        simulate_literal(problem, generator=generator, options=options),
    )


READINGS = [
    {"pulls_exponent": exponent, "pulls_rounding": rounding, "first_phase": first, **rest}
    for exponent, rounding, first, rest in itertools.product(
        (-1, 0),
        ("up", "down"),
        (0, 1),
        (
            {},
            {"strict_elimination": False},
            {"elimination_inside_loop": True},
            {"pulls_logarithm": "horizon"},
        ),
    )
]


@pytest.mark.parametrize(
    "reading", READINGS, ids=lambda reading: "-".join(map(str, reading.values()))
)
def test_literal_and_fast_pull_the_same_arms(reading):
    for seed in range(4):
        fast, literal = runs(1, Options(**reading), seed)
        assert np.array_equal(fast.pulls, literal.pulls)
        assert fast.phases == literal.phases
        assert np.array_equal(fast.regret, literal.regret)


def test_independent_agents_literal_and_fast():
    options = Options(pulls_exponent=0)
    fast, literal = runs(3, options, 5)
    assert np.array_equal(fast.pulls, literal.pulls)
    assert fast.phases == literal.phases > 2
    assert fast.communication.sum() == 0


def test_a_horizon_one_step_shorter_or_longer_is_exact():
    first_phase_end = 4 * math.ceil(4.0 * math.log(4 * 64))
    for horizon in range(first_phase_end - 2, first_phase_end + 3):
        fast, literal = runs(1, Options(pulls_exponent=0), 3, horizon, np.array([horizon]))
        assert np.array_equal(fast.pulls, literal.pulls)


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


@pytest.mark.parametrize("mutant", [{"pulls_exponent": 2}, {"first_phase": 0}])
def test_a_wrong_constant_moves_the_pulls(mutant):
    right, _ = runs(1, Options(pulls_exponent=0), 0)
    wrong, _ = runs(1, Options(**{"pulls_exponent": 0, **mutant}), 0)
    assert not np.array_equal(right.pulls, wrong.pulls)


@pytest.mark.full
@pytest.mark.parametrize("law", ["bernoulli", "three-point", "beta"])
def test_fast_and_literal_agree_in_distribution(law):
    # 300 runs each; a difference of four standard errors: a false alarm in 16,000 tests.
    problem = ArmsProblem(means=np.array([0.4, 0.6]), horizon=120, law=law)
    generator, options = np.random.default_rng(11), Options(pulls_exponent=-1)
    samples = [
        np.array(
            [form(problem, generator=generator, options=options).regret[0] for _ in range(300)]
        )
        for form in (simulate, simulate_literal)
    ]
    spread = math.hypot(*(sample.std() for sample in samples)) / math.sqrt(300)
    assert abs(samples[0].mean() - samples[1].mean()) < 4 * spread
    assert samples[0].std() > 0
