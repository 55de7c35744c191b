"""Derivations of DELB, DisLinUCB and Appendix I against other ways to the same numbers."""

import math

import numpy as np
import pytest

from bandit_replications.papers.distributed.theory import (
    point_to_point,
    point_to_point_runs,
    theorem_3,
    theorem_4,
    theorem_4_runs,
)


@pytest.mark.parametrize("dimension", [3, 10, 100])
def test_support_is_feasible_from_three_dimensions_on(dimension):
    assert theorem_3.printed_support(dimension=dimension).holds


def test_net_constant_has_little_room():
    # at d = 1 the printed sum is 4.678/300
    value = (math.log(2) + 1 + math.log(3) + 2 * math.log(2) + 0.5) / 300
    assert theorem_3.printed_constant_600().left == pytest.approx(value)
    assert value * 600 / 599 < 1 / 64 < value * 600 / 598


def test_estimate_far_off_by_simulation():
    # least squares on two actions 1e-2 apart, 10^4 pulls each, noise ±1; 2000 draws, sd 0.01
    angle, pulls = 1e-2, 10_000
    generator = np.random.default_rng(3)
    actions = np.array([[1.0, 0.0], [math.cos(angle), math.sin(angle)]])
    noise = (2 * generator.binomial(pulls, 0.5, size=(2000, 2)) - pulls) / pulls
    errors = np.linalg.solve(actions, noise.T)
    share = float(np.mean(np.linalg.norm(errors, axis=0) > 2))
    lower = theorem_3.far_estimate(angle=angle, pulls=pulls).left
    assert lower - 0.04 <= share <= lower + 0.06


def test_an_eliminated_actions_error_against_draws():
    # least squares on e1 and (cos φ, sin φ), half of the pulls each, noise ±1; 20000 draws, 5 sd
    angle, phase = 0.01, 4
    pulls = math.ceil(600 * 4**phase * 4 * math.log(1e8) / 2)
    generator = np.random.default_rng(6)
    actions = np.array([[1.0, 0.0], [math.cos(angle), math.sin(angle)]])
    noise = (2 * generator.binomial(pulls, 0.5, size=(20_000, 2)) - pulls) / pulls
    errors = np.linalg.solve(actions, noise.T)[1]
    share = float(np.mean(np.abs(errors) > 2.0**-phase))
    check = theorem_3.eliminated_action(angle=angle, phase=phase)
    assert share == pytest.approx(check.left, abs=0.017)
    assert not check.holds
    assert theorem_3.eliminated_action(angle=0.5).holds


def test_the_gap_of_phase_2_against_draws():
    pulls = math.ceil(600 * 16 * math.log(1e8) / 2)
    generator = np.random.default_rng(7)
    noise = (2 * generator.binomial(pulls, 0.5, size=(20_000, 2)) - pulls) / pulls
    share = float(np.mean(1.001 + noise[:, 0] - noise[:, 1] <= 1))
    assert theorem_3.gap_in_phase_2().left == pytest.approx(share, abs=0.018)
    assert theorem_3.gap_in_phase_2(gap=1.03).holds


def test_the_best_action_is_lost_with_larger_errors_only():
    assert theorem_3.loses_best().holds
    assert not theorem_3.loses_best(errors=1.01).holds


def test_pulls_for_small_errors():
    assert not theorem_3.error_of_section_4_1().holds
    assert theorem_3.error_with_two().holds
    assert not theorem_3.error_with_two(factor=1.2).holds


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


def test_message_indices():
    assert point_to_point.message_index(agents=7).left == 6
    assert point_to_point.message_index(agents=7, offset=1).holds
    assert not point_to_point.message_index(agents=7, offset=2).holds
    assert point_to_point.message_index_back(agents=7).holds
    assert point_to_point.message_index_back(agents=7, offset=0).left == 6


def test_an_agents_data_are_a_martingale_only_if_ends_do_not_depend_on_rewards():
    assert theorem_4_runs.data_orders().left == pytest.approx(1.8)
    # One action; and two, but T so short that no epoch's end depends on rewards.
    assert theorem_4_runs.data_orders(actions=(1.0,)).holds
    assert theorem_4_runs.data_orders(horizon=4).holds


def test_point_to_point_runs_lose_what_the_exchanges_take():
    added = point_to_point_runs.added_regret()
    # An idle step costs an agent 2 at most, and the action estimated best costs little.
    assert 0 < added.left <= 6
    sent = point_to_point_runs.communication()
    assert sent.holds
    # Of M agents one sends itself nothing.
    assert sent.left > 1 - 1 / 2 - 0.1


def test_waiting_longer_would_be_noticed(monkeypatch):
    from bandit_replications.papers.distributed.algorithms.delb_phases import BlockRecord

    wait = BlockRecord.wait
    monkeypatch.setattr(
        BlockRecord, "wait", lambda record, steps, gap: wait(record, 50 * steps, 2.0)
    )
    assert not point_to_point_runs.added_regret().holds
