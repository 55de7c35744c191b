"""Pages of one file that load nothing."""

import re
from pathlib import Path

import nbformat

from bandit_replications.reporting.pages import _mathjax, to_page

NEW = nbformat.v4
# A plain hyperlink loads nothing, nor does a reference into the page or a picture within it.
LOADS = re.compile(
    r"""<(?!a\b)\w[^>]*\s(?:src|srcset|href|poster)=["'](?!data:|\#)|@import|url\((?!["']?data:)"""
)
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
    assert _mathjax() in text
    rest = text.replace(_mathjax(), "")
    assert LOADS.findall(rest) == []
    assert LOADS.search(f"{rest}<script src='https://example.org/a.js'>")
    assert "require" not in rest
    assert r"inlineMath: [['$', '$'], ['\\(', '\\)']]" in text
    assert r"$\Delta_i &lt; 1$" in text
    assert f"data:image/png;base64,{PNG}" in text
    assert 'alt="a dot"' in text
    assert '<a href="https://example.org/paper">' in text
    assert "<title>A *title* of x</title>" in text
    first = text
    to_page(tmp_path / "n.ipynb", page)
    assert page.read_text() == first
