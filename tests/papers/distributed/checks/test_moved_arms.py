"""Numbers that move arms: growth like K is shown, growth like its logarithm is not."""

import pytest


@pytest.mark.parametrize(("power", "expected"), [(0.0, "reproduced"), (-0.8, "not reproduced")])
def test_growth_with_the_arms(power, expected, published, verdict):
    config, frames = published("distributed")
    frame = frames["moved-arms"]
    slower = frame.assign(moved=frame["moved"] * frame["arms"].astype(float) ** power)
    assert verdict("theorem-1-communication-runs", {"moved-arms": slower}, config) == expected


def test_repair_that_moves_as_many_is_refused(published, verdict):
    config, frames = published("distributed")
    frame = frames["moved-arms"]
    for results, expected in ((frame, "reproduced"), (frame.assign(moved=10), "not reproduced")):
        assert verdict("demab-repaired-runs", {"moved-arms": results}, config) == expected
