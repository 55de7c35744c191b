"""An executed notebook as a page: folded code, links, output as printed."""

import nbformat
import pytest

from bandit_replications.site import guide
from bandit_replications.site.links import Links
from bandit_replications.site.notebooks import page
from bandit_replications.workflow.registry import find_paper

NEW = nbformat.v4
PAPER = find_paper("multiplayer")
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ"
MODULE = "bandit_replications.papers.multiplayer.algorithms.k_metaplayer"


@pytest.fixture(autouse=True)
def reading(monkeypatch):
    """Name no section to be read first; return the mapping that names them."""
    named = {}
    monkeypatch.setattr(guide, "publications", lambda: {PAPER.name: {"reading": named}})
    return named


def markdown(*cells):
    """Return the text below the title."""
    notebook = NEW.new_notebook(cells=[NEW.new_markdown_cell("# Title"), *cells])
    title, _, text = page(notebook, PAPER, Links("../", [PAPER])).partition("\n")
    assert title == "# Title"
    return text.strip()


def code(source, **data):
    """Return a cell with one output."""
    outputs = [NEW.new_output("execute_result", data)] if data else []
    return NEW.new_code_cell(source, outputs=outputs)


def test_all_code_is_folded_with_its_sources():
    text = markdown(code("x = 1"))
    assert (
        text
        == '<details class="code"><summary>Code</summary>\n\n```python\nx = 1\n```\n\n</details>'
    )
    named = markdown(code(f"from {MODULE} import simulate\nsimulate()"))
    assert named.index("Source: <a") < named.index("</details>")


def test_code_links_the_functions_that_it_names():
    text = markdown(code(f"from {MODULE} import simulate\nsimulate()"))
    assert '">k_metaplayer.simulate</a></p>' in text
    assert 'href="../source/papers/multiplayer/algorithms/k_metaplayer.html#L' in text


def test_literal_listing_is_folded_and_links_its_file():
    listing = code("show_source(k_metaplayer.play)", **{"text/plain": "def play(): ..."})
    text = markdown(code(f"from {MODULE.rpartition('.')[0]} import k_metaplayer"), listing)
    assert "<summary><code>k_metaplayer.play</code>, literally</summary>" in text
    assert ">in its file</a>" in text
    assert "```python\ndef play(): ...\n```\n\n</details>" in text


def test_figure_has_caption_alternative_text_and_links():
    text = markdown(code('study.figure("figure-02")', **{"image/png": PNG}))
    title = PAPER.figures_by_id["figure-02"].title
    stem = "../files/figures/multiplayer/figure-02"
    assert text.startswith('<figure id="figure-02">')
    assert f'<img src="{stem}.png" alt="{title} (' in text
    for address in (f"{stem}.png", f"{stem}.zip", "../source/papers/multiplayer/figures/"):
        assert f'<a href="{address}' in text


def test_numbered_headings_get_labels_and_names_become_links():
    text = markdown(NEW.new_markdown_cell("## 2.1 Rounds\n\nSee `theorem-4-1`."))
    assert "(multiplayer-section-2-1)=\n## 2.1 Rounds" in text
    assert "[`theorem-4-1`](../claims.html#multiplayer/theorem-4-1)" in text


def test_tables_lose_style_and_link_known_names():
    table = "<style>td {}</style>\n\n<table><td>theorem-4-1</td>\n\n<td>1</td></table>"
    text = markdown(code("table", **{"text/html": table}))
    assert text.endswith(
        '<div class="frame" tabindex="0">\n\n<table><td>'
        '<a href="../claims.html#multiplayer/theorem-4-1">theorem-4-1</a></td>\n'
        "<td>1</td></table>\n</div>"
    )


def test_outcomes_are_marked_beside_their_formulas():
    lines = "x < 1  holds (margin 2)\nx = y  shown\n2 <= 1  as printed: does not hold (erratum a)"
    text = markdown(code("step()", **{"text/plain": lines}))
    assert 'x &lt; 1  <span class="verdict good">holds (margin 2)</span>\n' in text
    assert 'x = y  <span class="verdict good">shown</span>\n' in text
    assert '  <span class="verdict bad">as printed: does not hold (erratum a)</span></pre>' in text


def test_output_is_escaped_and_stays_one_block():
    text = markdown(code("x", **{"text/plain": "a < b\n\n# c"}))
    assert '<pre class="output">a &lt; b\n&#8203;\n# c</pre>' in text


def test_a_picture_stands_in_the_page():
    text = markdown(code("plot", **{"image/png": PNG}))
    assert f'<img src="data:image/png;base64,{PNG}" alt="' in text


def test_sections_to_read_first_stand_below_the_title(reading):
    section = NEW.new_markdown_cell("## 2.1 Rounds")
    reading["ten minutes"] = ["2.1"]
    link = "**In ten minutes:** [2.1 Rounds](#multiplayer-section-2-1)"
    assert markdown(section).startswith(link)
