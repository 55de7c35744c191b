"""Duties of every paper's ledger: controls, counterexamples, places in the notebook."""

import json
import re

import pytest

from bandit_replications.configuration.papers import PAPERS
from bandit_replications.experiments.needs import needed
from bandit_replications.experiments.run import create
from bandit_replications.experiments.shards import cell_key
from bandit_replications.ledger.scorecard import Verdict, read_rows
from bandit_replications.ledger.verdicts import NEGATIVE, UNSETTLED
from bandit_replications.workflow.registry import find_paper

CONTROL_IS_FREE = UNSETTLED | NEGATIVE | {Verdict.NOT_CONTRADICTED}


@pytest.fixture(params=PAPERS)
def paper(request):
    return request.param


@pytest.fixture
def rows(paper, root):
    return {row.id: row for row in read_rows(root / "data" / "scorecard.csv") if row.paper == paper}


@pytest.fixture
def ledger(paper):
    return find_paper(paper).ledger


def test_false_statement_has_row_erratum_and_script(rows, ledger, root):
    false = {one.slug for one in ledger.errata if one.severity == "statement false"}
    for row in rows.values():
        assert row.verdict != Verdict.FALSE or false & {*row.errata.split()}, row.id
    for slug in false:
        verdicts = {rows[name].verdict for name in ledger.affected(slug) if name in rows}
        assert verdicts & {Verdict.FALSE, Verdict.READING}, slug
        assert (root / "counterexamples" / f"{slug.replace('-', '_')}.py").is_file(), slug


def test_a_statistical_rule_refuses_its_control(rows):
    for row in rows.values():
        if row.method == "statistical" and row.verdict not in CONTROL_IS_FREE:
            assert row.control.startswith("refused: "), row.id


def markdown(path):
    cells = json.loads(path.read_text())["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]


def test_every_verdict_names_a_section_of_the_notebook(paper, ledger, root):
    text = "\n".join(markdown(root / "notebooks" / f"{paper}.ipynb"))
    headings = set(re.findall(r"^#+ (\d+(?:\.\d+)*)\b", text, flags=re.MULTILINE))
    for claim in ledger.claims:
        assert claim.record.section in headings, claim.id


def test_no_page_shows_a_failure_without_its_erratum(paper, root):
    assert "FAILS" not in (root / "data" / "notebooks" / f"{paper}.ipynb").read_text()


def test_what_is_testable_has_evidence(rows):
    for row in rows.values():
        assert row.evidence or row.verdict in (Verdict.NOT_TESTABLE, Verdict.NOT_APPLICABLE), row.id


def test_every_cell_is_judged_drawn_or_in_a_table(paper):
    run, found = create("paper", [paper]), find_paper(paper)
    config = run.configurations[paper]
    needing = (*found.ledger.claims, *found.figures, *found.tables)
    needs = [need for one in needing for need in needed(one, config)]
    some, every = run.cells(paper, needs), run.cells(paper)
    assert {cell_key(cell) for cell in some} == {cell_key(cell) for cell in every}


def test_every_judged_claim_has_a_rule_in_words(ledger):
    for record in ledger.records:
        assert record.rule or record.kind == "item" or record.not_testable, record.id
    for claim in ledger.claims:
        assert not re.search(r"\{\w+(:\w*)?\}", claim.rule + claim.control), claim.id


# A claim's verdict in a sentence names the claim, so that the two can be compared.
WORDS = re.compile(
    r"\b(false as stated|proof (?:checked|repaired|incomplete)|not (?:contradicted|reproduced)"
    r"|reproduced with caveat|depends? on the interpretation|undecided|not testable here)\b",
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
    return [part for text in markdown(path) for part in PARTS.split(text)]
