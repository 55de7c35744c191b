"""Rules on runs that hardly vary, where every run decides, and samples of crossovers."""

import numpy as np
import pytest

from bandit_replications.ledger.parts import level, ratio
from bandit_replications.papers.distributed.checks import agreeing
from bandit_replications.papers.distributed.checks.agreeing import all_parts, decided_by_every_run
from bandit_replications.papers.distributed.checks.samples import short_burn_in
from bandit_replications.papers.distributed.table_parameters import Size

EQUAL = np.full(20, 5.0)
NEARLY = np.append(EQUAL[:-1], 6.0)
SPREAD = 5 + np.arange(20) / 10


@pytest.mark.parametrize(
    ("sample", "bound", "decided"),
    [(EQUAL, 5, True), (EQUAL, 4.9, False), (NEARLY, 6, True), (NEARLY, 5.5, None)],
)
def test_every_run_must_keep_a_level(sample, bound, decided):
    assert decided_by_every_run(level("x", sample, bound)) is decided
    above = decided_by_every_run(level("x", -sample, -bound, below=False))
    assert above is decided


def test_runs_that_vary_are_tested():
    assert decided_by_every_run(level("x", SPREAD, 100.0)) is None
    assert decided_by_every_run(ratio("x", SPREAD, EQUAL, 2.0, below=True)) is True
    assert all_parts([level("x", SPREAD, 100.0)]).evidence is not None
    assert all_parts([level("x", SPREAD, 100.0), level("y", EQUAL, 4.0)]).holds is False
    assert all_parts([ratio("x", EQUAL, EQUAL / 1.2, 1.25, below=True)]).half.p_against < 0.01


def test_few_runs_off_a_lower_bound_are_tested_by_the_product():
    rare = level("x", np.append(np.full(99, 0.93), 0.71), 0.85, below=False)
    assert rare.evidence()[0].p_for > 0.3  # no resample without the one run knows a scale
    assert all_parts([rare]).evidence.p_for == pytest.approx(0.85**100 / (0.93**99 * 0.71))
    assert all_parts([level("x", np.append(EQUAL, 0.0), 4.0, below=False)]).evidence.p_for == 1
    # a mean that is the bound, as 0 has probability 0.08: p is the chance that no run shows it
    hidden = agreeing.Product(name="x", a=np.full(40, 0.85 / 0.92), factors=[0.85], below=False)
    assert hidden.evidence()[0].p_for == pytest.approx(0.92**40)


def test_burn_in_is_short_until_it_holds_a_first_phase():
    # 20 arms, 256 ln(16 * 20 * T) pulls of each: T / 320 steps are more from 36 million on
    assert short_burn_in(Size(16, 20, 30_000_000))
    assert not short_burn_in(Size(16, 20, 45_000_000))
