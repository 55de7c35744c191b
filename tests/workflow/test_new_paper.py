"""A further paper from the template runs from simulation to page, and passes lint and its tests."""

import os
import shutil
import subprocess
import sys

import pytest

from bandit_replications.configuration.papers import PAPERS
from bandit_replications.runtime.errors import ConfigurationError
from bandit_replications.workflow.new_paper import new_paper

LEFT_OUT = ("build", ".git", ".venv", ".cache", ".snakemake", "__pycache__", ".pytest_cache")


@pytest.mark.parametrize("name", ["Toy", "toy-paper", "1toy", "", *PAPERS[:1]])
def test_names_that_cannot_be_used(name):
    with pytest.raises(ConfigurationError, match=r"name: .*; allowed: a Python name"):
        new_paper(name)


@pytest.mark.full
def test_a_new_paper_runs_at_once(root, tmp_path):
    checkout = tmp_path / "repository"
    shutil.copytree(root, checkout, ignore=shutil.ignore_patterns(*LEFT_OUT))

    def run(*words):
        done = subprocess.run(
            [sys.executable, "-m", *words],
            cwd=checkout,
            env={**os.environ, "PYTHONPATH": str(checkout / "src")},
            capture_output=True,
            text=True,
            check=False,
        )
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
