"""Lengths of phases against those of runs, and the repair of Theorem 1's communication."""

import numpy as np
import pytest

from bandit_replications.papers.distributed.algorithms import demab, demab_repaired
from bandit_replications.papers.distributed.environments.problems import ArmsProblem
from bandit_replications.papers.distributed.theory import bounds, schedule, theorem_1_repaired


def run_of(*means, agents, horizon):
    problem = ArmsProblem(means=np.array(means), agents=agents, horizon=horizon)
    return demab.simulate(problem, generator=np.random.default_rng(0))


def test_centralised_phases_are_those_of_a_run():
    run = run_of(1.0, 0.0, agents=16, horizon=10_000)
    phases = schedule.centralised_phases(agents=16, arms=2, horizon=10_000)
    assert len(phases) == run.phases
    assert sum(phase.complete for phase in phases) == run.finished_phases


def test_a_phase_that_ends_at_the_last_step_is_not_completed():
    size = {"agents": 2, "arms": 3, "horizon": 10**6}
    length = schedule.stage_1_length(phases=2, **size)
    assert schedule.completed(steps=length, **size) == 1
    assert schedule.completed(steps=length + 1, **size) == 2


def test_phases_without_elimination_are_those_of_a_run():
    # equal arms: nothing is dropped, every agent completes what fits
    run = run_of(0.5, 0.5, agents=2, horizon=10**6)
    size = {"agents": 2, "arms": 2, "horizon": 10**6}
    steps = bounds.burn_in(**size)
    assert run.burn_in == steps
    assert set(run.burn_in_phases.tolist()) == {schedule.completed(steps=steps, **size)}


def test_an_unbalanced_allocation_is_as_rare_as_the_bound_says():
    agents, arms = 8, 120
    generator = np.random.default_rng(1)
    draws = generator.multinomial(arms, np.full(agents, 1 / agents), size=20000).max(axis=1)
    share = float(np.mean(draws > 2 * arms / agents))
    assert share <= theorem_1_repaired.moved_when_unbalanced(agents=agents, arms=arms) / (4 * arms)


def test_the_least_horizon_is_the_least():
    size = {"agents": 16, "arms": 100}
    horizon = schedule.least_horizon(phases=2, **size)
    for change, phases in ((0, 2), (-1, 1)):
        found = bounds.last_burn_in_phase(
            **size, horizon=horizon + change, constant=bounds.C2_REPAIRED
        )
        assert found == phases


@pytest.mark.parametrize(("module", "moves"), [(demab, True), (demab_repaired, False)])
def test_repaired_no_arm_moves_where_agents_differ(module, moves):
    agents, arms = 8, 400
    means = np.full(arms, 0.25)
    means[7] = 0.75
    horizon = schedule.least_horizon(phases=1, agents=agents, arms=arms)
    problem = ArmsProblem(means=means, agents=agents, horizon=horizon)
    run = module.simulate(problem, generator=np.random.default_rng(2))
    assert run.completed_phases == 1
    assert (run.purposes.get("moved-arms", 0) > arms / 8) == moves
