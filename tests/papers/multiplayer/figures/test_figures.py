import numpy as np
import pandas as pd
import pytest

from bandit_replications.configuration import validation as configuration
from bandit_replications.experiments.needs import select
from bandit_replications.papers.multiplayer.analysis.ratios import final_ratios
from bandit_replications.papers.multiplayer.experiments import EXPERIMENTS
from bandit_replications.papers.multiplayer.figures.final_regret_law import SEATED, marked
from bandit_replications.papers.multiplayer.figures.leaders import plot_leaders
from bandit_replications.papers.multiplayer.figures.online_regret import typical_deviation
from bandit_replications.papers.multiplayer.figures.sizes import TELLING, WORSE, plot_block_length
from bandit_replications.papers.multiplayer.paper import PAPER
from bandit_replications.runtime.errors import NotApplicable


@pytest.fixture
def draw(published):
    """Return a function that draws a figure from a few published runs, some data sets altered."""
    config, frames = published("multiplayer")

    def drawn(figure, **altered):
        spec = PAPER.figures_by_id[figure]
        known = {**frames, **altered}
        return spec.plot(select(spec.needs(config), known.__getitem__), config)[""]

    return drawn


def test_one_failed_run_widens_no_typical_band():
    curves = np.random.default_rng(1).normal(100.0, 5.0, (200, 1))
    typical = typical_deviation(curves)
    curves[17] = 10_000.0
    assert typical_deviation(curves) == pytest.approx(typical, rel=0.1)
    assert curves.std() > 50 * typical[0]
    assert typical_deviation(curves[:4]) == pytest.approx(curves[:4].std(axis=0))


@pytest.mark.parametrize(
    ("figure", "shares"), [("figure-02", []), ("figure-03", [1 / 4, 1 / 3]), ("figure-04", [1 / 4])]
)
def test_learning_and_changes_are_marked(draw, figure, shares):
    drawing = draw(figure)
    (ax,) = drawing.figure.axes
    marks = [line.get_xdata()[0] for line in ax.lines if list(line.get_ydata()) == [0, 1]]
    assert marks == pytest.approx([3000, *(share * 240_000 for share in shares)])
    names = [text.get_text() for text in drawing.figure.legends[0].get_texts()]
    assert ("a link changes" in names) == bool(shares)


def test_regret_below_zero_has_no_ratio(draw, published):
    frames = published("multiplayer")[1]
    fallen = {
        name: frames[name].assign(regret=lambda rows: rows["regret"] - 1e6)
        for name in ("online-regret", "readings")
    }
    (ax,) = draw("figure-04", **fallen).figure.axes
    assert ax.get_ylim()[0] < -9e5
    with pytest.raises(NotApplicable, match="positive"):
        draw("figure-variants", **fallen)


def test_repairs_are_compared_with_their_counterparts(draw, published):
    config, frames = published("multiplayer")
    assert "C&P without quiet: repaired" in set(draw("figure-variants").data["series"])
    assert "Musical Chairs: ties at random" in set(draw("figure-readings").data["series"])
    # a repair is compared with as many rounds of ranking
    cells = final_ratios(frames, config).set_index(["scenario", "algorithm", "reading"])["ratio"]
    regret = frames["readings"].groupby(["scenario", "reading"])["regret"].mean()["experiment-2"]
    ranked = "Theorem 4.1's ranking"
    found = cells["experiment-2", "coordinate-without-quiet", f"repaired, {ranked}"]
    assert found == pytest.approx(regret[f"repaired, {ranked}"] / regret[ranked])


def test_figure_1_shows_arms_and_collisions(draw):
    drawing = draw("figure-01")
    below = drawing.figure.axes[1]
    shown = [(round(text.get_position()[0]), text.get_text()) for text in below.texts]
    rows = zip(drawing.data["x"].astype(int), drawing.data["estimate"], strict=True)
    assert sorted(shown) == sorted((x, f"{arm:.0f}") for x, arm in rows)
    rings = [text for text in below.texts if text.get_bbox_patch() is not None]
    assert len(rings) == 2 * 3  # each follower meets the coordinator once


def test_large_regrets_are_marked_by_their_cause():
    config = configuration.load("multiplayer", scale="paper")
    horizon, play, chairs = config.online_regret.horizon, "coordinate-and-play", "musical-chairs"
    runs = pd.DataFrame(
        [
            (play, "experiment-3", 0, 1e4, 47_000, ""),
            (play, "experiment-3", 1, 1e5, 47_000, "never reacts"),
            (play, "experiment-3", 2, 3e5, horizon, "ranking failed"),
            (chairs, "experiment-1", 0, 5e3, 0, ""),
            (chairs, "experiment-1", 1, 3e4, 0, "wrong chairs"),
            (chairs, "experiment-3", 0, 1e5, 0, ""),
            ("k-metaplayer", "experiment-3", 0, 1e5, 0, "never reacts"),
        ],
        columns=["algorithm", "scenario", "replicate", "regret", "quiet", "expected"],
    )
    frame = pd.concat([runs.assign(round=SEATED, regret=5e3), runs.assign(round=horizon)])
    found = marked(frame, config)
    assert found["cause"].tolist() == found["expected"].tolist()


def test_a_failed_link_leaves_the_best_arms_at_a_third():
    config = configuration.load("multiplayer", scale="paper")
    data = plot_leaders({}, config)[""].data
    arm = data[(data["panel"] == "experiment-2") & (data["series"] == "arm 1")]
    assert arm.loc[arm["n"] > 0, "x"].max() == pytest.approx(1 / 3)
    improved = data[(data["panel"] == "experiment-3") & (data["series"] == "arm 1")]
    assert improved.loc[improved["n"] > 0, "x"].min() == pytest.approx(1 / 3)


def test_parts_of_the_regret_add_up_over_block_lengths():
    config = configuration.load("multiplayer", scale="quick")
    sizes = next(one for one in EXPERIMENTS if one.name == "sizes")
    frames = [
        pd.DataFrame(dict(cell.simulate(0, 2, root_seed=1))).assign(**cell.settings)
        for cell in sizes.cells(config)
        if cell.settings["scenario"] == "better-arms"
        and cell.settings["algorithm"] == "coordinate-and-play"
        and (cell.settings["players"], cell.settings["arms"]) == (4, 8)
    ]
    data = plot_block_length({"sizes": pd.concat(frames)}, config)[""].data
    parts = data[data["x"].notna()].pivot_table(index="x", columns="series", values="estimate")
    parts = parts.dropna(subset=["regret"])
    assert len(parts) == 5
    assert parts["regret"].to_numpy() == pytest.approx((parts[TELLING] + parts[WORSE]).to_numpy())
    assert parts[TELLING].is_monotonic_decreasing
