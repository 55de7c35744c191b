"""Builds the site: writes its pages as Markdown from what is published, and has Sphinx render them.

Nothing is simulated and nothing is fetched. What it reads: executed notebooks, the scorecard, the
records of the ledgers, figures and data files, and docstrings.
"""

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from bandit_replications.configuration import reference
from bandit_replications.configuration.papers import publications
from bandit_replications.ledger.scorecard import Row, read_rows, summary
from bandit_replications.reporting.figures import FigureSpec
from bandit_replications.reporting.paper import Paper
from bandit_replications.runtime.errors import UserError
from bandit_replications.runtime.paths import repo_root
from bandit_replications.site import algorithms, ledger, notebooks, proof_graph, sources
from bandit_replications.site.links import Links

LISTS = {
    "papers": ("Papers", "Each paper as a derivation to be read beside it, executed at its scale."),
    "proofs": ("Proofs", "What stands on what, and what an erratum reaches."),
    "errata": ("Errata", "What is printed and is not so, by severity, with its repair."),
    "rerun": (
        "Rerun",
        "Every parameter that can be changed without editing code, with a worked example.",
    ),
    "algorithms": ("Algorithms", "Every algorithm, baseline, bound and lower-bound construction."),
}
FILES = ("figures", "data/tables", "data/results", "counterexamples")


@dataclass(frozen=True, kw_only=True)
class Content:
    """What a site is made of.

    Attributes
    ----------
    papers : sequence of Paper
    notebooks : Path
        Folder of the executed notebooks.
    scorecard : Path
    files : Path
        Folder in which `figures/` and `data/` lie.
    banner : str
        What stands on every page; empty for what is published.

    """

    papers: Sequence[Paper]
    notebooks: Path
    scorecard: Path
    files: Path
    banner: str = ""


def build(content: Content, output: Path) -> None:
    """Build a site.

    Parameters
    ----------
    content : Content
    output : Path
        Folder that is replaced.

    Raises
    ------
    UserError
        If Sphinx warns of anything.

    """
    pages = output.with_name(f"{output.name}-pages")
    shutil.rmtree(pages, ignore_errors=True)
    shutil.rmtree(output, ignore_errors=True)
    shutil.copytree(
        repo_root() / "docs", pages, ignore=shutil.ignore_patterns("templates", "examples")
    )
    linked = _write_pages(content, pages)
    _render(pages, output)
    sources.write(linked, output / "source")
    for folder in FILES:
        origin = content.files / folder
        if origin.is_dir():
            shutil.copytree(origin, output / "files" / folder)
    shutil.rmtree(pages)


def _write_pages(content: Content, pages: Path) -> set[str]:
    """Write every page as Markdown; return the modules whose source they link."""
    modules: set[str] = set()
    top, below, deep = (Links(root, content.papers, modules) for root in ("", "../", "../../"))
    rows = read_rows(content.scorecard)
    write = _Writer(content, pages)
    publication = publications()
    write.page(
        "index",
        links=top,
        rows=rows,
        main={paper.name: _main(paper, rows) for paper in content.papers},
        shown={paper.name: _telling(paper, publication[paper.name]) for paper in content.papers},
        marks=ledger.MARKS,
        publications=publication,
    )
    write.page(
        "claims",
        links=top,
        entries=ledger.entries(rows, top),
        counts=summary(rows),
        kinds=ledger.KINDS,
    )
    for folder, (title, text) in LISTS.items():
        write.page(
            "list",
            f"{folder}/index",
            title=title,
            text=text,
            publications=publication,
            nested=folder == "algorithms",
            rest=_rest(folder),
        )
    for paper in content.papers:
        write.text(f"papers/{paper.name}", _notebook(content, paper, below))
        write.page(
            "errata", f"errata/{paper.name}", links=below, paper=paper, errata=ledger.errata(paper)
        )
        write.page(
            "rerun",
            f"rerun/{paper.name}",
            links=below,
            paper=paper,
            groups=reference.groups(paper.name, figures=paper.figures),
            example=_example(paper),
        )
        drawn = proof_graph.graph(paper, rows)
        write.page(
            "proofs",
            f"proofs/{paper.name}",
            links=below,
            paper=paper,
            graph=drawn,
            svg=proof_graph.svg(drawn, below),
            used_by=drawn.used_by,
            steps=ledger.steps(paper, content.files),
        )
        write.page("algorithms", f"algorithms/{paper.name}/index", links=deep, paper=paper)
        write.page(
            "theory",
            f"algorithms/{paper.name}/theory",
            paper=paper,
            modules=algorithms.theory(paper),
        )
        for one in algorithms.described(paper, rows):
            write.page(
                "algorithm", f"algorithms/{paper.name}/{one.id}", links=deep, paper=paper, one=one
            )
    return modules


@dataclass(frozen=True)
class _Writer:
    content: Content
    pages: Path

    def page(self, template: str, name: str = "", **values: Any) -> None:
        """Fill a template and write it as a page."""
        environment = Environment(
            loader=FileSystemLoader(repo_root() / "docs" / "templates"),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            autoescape=False,  # Markdown; what stands in HTML is escaped there
        )
        filled = environment.get_template(f"{template}.md.j2").render(
            papers=self.content.papers, **values
        )
        self.text(name or template, filled)

    def text(self, name: str, text: str) -> None:
        path = self.pages / f"{name}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        if self.content.banner:
            after = text.index("\n", text.index("# ")) + 1  # the title, which front matter precedes
            banner = f"\n:::{{admonition}} {self.content.banner}\n:::\n"
            text = text[:after] + banner + text[after:]
        path.write_text(text, encoding="utf-8")


def _notebook(content: Content, paper: Paper, links: Links) -> str:
    path = content.notebooks / f"{paper.name}.ipynb"
    if not path.is_file():
        raise UserError(f"{path}: missing; allowed: after `make reproduce`, or a rerun")
    return notebooks.page(nbformat.read(path, as_version=4), paper, links)


def _main(paper: Paper, rows: Sequence[Row]) -> list[Row]:
    names = {record.id for record in paper.ledger.records if record.main}
    return [row for row in rows if row.paper == paper.name and row.id in names]


def _rest(folder: str) -> str:
    """Return what the list of a folder's pages says further, if anything."""
    path = repo_root() / "docs" / "templates" / f"{folder}-list.md"
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def _example(paper: Paper) -> str:
    """Return the worked example of a rerun with what it printed, if the paper has one."""
    path = repo_root() / "docs" / "examples" / f"{paper.name}.md"
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def _telling(paper: Paper, publication: Mapping[str, Any]) -> FigureSpec:
    """Return the figure that stands for a paper: a new paper may have named none."""
    return paper.figures_by_id.get(publication.get("figure", ""), paper.figures[0])


def _render(pages: Path, output: Path) -> None:
    from sphinx.application import Sphinx  # noqa: PLC0415  a second to import
    from sphinx.util.docutils import docutils_namespace, patch_docutils  # noqa: PLC0415

    with patch_docutils(pages), docutils_namespace():
        app = Sphinx(
            pages,
            pages,
            output,
            output.with_name(f"{output.name}-doctrees"),
            "html",
            status=None,
            warningiserror=True,
        )
        app.build(force_all=True)
    shutil.rmtree(output.with_name(f"{output.name}-doctrees"))
    if app.statuscode:
        raise UserError(f"{pages}: Sphinx's warnings above; allowed: none")
