"""What a site cannot be built from is named in one line, and nothing is written."""

from dataclasses import replace

import pytest

from bandit_replications.configuration.papers import publications
from bandit_replications.runtime.errors import UserError
from bandit_replications.site import build
from bandit_replications.workflow.registry import find_paper

PAPER = find_paper("multiplayer")


@pytest.fixture
def content(root):
    data = root / "data"
    return build.Content(
        papers=[PAPER], notebooks=data / "notebooks", scorecard=data / "scorecard.csv", files=root
    )


def test_a_notebook_that_is_missing_is_named(content, tmp_path):
    with pytest.raises(UserError, match=r"multiplayer.ipynb: missing; allowed: after `make repro"):
        build.build(replace(content, notebooks=tmp_path), tmp_path / "site")
    assert not (tmp_path / "site").exists()


@pytest.mark.parametrize("named", ["figure-99", ["figure-02"]])
def test_a_figure_that_no_paper_has_is_named(content, tmp_path, monkeypatch, named):
    changed = {PAPER.name: publications()[PAPER.name] | {"figure": named}}
    monkeypatch.setattr(build, "publications", lambda: changed)
    with pytest.raises(UserError) as raised:
        build.build(content, tmp_path / "site")
    message = str(raised.value)
    assert message.startswith(f"papers.yaml: multiplayer: figure: {named!r}; allowed: figure-")
    shown = message.partition("allowed: figure-")[2].split(", ")
    assert [f"figure-{name}" for name in shown] == list(PAPER.figures_by_id)
    assert not (tmp_path / "site").exists()
