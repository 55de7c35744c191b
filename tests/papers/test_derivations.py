"""Claims that need no data: each gets its published verdict, and errata their computed values."""

import re
from dataclasses import replace

import pytest

from bandit_replications.configuration.papers import PAPERS
from bandit_replications.ledger.claims import examine
from bandit_replications.ledger.scorecard import read_rows
from bandit_replications.ledger.verdicts import judge
from bandit_replications.workflow.registry import find_paper

every_paper = pytest.mark.parametrize("paper", PAPERS)


def without_data(claim):
    """Say if a claim needs neither data nor a configuration."""
    try:
        return claim.needs(None) == ()
    except AttributeError:
        return False


@pytest.mark.full  # notebooks show the same verdicts
@every_paper
def test_verdict_without_data_is_the_published_one(paper, root):
    published = {
        row.id: row for row in read_rows(root / "data" / "scorecard.csv") if row.paper == paper
    }
    claims = [claim for claim in find_paper(paper).ledger.claims if without_data(claim)]
    rows = judge(claims, [examine(one, {}, None) for one in claims], paper=paper, config=None)
    assert len(rows) > 20
    for row in rows:
        assert row == replace(published[row.id], stability=row.stability), row.id
        assert row.numbers or row.verdict == "not testable here", row.id


@every_paper
def test_every_claim_about_runs_has_a_control(paper):
    for claim in find_paper(paper).ledger.claims:
        assert claim.record.control or claim.kind != "statistical", claim.id


@every_paper
def test_errata_are_filled_with_computed_values(paper):
    ledger = find_paper(paper).ledger
    for plain, filled in zip(ledger.errata, ledger.filled_errata, strict=True):
        assert (plain.slug in ledger.facts) == (plain != filled), plain.slug
        assert plain == filled or not re.search(r"[{}]|nan", filled.counterexample), plain.slug
