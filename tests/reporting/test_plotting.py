import io
import itertools
import xml.etree.ElementTree as ET

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_rgb
from PIL import Image

from bandit_replications.inference import summaries
from bandit_replications.papers.private_online.catalogue import STYLES
from bandit_replications.reporting import figures, plotting
from bandit_replications.reporting.figures import Drawing
from bandit_replications.reporting.styles import SPARE_STYLES


def drawing():
    x = np.array([1.0, 10.0, 100.0, 1000.0])
    mean = summaries.rows(
        series="dp-se", x=x, estimate=x / 3, low=x / 4, high=x / 2, n=9, band=summaries.MEAN
    )
    new = mean.assign(low=x / 5, high=x, band=summaries.new_mean(15))
    bound = summaries.rows(series="theorem-3", x=x, estimate=2 * x, band=summaries.BOUND)
    data = summaries.concat([mean, new, bound])
    styles = STYLES.of(["dp-se"])
    with plotting.style():
        figure, (ax,) = plotting.panels(1)
        plotting.draw_bound(ax, bound, "black")
        plotting.annotate(ax, "Thm 3", 1, 2)
        plotting.draw_curves(ax, data, styles)
        plotting.log_axes(ax)
        keys = [plotting.line_key(name, style) for name, style in styles.items()]
        plotting.finish(figure, keys + plotting.band_keys(data))
    return Drawing(figure, data)


def files(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_same_drawing_same_bytes_whatever_the_users_settings(tmp_path):
    figures.save(drawing(), tmp_path / "one" / "figure-01")
    with mpl.rc_context({"font.size": 20, "svg.hashsalt": "x", "savefig.dpi": 50, "axes.grid": 0}):
        figures.save(drawing(), tmp_path / "two" / "figure-01")
    first = files(tmp_path / "one")
    assert first == files(tmp_path / "two")
    assert sorted(first) == ["figure-01.csv", "figure-01.png", "figure-01.svg"]
    assert b"<dc:date>" not in first["figure-01.svg"]


def test_lean_pictures_show_the_same(tmp_path):
    figures.save(drawing(), tmp_path / "figure-01")
    tree = ET.parse(tmp_path / "figure-01.svg")
    transforms = [node.get("transform", "") for node in tree.iter()]
    assert any("scale(0.015625)" in text for text in transforms)  # of letters: not rounded
    full = io.BytesIO()
    shown = drawing()
    with plotting.style():
        shown.figure.savefig(full, format="png")
    with Image.open(full) as image, Image.open(tmp_path / "figure-01.png") as lean:
        assert lean.size == image.size
        difference = np.asarray(image.convert("RGB"), float) - np.asarray(lean.convert("RGB"))
    assert np.abs(difference).mean() < 1


def test_csv_is_what_was_drawn(tmp_path):
    shown = drawing()
    figures.save(shown, tmp_path / "figure-01")
    text = (tmp_path / "figure-01.csv").read_text()
    assert text.splitlines()[0] == "panel,series,x,estimate,low,high,n,band"
    assert text.splitlines()[1] == ",dp-se,1,0.33333333,0.25,0.5,9,95% interval of the mean"
    assert len(text.splitlines()) == 1 + len(shown.data)
    lines = [line for line in shown.figure.axes[0].lines if len(line.get_xdata()) == 4]
    drawn = {tuple(np.round(line.get_ydata(), 9)) for line in lines}
    band, new = shown.data["band"], summaries.new_mean(15)
    parts = [(summaries.MEAN, "estimate"), (new, "low"), (new, "high")]
    parts.append((summaries.BOUND, "estimate"))
    assert drawn == {tuple(np.round(shown.data.loc[band == b, key], 9)) for b, key in parts}


def test_nothing_is_cut_off():
    with plotting.style():
        figure, (ax,) = plotting.panels(1, width=plotting.PAGE_WIDTH, height=6)
        names = [f"a long label for line number {i} of this figure, longer yet" for i in range(40)]
        plotting.name_lines(ax, names)
        plotting.finish(figure, [plotting.mark_key("mark", "o")])
        box = figure.get_tightbbox(FigureCanvasAgg(figure).get_renderer())
    assert box.min.min() >= 0
    assert (box.max <= figure.get_size_inches()).all()


def luminance(colour):
    red, green, blue = to_rgb(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(
    "together",
    [
        ("anytime-lazy-ucb", "hybrid-ucb", "dp-se", "ucb1"),
        ("ftnl", "naive-ftnl", "follow-the-leader"),
    ],
)
def test_algorithms_differ_in_colour_grey_dashes_and_marker(together):
    for one, other in itertools.combinations((STYLES[name] for name in together), 2):
        assert one.dashes != other.dashes
        assert one.marker != other.marker
        assert abs(luminance(one.colour) - luminance(other.colour)) > 0.05


def test_users_algorithms_get_spare_line_styles():
    found = STYLES.of(["dp-se", "mine", "ucb1", "yours"])
    assert found["dp-se"] == STYLES["dp-se"]
    assert found["mine"] == SPARE_STYLES[0]
    assert found["yours"] == SPARE_STYLES[1]
    assert not set(STYLES.table.values()) & set(SPARE_STYLES)
    assert STYLES.name("mine") == "mine"
