"""Theorem 4 against other ways to the same numbers."""

import math

from bandit_replications.papers.distributed.theory import theorem_4


def test_epochs_of_one_action_step_by_step():
    agents, horizon = 16, 3000
    threshold = horizon * math.log(agents * horizon) / agents
    total, last, count = 1.0, 0, 0
    for step in range(1, horizon + 1):
        if (step - last) * math.log1p((step - last) / total) > threshold:
            total, last, count = total + agents * (step - last), step, count + 1
    assert theorem_4.epochs_in_a_run(agents=agents, horizon=horizon).left == count


def test_no_run_with_one_action_has_too_many_doublings():
    assert theorem_4.doublings_in_runs().left <= -1
