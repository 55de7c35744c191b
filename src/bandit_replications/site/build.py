"""The build of the site: pages as Markdown, rendered by Sphinx.

Nothing is simulated and nothing is fetched. It reads executed notebooks, the scorecard, the
records of the ledgers, figures and data files, and docstrings.
"""

import re
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import nbformat
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from bandit_replications.configuration import reference, validation
from bandit_replications.configuration.messages import short, shown
from bandit_replications.configuration.papers import PAPERS, publications
from bandit_replications.ledger.scorecard import Row, read_rows, summary
from bandit_replications.reporting.errata import PARTS, SECTIONS
from bandit_replications.reporting.figures import FigureSpec
from bandit_replications.reporting.paper import Paper
from bandit_replications.runtime.errors import UserError
from bandit_replications.runtime.paths import repo_root
from bandit_replications.site import (
    algorithms,
    chapters,
    files,
    guide,
    ledger,
    letters,
    notebooks,
    proof_graph,
    reruns,
    sources,
)
from bandit_replications.site.banner import Banner, left_open
from bandit_replications.site.links import Links, linked, on_site
from bandit_replications.site.repository import repository

LISTS = {
    "papers": ("Papers", "Each paper as an executed derivation, to be read beside it."),
    "proofs": ("Proofs", "Dependencies among statements, and the reach of each erratum."),
    "errata": ("Errata", "Errors in print by severity, with their repairs."),
    "rerun": (
        "Rerun",
        "Every parameter that can be changed without editing code, with a worked example.",
    ),
    "algorithms": ("Algorithms", "Every algorithm, baseline, bound and lower-bound construction."),
}
FILES = ("data/tables", "data/results")  # results of a run; the published ones are in the checkout
UNUSED = ("*.map", "webpack-macros.html", "fa-brands-*")  # files of the theme that no page reads
BENCHMARKS = ("figures/benchmarks", "data/benchmarks")
SPEEDS = re.compile("<!-- speed: begin.*?-->\n(.+?)<!-- speed: end -->", re.DOTALL)
ARXIV = re.compile(r"\barXiv:(\d{4}\.\d{5}(?:v\d+)?)(?![^<]*(?:>|</title>))")  # not in a tag
ARXIV_LINK = r'<a href="https://arxiv.org/abs/\1">arXiv:\1</a>'
HIDDEN = shutil.ignore_patterns(".*", "__pycache__")


@dataclass(frozen=True, kw_only=True)
class Content:
    """The sources of a site.

    Attributes
    ----------
    papers : sequence of Paper
    notebooks : Path
        Folder of the executed notebooks.
    scorecard : Path or None
        None where one figure alone was asked for: its notebook is the only page then.
    files : Path
        Folder in which `figures/` and `data/` lie.
    banner : Banner or None
        Head of every page; None for the published site.

    """

    papers: Sequence[Paper]
    notebooks: Path
    scorecard: Path | None
    files: Path
    banner: Banner | None = None


def build(content: Content, output: Path) -> None:
    """Build a site.

    Parameters
    ----------
    content : Content
    output : Path
        Folder that is replaced once all is built.

    Raises
    ------
    UserError
        If Sphinx warns of anything.

    """
    part = output.with_name(f".{output.name}.part")
    pages, made = part / "pages", part / "site"
    shutil.rmtree(part, ignore_errors=True)
    shutil.copytree(
        repo_root() / "docs",
        pages,
        ignore=shutil.ignore_patterns("templates", "examples", "letters", "ledger.md"),
    )
    if not _is_whole(content):
        (pages / "meet.md").unlink()
        shutil.rmtree(pages / "guide")
    where, modules = repository(), set[str]()
    run = content.banner is not None
    links = Links("", content.papers, modules, repository=where, results=run)
    _write_pages(content, pages, links)
    _render(pages, made, where.footer(published=not run))
    sources.write(modules, made / "source", where)
    letters.print_pages(made / "letters")
    _copy_files(content, made / "files")
    shutil.rmtree(output, ignore_errors=True)
    made.replace(output)
    shutil.rmtree(part)


def _is_whole(content: Content) -> bool:
    """Say if all papers are there, so that they meet."""
    return {paper.name for paper in content.papers} == set(PAPERS)


def _copy_files(content: Content, folder: Path) -> None:
    """Copy the linked files: figures, data and counterexamples."""
    for paper in content.papers:
        for name in FILES[: 1 if content.banner is None else 2]:
            origin = content.files / name / paper.name
            if origin.is_dir():
                shutil.copytree(origin, folder / name / paper.name, ignore=HIDDEN)
        files.copy_figures(content.files / "figures" / paper.name, folder / "figures" / paper.name)
    shutil.copytree(repo_root() / "counterexamples", folder / "counterexamples", ignore=HIDDEN)
    for name in BENCHMARKS:
        if (repo_root() / name).is_dir():
            shutil.copytree(repo_root() / name, folder / name, ignore=HIDDEN)


def _write_pages(content: Content, pages: Path, top: Links) -> None:
    """Write every page as Markdown; the links note the modules whose source is shown."""
    below, deep = (replace(top, root=root) for root in ("../", "../../"))
    if content.scorecard is None:
        _write_figure(_Writer(content, pages), top)
        return
    write = _Writer(content, pages, read_rows(content.scorecard))
    _write_front(write, top)
    for paper in content.papers:
        _write_paper(write, paper, below)
        _write_algorithms(write, paper, deep)
    by_hand = (*pages.glob("*.md"), *pages.glob("guide/*.md"))
    for path in by_hand:
        root = "../" * (len(path.relative_to(pages).parts) - 1)
        path.write_text(on_site(path.read_text(encoding="utf-8"), root), encoding="utf-8")


def _write_front(write: "_Writer", links: Links) -> None:
    """Write the shared pages: the front page, all claims, and the lists of pages."""
    content, rows, publication = write.content, write.rows, publications()
    write.page(
        "index",
        links=links,
        rows=rows,
        main={paper.name: _main(paper, rows) for paper in content.papers},
        shown={
            paper.name: _telling(content, paper, publication[paper.name])
            for paper in content.papers
        },
        publications=publication,
        whole=_is_whole(content),
    )
    listed = ledger.entries(rows, links)
    titles = {paper.name: guide.headings(_executed(content, paper)) for paper in content.papers}
    write.page(
        "claims",
        links=links,
        entries=listed,
        groups={name: ledger.by_section(listed, name, titles[name]) for name in titles},
        marks={mark: ledger.badge(mark) for mark in ledger.MARKS},
        counts=ledger.marked(summary(rows)),
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
            folder=folder,
            speeds=_speeds(),
        )


def _write_paper(write: "_Writer", paper: Paper, links: Links) -> None:
    """Write a paper's notebook, its errata and letter, its parameters, and its proofs."""
    opening, parts = chapters.pages(_executed(write.content, paper), paper, links)
    write.page("paper", f"papers/{paper.name}", paper=paper, text=opening, chapters=parts)
    for before, one, after in zip([None, *parts], parts, [*parts[1:], None], strict=False):
        neighbours = {"before": before, "after": after}
        write.page("chapter", f"papers/{paper.name}/{one.name}", paper=paper, one=one, **neighbours)
    published = write.content.banner is None  # a letter is about the published verdicts
    if published:
        text = linked(letters.letter(paper.name), links.words(paper))
        write.page("letter", f"letters/{paper.name}", text=text)
    write.page(
        "errata",
        f"errata/{paper.name}",
        links=links,
        paper=paper,
        errata=ledger.errata(paper),
        titles={**SECTIONS, "misprint": "Misprints"},
        words=PARTS,
        letter=published,
        pdf=published and letters.printer(),
    )
    write.page(
        "rerun",
        f"rerun/{paper.name}",
        links=links,
        paper=paper,
        groups=reference.groups(
            paper.name, figures=paper.data_of_figures(validation.load(paper.name))
        ),
        commands=reruns.commands(paper.name),
    )
    drawn = proof_graph.graph(paper, write.rows)
    write.page(
        "proofs",
        f"proofs/{paper.name}",
        links=links,
        paper=paper,
        graph=drawn,
        svg=proof_graph.svg(drawn, links),
        used_by=drawn.used_by,
        steps=ledger.steps(paper, write.content.files),
    )


def _write_algorithms(write: "_Writer", paper: Paper, links: Links) -> None:
    """Write the reference of a paper's algorithms, bounds and lower bounds."""
    folder, published = f"algorithms/{paper.name}", publications()[paper.name]
    pictures = (write.content.files / "figures" / paper.name).glob("*.png")
    drawn = {path.stem for path in pictures}
    write.page("algorithms", f"{folder}/index", links=links, paper=paper)
    write.page(
        "theory", f"{folder}/theory", links=links, paper=paper, modules=algorithms.theory(paper)
    )
    for one in algorithms.described(paper, write.rows):
        write.page(
            "algorithm",
            f"{folder}/{one.id}",
            links=links,
            paper=paper,
            one=one,
            title=published["title"],
            drawn=drawn,
            whole=_is_whole(write.content),
        )


def _write_figure(write: "_Writer", links: Links) -> None:
    """Write the one page of a rerun of one figure."""
    (paper,) = links.papers
    alone = replace(links, alone=True)
    folder = write.content.files
    results = sorted((folder / "data" / "results" / paper.name).glob("*.parquet"))
    write.page(
        "figure",
        "index",
        links=alone,
        notebook=notebooks.page(_executed(write.content, paper), paper, alone),
        results=[path.relative_to(folder).as_posix() for path in results],
    )


@dataclass(frozen=True)
class _Writer:
    content: Content
    pages: Path
    rows: Sequence[Row] = ()

    def page(self, template: str, name: str = "", **values: Any) -> None:
        """Fill a template and write it as a page."""
        self.text(name or template, self._filled(template, **values))

    def _filled(self, template: str, **values: Any) -> str:
        return self._environment.get_template(f"{template}.md.j2").render(**values)

    @cached_property
    def _environment(self) -> Environment:
        """Templates with what all of them may say."""
        environment = Environment(
            loader=FileSystemLoader(
                [repo_root() / "docs" / one for one in ("templates", "examples")]
            ),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            autoescape=False,  # Markdown; what stands in HTML is escaped there
        )
        environment.globals.update(
            papers=self.content.papers,
            banner=self.content.banner,
            left_open=left_open(self.rows),
            badge=ledger.badge,
            mathematics=ledger.mathematics,
            statements=ledger.statements(self.rows, self.content.papers),
            short={name: one.get("short", one["title"]) for name, one in publications().items()},
        )
        return environment

    def text(self, name: str, text: str) -> None:
        path = self.pages / f"{name}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        if self.content.banner:
            after = text.index("\n", text.index("# ")) + 1  # the title, which front matter precedes
            root = "../" * name.count("/")
            banner = self._filled("banner", root=root, judged=len(self.rows))
            text = f"{text[:after]}\n{banner}\n{text[after:]}"
        path.write_text(text, encoding="utf-8")


def _executed(content: Content, paper: Paper) -> Any:
    path = content.notebooks / f"{paper.name}.ipynb"
    if not path.is_file():
        raise UserError(f"{short(path)}: missing; allowed: after `make reproduce`, or a rerun")
    return nbformat.read(path, as_version=4)


def _main(paper: Paper, rows: Sequence[Row]) -> list[Row]:
    names = {record.id for record in paper.ledger.records if record.main}
    return [row for row in rows if row.paper == paper.name and row.id in names]


def _speeds() -> str:
    """Return the table of speeds beside other libraries; empty before `make bench`."""
    page = repo_root() / "docs" / "guide" / "speed.md"
    found = SPEEDS.search(page.read_text(encoding="utf-8"))
    return found[1] if found else ""


def _telling(content: Content, paper: Paper, publication: Mapping[str, Any]) -> FigureSpec | None:
    """Return the figure that stands for a paper: the one that it names, or the first."""
    there = notebooks.figures(_executed(content, paper))
    named = publication.get("figure", "")
    known = ["", *paper.figures_by_id]
    if named not in known:
        allowed = "figure-" + ", ".join(name.removeprefix("figure-") for name in known[1:])
        raise UserError(f"papers.yaml: {paper.name}: figure: {shown(named)}; allowed: {allowed}")
    name = named if named in there else next(iter(there), "")
    return paper.figures_by_id.get(name)


def _render(pages: Path, output: Path, footer: str) -> None:
    from sphinx.application import Sphinx  # noqa: PLC0415  a second to import
    from sphinx.util.docutils import docutils_namespace, patch_docutils  # noqa: PLC0415

    with patch_docutils(pages), docutils_namespace():
        app = Sphinx(
            pages,
            pages,
            output,
            pages.with_name("doctrees"),
            "html",
            confoverrides={"html_context.footer": footer},
            status=None,
            warning=sys.stderr,  # the one of now: Sphinx takes that of when it was imported
            warningiserror=True,
        )
        app.build(force_all=True)
    if app.statuscode:
        raise UserError(f"{pages}: Sphinx's warnings above; allowed: none")
    for pattern in UNUSED:
        for file in (output / "_static").rglob(pattern):
            file.unlink()
    for page in output.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        if "arXiv:" in text:
            page.write_text(ARXIV.sub(ARXIV_LINK, text), encoding="utf-8")
