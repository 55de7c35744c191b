"""Rules on runs that hardly vary, where every run decides, and samples of crossovers."""

import numpy as np
import pytest

from bandit_replications.ledger.parts import level, ratio
from bandit_replications.papers.distributed.checks.agreeing import (
    Product,
    all_parts,
    decided_by_every_run,
)
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


@pytest.mark.parametrize("below", [False, True])
def test_few_runs_off_a_bound_are_tested_by_the_product(below):
    def part(runs, bound):  # from above the same of what is missing to a ceiling
        runs, bound = (6 - runs, 6 - bound) if below else (runs, bound)
        return Product(name="x", a=runs, factors=[bound], below=below, ceiling=6.0)

    rare = part(np.append(np.full(99, 0.93), 0.71), 0.85)
    # no resample without the one run knows a scale
    assert level("x", rare.a, *rare.factors, below=below).evidence()[0].p_for > 0.3
    assert all_parts([rare]).evidence.p_for == pytest.approx(0.85**100 / (0.93**99 * 0.71))
    assert all_parts([part(np.append(EQUAL, 0.0), 4.0)]).evidence.p_for == 1
    # a mean that is the bound, as 0 has probability 0.08: p is the chance that no run shows it
    hidden = part(np.full(40, 0.85 / 0.92), 0.85)
    assert hidden.evidence()[0].p_for == pytest.approx(0.92**40)
    # runs that vary: twice the smaller of the product's and the bootstrap's
    varied = np.append(0.93 + np.arange(99) / 1e6, 0.71)
    assert part(varied, 0.85).evidence()[0].p_for == pytest.approx(2 * np.prod(0.85 / varied))
    assert part(SPREAD, 4.9).evidence()[0].p_for < 1e-4


def test_burn_in_is_short_until_it_holds_a_first_phase():
    # 20 arms, 256 ln(16 * 20 * T) pulls of each: T / 320 steps are more from 36 million on
    assert short_burn_in(Size(16, 20, 30_000_000))
    assert not short_burn_in(Size(16, 20, 45_000_000))
