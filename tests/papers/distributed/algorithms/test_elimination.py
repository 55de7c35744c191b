"""Protocol 4: literal against fast on one table of rewards, exact lengths, mutants."""

import itertools
import math

import numpy as np
import pytest

from bandit_replications.papers.distributed.algorithms import elimination, independent_elimination
from bandit_replications.papers.distributed.algorithms.elimination import Options
from bandit_replications.papers.distributed.environments.reward_laws import recorded_rewards

MEANS = np.array([0.3, 0.9, 0.55, 0.8])
HORIZON = 600
CHECKPOINTS = np.array([1, 7, 50, 149, 150, 151, 400, HORIZON])


def runs(module, agents, options, seed, horizon=HORIZON, points=CHECKPOINTS):
    generator = np.random.default_rng(seed)
    rewards = (generator.random((agents, 4, horizon)) < MEANS[:, None]).astype(float)
    common = {
        "means": MEANS,
        "agents": agents,
        "horizon": horizon,
        "checkpoints": points,
        "law": recorded_rewards(rewards),
        "generator": generator,
        "options": options,
    }
    return module.simulate(**common), module.simulate_literal(**common)


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
        fast, literal = runs(elimination, 1, Options(**reading), seed)
        assert np.array_equal(fast.pulls, literal.pulls)
        assert fast.phases == literal.phases
        assert np.array_equal(fast.regret, literal.regret)


def test_independent_agents_literal_and_fast():
    options = independent_elimination.Options(pulls_exponent=0)
    fast, literal = runs(independent_elimination, 3, options, 5)
    assert np.array_equal(fast.pulls, literal.pulls)
    assert fast.phases == literal.phases > 2
    assert fast.communication.sum() == 0


def test_a_horizon_one_step_shorter_or_longer_is_exact():
    first_phase_end = 4 * math.ceil(4.0 * math.log(4 * 64))
    for horizon in range(first_phase_end - 2, first_phase_end + 3):
        fast, literal = runs(
            elimination, 1, Options(pulls_exponent=0), 3, horizon, np.array([horizon])
        )
        assert np.array_equal(fast.pulls, literal.pulls)


def test_the_first_phase_lasts_as_printed():
    # 4^(1+3) ln(MKT) with M = 5, K = 2, T = 10^12: 256 * 29.933606 = 7663.003, so 7664.
    run = elimination.simulate(
        means=np.array([1.0, 0.0]),
        agents=5,
        horizon=10**12,
        checkpoints=np.array([7664, 7665, 2 * 7664, 10**12]),
        generator=np.random.default_rng(0),
    )
    assert run.pulls.tolist() == [[7664, 0], [7664, 1], [7664, 7664], [10**12 - 7664, 7664]]
    assert run.regret.tolist() == [0, 1, 7664, 7664]


def test_an_arm_exactly_at_the_threshold_is_dropped_only_if_strict():
    # Constant rewards 1 and 1/2: after phase 1 the difference is exactly 2^-1.
    kept = {
        strict: elimination.simulate(
            means=np.array([1.0, 0.5]),
            horizon=10**6,
            checkpoints=np.array([10**6]),
            generator=np.random.default_rng(0),
            law="constant",
            options=Options(strict_elimination=strict),
        ).pulls[0, 1]
        for strict in (True, False)
    }
    assert kept[True] == math.ceil(256 * math.log(2 * 10**6))
    assert kept[False] == kept[True] + math.ceil(1024 * math.log(2 * 10**6))


@pytest.mark.parametrize("mutant", [{"pulls_exponent": 2}, {"first_phase": 0}])
def test_a_wrong_constant_moves_the_pulls(mutant):
    right, _ = runs(elimination, 1, Options(pulls_exponent=0), 0)
    wrong, _ = runs(elimination, 1, Options(**{"pulls_exponent": 0, **mutant}), 0)
    assert not np.array_equal(right.pulls, wrong.pulls)


@pytest.mark.parametrize("law", ["bernoulli", "three-point", "beta"])
def test_fast_and_literal_agree_in_distribution(law):
    # 300 runs each; a difference of four standard errors: a false alarm in 16,000 tests.
    common = {
        "means": np.array([0.4, 0.6]),
        "horizon": 120,
        "checkpoints": np.array([120]),
        "law": law,
        "options": Options(pulls_exponent=-1),
    }
    generator = np.random.default_rng(11)
    samples = [
        np.array([simulate(generator=generator, **common).regret[0] for _ in range(300)])
        for simulate in (elimination.simulate, elimination.simulate_literal)
    ]
    spread = math.hypot(*(sample.std() for sample in samples)) / math.sqrt(300)
    assert abs(samples[0].mean() - samples[1].mean()) < 4 * spread
    assert samples[0].std() > 0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"means": np.array([])}, "means"),
        ({"means": np.array([0.5, 1.5])}, "means: .* allowed: numbers in"),
        ({"agents": 0}, "agents: 0; allowed: at least 1"),
        ({"horizon": 0}, "horizon: 0; allowed: at least 1"),
        ({"law": "cauchy"}, "law: 'cauchy'"),
        ({"checkpoints": np.array([3])}, "checkpoints"),
        ({"agents": 2**40, "horizon": 2**40}, "horizon"),
    ],
)
def test_bad_input_is_refused(change, message):
    common = {
        "means": np.array([0.4, 0.6]),
        "agents": 2,
        "horizon": 10,
        "checkpoints": np.array([10]),
        "generator": np.random.default_rng(0),
    }
    for module in (elimination, independent_elimination):
        with pytest.raises(ValueError, match=message):
            module.simulate(**{**common, **change})
