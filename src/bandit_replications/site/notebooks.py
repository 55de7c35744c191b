"""An executed notebook as pages of Markdown: code folded, figures from their files, links."""

import ast
import html
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from bandit_replications.reporting.paper import Paper
from bandit_replications.site.guide import guide
from bandit_replications.site.links import Imports, Links, linked, place, section_anchor

FOLDED = {"parameters": "Parameters", "injected-parameters": "Parameters of this run"}  # by tag
_NUMBERED = re.compile(r"^(#{2,4}) (\d+(?:\.\d+)*)\.? ", flags=re.MULTILINE)
_OUTCOME = re.compile(r"  ((?:shown|holds|as printed: does not hold|FAILS)\b.*)$", re.MULTILINE)
_STYLE = re.compile(r"<style.*?</style>", flags=re.DOTALL)


def page(notebook: Any, paper: Paper, links: Links, *, cells: Sequence[Any] | None = None) -> str:
    """Return a notebook, or some of its cells, as Markdown for Sphinx.

    Parameters
    ----------
    notebook : NotebookNode
        Executed at the paper's scale.
    paper : Paper
    links : Links
        From the page's folder.
    cells : sequence of NotebookNode, optional
        The first of which has the title; default: all.

    """
    text = Writer(paper, links).text(notebook.cells if cells is None else cells)
    title, _, rest = text.partition("\n")
    return f"{title}\n\n{guide(notebook, paper.name)}\n{rest}\n"


def figures(notebook: Any) -> list[str]:
    """Return the ids of the figures that an executed notebook shows, variants apart."""
    calls = [
        (_only_call(cell.source), cell.outputs)
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]
    return [
        call[1][0]
        for call, outputs in calls
        if call and call[0] == "study.figure" and not any(call[1][1:]) and _has_picture(outputs)
    ]


class Writer:
    """The cells of a paper's notebook as Markdown, one after the other."""

    def __init__(self, paper: Paper, links: Links) -> None:
        """Start with the first cell; links are those from the page's folder."""
        self.paper, self.links = paper, links
        self.words = links.words(paper)
        self.imports = Imports()

    def text(self, cells: Iterable[Any]) -> str:
        """Return the next cells as Markdown."""
        return "\n\n".join(block for cell in cells for block in self._blocks(cell))

    def _blocks(self, cell: Any) -> Iterator[str]:
        if cell.cell_type == "markdown":
            yield self._linked(cell.source)
            return
        functions = self.imports.functions(cell.source)
        call = _only_call(cell.source)
        if call and call[0] == "study.figure":
            yield self._figure(cell.outputs, *call[1])
        elif call and call[0] == "show_source":
            yield self._literal(functions[-1], cell)
        elif call and call[0] == "study.caption":
            return
        elif named := FOLDED.keys() & cell.metadata.get("tags", ()):
            yield _folded(FOLDED[named.pop()], f"```python\n{cell.source}\n```")
        else:
            yield self._code(cell.source, functions)
            for output in cell.outputs:
                yield self._output(output)

    def _linked(self, source: str) -> str:
        text = _NUMBERED.sub(
            lambda found: f"({section_anchor(self.paper.name, found[2])})=\n{found[0]}", source
        )
        return linked(text, self.words)

    def _figure(self, outputs: Sequence[Any], name: str, variant: str = "") -> str:
        anchor = f"{name}-{variant}" if variant else name
        if not _has_picture(outputs):  # why the run does not cover it
            text = "\n\n".join(self._output(one) for one in outputs)
            return f'<figure id="{anchor}">\n\n{text}\n\n</figure>'
        spec = self.paper.figures_by_id[name]
        stem = f"figures/{self.paper.name}/{anchor}"
        caption = html.escape(f"{spec.title} ({spec.source}). {spec.caption}")
        code = self.links.code(*place(spec.plot))
        return (
            f'<figure id="{anchor}">\n'
            f'<a href="{self.links.file(stem)}.png"><img src="{self.links.file(stem)}.png" '
            f'alt="{caption}" loading="lazy"></a>\n'
            f"<figcaption>{caption}\n"
            f'<span class="ways"><a href="{self.links.file(stem)}.zip">SVG and numbers drawn</a> · '
            f'<a href="{code}">code</a></span></figcaption>\n</figure>'
        )

    def _literal(self, function: tuple[str, str], cell: Any) -> str:
        module, name = function
        listing = cell.outputs[0]["data"]["text/plain"]
        title = f"<code>{module.rpartition('.')[2]}.{name}</code>"
        link = f'<p class="ways"><a href="{self.links.code(module, name)}">in its file</a></p>'
        return _folded(f"{title}, literally", f"{link}\n\n```python\n{listing}\n```")

    def _code(self, source: str, functions: list[tuple[str, str]]) -> str:
        listing = f"```python\n{source}\n```"
        ways = " · ".join(
            f'<a href="{self.links.code(*one)}">{one[0].rpartition(".")[2]}.{one[1]}</a>'
            for one in functions
        )
        source = f'\n\n<p class="ways">Source: {ways}</p>' if ways else ""
        return _folded("Code", f"{listing}{source}", kind=' class="code"')

    def _output(self, output: Any) -> str:
        if output.output_type == "stream":
            return f'<pre class="output">{_outcomes(_escaped(output.text))}</pre>'
        data = output["data"]
        if "text/markdown" in data:
            return self._linked(data["text/markdown"])
        if "text/html" in data:
            table = _linked_cells(_STYLE.sub("", data["text/html"]), self.words)
            return f'<div class="frame" tabindex="0">\n{_one_block(table)}\n</div>'
        if "image/png" in data:
            alt = html.escape(output.metadata.get("image/png", {}).get("alt", ""))
            return f'<img src="data:image/png;base64,{data["image/png"]}" alt="{alt}">'
        return f'<pre class="output">{_outcomes(_escaped(data["text/plain"]))}</pre>'


def _has_picture(outputs: Sequence[Any]) -> bool:
    return any("image/png" in output.get("data", ()) for output in outputs)


def _one_block(text: str) -> str:
    """Return HTML without empty lines: they would end it as a block of Markdown."""
    return re.sub(r"\n\s*\n", "\n", text)


def _outcomes(text: str) -> str:
    """Return a step's lines with a mark on each outcome, beside its formula."""

    def marked(found: re.Match[str]) -> str:
        group = "good" if found[1].startswith(("shown", "holds")) else "bad"
        return f'  <span class="verdict {group}">{found[1]}</span>'

    return _OUTCOME.sub(marked, text)


def _escaped(text: str) -> str:
    return re.sub(r"\n(?=\n)", "\n&#8203;", html.escape(text.rstrip("\n")))


def _folded(title: str, content: str, *, kind: str = "") -> str:
    return f"<details{kind}><summary>{title}</summary>\n\n{content}\n\n</details>"


def _linked_cells(table: str, words: Mapping[str, str]) -> str:
    """Return an HTML table with a link in each cell that is a known name."""

    def link(found: re.Match[str]) -> str:
        name = found[1].strip()
        return f'<td><a href="{words[name]}">{name}</a></td>' if name in words else found[0]

    return re.sub(r"<td>([a-z0-9 -]+)</td>", link, table)


def _only_call(source: str) -> tuple[str, tuple[str, ...]] | None:
    """Return the function and the texts it is given, if a cell is one call and nothing else."""
    body = ast.parse(source).body
    if len(body) != 1 or not isinstance(body[0], ast.Expr):
        return None
    call = body[0].value
    if not isinstance(call, ast.Call):
        return None
    given = tuple(str(one.value) for one in call.args if isinstance(one, ast.Constant))
    return ast.unparse(call.func), given
