import numpy as np
import pytest
from tests.support import private_online_results as synthetic

from bandit_replications.experiments.needs import select
from bandit_replications.inference.summaries import BOUND, MEAN, new_mean
from bandit_replications.papers.private_online.figures import FIGURES
from bandit_replications.papers.private_online.theory import bounds, full_information_bounds
from bandit_replications.runtime.errors import NotApplicable

SPECS = {spec.id: spec for spec in FIGURES}
NEW = new_mean(15)

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
DRAWN = ("figure-05", "figure-06", "figure-12")  # final regret, a curve, panels of both
OURS = ("anytime", "repairs", "full-information", "full-information-arms", "privacy-audit")
OURS = tuple(f"figure-{name}" for name in (*OURS, "lower-bound"))


@pytest.fixture(scope="module")
def drawn(config, frames):
    """Draw some of the paper's figures, and some of ours."""
    return {
        name: SPECS[name].plot(select(SPECS[name].needs(config), frames.__getitem__), config)
        for name in (*DRAWN, *OURS)
    }


def draw(figure, config, **frames):
    spec = SPECS[figure]

    def results(name):
        return frames[name] if name in frames else synthetic.results(config, name)

    return spec.plot(select(spec.needs(config), results), config)


@pytest.mark.parametrize("figure", DRAWN)
def test_panels_are_the_papers(config, drawn, figure):
    position, epsilons = PANELS[figure]
    setting = config.regret.settings[position].name
    letters = list("abcdefgh")[: len(epsilons)] if len(epsilons) > 1 else [""]
    for variant, drawing in drawn[figure].items():
        data = drawing.data
        assert list(data["panel"].unique()) == letters
        for letter, epsilon, ax in zip(letters, epsilons, drawing.figure.axes, strict=True):
            part = data[(data["panel"] == letter) & (data["band"] == MEAN)]
            assert set(part["series"]) == set(config.regret.algorithms)
            what = "final regret" if epsilon is None else f"ε = {epsilon:g}"
            assert what in ax.get_title("left")
            if epsilon is None:
                private = part[part["series"] != "ucb1"]
                assert set(private["x"]) == set(config.regret.epsilons)
                assert part.loc[part["series"] == "ucb1", "x"].isna().all()
            else:
                assert part["x"].max() == config.regret.horizon
                assert ax.get_xscale() == ("log" if variant else "linear")
            assert ax.get_yscale() == ("log" if variant or epsilon is None else "linear")
        titles = [ax.get_title("left") for ax in drawing.figure.axes]
        assert setting in (drawing.figure.get_suptitle() or titles[0])


@pytest.mark.parametrize("figure", PANELS)
def test_needs_ask_for_what_is_shown_and_no_more(config, figure):
    position, epsilons = PANELS[figure]
    (need,) = SPECS[figure].needs(config)
    assert need.experiment == "regret"
    assert need.where["setting"] == (config.regret.settings[position].name,)
    if None in epsilons:
        assert "epsilon" not in need.where
    else:
        assert need.where["epsilon"] == tuple(epsilons)


def test_log_variant_has_the_bounds_of_the_theorems(config, drawn):
    gaps = config.regret.settings[1].gaps
    plain, log = drawn["figure-06"][""].data, drawn["figure-06"]["log"].data
    assert not (plain["band"] == BOUND).any()
    for series, bound in [
        ("theorem-3", bounds.theorem_3_regret),
        ("theorem-5", bounds.theorem_5_regret),
    ]:
        rows = log[log["series"] == series]
        expected = bound(gaps=gaps, epsilon=0.5, horizon=rows["x"].astype(int).to_numpy())
        np.testing.assert_allclose(rows["estimate"], expected.total)
    trivial = log[log["series"] == "trivial"]
    np.testing.assert_allclose(trivial["estimate"], trivial["x"] * gaps.max())


def test_final_regret_has_the_bounds_of_the_theorems(config, drawn):
    final = drawn["figure-05"]["log"].data
    last = final[final["series"] == "theorem-3"].iloc[-1]
    gaps = config.regret.settings[0].gaps
    bound = bounds.theorem_3_regret(gaps=gaps, epsilon=128.0, horizon=config.regret.horizon)
    assert last["estimate"] == pytest.approx(float(bound.total))


# --- Reruns ---


def rerun(**regret):
    return synthetic.load(regret={"horizon": 1000, "replicates": {"default": 4}, **regret})


def test_a_rerun_draws_the_users_first_setting():
    mine = {"name": "mine", "means": [0.5, 0.6, 0.6]}
    config = rerun(settings=[mine], epsilons=[0.3])
    drawing = draw("figure-05", config)[""]
    assert "mine" in drawing.figure.axes[0].get_title("left")
    assert set(drawing.data["x"].dropna()) == {0.3}
    left, right = drawing.figure.axes[0].get_xlim()
    marks = [
        line.get_xdata()[0] for line in drawing.figure.axes[0].lines if len(line.get_xdata()) == 1
    ]
    assert marks
    assert (right + left) / 2 == 0
    assert max(np.abs(marks)) < (right - left) / 4  # around the only tick
    with pytest.raises(NotApplicable, match=r"epsilon 0\.5"):
        SPECS["figure-01"].needs(config)
    with pytest.raises(NotApplicable, match="setting 2"):
        SPECS["figure-06"].needs(config)
    assert set(draw("figure-regret-curves", config)[""].data["panel"]) == {"mine, ε = 0.3"}
    assert set(draw("figure-final-regret-law", config)[""].data["panel"]) == {"ε = 0.3"}


def test_a_rerun_draws_the_panels_that_it_has():
    config = rerun(epsilons=[0.25, 3.0])
    assert list(draw("figure-11", config)[""].data["panel"].unique()) == ["b"]
    (need,) = SPECS["figure-11"].needs(config)
    assert need.where["epsilon"] == (0.25,)


def test_the_overview_is_for_other_settings_than_the_papers():
    with pytest.raises(NotApplicable, match="Figures 1 to 12"):
        SPECS["figure-regret-curves"].needs(rerun())


# --- Ours ---


def test_restarts_and_repairs_have_their_lines(config, drawn):
    data = drawn["figure-anytime"][""].data
    assert len(data["series"].unique()) == 2 + len(config.anytime.restarts)
    legend = drawn["figure-anytime"][""].figure.legends[0]
    assert all(text.get_text() for text in legend.get_texts())
    panels = drawn["figure-repairs"][""].data.groupby("panel")["series"].nunique()
    assert panels.to_dict() == {"Anytime-Lazy-UCB": 2, "FTNL": 2, "Hybrid-UCB": 3}
    without = synthetic.load(full_information={"variants": []})
    with pytest.raises(NotApplicable, match="noise-doubled"):
        SPECS["figure-repairs"].needs(without)


def test_full_information_has_theorem_7(config, drawn):
    data = drawn["figure-full-information"][""].data
    bound = data[(data["panel"] == "doubling, Δ = 0.1, K = 8") & (data["series"] == "theorem-7")]
    gaps = 0.75 - np.array([0.75, 0.65, 0.55, 0.35, 0, 0, 0, 0])
    np.testing.assert_allclose(
        bound["estimate"],
        [
            full_information_bounds.theorem_7_regret(gaps=gaps, epsilon=epsilon)
            for epsilon in bound["x"]
        ],
    )


def test_growth_with_the_number_of_actions(drawn):
    data = drawn["figure-full-information-arms"][""].data
    part = data[data["panel"] == "equal, ε = 1"]
    guide = part[part["series"] == "guide-log"]["estimate"].to_numpy()
    assert guide[0] == pytest.approx(part[part["series"] == "ftnl"]["estimate"].iloc[0])
    assert guide[1] / guide[0] == pytest.approx(np.log(32) / np.log(8))
    one = synthetic.load(full_information={"arms": [8]})
    with pytest.raises(NotApplicable, match="arms"):
        SPECS["figure-full-information-arms"].needs(one)


def test_audit_shows_every_case_and_what_breaks_its_claim(frames, drawn):
    drawing = drawn["figure-privacy-audit"][""]
    frame = frames["privacy-audit"]
    assert len(drawing.data) == len(frame)
    np.testing.assert_allclose(drawing.data["estimate"], frame["loss"] / frame["claimed"])
    marks = [
        line
        for ax in drawing.figure.axes
        for line in ax.lines
        if len(line.get_xdata()) == 1 and line.get_marker() != "None"
    ]
    assert len(marks) == len(frame)
    broken = [mark for mark in marks if mark.get_color() == "#D55E00"]
    assert len(broken) == (frame["loss"] > frame["claimed"]).sum()


def test_lower_bound_leaves_out_cells_without_a_round(config, frames, drawn):
    data = drawn["figure-lower-bound"][""].data
    assert (data["x"] > 0).all()
    empty = frames["lower-bound"].assign(bound=0.0)
    with pytest.raises(NotApplicable, match="bound is 0"):
        draw("figure-lower-bound", config, **{"lower-bound": empty})
