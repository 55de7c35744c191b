"""Verdicts of claims that need no data, and that they flip when what they rest on is altered."""

import re
from importlib import import_module
from pathlib import Path

import pytest

from bandit_replications.ledger.scorecard import read_rows
from bandit_replications.papers.distributed import theory
from bandit_replications.papers.distributed.checks import LEDGER
from bandit_replications.papers.distributed.theory import bounds

# Steps of proofs, computed without a verdict that counts.
BROKEN_STEPS = {
    *(f"protocol-{number}" for number in (1, 4, 5, 6)),
    "theorem-6-family",
    "procedure-09",
}
STEPS_WITH_CAVEAT = {"equation-01", "equation-02", "equation-06"}
STEPS = {
    **{step.id: "reproduced" for step in LEDGER.steps},
    **dict.fromkeys(BROKEN_STEPS, "false as stated"),
    **dict.fromkeys(STEPS_WITH_CAVEAT, "reproduced with caveat"),
}
WITHOUT_DATA = [
    claim.id
    for claim in LEDGER.claims
    if not claim.id.endswith(("-measured", "-runs"))
    and not claim.id.startswith(("table-1-arms-", "table-1-linear-", "crossover-"))
]
SCORECARD = read_rows(Path(__file__).parents[4] / "data" / "scorecard.csv")
PUBLISHED = {row.id: row.verdict for row in SCORECARD if row.paper == "distributed"}


@pytest.mark.parametrize("claim_id", WITHOUT_DATA)
def test_verdicts_are_the_published_ones(claim_id, verdict):
    assert verdict(claim_id) == PUBLISHED[claim_id]


@pytest.mark.parametrize("claim_id", STEPS)
def test_steps_of_proofs(claim_id, verdict):
    assert verdict(claim_id) == STEPS[claim_id]


def test_what_errata_are_based_on_exists():
    for erratum in LEDGER.errata:
        text = " ".join((erratum.counterexample, erratum.repair))
        for module, name in re.findall(r"\b([a-z0-9_]+)\.([a-z][a-z0-9_]+)\b", text):
            assert hasattr(import_module(f"{theory.__name__}.{module}"), name), erratum.slug


def test_theorem_1_flips_with_a_smaller_constant(monkeypatch, verdict):
    monkeypatch.setattr(bounds, "C5", 200.0)
    assert verdict("theorem-1") == "false as stated"
