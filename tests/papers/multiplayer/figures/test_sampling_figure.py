"""The figure on marginals: what it says can be read off its data."""

from bandit_replications.papers.multiplayer.figures.sampling import (
    REACHED,
    SAMPLING_FIGURES,
    SUBTRACTION,
    TABLES,
)


def test_tables_stay_exact_and_subtraction_loses_all_digits():
    (spec,) = SAMPLING_FIGURES
    assert spec.needs(None) == ()
    data = spec.plot({}, None)[""].data
    tables, broken = (data[data["series"] == name] for name in (TABLES, SUBTRACTION))
    assert tables["estimate"].max() < 1e-12
    assert broken.loc[broken["x"] <= 1, "estimate"].max() < 1e-12
    first = broken.loc[broken["estimate"] > 1, "x"].min()
    reached = data[data["band"] == REACHED]["x"]
    assert reached.min() < first < reached.max()
