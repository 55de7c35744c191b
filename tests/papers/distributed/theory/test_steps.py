"""Steps of proofs at other constants than their claims': where they begin to hold, and fail."""

import math
import re
from importlib import import_module

import pytest

from bandit_replications.papers.distributed import theory
from bandit_replications.papers.distributed.checks import LEDGER
from bandit_replications.papers.distributed.theory import (
    bounds,
    fact_1,
    lemma_b_2,
    lemma_b_5,
    lemma_f_1,
    theorem_4,
    theorem_6,
)

HOLDING = [
    (lemma_b_2.dropped_in_phase, {"gap": 0.3}),
    (lemma_b_5.communication_is_likely, {"arms": 10**4}),
    (lemma_b_5.expected_communication, {"arms": 10**4, "at_half": True}),
    (lemma_b_5.with_coins, {"arms": 10**4, "draws": 50}),
    (lemma_b_2.gap_entering_stage_2, {"horizon": 10**6}),
    (fact_1.short_phases, {"agents": 10**5, "arms": 10}),
    (lemma_f_1.eliminated_action, {"angle": 0.5}),
    (fact_1.completed_phases, {"constant": bounds.C2_REPAIRED}),
    (fact_1.completed_phases, {"constant": bounds.C2_REPAIRED, "with_log_horizon": True}),
    # One action; and two, but T so short that no epoch's end depends on rewards.
    (theorem_4.data_orders, {"actions": (1.0,)}),
    (theorem_4.data_orders, {"horizon": 4}),
    (lemma_b_5.coins_are_unbalanced, {"draws": 50}),
    (lemma_f_1.gap_in_phase_2, {"gap": 1.03}),
]
FAILING = [
    (fact_1.burn_in_logarithm, {}),
    (fact_1.completed_phases, {"with_log_horizon": True}),
    (lemma_b_2.dropped_in_phase, {"gap": 0.26}),
    (lemma_b_5.communication_is_likely, {}),
    (lemma_b_5.with_coins, {"draws": 50}),
    (lemma_b_5.communication_growth, {"bits": True}),
    (theorem_6.printed_strings, {}),
]


@pytest.mark.parametrize(
    ("step", "constants", "holds"),
    [(*row, True) for row in HOLDING] + [(*row, False) for row in FAILING],
    ids=lambda one: getattr(one, "__qualname__", str(one)),
)
def test_step_holds_from_its_constant_on(step, constants, holds):
    assert step(**constants).holds == holds


@pytest.mark.parametrize(
    ("step", "constants", "left"),
    [
        (lemma_b_2.alive_gap, {"phase": 2}, 1),
        # of 16 agents' coins all agree
        (lemma_b_5.reallocation_is_rare, {}, 1 - 2.0**-15),
        (theorem_4.data_orders, {}, 1.8),
        (theorem_4.doublings_in_runs, {}, -2),
    ],
    ids=lambda one: getattr(one, "__qualname__", str(one)),
)
def test_step_by_hand(step, constants, left):
    assert step(**constants).left == pytest.approx(left, rel=1e-9)


def test_what_errata_are_based_on_exists():
    for erratum in LEDGER.errata:
        text = " ".join((erratum.counterexample, erratum.repair))
        for module, name in re.findall(r"\b([a-z0-9_]+)\.([a-z][a-z0-9_]+)\b", text):
            assert hasattr(import_module(f"{theory.__name__}.{module}"), name), erratum.slug


def test_reallocation_by_hand():
    assert fact_1.reallocated((5, 1, 1)) == ([1, 2], 1)


def test_epochs_of_one_action_step_by_step():
    agents, horizon = 16, 3000
    threshold = horizon * math.log(agents * horizon) / agents
    total, last, count = 1.0, 0, 0
    for step in range(1, horizon + 1):
        if (step - last) * math.log1p((step - last) / total) > threshold:
            total, last, count = total + agents * (step - last), step, count + 1
    assert len(theorem_4.ends_of_epochs(agents=agents, horizon=horizon)) == count
