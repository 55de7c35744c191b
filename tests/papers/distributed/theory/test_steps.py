"""Steps of proofs at other constants than their claims': where they begin to hold, and fail."""

import math

import pytest

from bandit_replications.papers.distributed.theory import (
    fact_1,
    finite_precision,
    lemma_b_2,
    lemma_b_4,
    lemma_b_5,
    lemma_f_1,
    lemma_h_1,
    theorem_1,
    theorem_2,
    theorem_3,
    theorem_4,
    theorem_6,
    theorem_7,
)

HOLDING = [
    (fact_1.needed_constant, {"constant": 256 / 3}),
    (lemma_b_2.dropped_in_phase, {"gap": 0.3}),
    (lemma_b_5.communication_is_likely, {"arms": 10**4}),
    (lemma_b_5.depends_on_horizon, {"arms": 10**4}),
    (lemma_b_5.with_coins, {"arms": 10**4, "draws": 50}),
    (lemma_b_2.gap_entering_stage_2, {"horizon": 10**6}),
    (lemma_b_4.short_phases, {"agents": 10**5, "arms": 10}),
    (lemma_f_1.eliminated_action, {"angle": 0.5}),
    (fact_1.completed_with_log_horizon, {"constant": 256 / 3}),
    (theorem_3.fact_2_in_small_dimensions, {"dimension": 3}),
    (theorem_4.mean_of_a_sign, {"size": 2.0}),
    # One action; and two, but T so short that no epoch's end depends on rewards.
    (lemma_h_1.data_orders, {"actions": (1.0,)}),
    (lemma_h_1.data_orders, {"horizon": 4}),
    (theorem_1.elimination_in_loop, {"inside": False}),
    (lemma_b_5.coins_are_unbalanced, {"draws": 50}),
    (theorem_2.condition, {"inverse": 5701 / 2, "arms": 10**9}),
    *((theorem_3.printed_support, {"dimension": dimension}) for dimension in (3, 10, 100)),
    (theorem_3.gap_in_phase_2, {"gap": 1.03}),
    (theorem_4.doublings, {"repaired": True}),
    (theorem_4.doublings, {"total": 10**12, "repaired": True}),
    (theorem_2.silence, {}),
    (theorem_2.silence, {"horizon": 2}),
    (theorem_6.tail, {"printed": False}),
    (theorem_7.messages_of_others, {"agents": 7, "offset": 1}),
    (theorem_7.messages_of_others, {"agents": 7, "offset": 1, "procedure": 10}),
]
FAILING = [
    (fact_1.needed_constant, {"constant": 85.0}),
    (lemma_b_2.dropped_in_phase, {"gap": 0.26}),
    (lemma_b_5.communication_is_likely, {}),
    (lemma_b_5.with_coins, {"draws": 50}),
    (lemma_b_5.bits_growth, {}),
    (lemma_f_1.design_over_all, {"angle": 1.5}),
    (lemma_f_1.repaired, {"constant": 41.0}),
    (theorem_3.feasible_support, {"most": 155}),
    (theorem_3.cited_support, {"least": 3}),
    (lemma_f_1.loses_best, {"errors": 1.01}),
    (theorem_2.condition, {"inverse": 5699 / 2, "arms": 10**9}),
    (theorem_2.repaired_fraction, {"fraction": 8061.0}),
    (theorem_2.without_moss, {"fraction": 4.3}),
    (theorem_4.doublings, {"total": 100}),
    (theorem_2.silence, {"quotient": True}),
    (theorem_2.silence, {"horizon": 3, "quotient": True}),
    (fact_1.announced, {}),
    (fact_1.moved_for_two, {}),
    (finite_precision.entry_bits, {}),
    (finite_precision.entry_bits, {"power": 1000}),
    (theorem_4.doublings, {"total": 10**12}),
    (theorem_6.tail, {}),
    (theorem_6.printed_strings, {}),
    (theorem_7.messages_of_others, {"agents": 7, "offset": 2}),
]


@pytest.mark.parametrize(
    ("step", "constants", "holds"),
    [(*row, True) for row in HOLDING] + [(*row, False) for row in FAILING],
    ids=lambda one: getattr(one, "__qualname__", str(one)),
)
def test_a_step_holds_from_its_constant_on(step, constants, holds):
    assert step(**constants).holds == holds


@pytest.mark.parametrize(
    ("step", "constants", "left"),
    [
        (fact_1.series, {"phases": 3, "first": 0}, 64 + 256 + 1024),
        (fact_1.series, {"phases": 3, "first": 1}, 256 + 1024 + 4096),
        (fact_1.leftover, {"agents": 3, "most": 3}, 2),
        (lemma_b_2.alive_gap, {"phase": 2}, 1),
        # of 16 agents' coins all agree
        (lemma_b_5.reallocation_is_rare, {}, 1 - 2.0**-15),
        # at d = 1 the printed sum is 4.678/300
        (
            lemma_f_1.printed_constant_600,
            {},
            (math.log(2) + 1 + math.log(3) + 2 * math.log(2) + 0.5) / 300,
        ),
        (lemma_h_1.data_orders, {}, 1.8),
        (fact_1.moved_for_two, {"agents": 1000}, 999),
        # more than 1/t multiples at t = 10^-200
        (finite_precision.entry_bits, {"power": 100}, 200 * math.log2(10)),
        (theorem_4.simultaneous, {"agents": 2}, 2),
        (theorem_4.simultaneous, {"agents": 32}, 32),
        (theorem_7.messages_of_others, {"agents": 7}, 6),
        (theorem_7.messages_of_others, {"agents": 7, "procedure": 10}, 6),
    ],
    ids=lambda one: getattr(one, "__qualname__", str(one)),
)
def test_a_step_by_hand(step, constants, left):
    assert step(**constants).left == pytest.approx(left, rel=1e-9)


def test_the_series_of_fact_1_and_a_reallocation_by_hand():
    assert fact_1.series(phases=3, first=0).right == 64 * 63 // 3
    assert fact_1.reallocated((5, 1, 1)) == ([2, 2, 2], [1, 2], 1)
