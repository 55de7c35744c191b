"""Verdicts of single claims."""

import pytest

from bandit_replications.ledger.claims import Finding, examine, find_claim
from bandit_replications.ledger.verdicts import judge
from bandit_replications.papers.distributed.checks import LEDGER


def examined(claim_id, results=None, config=None) -> Finding:
    """Return a claim's finding; without data for the claims that need none."""
    claim = find_claim((*LEDGER.claims, *LEDGER.steps), claim_id)
    return examine(claim, {} if results is None else results, config)


def judged(claim_id, results=None, config=None) -> str:
    """Return a claim's verdict as if it were the paper's only one."""
    claim = find_claim((*LEDGER.claims, *LEDGER.steps), claim_id)
    finding = examined(claim_id, results, config)
    return judge([claim], [finding], paper="distributed", config=config)[0].verdict


@pytest.fixture
def finding():
    """Return the function that examines a claim by its id."""
    return examined


@pytest.fixture
def verdict():
    """Return the function that judges a claim by its id."""
    return judged
