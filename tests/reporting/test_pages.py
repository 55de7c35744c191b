"""Pages of one file that load nothing."""

from pathlib import Path

import nbformat

from bandit_replications.reporting.pages import _mathjax, to_page
from support.page_loads import loaded

NEW = nbformat.v4
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ"


def notebook(path: Path, text: str) -> Path:
    """Write a notebook with prose, an output table and a picture."""
    picture = NEW.new_output(
        "display_data", {"image/png": PNG}, metadata={"image/png": {"alt": "a dot"}}
    )
    table = NEW.new_output("display_data", {"text/html": "<table><tr><td>1</td></tr></table>"})
    cells = [
        NEW.new_markdown_cell(f"# A *title* of `x`\n\n{text}"),
        NEW.new_code_cell("show()", outputs=[picture, table]),
    ]
    nbformat.write(NEW.new_notebook(cells=cells), path)
    return path


def test_a_page_loads_nothing_and_holds_everything(tmp_path: Path) -> None:
    prose = r"Inline $\Delta_i < 1$, \(x\), and [a link](https://example.org/paper)."
    page = tmp_path / "pages" / "n.html"
    to_page(notebook(tmp_path / "n.ipynb", prose), page)
    text = page.read_text()
    assert loaded(text) == []
    assert _mathjax() in text
    assert "require" not in text.replace(_mathjax(), "")
    assert r"inlineMath: [['$', '$'], ['\\(', '\\)']]" in text
    assert r"$\Delta_i &lt; 1$" in text
    assert f"data:image/png;base64,{PNG}" in text
    assert 'alt="a dot"' in text
    assert '<a href="https://example.org/paper">' in text
    assert "<title>A *title* of x</title>" in text
    first = text
    to_page(tmp_path / "n.ipynb", page)
    assert page.read_text() == first


def test_what_a_page_loads_is_found() -> None:
    style = "<style>@import 'a.css'; p {background: url(\"b.png\")}</style>"
    picture = "<svg><image href='c.png'/><use href='#d'/></svg><img src='data:image/png;base64,AA'>"
    words = "<p>@import 'a.css' url(b.png)</p><a href='http://a'>a</a>"
    assert loaded(style + picture + words) == ["a.css", "b.png", "c.png"]
