"""DEMAB and its variants: messages by hand, long runs, exchanges, public strings, bad input."""

import math
from dataclasses import replace

import numpy as np
import pytest

from bandit_replications.papers.distributed.algorithms import (
    demab,
    demab_instance_dependent,
    point_to_point,
    public_randomness,
)
from bandit_replications.papers.distributed.algorithms.demab import Options
from bandit_replications.papers.distributed.algorithms.elimination import Setting
from bandit_replications.papers.distributed.environments.problems import ArmsProblem
from bandit_replications.papers.distributed.environments.reward_laws import recorded_rewards
from support.distributed import differences, recorded_problem, run_both


def simulate(module, problem, **options):
    given = module.Options(**options)
    return module.simulate(problem, generator=np.random.default_rng(0), options=given)


def test_no_arm_left_is_survived():
    # The only agent that is given arm 1 has dropped it, and so on round: nothing remains.
    rewards = np.zeros((2, 2, 900))
    rewards[0, 0], rewards[1, 1] = 1.0, 1.0
    problem = ArmsProblem(
        means=np.array([0.5, 0.5]),
        agents=2,
        horizon=900,
        law=recorded_rewards(rewards),
        allocation=np.array([1, 0]),
    )
    options = {"pulls_exponent": 0, "burn_in": 300, "completed_phases": 1}
    fast, literal = run_both(demab, problem, options=options)
    assert fast.sizes == ()
    assert fast.purposes == {"sizes": 2}
    assert not differences(fast, literal)


def test_messages_by_hand():
    # 5 arms with constant rewards, 2 agents, D = 0: agent 0 gets four arms, agent 1 one.
    problem = ArmsProblem(
        means=np.array([1.0, 0.9, 0.2, 0.1, 0.0]),
        agents=2,
        horizon=10**6,
        checkpoints=np.array([1, 10**6]),
        law="constant",
        allocation=np.array([0, 0, 0, 0, 1]),
    )
    run = simulate(demab, problem, burn_in=0, completed_phases=0)
    # Phase 1: 4 and 1 are not balanced, the average is 2. Agent 0 gives two arms, the server sends
    # one to agent 1 and deals the other to agent 0. The width 1/2 leaves two arms.
    first = {"reallocation": 4, "moved-arms": 4, "length": 2, "best": 4, "threshold": 2}
    # Then centralised, one agent for each arm; 2^-4 < 0.1, so phase 4 drops the second arm.
    log = math.log(2 * 5 * 10**6)
    pulls = [math.ceil(4 ** (phase + 3) * log) for phase in (1, 2, 3, 4)]
    before = 3 * pulls[0] + pulls[1] + pulls[2] + pulls[3]
    alone = [math.ceil(4 ** (phase + 3) * log / 2) for phase in range(5, 12)]
    ended = int(np.searchsorted(before + np.cumsum(alone), 10**6, side="right"))
    assert run.sizes == (5, 2, 2, 2, *[1] * (ended + 1))
    assert run.purposes == {
        **first,
        "sizes": 2 * 2,
        "centralize": 2,
        "assignment": 2 * 2 * (3 + ended + 1),
        "report": 2 * (3 + ended),
    }
    assert run.communication.tolist() == [2 + 4 + 4 + 2, run.messages.communication]
    # Agent 1 holds arms 2 and 4 in phase 1 and fills up with m_1 pulls in turn.
    assert run.pulls[-1, 1] == sum(pulls)


def test_longest_run_counts_every_pull_and_ends_with_one_arm():
    points = np.unique(np.geomspace(1, 10**12, 80).round().astype(np.int64))
    problem = ArmsProblem(
        means=np.linspace(0.1, 0.9, 100), agents=64, horizon=10**12, checkpoints=points
    )
    for module in (demab, demab_instance_dependent):
        run = simulate(module, problem)
        assert np.array_equal(run.pulls.sum(axis=1), 64 * points)
        assert run.sizes[-1] == 1
        assert run.regret[-2] == run.regret[-1]


@pytest.mark.parametrize("form", [demab.simulate, demab.simulate_literal])
def test_no_burn_in_needs_a_number_of_completed_phases(form):
    problem, generator = recorded_problem(0, arms=6, agents=3), np.random.default_rng(0)
    with pytest.raises(ValueError, match="completed_phases: None"):
        form(problem, generator=generator, options=Options(burn_in=0))


def test_one_agent_alone_sends_nothing():
    problem = ArmsProblem(means=np.array([0.4, 0.6]), horizon=10**6)
    run, with_server = simulate(point_to_point, problem), simulate(demab, problem)
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
    run, star = (
        simulate(module, problem, burn_in=0, completed_phases=0)
        for module in (point_to_point, demab)
    )
    assert run.sizes == star.sizes
    for purpose, share in (("sizes", 1), ("best", 2), ("threshold", 1)):
        times = sum(size > 4 for size in run.sizes) + (purpose == "sizes")
        assert star.purposes[purpose] == 4 * share * times
        assert run.purposes[purpose] == 3 * share * times
    # Theorem 7: O(M) more steps in each phase, so that regret grows by at most M^2 in each.
    assert 0 <= run.regret[-1] - star.regret[-1] <= 6 * 3 * 4 * run.phases


MEANS = np.array([0.9, 0.5, 0.5, 0.2, 0.1])
PROBLEM = ArmsProblem(means=MEANS, agents=3, horizon=2000, checkpoints=np.array([1, 500, 2000]))
SETTING = Setting(agents=3, arms=5, horizon=2000)


def test_only_difference_of_strings_is_the_announcement():
    options = public_randomness.Options(pulls_exponent=0, strings=7, list_seed=3)
    run = public_randomness.simulate(PROBLEM, options=options, generator=np.random.default_rng(0))
    generator = np.random.default_rng(0)
    allocation = options.string(int(generator.integers(7)), SETTING)
    problem = replace(PROBLEM, allocation=allocation)
    same = demab.simulate(problem, options=Options(pulls_exponent=0), generator=generator)
    assert np.array_equal(run.pulls, same.pulls)
    assert run.purposes == {**same.purposes, "seed": 3}
    assert np.array_equal(run.communication, same.communication + 3)


def test_strings_are_predetermined_and_uniform():
    # 2 K^2 ln(MKT) = 2 * 25 * ln(30000) = 515.4...
    options = public_randomness.Options()
    assert options.number_of_strings(SETTING) == 516
    assert public_randomness.Options(string_constant=2.0).number_of_strings(SETTING) == 1031
    # 3,000 strings of 5 arms: each agent's share within four standard errors of 1/3.
    strings = [options.string(number, SETTING) for number in range(3000)]
    assert np.array_equal(strings[17], options.string(17, SETTING))
    shares = np.bincount(np.concatenate(strings), minlength=3) / 15_000
    assert np.all(np.abs(shares - 1 / 3) < 4 * math.sqrt(2 / 9 / 15_000))
