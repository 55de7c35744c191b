"""Pages of a rerun: its changes above all, and no broken link."""

import dataclasses
import json
import re
import shutil

import nbformat
import pytest
from PIL import Image

from bandit_replications.configuration import validation
from bandit_replications.experiments import run
from bandit_replications.ledger.scorecard import read_rows, write_rows
from bandit_replications.runtime.errors import UserError
from bandit_replications.site import build as building
from bandit_replications.site.banner import banner, left_open
from bandit_replications.site.build import Content, build
from bandit_replications.site.repository import Repository
from bandit_replications.workflow.registry import find_paper
from support.site_pages import broken_links, pages

NEW = nbformat.v4
PAPER, MISSING = "multiplayer", "figure-02"  # the paper's telling figure
ADDRESS = "https://example.org/us"
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ"


def changed(**overrides):
    return run.create("rerun-mine", [PAPER], scale="quick", overrides={PAPER: overrides})


@pytest.fixture(scope="module")
def told():
    """Return the banner of a rerun that changes a number and the root seed."""
    return banner([changed(online_regret={"horizon": 4321}, root_seed=5)])


def test_banner_lists_changes_from_the_scale(told):
    config = validation.load(PAPER, scale="quick")
    assert (told.run, told.scale) == ("rerun-mine", "quick")
    assert {one.key: (one.before, one.after) for one in told.changes} == {
        "root_seed": (json.dumps(config.root_seed), "5"),
        "online_regret.horizon": (json.dumps(config.online_regret.horizon), "4321"),
    }
    assert banner([changed()]).changes == []


def test_with_several_papers_a_change_names_its_own():
    others = run.create("rerun-mine", ["anonymous"], scale="quick")
    told = banner([others, changed(root_seed=5)])
    assert [one.key for one in told.changes] == [f"{PAPER}.root_seed"]


def content(folder, told, **given):
    """Return the sources of a site, with the notebook in a folder."""
    return Content(papers=[find_paper(PAPER)], notebooks=folder, banner=told, **given)


def rendered(site):
    """Return the text of the pages that were written, not those that Sphinx or Pygments add."""
    added = {"genindex.html", "py-modindex.html", "search.html"}
    return {
        path.relative_to(site).as_posix(): path.read_text()
        for path in pages(site)
        if path.name not in added and "source" not in path.relative_to(site).parts
    }


@pytest.fixture(scope="module")
def whole(tmp_path_factory, told):
    """Return the site of a rerun that lacks a figure and leaves two claims open, and these."""
    folder = tmp_path_factory.mktemp("whole")
    root = validation.repo_root()
    notebook = nbformat.read(root / "notebooks" / f"{PAPER}.ipynb", as_version=4)
    (cell,) = (one for one in notebook.cells if one.source == f'study.figure("{MISSING}")')
    reason = f"*{MISSING}: not applicable to this run (no such scenario).*"
    cell.outputs = [NEW.new_output("execute_result", {"text/markdown": reason})]
    nbformat.write(notebook, folder / f"{PAPER}.ipynb")
    rows = [row for row in read_rows(root / "data" / "scorecard.csv") if row.paper == PAPER]
    verdicts = ["undecided", "not applicable", *["reproduced"] * (len(rows) - 2)]
    rows = [
        dataclasses.replace(row, verdict=verdict, stability="")
        for row, verdict in zip(rows, verdicts, strict=True)
    ]
    write_rows(folder / "scorecard.csv", rows)
    made = content(folder, told, scorecard=folder / "scorecard.csv", files=root)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(building, "repository", lambda: Repository(address=ADDRESS, commit="1ab2"))
        build(made, folder / "site")
    return folder / "site", rows


def test_rerun_has_all_pages_and_no_broken_link(whole):
    site, _ = whole
    names = set(rendered(site))
    folders = ("papers", "proofs", "errata", "rerun")
    results = {path.name for path in site.glob(f"files/data/results/{PAPER}/*.parquet")}
    assert f"{find_paper(PAPER).experiments[0].name}.parquet" in results
    assert {"index.html", "claims.html", *(f"{one}/{PAPER}.html" for one in folders)} <= names
    assert "meet.html" not in names
    assert broken_links(site) == []
    assert [path.name for path in site.parent.glob(".*")] == []


def test_every_page_lists_changes_and_open_claims(whole):
    site, rows = whole
    assert {title: [row.id for row in one] for title, one in left_open(rows).items()} == {
        "Undecided": [rows[0].id],
        "Out of scope": [rows[1].id],
    }
    for name, text in rendered(site).items():
        for said in ("rerun-mine", "online_regret.horizon", "1 undecided", "1 out of scope"):
            assert said in text, (name, said)
        assert "Stability under other root seeds was not run" in text
    index = (site / "index.html").read_text()
    assert "<code>4321</code>" in index
    for row in rows[:2]:
        assert f'href="claims.html#{PAPER}/{row.id}"' in index


def test_pages_lead_to_the_repository_where_it_has_an_address(whole):
    site, rows = whole
    issues = f'href="{ADDRESS}/issues/new?template=dispute.yml&amp;title=Dispute%3A+{PAPER}%2F'
    claims = (site / "claims.html").read_text()
    assert claims.count(issues) == len(rows)
    slugs = [one.slug for one in find_paper(PAPER).ledger.errata]
    assert (site / "errata" / f"{PAPER}.html").read_text().count(issues) == len(slugs) > 0
    assert f'<a href="{ADDRESS}/commit/1ab2">commit 1ab2</a>' in claims
    (source,) = site.glob("source/papers/*/algorithms/k_metaplayer.html")
    assert f'href="{ADDRESS}/blob/1ab2/src/bandit_replications/papers/' in source.read_text()


def test_missing_figure_says_why_another_stands_in(whole):
    site, _ = whole
    pages = "".join(one.read_text() for one in (site / "papers" / PAPER).glob("*.html"))
    figure = re.search(f'<figure id="{MISSING}">.*?</figure>', pages, re.DOTALL)
    assert "no such scenario" in figure[0]
    assert "<img" not in figure[0]
    assert re.search(r'<img src="files/figures/\S+\.png"', (site / "index.html").read_text())
    assert f"/{MISSING}.png" not in (site / "index.html").read_text()


def figure_alone(folder, told, text):
    """Return the sources of a rerun of one figure, with a text of the notebook."""
    picture = NEW.new_output("execute_result", {"image/png": PNG})
    table = NEW.new_output("execute_result", {"text/html": "<table><td>k-metaplayer</td></table>"})
    cells = [
        NEW.new_markdown_cell(text),
        NEW.new_code_cell(f'study.figure("{MISSING}", "")', outputs=[picture]),
        NEW.new_code_cell("data", outputs=[table]),
    ]
    nbformat.write(NEW.new_notebook(cells=cells), folder / f"{PAPER}.ipynb")
    drawn = [f"figures/{PAPER}/{MISSING}.{end}" for end in ("svg", "png", "csv")]
    for file in (*drawn, f"data/results/{PAPER}/online-regret.parquet"):
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).touch()
    Image.new("1", (1, 1)).save(folder / drawn[1])
    return content(folder, told, scorecard=None, files=folder)


def test_one_figure_is_one_page_kept_on_failure(tmp_path, told, capsys):
    site = tmp_path / "site"
    build(figure_alone(tmp_path, told, "# One figure"), site)
    made = rendered(site)
    assert set(made) == {"index.html"}
    assert broken_links(site) == []
    linked = f'href="files/data/results/{PAPER}/online-regret.parquet"'
    for said in ("no claim was judged", "online_regret.horizon", "<code>4321</code>", linked):
        assert said in made["index.html"]
    with pytest.raises(UserError, match="Sphinx"):
        build(figure_alone(tmp_path, told, "# Another\n\n{ref}`nothing-of-the-kind`"), site)
    assert "nothing-of-the-kind" in capsys.readouterr().err
    assert rendered(site) == made
    shutil.rmtree(tmp_path / ".site.part")
