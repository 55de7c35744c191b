"""The instances of Theorem 2 and protocols within a budget."""

import numpy as np
import pytest

from bandit_replications.papers.distributed.theory import bounds, lower_bounds


def test_instances_have_one_good_arm_anywhere():
    given = {"arms": 4, "horizon": 100, "gap": 0.25, "generator": np.random.default_rng(1)}
    draws = [lower_bounds.draw_means(**given) for _ in range(200)]
    assert {int(means.argmax()) for means in draws} == {0, 1, 2, 3}
    for means in draws:
        assert sorted(means)[:3] == [0.5] * 3
        assert means.max() == pytest.approx(0.5 + 0.05)


def test_groups_use_the_budget_and_no_more():
    size = {"agents": 50, "arms": 5, "horizon": 1000}
    assert lower_bounds.group_size(protocol="immediate-sharing", budget=8000, **size) == 2
    assert lower_bounds.group_size(protocol="immediate-sharing", budget=7999, **size) == 1
    assert lower_bounds.group_size(protocol="immediate-sharing", budget=10**9, **size) == 50
    group = lower_bounds.group_size(protocol="demab", budget=2000, **size)

    def cost(agents):
        return bounds.theorem_1_communication_worst(agents=agents, arms=5, horizon=1000)

    assert cost(group) <= 2000 < cost(group + 1)
    with pytest.raises(ValueError, match="protocol: 'delb'; allowed: demab"):
        lower_bounds.group_size(protocol="delb", budget=0, **size)


@pytest.mark.parametrize("protocol", lower_bounds.PROTOCOLS)
@pytest.mark.parametrize("budget", [0, 500, 5000, 10**7])
def test_runs_stay_within_the_budget(protocol, budget):
    size = {"budget": budget, "agents": 30, "arms": 4, "horizon": 2000}
    run = lower_bounds.cut_off(protocol=protocol, generator=np.random.default_rng(2), **size)
    assert run.communication <= budget
    assert (run.communication > 0) == (run.group > 1)
    assert 0 <= run.regret <= 30 * np.sqrt(4 * 2000) * 0.375 * (1 + 1e-9)
    assert run.bound == bounds.theorem_2_sharp(**size)
