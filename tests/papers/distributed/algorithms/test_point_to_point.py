"""DEMAB in a point-to-point network: literal against fast, and what its exchanges cost."""

import numpy as np
import pytest

from bandit_replications.papers.distributed.algorithms import demab, point_to_point
from bandit_replications.papers.distributed.algorithms.point_to_point import Options
from bandit_replications.papers.distributed.environments.problems import ArmsProblem
from bandit_replications.papers.distributed.environments.reward_laws import recorded_rewards

HORIZON = 900
SHORT = {"pulls_exponent": -1, "burn_in_constant": 0.5}
READINGS = {
    "as-printed": {},
    "no-burn-in": {"burn_in": 0, "completed_phases": 0},
    "short": {"burn_in": 0, "completed_phases": 0, "pulls_exponent": -3},
    "first-arm": {"meanwhile": "first-arm"},
    "commit": {"single_arm": "commit"},
    "announced": {"announce_centralize": True, "longest_before_reallocation": True},
}


def instance(seed, arms, agents, horizon=HORIZON):
    generator = np.random.default_rng([seed, arms, agents])
    means = generator.random(arms)
    rewards = (generator.random((agents, arms, horizon)) < means[:, None]).astype(float)
    return ArmsProblem(
        means=means,
        agents=agents,
        horizon=horizon,
        checkpoints=np.unique([*generator.integers(1, horizon, 25), horizon]),
        law=recorded_rewards(rewards),
        allocation=generator.integers(0, agents, arms),
    )


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize(("arms", "agents"), [(2, 1), (2, 3), (6, 3), (13, 4), (5, 9)])
def test_literal_and_fast_do_the_same(reading, arms, agents):
    for seed in range(2):
        options = Options(**{**SHORT, **READINGS[reading]})
        problem = instance(seed, arms, agents)
        fast, literal = (
            simulate(problem, options=options, generator=np.random.default_rng(1))
            for simulate in (point_to_point.simulate, point_to_point.simulate_literal)
        )
        assert np.array_equal(fast.pulls, literal.pulls)
        assert fast.purposes == literal.purposes
        assert np.array_equal(fast.communication, literal.communication)
        assert np.array_equal(fast.messages.times, literal.messages.times)
        assert fast.sizes == literal.sizes
        assert fast.reallocated == literal.reallocated
        assert fast.finished_phases == literal.finished_phases


@pytest.mark.parametrize("shift", range(6))
def test_a_horizon_inside_an_exchange_is_exact(shift):
    problem = instance(3, 6, 5, 120 + shift)
    options = Options(**{**SHORT, **READINGS["no-burn-in"]})
    fast, literal = (
        simulate(problem, options=options, generator=np.random.default_rng(1))
        for simulate in (point_to_point.simulate, point_to_point.simulate_literal)
    )
    assert np.array_equal(fast.pulls, literal.pulls)
    assert np.array_equal(fast.communication, literal.communication)
    assert fast.finished_phases == literal.finished_phases


def test_one_agent_alone_sends_nothing():
    problem = ArmsProblem(means=np.array([0.4, 0.6]), horizon=10**6)
    run = point_to_point.simulate(problem, generator=np.random.default_rng(0))
    with_server = demab.simulate(problem, generator=np.random.default_rng(0))
    assert run.communication[-1] == 0 < with_server.communication[-1]
    assert np.array_equal(run.pulls, with_server.pulls)


def test_each_kind_of_message_costs_one_agent_less():
    # With long phases both networks decide alike; only agent 1's messages to itself are gone.
    problem = ArmsProblem(
        means=np.array([0.9, 0.5, 0.1, 0.3, 0.2]),
        agents=4,
        horizon=10**9,
        law="constant",
        allocation=np.array([0, 1, 2, 3, 0]),
    )
    options = {"burn_in": 0, "completed_phases": 0}
    run = point_to_point.simulate(
        problem, options=Options(**options), generator=np.random.default_rng(0)
    )
    star = demab.simulate(
        problem, options=demab.Options(**options), generator=np.random.default_rng(0)
    )
    assert run.sizes == star.sizes
    for purpose, share in (("sizes", 1), ("best", 2), ("threshold", 1)):
        distributed = sum(size > 4 for size in run.sizes)
        times = distributed + (purpose == "sizes")
        assert star.purposes[purpose] == 4 * share * times
        assert run.purposes[purpose] == 3 * share * times
    # Theorem 7: O(M) more steps in each phase, so that regret grows by at most M^2 in each.
    assert 0 <= run.regret[-1] - star.regret[-1] <= 6 * 3 * 4 * run.phases


def test_longer_exchanges_are_seen():
    problem = instance(0, 6, 3)
    wrong = demab.simulate(
        problem, options=demab.Options(**SHORT), generator=np.random.default_rng(1)
    )
    literal = point_to_point.simulate_literal(
        problem, options=Options(**SHORT), generator=np.random.default_rng(1)
    )
    assert not np.array_equal(wrong.pulls, literal.pulls)
