"""Theorem 4 against other ways to the same numbers."""

import math

import pytest

from bandit_replications.papers.distributed.theory import theorem_4


@pytest.mark.parametrize("agents", [2, 8, 32])
def test_all_agents_trigger_together(agents):
    assert theorem_4.simultaneous(agents=agents).left == agents
    assert theorem_4.one_step_before(agents=agents).holds


def test_epochs_of_one_action_step_by_step():
    agents, horizon = 16, 3000
    threshold = horizon * math.log(agents * horizon) / agents
    total, last, count = 1.0, 0, 0
    for step in range(1, horizon + 1):
        if (step - last) * math.log1p((step - last) / total) > threshold:
            total, last, count = total + agents * (step - last), step, count + 1
    assert theorem_4.epochs_in_a_run(agents=agents, horizon=horizon).left == count


@pytest.mark.parametrize("total", [100, 10**6, 10**12])
def test_doublings(total):
    assert not theorem_4.doublings(total=total).holds
    assert theorem_4.doublings(total=total, threshold=math.e).holds


def test_no_run_with_one_action_has_too_many_doublings():
    assert theorem_4.doublings_in_runs().left <= -1
    assert theorem_4.epochs_in_a_run().holds
