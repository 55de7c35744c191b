"""Fact 1 against other ways to the same numbers."""

import numpy as np
import pytest

from bandit_replications.papers.distributed.algorithms import demab
from bandit_replications.papers.distributed.theory import fact_1


def test_series_is_exact_for_both_first_phases():
    assert fact_1.series(phases=3, first=0).left == 64 + 256 + 1024
    assert fact_1.series(phases=3, first=0).right == 64 * 63 // 3
    assert fact_1.series(phases=3, first=1).left == 4 * 64 * 63 // 3


@pytest.mark.parametrize(("constant", "enough"), [(85.0, False), (256 / 3, True), (90.0, True)])
def test_needed_constant(constant, enough):
    assert fact_1.needed_constant(constant=constant).holds == enough


def test_a_run_does_not_complete_the_printed_phases():
    run = demab.simulate(
        means=np.array([0.9, 0.1]),
        agents=2,
        horizon=8000,
        checkpoints=np.array([8000]),
        generator=np.random.default_rng(0),
    )
    assert run.completed_phases == 1
    assert set(run.burn_in_phases.tolist()) == {0}


def test_reallocation_by_hand():
    assert fact_1.reallocated((5, 1, 1)) == ([2, 2, 2], [1, 2], 1)
    assert fact_1.leftover(agents=3, most=3).left == 2
