"""Verdicts of what derivations decide: claims of the paper, ours, and steps of proofs."""

import pytest

from bandit_replications.ledger.claims import examine, no_needs
from bandit_replications.ledger.verdicts import decide
from bandit_replications.papers.cooperative.checks import LEDGER

FALSE = {
    "section-2-lower-bound",
    "remark-optimal-rates",
    "lemma-laplace-mechanism",
    "section-3-2-updates",
    "lemma-private-messages",
    "section-3-2-running-agent",
    "theorem-private-regret",
    "theorem-private-regret-growth",
    "theorem-private-regret-chi",
    "remark-message-life",
    "remark-no-privacy",
    "algorithm-3",
    "trimmed-mean-defined",
    "theorem-trimmed-mean",
    "theorem-trimmed-mean-units",
    "theorem-byzantine-regret",
    "theorem-byzantine-regret-condition",
    "algorithm-3-delta",
    *(f"equation-{n}" for n in (13, 15, 19, 22, 23, 24, 28, 30, 39, 40, 45, 47)),
}
WITH_CAVEAT = {
    "lemma-release-series",
    "theorem-private-regret-sigma",
    *(f"equation-{n}" for n in (12, 25, 27, 35, 44, 51)),
}
DERIVED = [one for one in (*LEDGER.claims, *LEDGER.steps) if one.needs is no_needs]


@pytest.mark.parametrize("claim", DERIVED, ids=lambda claim: claim.id)
def test_verdict(claim):
    expected = "not testable here" if claim.kind == "none" else "reproduced"
    expected = "reproduced with caveat" if claim.id in WITH_CAVEAT else expected
    expected = "false as stated" if claim.id in FALSE else expected
    assert decide(claim.kind, examine(claim, {}, None)) == expected


def test_the_expected_verdicts_are_of_records():
    assert {one.id for one in DERIVED} >= FALSE | WITH_CAVEAT
