"""DEMAB in a point-to-point network: what its exchanges cost."""

import numpy as np

from bandit_replications.papers.distributed.algorithms import demab, point_to_point
from bandit_replications.papers.distributed.environments.problems import ArmsProblem
from support.distributed import recorded_problem, run_both

SHORT = {"pulls_exponent": -1, "burn_in_constant": 0.5}
NO_BURN_IN = {"burn_in": 0, "completed_phases": 0}


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
    run, star = (
        module.simulate(
            problem, options=module.Options(**NO_BURN_IN), generator=np.random.default_rng(0)
        )
        for module in (point_to_point, demab)
    )
    assert run.sizes == star.sizes
    for purpose, share in (("sizes", 1), ("best", 2), ("threshold", 1)):
        distributed = sum(size > 4 for size in run.sizes)
        times = distributed + (purpose == "sizes")
        assert star.purposes[purpose] == 4 * share * times
        assert run.purposes[purpose] == 3 * share * times
    # Theorem 7: O(M) more steps in each phase, so that regret grows by at most M^2 in each.
    assert 0 <= run.regret[-1] - star.regret[-1] <= 6 * 3 * 4 * run.phases


def test_exchanges_that_take_no_time_are_seen():
    problem = recorded_problem(0, arms=6, agents=3)
    wrong, _ = run_both(demab, problem, options=SHORT)
    _, literal = run_both(point_to_point, problem, options=SHORT)
    assert not np.array_equal(wrong.pulls, literal.pulls)
