"""DEMAB and its variant without burn-in: messages by hand, long runs, bad input."""

import math

import numpy as np
import pytest

from bandit_replications.papers.distributed.algorithms import demab, demab_instance_dependent
from bandit_replications.papers.distributed.algorithms.demab import Options
from bandit_replications.papers.distributed.environments.problems import ArmsProblem
from bandit_replications.papers.distributed.environments.reward_laws import recorded_rewards
from support.distributed import differences, recorded_problem, run_both


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
    options = Options(burn_in=0, completed_phases=0)
    run = demab.simulate(problem, generator=np.random.default_rng(0), options=options)
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


def test_the_longest_run_counts_every_pull_and_ends_with_one_arm():
    points = np.unique(np.geomspace(1, 10**12, 80).round().astype(np.int64))
    problem = ArmsProblem(
        means=np.linspace(0.1, 0.9, 100), agents=64, horizon=10**12, checkpoints=points
    )
    for module in (demab, demab_instance_dependent):
        run = module.simulate(problem, generator=np.random.default_rng(0))
        assert np.array_equal(run.pulls.sum(axis=1), 64 * points)
        assert run.sizes[-1] == 1
        assert run.regret[-2] == run.regret[-1]


@pytest.mark.parametrize("simulate", [demab.simulate, demab.simulate_literal])
def test_no_burn_in_needs_a_number_of_completed_phases(simulate):
    problem, generator = recorded_problem(0, arms=6, agents=3), np.random.default_rng(0)
    with pytest.raises(ValueError, match="completed_phases: None"):
        simulate(problem, generator=generator, options=Options(burn_in=0))
