"""Numbers that move arms: growth like K is shown, growth like its logarithm is not."""

import pytest


@pytest.mark.parametrize(("power", "expected"), [(1.0, "reproduced"), (0.2, "not reproduced")])
def test_growth_with_the_arms(power, expected, making, quick, verdict):
    results = {"moved-arms": making.moved_arms(quick, power)}
    frame = results["moved-arms"]
    frame.loc[frame["algorithm"] == "demab-repaired", "moved"] = 0
    assert verdict("theorem-1-communication-runs", results, quick) == expected
    assert verdict("demab-repaired-runs", results, quick) == "reproduced"


def test_a_repair_that_moves_as_many_is_refused(made, quick, verdict):
    assert verdict("demab-repaired-runs", made, quick) == "not reproduced"
