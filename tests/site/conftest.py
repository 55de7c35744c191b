"""The published site, of one paper or of all: built once, read by many tests."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from bandit_replications.configuration.papers import PAPERS
from bandit_replications.ledger.scorecard import Row, read_rows, write_rows
from bandit_replications.reporting.paper import Paper
from bandit_replications.runtime.paths import repo_root
from bandit_replications.site.build import Content, build
from bandit_replications.workflow.registry import find_paper
from support.site_pages import Page, pages


@dataclass(frozen=True)
class Site:
    """A site and its sources."""

    folder: Path
    papers: Sequence[Paper]
    rows: Sequence[Row]

    def page(self, name: str) -> Page:
        return pages(self.folder)[self.folder / name]

    def text(self, name: str) -> str:
        return (self.folder / name).read_text(encoding="utf-8")


def _built(folder: Path, names: Sequence[str]) -> Site:
    data = repo_root() / "data"
    rows = [row for row in read_rows(data / "scorecard.csv") if row.paper in names]
    write_rows(folder / "scorecard.csv", rows)
    content = Content(
        papers=[find_paper(name) for name in names],
        notebooks=data / "notebooks",
        scorecard=folder / "scorecard.csv",
        files=repo_root(),
    )
    build(content, folder / "site")
    return Site(folder / "site", content.papers, rows)


@pytest.fixture(scope="session")
def site_of(tmp_path_factory):
    """Return a function that builds the site of some papers, once."""
    return cache(lambda *names: _built(tmp_path_factory.mktemp("published"), names))


@pytest.fixture(
    scope="session",
    params=[
        pytest.param(["multiplayer"], id="one paper"),
        pytest.param(PAPERS, id="all", marks=pytest.mark.full),
    ],
)
def site(request, site_of) -> Site:
    """Return the site of one paper and, in the full tests, of all."""
    return site_of(*request.param)
