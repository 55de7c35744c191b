"""Rules on runs that hardly vary: every run decides."""

import numpy as np
import pytest

from bandit_replications.ledger.parts import level, ratio
from bandit_replications.papers.distributed.checks.agreeing import all_parts, decided_by_every_run

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
    both = [level("x", SPREAD, 100.0), level("y", EQUAL, 4.0)]
    assert all_parts(both).holds is False
