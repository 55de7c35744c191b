"""What every paper's ledger owes a reader: controls, counterexamples, places in the notebook."""

import json
import re

import pytest

from bandit_replications.configuration.papers import PAPERS
from bandit_replications.experiments.run import cell_key, create
from bandit_replications.ledger.claims import needed
from bandit_replications.ledger.scorecard import read_rows
from bandit_replications.ledger.verdicts import NEGATIVE, UNSETTLED, Verdict
from bandit_replications.workflow.registry import find_paper


@pytest.fixture(params=PAPERS)
def paper(request):
    return request.param


@pytest.fixture
def rows(paper, root):
    return {row.id: row for row in read_rows(root / "data" / "scorecard.csv") if row.paper == paper}


@pytest.fixture
def ledger(paper):
    return find_paper(paper).ledger


def severities(ledger):
    return {one.slug: one.severity for one in ledger.errata}


def test_what_is_false_rests_on_an_erratum_of_a_statement(rows, ledger):
    found = severities(ledger)
    for row in rows.values():
        if row.verdict == Verdict.FALSE:
            assert "statement false" in [found[slug] for slug in row.errata.split()], row.id


def test_a_false_statement_has_a_row_and_a_script_of_its_own(rows, ledger, root):
    for slug, severity in severities(ledger).items():
        if severity == "statement false":
            verdicts = {rows[name].verdict for name in ledger.affected(slug) if name in rows}
            assert verdicts & {Verdict.FALSE, Verdict.READING}, slug
            assert (root / "counterexamples" / f"{slug.replace('-', '_')}.py").is_file(), slug


def test_a_statistical_rule_refuses_its_control(rows):
    settled = {row.id: row for row in rows.values() if row.verdict not in UNSETTLED | NEGATIVE}
    for row in settled.values():
        if row.method == "statistical" and row.verdict != Verdict.NOT_CONTRADICTED:
            assert row.control.startswith("refused: "), row.id


def test_every_verdict_names_a_section_of_the_notebook(paper, ledger, root):
    notebook = json.loads((root / "notebooks" / f"{paper}.ipynb").read_text())
    text = "\n".join(
        line
        for cell in notebook["cells"]
        if cell["cell_type"] == "markdown"
        for line in "".join(cell["source"]).splitlines()
    )
    headings = set(re.findall(r"^#+ (\d+(?:\.\d+)*)\b", text, flags=re.MULTILINE))
    for claim in ledger.claims:
        assert claim.section in headings, claim.id


def test_no_page_shows_a_failure_without_its_erratum(paper, root):
    assert "FAILS" not in (root / "data" / "notebooks" / f"{paper}.ipynb").read_text()


def test_what_is_testable_has_evidence(rows):
    for row in rows.values():
        assert row.evidence or row.verdict in (Verdict.NOT_TESTABLE, Verdict.NOT_APPLICABLE), row.id


def test_nothing_is_simulated_for_nothing(paper):
    """Every cell of the paper's scale is judged, drawn or in a table."""
    run = create("paper", [paper])
    config = run.configurations[paper]
    found = find_paper(paper)
    needs = [
        need
        for one in (*found.ledger.claims, *found.figures, *found.tables)
        for need in needed(one, config)
    ]
    assert {cell_key(cell) for cell in run.cells(paper)} == {
        cell_key(cell) for cell in run.cells(paper, needs)
    }
