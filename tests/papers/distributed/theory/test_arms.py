"""Derivations of DEMAB, the lower bound and Appendix C against other ways to the same numbers."""

import math

import numpy as np
import pytest

from bandit_replications.papers.distributed.algorithms import demab
from bandit_replications.papers.distributed.environments.problems import ArmsProblem
from bandit_replications.papers.distributed.theory import (
    bounds,
    concentration,
    fact_1,
    pulls_of_an_arm,
    schedule,
    stage_1_imbalance,
    theorem_1,
    theorem_2,
    theorem_6,
)


def test_series_is_exact_for_both_first_phases():
    assert fact_1.series(phases=3, first=0).left == 64 + 256 + 1024
    assert fact_1.series(phases=3, first=0).right == 64 * 63 // 3
    assert fact_1.series(phases=3, first=1).left == 4 * 64 * 63 // 3


@pytest.mark.parametrize(("constant", "enough"), [(85.0, False), (256 / 3, True), (90.0, True)])
def test_needed_constant(constant, enough):
    assert fact_1.needed_constant(constant=constant).holds == enough


def test_phases_without_elimination_are_those_of_a_run():
    # equal arms: nothing is dropped, every agent completes what fits
    size = {"agents": 2, "arms": 2, "horizon": 10**6}
    problem = ArmsProblem(means=np.array([0.5, 0.5]), agents=2, horizon=10**6)
    run = demab.simulate(problem, generator=np.random.default_rng(0))
    steps = bounds.burn_in(**size)
    assert run.burn_in == steps
    assert set(run.burn_in_phases.tolist()) == {schedule.completed(steps=steps, **size)}


def test_a_run_does_not_complete_the_printed_phases():
    problem = ArmsProblem(means=np.array([0.9, 0.1]), agents=2, horizon=8000)
    run = demab.simulate(problem, generator=np.random.default_rng(0))
    assert run.completed_phases == 1
    assert set(run.burn_in_phases.tolist()) == {0}


def test_centralised_phases_are_those_of_a_run():
    problem = ArmsProblem(means=np.array([1.0, 0.0]), agents=16, horizon=10_000)
    run = demab.simulate(problem, generator=np.random.default_rng(0))
    phases = schedule.centralised_phases(agents=16, arms=2, horizon=10_000)
    assert len(phases) == run.phases
    assert sum(phase.complete for phase in phases) == run.finished_phases


def test_reallocation_by_hand():
    assert fact_1.reallocated((5, 1, 1)) == ([2, 2, 2], [1, 2], 1)
    assert fact_1.leftover(agents=3, most=3).left == 2


def test_hoeffding_exponent_follows_the_pulls():
    assert concentration.hoeffding_exponent(pulls_exponent=1).holds
    assert not concentration.hoeffding_exponent(pulls_exponent=0).holds


@pytest.mark.parametrize("gap", [0.06, 0.1, 0.25, 0.3, 0.5, 1.0])
def test_dropped_one_phase_later(gap):
    assert pulls_of_an_arm.dropped_in_phase(phase="mended", gap=gap).holds


@pytest.mark.parametrize(("gap", "dropped"), [(0.13, False), (0.26, False), (0.3, True)])
def test_gaps_just_above_a_threshold_outlive_their_phase(gap, dropped):
    assert pulls_of_an_arm.dropped_in_phase(gap=gap).holds == dropped


def test_surviving_two_phases_against_draws():
    # the elimination of Protocol 4 on two coins, 20000 draws; 5 standard errors
    generator = np.random.default_rng(8)
    alive = np.ones(20_000, dtype=bool)
    for phase in (1, 2):
        pulls = schedule.pulls(phase=phase, agents=2, arms=2, horizon=10**6)
        best, other = (generator.binomial(pulls, mean, size=20_000) / pulls for mean in (0.9, 0.64))
        alive &= other > best - 2.0**-phase
    assert pulls_of_an_arm.alive_gap().left == pytest.approx(alive.mean(), abs=0.0042)
    assert pulls_of_an_arm.alive_gap(phase=2).left == pytest.approx(1)
    assert pulls_of_an_arm.alive_gap(phase=4).left < 1e-6
    assert pulls_of_an_arm.largest_gap(completed=2).holds
    assert not pulls_of_an_arm.largest_gap(completed=2, errors=1.01).holds


def test_a_phase_that_ends_at_the_last_step_is_not_completed():
    size = {"agents": 2, "arms": 3, "horizon": 10**6}
    length = schedule.stage_1_length(phases=2, **size)
    assert schedule.completed(steps=length, **size) == 1
    assert schedule.completed(steps=length + 1, **size) == 2


def test_moss_by_scaling():
    assert theorem_2.moss_sum().left == pytest.approx(20.5, abs=0.01)


def test_keeping_all_arms_is_a_coin_at_phase_1():
    horizon = stage_1_imbalance.smallest_horizon(agents=4, arms=100)
    size = {"agents": 4, "arms": 100, "horizon": horizon, "phases": 1}
    keep, drop = stage_1_imbalance.keeps_all(**size), stage_1_imbalance.drops_all(**size)
    assert keep + drop == pytest.approx(1)
    assert keep == pytest.approx(0.5, abs=0.01)


def test_keeping_all_arms_at_phase_2_is_hardly_less():
    size = {"agents": 4, "arms": 100, "horizon": 10**12}
    one = stage_1_imbalance.keeps_all(**size, phases=1)
    two = stage_1_imbalance.keeps_all(**size, phases=2)
    assert two == pytest.approx(one, abs=0.01)


def test_expected_moves_against_draws():
    # the lower bound on the instance with constant rewards, by drawing allocation and coins
    agents, arms = 8, 500
    generator = np.random.default_rng(5)
    moved = []
    for _ in range(2000):
        keeps = generator.random(agents) < 0.5
        owners = generator.integers(agents, size=arms)
        counts = np.bincount(owners[1:][keeps[owners[1:]]], minlength=agents)
        counts[owners[0]] += 1
        unbalanced = counts.sum() > agents and counts.max() > 2 * counts.min()
        moved.append(np.maximum(counts - counts.sum() // agents, 0).sum() if unbalanced else 0)
    bound = stage_1_imbalance.expected_moved(agents=agents, arms=arms)
    assert bound <= np.mean(moved) <= bound + agents + 6


def test_imbalance_vanishes_without_enough_time():
    horizon = stage_1_imbalance.smallest_horizon(agents=4, arms=60) // 2
    means = np.full(60, 0.25)
    means[0] = 0.75
    problem = ArmsProblem(means=means, agents=4, horizon=horizon)
    run = demab.simulate(problem, generator=np.random.default_rng(0))
    assert set(run.burn_in_phases.tolist()) == {0}


@pytest.mark.parametrize("ratio", [1.0, 3.0, 100.0])
def test_the_best_gap_of_the_two_instance_proof(ratio):
    gaps = np.linspace(1e-4, 0.2499, 5000)
    constants = math.sqrt(ratio) / 8 * gaps * (1 - 16 * gaps**2) ** (ratio / 2)
    assert theorem_2.two_instances(ratio=ratio) == pytest.approx(constants.max(), rel=1e-6)


def test_least_fractions():
    assert theorem_2.least_fraction(arms=2) == pytest.approx(5700 * math.sqrt(2))
    assert not theorem_2.mended_fraction(fraction=8061.0).holds
    assert not theorem_2.without_moss(fraction=4.3).holds


@pytest.mark.parametrize("horizon", [2, 3, 4])
def test_averaged_bound_against_every_strategy(horizon):
    # all deterministic strategies on two arms, by backward induction over posterior weights
    epsilon = math.sqrt(2 / horizon) / 4

    def least(weights, left):
        if left == 0:
            return 0.0
        values = []
        for arm in (0, 1):
            value = epsilon * weights[1 - arm]
            for reward in (0, 1):
                means = [0.5 + epsilon * (arm == good) for good in (0, 1)]
                chances = [mean if reward else 1 - mean for mean in means]
                value += least([w * c for w, c in zip(weights, chances, strict=True)], left - 1)
            values.append(value)
        return min(values)

    best = least([0.5, 0.5], horizon)
    assert best >= bounds.uniform_good_arm_constant(arms=2) * math.sqrt(2 * horizon)
    if horizon == 2:
        assert best == pytest.approx(theorem_2.uniform_prior_by_hand().left)


def test_hoeffding_for_the_two_valued_cost():
    assert theorem_6.hoeffding_on_it().holds
    assert not theorem_6.exponent_counterexample().holds
    assert theorem_6.exponent_counterexample().left == theorem_6.hoeffding_on_it().left


def test_three_groups_of_arms_by_drawing_allocations():
    # coins decide who keeps the zeros; every agent keeps the last quarter
    agents, arms, draws = 16, 100_000, 300
    generator = np.random.default_rng(9)
    unbalanced = 0
    for _ in range(draws):
        keeps = generator.random(agents) < 0.5
        zeros = generator.multinomial(3 * arms // 4, np.full(agents, 1 / agents))
        others = generator.multinomial(arms // 4, np.full(agents, 1 / agents))
        counts = others + zeros * keeps
        unbalanced += counts.max() > 2 * counts.min()
    # all agents agree with probability 2^-15 only
    assert unbalanced == draws
    assert stage_1_imbalance.reallocation_is_rare().left == pytest.approx(1 - 2.0**-15, abs=1e-5)


def test_the_probable_communication_flips_where_the_bound_allows_for_it():
    assert not stage_1_imbalance.communication_is_likely().holds
    assert stage_1_imbalance.communication_is_likely(arms=10**4).holds
    assert stage_1_imbalance.depends_on_horizon(arms=10**4).holds


def test_coins_unbalance_many_arms_only():
    assert not stage_1_imbalance.with_coins(draws=50).holds
    assert stage_1_imbalance.with_coins(arms=10**4, draws=50).holds
    assert not stage_1_imbalance.coins_are_balanced(draws=50).holds


def test_skipping_a_reallocate_at_large_horizons():
    # the leading term by hand: 683/sqrt(C2) over C6 sqrt(K) M, doubled at most by roundings
    assert 683 / math.sqrt(67 / 3) / 322 / math.sqrt(2) >= stage_1_imbalance.cost_of_skipping().left
    assert stage_1_imbalance.cost_of_skipping().holds


def test_strings():
    assert not theorem_6.printed_strings().holds
    assert theorem_6.mended_strings().holds
    assert not theorem_6.mended_strings(constant=1.0).holds
    # B at the least C' makes both sides agree
    least = theorem_6.needed_constant(agents=1, arms=100, horizon=10**6)
    strings = 2 * least * 100**2 * math.log(10**8)
    assert theorem_6.hoeffding_exponent(agents=1, arms=100, strings=strings) == pytest.approx(
        theorem_6.family_size(agents=1, arms=100, horizon=10**6)
    )


def test_sketch_of_stage_1_needs_the_longer_logarithm():
    assert not theorem_1.sketch_of_stage_1().holds
    assert theorem_1.sketch_of_stage_1(logarithm="size").holds


def test_elimination_behind_the_loop_lacks_nothing():
    assert theorem_1.elimination_in_loop(inside=False).holds
    assert not theorem_1.elimination_in_loop().holds


@pytest.mark.parametrize(("agents", "horizon"), [(2, 10), (5, 7)])
def test_immediate_sharing_is_counted(agents, horizon):
    assert theorem_1.immediate_sharing(agents=agents, horizon=horizon).holds
