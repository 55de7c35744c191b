"""What every paper's ledger owes a reader: controls, counterexamples, places in the notebook."""

import json
import re

import pytest

from bandit_replications.configuration.papers import PAPERS
from bandit_replications.experiments.run import create
from bandit_replications.experiments.shards import cell_key
from bandit_replications.ledger.claims import needed
from bandit_replications.ledger.scorecard import Verdict, read_rows
from bandit_replications.ledger.verdicts import NEGATIVE, UNSETTLED
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


def test_every_judged_claim_has_a_rule_in_words(ledger):
    for record in ledger.records:
        if record.kind != "item" and not record.not_testable:
            assert record.rule, record.id


# A claim's verdict in a sentence names the claim, so that the two can be compared.
WORDS = re.compile(
    r"\b(false as stated|proof (?:checked|repaired|incomplete)|not (?:contradicted|reproduced)"
    r"|reproduced with caveat|depends? on the reading|undecided|not testable here)\b",
    flags=re.IGNORECASE,
)
PARTS = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*|]|\d+\.) )")  # paragraphs, bullets, rows


def test_verdict_words_in_prose_are_the_rows(paper, rows, root):
    """A sentence with a verdict names its claim; reading the list of verdicts needs none."""
    for name in (root / "notebooks" / f"{paper}.ipynb", root / "README.md"):
        for part in _prose(name):
            said = {re.sub(r"\s+", " ", word.lower()) for word in WORDS.findall(part)}
            named = [rows[one] for one in re.findall(r"`([a-z0-9-]+)`", part) if one in rows]
            if said and (name.suffix == ".ipynb" or (named and f"`{paper}`" in part)):
                known = " ".join(f"{row.verdict} {row.readings} {row.stability}" for row in named)
                known += " ".join(f" {row.at_half_margin} {row.at_twice_margin}" for row in named)
                missing = {one for one in said if one.replace("depend ", "depends ") not in known}
                assert not missing, part


def _prose(path):
    if path.suffix == ".md":
        return [one for one in PARTS.split(path.read_text()) if "|" in one]
    cells = json.loads(path.read_text())["cells"]
    texts = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]
    return [part for text in texts for part in PARTS.split(text)]
