"""A further paper from the template runs from simulation to page, and passes lint and its tests."""

import re
import shutil

import pytest

from bandit_replications.configuration.papers import PAPERS
from bandit_replications.runtime.errors import ConfigurationError
from bandit_replications.workflow import new_paper as module
from bandit_replications.workflow.new_paper import new_paper
from support.checkouts import python

LEFT_OUT = ("build", ".git", ".venv", ".cache", ".snakemake", "__pycache__", ".pytest_cache")


@pytest.fixture
def template(root, tmp_path, monkeypatch):
    """Write papers into a folder with the template and the two lists alone."""
    shutil.copytree(root / "templates" / "new-paper", tmp_path / "templates" / "new-paper")
    for name in ("papers.yaml", "references.bib"):
        shutil.copy(root / name, tmp_path)
    monkeypatch.setattr(module, "repo_root", lambda: tmp_path)
    return tmp_path


def files(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        *((name, "in snake_case") for name in ("Toy", "toy-paper", "1toy", "toy__paper", "")),
        (PAPERS[0], "not a paper already"),
        *((name, "not a word of Python") for name in ("class", "lambda", "match", "case")),
        *((name, "not a module of Python") for name in ("random", "statistics")),
        *((name, "not a module of this package") for name in ("bandits", "papers")),
        *((name, "not a word of YAML") for name in ("null", "true", "yes", "off")),
        *((name, "not a key of the workflow") for name in ("scale", "figure")),
        ("auer2002finite", "not an entry of references.bib"),
    ],
)
def test_refused_names_write_nothing(template, name, reason):
    before = files(template)
    with pytest.raises(ConfigurationError, match=f"name: .*; allowed: a Python name .*{reason}"):
        new_paper(name)
    assert files(template) == before


def test_a_file_in_the_way_stops_before_writing(template):
    there = template / "config" / "quick" / "toy_paper.yaml"
    there.parent.mkdir(parents=True)
    there.write_text("mine: true\n")
    before = files(template)
    with pytest.raises(ConfigurationError, match=r"config/quick/toy_paper\.yaml: exists"):
        new_paper("toy_paper")
    assert files(template) == before


def test_contributing_says_how_to_remove_a_paper(root, template):
    before = files(template)
    new_paper("my_paper")
    text = (root / "CONTRIBUTING.md").read_text()
    (removed,) = re.findall(r"^    rm -r (.*my_paper.*)$", text, re.M)
    (restored,) = re.findall(r"^    git checkout (.*)$", text, re.M)
    for word in removed.split():
        assert list(template.glob(word)), word
        for path in template.glob(word):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    for word in restored.split():
        shutil.copy(root / word, template)
    assert files(template) == before


@pytest.mark.full
def test_a_new_paper_runs_at_once(root, tmp_path):
    checkout = tmp_path / "repository"
    shutil.copytree(root, checkout, ignore=shutil.ignore_patterns(*LEFT_OUT))

    def run(*words):
        done = python(checkout, "-m", *words)
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
        return done.stdout

    run("bandit_replications", "new-paper", "toy_paper")
    run("ruff", "check", "src", "tests")
    run("ruff", "format", "--check", "src", "tests")
    assert "verdict    reproduced" in run("bandit_replications", "claim", "toy_paper/learns")
    run("snakemake", "-c2", "--config", "papers=[toy_paper]", "scale=quick", "site=true")
    for name in ("site/index.html", "figures/toy_paper/figure-01.svg", "data/scorecard.csv"):
        assert (checkout / "build" / "quick" / name).is_file(), name
    run("pytest", "-q", "tests/papers/toy_paper")
