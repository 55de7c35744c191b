"""Independent UCB1, immediate sharing and MOSS: literal against fast on one table of rewards."""

import math

import numpy as np
import pytest

from bandit_replications.papers.distributed.algorithms import (
    immediate_sharing,
    independent_ucb1,
    moss,
)
from bandit_replications.papers.distributed.environments.problems import ArmsProblem
from bandit_replications.papers.distributed.environments.reward_laws import recorded_rewards

MODULES = [immediate_sharing, independent_ucb1, moss]
HORIZON = 400


def both(module, *, arms, agents, seed, horizon=HORIZON, options=None):
    generator = np.random.default_rng([seed, arms, agents])
    means = generator.random(arms)
    rewards = (generator.random((agents, arms, horizon)) < means[:, None]).astype(float)
    problem = ArmsProblem(
        means=means,
        agents=agents,
        horizon=horizon,
        checkpoints=np.unique([1, 2, *generator.integers(1, horizon, 20), horizon]),
        law=recorded_rewards(rewards),
    )
    wrong = {} if options is None else {"options": options}
    fast = module.simulate(problem, generator=generator, **wrong)
    return fast, module.simulate_literal(problem, generator=generator)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.split(".")[-1])
@pytest.mark.parametrize(("arms", "agents"), [(1, 1), (1, 3), (2, 1), (7, 3), (3, 8), (20, 2)])
def test_literal_and_fast_pull_the_same_arms(module, arms, agents):
    for seed in range(5):
        fast, literal = both(module, arms=arms, agents=agents, seed=seed)
        assert np.array_equal(fast.pulls, literal.pulls)
        assert np.array_equal(fast.regret, literal.regret)
        assert np.array_equal(fast.communication, literal.communication)
        assert fast.purposes == literal.purposes
        assert fast.pulls[-1].sum() == agents * HORIZON


def test_a_horizon_shorter_than_the_first_round():
    for module in MODULES:
        fast, literal = both(module, arms=9, agents=2, seed=0, horizon=3)
        assert np.array_equal(fast.pulls, literal.pulls)


@pytest.mark.parametrize(
    ("module", "options"),
    [
        (immediate_sharing, immediate_sharing.Options(exploration_constant=1.9)),
        (independent_ucb1, independent_ucb1.Options(exploration_constant=1.9)),
        (moss, moss.Options(bonus_factor=4.0)),
    ],
)
def test_a_wrong_constant_is_seen(module, options):
    runs = [both(module, arms=7, agents=3, seed=seed, options=options) for seed in range(3)]
    assert not all(np.array_equal(fast.pulls, literal.pulls) for fast, literal in runs)


def test_immediate_sharing_sends_two_numbers_for_each_pair_of_agents():
    fast, literal = both(immediate_sharing, arms=4, agents=5, seed=1)
    assert literal.purposes == {"reward": 2 * 25 * HORIZON}
    assert fast.communication[-1] == 2 * 25 * HORIZON


def test_sharing_beats_independent_agents_tenfold_in_exploration():
    # Logarithmic regret of one UCB1 with M T pulls against M with T: a factor near M = 16.
    problem = ArmsProblem(means=np.array([0.2, 0.4, 0.6, 0.8]), agents=16, horizon=20_000)
    generator = np.random.default_rng(0)
    alone = independent_ucb1.simulate(problem, generator=generator).regret[-1]
    shared = immediate_sharing.simulate(problem, generator=generator).regret[-1]
    assert 5 < alone / shared < 20


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
