"""An executed notebook as the pages of a paper: one that opens it, and one for each chapter."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from nbformat import NotebookNode

from bandit_replications.reporting.paper import Paper
from bandit_replications.site import notebooks
from bandit_replications.site.links import Links

_START = re.compile(r'^(?:<a id="[^"]+"></a>\s+)?## (.+)$', re.MULTILINE)
_PLACE = re.compile(  # of a section's label and heading, of a figure, or of any other anchor
    r"^\((?P<label>\S+)\)=\n(?P<level>#+) (?P<title>.+)$"
    r'|<((?P<figure>figure)|a) id="(?P<id>[^"]+)"',
    re.MULTILINE,
)


@dataclass(frozen=True)
class Chapter:
    """What stands below one heading of level 2.

    Attributes
    ----------
    name : str
        Last part of its address: its number, or its title in small letters with hyphens.
    title : str
    text : str
        Markdown, heading included.

    """

    name: str
    title: str
    text: str

    @property
    def places(self) -> list[str]:
        """The anchors."""
        return [found["label"] or found["id"] for found in _PLACE.finditer(self.text)]


def pages(notebook: Any, paper: Paper, links: Links) -> tuple[str, list[Chapter]]:
    """Return the page that opens a paper, and its chapters, whose pages are a folder below.

    The opening has the text before the first chapter and the contents, where each anchor of a
    chapter stands, too: an address of all in one page leads there, and a script leads on.

    Parameters
    ----------
    notebook : NotebookNode
        Executed at the paper's scale.
    paper : Paper
    links : Links
        From the folder of the opening.

    """
    parts: list[tuple[str, list[Any]]] = [("", [])]
    for cell in notebook.cells:
        for title, piece in _pieces(cell):
            if title:
                parts.append((title, []))
            parts[-1][1].append(piece)
    (_, before), *below = parts
    writer = notebooks.Writer(paper, replace(links, root=f"{links.root}../"))
    chapters = [Chapter(_name(title), title, writer.text(cells)) for title, cells in below]
    homes = {place: one.name for one in chapters for place in one.places}
    opening = notebooks.page(notebook, paper, links, cells=before)
    contents = "\n".join(_contents(one, paper.name) for one in chapters)
    return (
        f"{_across(opening, homes, folder=f'{paper.name}/')}\n{contents}\n",
        [replace(one, text=_across(one.text, homes, here=one.name)) for one in chapters],
    )


def _pieces(cell: Any) -> Iterator[tuple[str, Any]]:
    """Yield a cell, or its parts if chapters start within, each with its chapter's title or ""."""
    starts = list(_START.finditer(cell.source)) if cell.cell_type == "markdown" else []
    if not starts:
        yield "", cell
        return
    if before := cell.source[: starts[0].start()].strip():
        yield "", NotebookNode({**cell, "source": before})
    for start, end in zip(starts, [*starts[1:], None], strict=True):
        text = cell.source[start.start() : end and end.start()]
        yield start[1], NotebookNode({**cell, "source": text})


def _name(title: str) -> str:
    number = re.match(r"(\d+)\.? ", title)
    return number[1] if number else re.sub("[^a-z0-9]+", "-", title.lower()).strip("-")


def _contents(chapter: Chapter, folder: str) -> str:
    """Return a list of a chapter's sections and figures, with all of its anchors."""
    page = f"{folder}/{chapter.name}.html"
    lines, anchors = [f"- [{chapter.title}]({page})"], ""
    for found in _PLACE.finditer(chapter.text):
        name = found["label"] or found["id"]
        anchors += f'<span class="moved" id="{name}"></span>'
        if found["level"] == "##":
            lines[-1] = f"- {anchors}[{chapter.title}]({page})"
        elif found["level"]:
            indent = "  " * (len(found["level"]) - 2)
            title = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", found["title"])  # links are not nested
            lines.append(f"{indent}- {anchors}[{title}]({page}#{name})")
        elif found["figure"]:
            lines[-1] += f" · {anchors}[{name}]({page}#{name})"
        else:
            continue
        anchors = ""
    return "\n".join(lines)


def _across(text: str, homes: Mapping[str, str], *, here: str = "", folder: str = "") -> str:
    """Return Markdown whose links to anchors lead to the chapters that have them."""

    def link(found: re.Match[str]) -> str:
        home = homes.get(found[1], here)
        return found[0] if home == here else f"]({folder}{home}.html#{found[1]})"

    return re.sub(r"\]\(#([^)]+)\)", link, text)
