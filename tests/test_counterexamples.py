"""Counterexamples stand alone: short, numpy at most, each with its refutation."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from bandit_replications.configuration.papers import PAPERS
from bandit_replications.workflow.registry import find_paper

FOLDER = Path(__file__).parents[1] / "counterexamples"
SCRIPTS = sorted(FOLDER.glob("*.py"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_a_counterexample_refutes_its_statement_alone(script):
    text = script.read_text()
    assert len(text.splitlines()) <= 60
    tree = list(ast.walk(ast.parse(text)))
    imported = {alias.name for node in tree if isinstance(node, ast.Import) for alias in node.names}
    imported |= {node.module for node in tree if isinstance(node, ast.ImportFrom)}
    assert imported <= {*sys.stdlib_module_names, "numpy"}
    assert any(isinstance(node, ast.Assert) for node in tree)
    done = subprocess.run(
        [sys.executable, "-I", str(script)], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_no_script_belongs_to_a_misprint():
    """A statement may be false under one interpretation, where its erratum is a constant."""
    severities = {
        erratum.slug: erratum.severity
        for paper in PAPERS
        for erratum in find_paper(paper).ledger.errata
    }
    for script in SCRIPTS:
        assert severities[script.stem.replace("_", "-")] != "misprint"
