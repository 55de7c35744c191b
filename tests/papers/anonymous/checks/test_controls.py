"""A control of several parts is refused only if each part by itself would be."""

import numpy as np
import pytest

from bandit_replications.ledger.parts import level
from bandit_replications.ledger.rules import all_of
from bandit_replications.ledger.verdicts import refuses
from bandit_replications.papers.anonymous.checks.controls import each_refused


@pytest.mark.parametrize(("second", "expected"), [(2.0, True), (1.05, False)])
def test_a_part_without_power_is_seen(second, expected):
    """Mean 1.05 with a spread of 0.5 is not told from the bound 1 by 20 runs; 2 is."""
    noise = np.linspace(-0.5, 0.5, 20)
    broken = [level("strong", 2 + noise, 1.0), level("second", second + noise, 1.0)]
    assert refuses("statistical", all_of(broken))
    assert refuses("statistical", each_refused(broken)) == expected
