"""Figures and tables of published replicates: their panels, bounds and marks are the paper's."""

import numpy as np
import pytest
from tests.support.private_online_results import load, with_means

from bandit_replications.experiments.needs import select
from bandit_replications.inference.summaries import BOUND, MEAN
from bandit_replications.papers.private_online.figures import FIGURES
from bandit_replications.papers.private_online.tables import TABLES
from bandit_replications.papers.private_online.theory import bounds, full_information_bounds
from bandit_replications.runtime.errors import NotApplicable

SPECS = {spec.id: spec for spec in (*FIGURES, *TABLES)}

# The paper's panels: setting's position, then epsilon for curves or None for the final regret
# (captions of Figures 1 to 12).
PANELS = {
    "figure-01": (0, [0.5]),
    "figure-02": (0, [1.0]),
    "figure-03": (0, [8.0]),
    "figure-04": (0, [64.0]),
    "figure-05": (0, [None]),
    "figure-06": (1, [0.5]),
    "figure-07": (1, [8.0]),
    "figure-08": (1, [64.0]),
    "figure-09": (0, [0.1, 0.25, 128.0]),
    "figure-10": (1, [None]),
    "figure-11": (1, [0.1, 0.25, 1.0, 128.0]),
    "figure-12": (2, [None, 0.1, 0.25, 0.5, 1.0, 8.0, 64.0, 128.0]),
}


@pytest.fixture
def drawn(published):
    """Return the function that draws a figure of the published replicates."""
    config, frames = published("private_online")

    def draw(name):
        spec = SPECS[name]
        return spec.plot(select(spec.needs(config), frames.__getitem__), config)

    return draw


@pytest.fixture
def table(published):
    """Return the function that builds a table of the published replicates."""
    config, frames = published("private_online")
    return lambda name: SPECS[name].build(frames, config)


@pytest.mark.parametrize("figure", ["figure-05", "figure-06", "figure-12"])
def test_panels_are_the_papers(published, drawn, figure):
    algorithms = published("private_online")[1]["regret"]["algorithm"].nunique()
    position, epsilons = PANELS[figure]
    letters = list("abcdefgh")[: len(epsilons)] if len(epsilons) > 1 else [""]
    for variant, drawing in drawn(figure).items():
        data = drawing.data
        assert list(data["panel"].unique()) == letters
        for letter, epsilon, ax in zip(letters, epsilons, drawing.figure.axes, strict=True):
            part = data[(data["panel"] == letter) & (data["band"] == MEAN)]
            assert part["series"].nunique() == algorithms
            assert ("final regret" if epsilon is None else f"ε = {epsilon:g}") in ax.get_title(
                "left"
            )
            if epsilon is None:
                assert part["x"].isna().equals(part["series"] == "ucb1")
            assert (ax.get_xscale() == "log") == bool(variant)
            assert ax.get_yscale() == ("log" if variant or epsilon is None else "linear")
        title = drawing.figure.get_suptitle() or drawing.figure.axes[0].get_title("left")
        assert f"Setting {position + 1} (means 0.75, " in title


@pytest.mark.parametrize("figure", PANELS)
def test_needs_ask_for_what_is_shown_and_no_more(published, figure):
    position, epsilons = PANELS[figure]
    (need,) = SPECS[figure].needs(published("private_online")[0])
    assert need.experiment == "regret"
    assert need.where["setting"] == (f"setting-{position + 1}",)
    assert need.where.get("epsilon") == (None if None in epsilons else tuple(epsilons))


def test_log_variant_has_the_bounds_of_the_theorems(published, drawn):
    gaps = published("private_online")[0].regret.settings[1].gaps
    drawing = drawn("figure-06")
    assert not (drawing[""].data["band"] == BOUND).any()
    log = drawing["log"].data
    for series, bound in [
        ("theorem-3", bounds.theorem_3_regret),
        ("theorem-5", bounds.theorem_5_regret),
    ]:
        rows = log[log["series"] == series]
        expected = bound(gaps=gaps, epsilon=0.5, horizon=rows["x"].astype(int).to_numpy())
        np.testing.assert_allclose(rows["estimate"], expected.total)
    trivial = log[log["series"] == "trivial"]
    np.testing.assert_allclose(trivial["estimate"], trivial["x"] * gaps.max())


def test_a_rerun_draws_the_users_setting():
    mine = {"name": "mine", "means": [0.5, 0.6, 0.6]}
    config = load(regret={"settings": [mine], "epsilons": [0.25, 3.0]})
    data = with_means(config, "regret", lambda *_: 50.0)

    def draw(name):
        SPECS[name].needs(config)
        return SPECS[name].plot(data, config)[""]

    drawing = draw("figure-05")
    assert "mine" in drawing.figure.axes[0].get_title("left")
    assert set(drawing.data["x"].dropna()) == {0.25, 3.0}
    assert set(draw("figure-regret-curves").data["panel"]) == {"mine, ε = 0.25", "mine, ε = 3"}
    assert set(draw("figure-final-regret-law").data["panel"]) == {"ε = 0.25"}
    assert list(draw("figure-09").data["panel"].unique()) == ["b"]
    own = {"name": "mine", "means": [0.9, 0.5, 0.2]}
    config = load(full_information={"instances": [own, "blocks"], "arms": [4]})
    data = with_means(config, "full-information", lambda *_: 50.0)
    panels = {"mine, Δ = 0.4, K = 3", "blocks, Δ = 0.1, K = 4"}
    assert set(draw("figure-full-information").data["panel"]) == panels


@pytest.mark.parametrize(
    ("figure", "overrides", "message"),
    [
        ("figure-01", {"regret": {"epsilons": [0.3]}}, r"epsilon 0\.5"),
        ("figure-regret-curves", {}, "Figures 1 to 12"),
        ("figure-repairs", {"full_information": {"variants": []}}, "noise-doubled"),
        ("figure-full-information-arms", {"full_information": {"arms": [8]}}, "arms"),
    ],
)
def test_what_a_run_lacks_is_named(figure, overrides, message):
    with pytest.raises(NotApplicable, match=message):
        SPECS[figure].needs(load(**overrides))


def test_full_information_has_theorem_7(drawn, table):
    data = drawn("figure-full-information")[""].data
    bound = data[(data["panel"] == "doubling, Δ = 0.1, K = 8") & (data["series"] == "theorem-7")]
    gaps = 0.75 - np.array([0.75, 0.65, 0.55, 0.35, 0, 0, 0, 0])
    theorem_7 = full_information_bounds.theorem_7_regret
    expected = [theorem_7(gaps=gaps, epsilon=epsilon) for epsilon in bound["x"]]
    np.testing.assert_allclose(bound["estimate"], expected)
    beside = table("table-full-information")
    assert beside["theorem_7"].notna().equals(beside["algorithm"] == "ftnl")


def test_guides_grow_with_the_number_of_actions(drawn):
    data = drawn("figure-full-information-arms")[""].data
    part = data[data["panel"] == "equal, ε = 1"]
    guide = part[part["series"] == "guide-log"]
    assert guide["estimate"].iloc[0] == part[part["series"] == "ftnl"]["estimate"].iloc[0]
    growth = guide["estimate"] / np.log(guide["x"])
    np.testing.assert_allclose(growth, growth.iloc[0])


def test_audit_marks_what_breaks_its_claim(published, drawn, table):
    frame = published("private_online")[1]["privacy-audit"]
    axes = drawn("figure-privacy-audit")[""].figure.axes
    lines = [line for ax in axes for line in ax.lines if line.get_marker() != "None"]
    marks = [line.get_color() for line in lines if len(line.get_xdata()) == 1]
    broken = frame["loss"] > frame["claimed"] * (1 + 1e-6)
    assert len(marks) == len(frame)
    assert marks.count("#D55E00") == broken.sum()
    # a statistical loss never confirms a claim
    claim = np.where(frame["kind"] == "statistical", "not contradicted", "kept")
    assert (
        table("table-privacy-audit")["claim"].tolist() == np.where(broken, "broken", claim).tolist()
    )


def test_bounds_that_say_nothing_are_marked(table):
    rows = table("table-bounds")
    assert ((rows["says nothing"] == "yes") == (rows["bound"] >= rows["trivial"])).all()
    assert set(rows["says nothing"]) == {"", "yes"}


def test_an_atom_has_an_exact_interval(table):
    rows = table("table-final-regret")
    assert (rows["atom_low"] <= rows["atom_share"]).all()
    assert (rows["atom_share"] <= rows["atom_high"]).all()
    assert (rows["atom_high"] > rows["atom_low"]).all()


def test_bounds_of_no_round_are_left_out(published, drawn, table):
    rows = table("table-lower-bound")
    assert rows["ratio"].isna().equals(rows["bound"] == 0)
    assert (drawn("figure-lower-bound")[""].data["low"] > 1).all()
    config, frames = published("private_online")
    empty = {"lower-bound": frames["lower-bound"].assign(bound=0.0)}
    with pytest.raises(NotApplicable, match="bound is 0"):
        SPECS["figure-lower-bound"].plot(empty, config)
