import numpy as np
import pandas as pd
import pytest

from bandit_replications.inference import summaries
from bandit_replications.reporting import views
from bandit_replications.reporting.styles import DASHED, SOLID, LineStyle, LineStyles

A, B = LineStyle("#0072B2", SOLID, "o", name="A"), LineStyle("#D55E00", DASHED, "s", name="B")
STYLES = LineStyles({"a": A, "b": B})
SHOWN = STYLES.of(["a", "b", "absent"])
X = np.array([1.0, 10.0, 100.0])


def data(*panels):
    parts = []
    for panel in panels:
        given = {"panel": panel, "x": X}
        band = {"low": X, "high": 2 * X + 2, "n": 5, "band": summaries.MEAN}
        parts += [
            summaries.rows(series="a", estimate=X, **given, **band),
            summaries.rows(series="b", estimate=X + 1, **given, **band),
            summaries.rows(series="bound", estimate=9 * X, **given, band=summaries.BOUND),
        ]
    return summaries.concat(parts)


def words(drawing):
    return [text.get_text() for text in drawing.figure.legends[0].get_texts()]


def test_grid_labels_outer_panels_and_lists_drawn_series():
    drawing = views.grid(
        data("one", "two", "three"),
        views.points(SHOWN),
        SHOWN,
        panels={"two": "second", "one": "first", "three": "third"},
        share="x",
        x_label="x",
        y_label="y",
    )
    axes = drawing.figure.axes
    assert [ax.get_title("left") for ax in axes] == ["second", "first", "third"]
    assert [ax.get_xlabel() for ax in axes] == ["", "x", "x"]
    assert [ax.get_ylabel() for ax in axes] == ["y", "", "y"]
    assert words(drawing) == ["A", "B", summaries.MEAN]


def test_panels_are_those_of_the_rows_by_default():
    drawing = views.grid(data("one", "two"), views.curves(SHOWN, log=True), SHOWN, side_label="y")
    assert [ax.get_title("left") for ax in drawing.figure.axes] == ["one", "two"]
    assert drawing.figure.get_supylabel() == "y"
    assert {ax.get_xscale() for ax in drawing.figure.axes} == {"log"}


def test_points_stand_over_bounds_and_move_apart():
    draw = views.points(SHOWN, bounds={"bound": "0.3"}, level=1.0, apart=True, ticks=20)
    (ax,) = views.grid(data(""), draw, SHOWN).figure.axes
    assert list(ax.lines[0].get_ydata()) == [1.0, 1.0]
    np.testing.assert_array_equal(ax.lines[1].get_ydata(), 9 * X)
    places = [line.get_xdata() for line in ax.lines[2:] if len(line.get_xdata()) == 3]
    np.testing.assert_allclose(places[1] / places[0], 1.06)
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["1", "100"]


def test_marks_have_a_line_for_each_series():
    draw = views.marks({"b": "black", "a": "red"}, levels=X, names=["B", "A"], scale="log x")
    (ax,) = views.grid(data(""), draw, {}).figure.axes
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["B", "A"]
    marks = [line for line in ax.lines if line.get_marker() == "o"]
    assert [line.get_color() for line in marks] == ["black"] * 3 + ["red"] * 3
    assert list(ax.lines[0].get_xdata()) == [1.0, 1.0]


def test_interpretations_have_a_line_each_named_by_algorithm():
    ratios = pd.DataFrame(
        {"algorithm": ["a", "b"], "reading": ["other-way", "wide"], "epsilon": [1.0, np.nan]}
        | {"n": 5, "ratio": [1.2, 0.8], "low": [1.1, 0.7], "high": [1.3, 0.9]}
    )
    drawing = views.interpretations(ratios, STYLES, epsilons=[1.0, 0.5], line=0.3, x_label="ratio")
    assert drawing.data["series"].tolist() == ["A: other way", "B: wide"]
    assert drawing.data["estimate"].tolist() == [1.2, 0.8]
    assert words(drawing) == ["ε = 0.5", "ε = 1", "not private"]


@pytest.mark.parametrize(("factor", "kept"), [(1, [1, 2, 4, 9]), (3, [1, 4]), (100, [1])])
def test_ticks_are_some_factor_apart(factor, kept):
    assert views.spread([4, 1, 2, np.nan, 9, 1], factor) == kept
