"""A paper's notebook as an opening with contents and a page for each chapter."""

import nbformat
import pytest

from bandit_replications.site import chapters, guide
from bandit_replications.site.links import Links
from bandit_replications.workflow.registry import find_paper

NEW = nbformat.v4
PAPER = find_paper("multiplayer")
FIGURE = NEW.new_output("execute_result", {"image/png": "iVBORw0KGgo="})


@pytest.fixture
def made(monkeypatch):
    """Return the opening and the chapters of a small notebook."""
    monkeypatch.setattr(
        guide, "publications", lambda: {PAPER.name: {"reading": {"an hour": ["2"]}}}
    )
    cells = [
        NEW.new_markdown_cell("# Title\n\nSee [the game](#game).\n\n## Ideas, in pictures\n\nOne."),
        NEW.new_markdown_cell(
            '<a id="game"></a>\n\n## 2 The game\n\n### 2.1 `theorem-4-1`\n\nTwo.'
        ),
        NEW.new_code_cell('study.figure("figure-02")', outputs=[FIGURE]),
        NEW.new_markdown_cell("## 3. After\n\n[here](#multiplayer-section-3), [there](#game)"),
    ]
    notebook = NEW.new_notebook(cells=cells)
    return chapters.pages(notebook, PAPER, Links("../", [PAPER]))


def test_each_chapter_has_the_cells_below_its_heading(made):
    _, parts = made
    titles = {"ideas-in-pictures": "Ideas, in pictures", "2": "2 The game", "3": "3. After"}
    assert {one.name: one.title for one in parts} == titles
    assert all(
        word in one.text for word, one in zip(("One.", "Two.", "[here]"), parts, strict=True)
    )
    assert parts[1].text.startswith('<a id="game"></a>\n\n(multiplayer-section-2)=\n## 2 The game')
    assert 'src="../../files/figures/multiplayer/figure-02.png"' in parts[1].text


def test_contents_have_every_anchor_and_lead_to_its_chapter(made):
    opening, _ = made
    anchor = '<span class="moved" id="{}"></span>'.format
    section = "multiplayer-section-2-1"
    assert opening.startswith("# Title\n")
    assert opening.endswith(
        f"""
- [Ideas, in pictures](multiplayer/ideas-in-pictures.html)
- {anchor("game")}{anchor("multiplayer-section-2")}[2 The game](multiplayer/2.html)
  - {anchor(section)}[2.1 `theorem-4-1`](multiplayer/2.html#{section})\
 · {anchor("figure-02")}[figure-02](multiplayer/2.html#figure-02)
- {anchor("multiplayer-section-3")}[3. After](multiplayer/3.html)
"""
    )


def test_links_to_anchors_lead_across_chapters(made):
    opening, parts = made
    assert "[the game](multiplayer/2.html#game)" in opening
    assert "**In an hour:** [2 The game](multiplayer/2.html#multiplayer-section-2)" in opening
    assert "[here](#multiplayer-section-3), [there](2.html#game)" in parts[-1].text
