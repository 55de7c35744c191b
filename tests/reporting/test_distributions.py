import math

import numpy as np
import pytest

from bandit_replications.inference import summaries
from bandit_replications.papers.private_online.catalogue import STYLES
from bandit_replications.reporting import distributions, plotting
from bandit_replications.reporting.figures import Drawing

NAMES = ("dp-se", "ucb1")


@pytest.fixture
def runs():
    stream = np.random.default_rng(4)
    return {"dp-se": stream.lognormal(3, 1, 200), "ucb1": stream.lognormal(4, 2, 200)}


def draw(runs, kind, *, log):
    if kind == "law":
        function, data = distributions.draw_law, distributions.law_rows(runs, panel="a")
    else:
        function = distributions.draw_runs
        data = distributions.run_rows(runs, key=("toy",), panel="a")
    with plotting.style():
        figure, (axes,) = plotting.panels(1)
        if log:
            axes.set_xscale("log")
        function(axes, data, runs, STYLES.of(NAMES))
        plotting.finish(figure, [distributions.mean_key()])
    return Drawing(figure, data)


def test_law_steps_are_the_rows(runs):
    drawn = draw(runs, "law", log=True)
    lines = dict(zip(NAMES, drawn.figure.axes[0].lines, strict=True))
    for name, line in lines.items():
        part = drawn.data[drawn.data["series"] == name]
        np.testing.assert_allclose(line.get_xdata()[1:], part["x"])
        np.testing.assert_allclose(line.get_ydata()[1:], part["estimate"])
    assert set(drawn.data["panel"]) == {"a"}
    assert drawn.figure.axes[0].get_ylabel() == ""  # left to the figure


def test_law_band_has_massarts_width():
    # Massart (1990): P(sup |F_n - F| > w) <= 2 exp(-2 n w²), here 5%
    rows = distributions.law_rows({"": np.random.default_rng(4).random(20)})
    width = math.sqrt(math.log(2 / 0.05) / (2 * 20))
    np.testing.assert_allclose(rows["low"], np.maximum(rows["estimate"] - width, 0))
    np.testing.assert_allclose(rows["high"], np.minimum(rows["estimate"] + width, 1))


@pytest.mark.parametrize("log", [False, True])
def test_runs_show_the_mean_and_every_extreme(runs, log):
    drawn = draw(runs, "runs", log=log)
    axes = drawn.figure.axes[0]
    marks = [line for line in axes.lines if line.get_marker() == "D"]
    for height, (name, mark) in enumerate(zip(NAMES, marks, strict=True)):
        values = runs[name]
        assert mark.get_xdata() == pytest.approx([values.mean()])
        assert mark.get_ydata() == pytest.approx([height])
        points = np.concatenate(
            [part.get_offsets()[:, 0] for part in axes.collections if len(part.get_offsets()) > 1]
        )
        assert {values.min(), values.max()} <= set(np.asarray(points))
        part = drawn.data[drawn.data["series"] == name].set_index("band")
        law = part.loc[distributions.RUNS]
        np.testing.assert_array_equal(law["x"], np.sort(values))
        mean = part.loc[summaries.MEAN]
        assert mean["low"] < mean["estimate"] < mean["high"]
    assert [text.get_text() for text in axes.get_yticklabels()] == [STYLES.name(n) for n in NAMES]


def test_runs_that_all_agree_are_drawn():
    same = dict.fromkeys(NAMES, np.full(15, 7.0))
    drawn = draw(same, "runs", log=False)
    assert set(drawn.data["estimate"]) == {1.0, 7.0}
