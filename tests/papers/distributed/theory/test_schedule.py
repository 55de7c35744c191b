"""Lengths of phases against those of runs."""

import numpy as np

from bandit_replications.papers.distributed.algorithms import demab
from bandit_replications.papers.distributed.environments.problems import ArmsProblem
from bandit_replications.papers.distributed.theory import bounds, schedule


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
