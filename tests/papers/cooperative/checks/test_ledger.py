"""Verdicts of steps of the paper's proofs, and inequalities that compare two things."""

import pytest

from bandit_replications.ledger.claims import examine
from bandit_replications.ledger.verdicts import decide
from bandit_replications.papers.cooperative.checks import LEDGER

STEPS = {
    "proof incomplete": [
        *("trimmed-mean-defined", "algorithm-3-delta", "theorem-private-regret-growth"),
        *("theorem-private-regret-chi", "theorem-private-regret-sigma"),
        *("theorem-trimmed-mean-units", "theorem-byzantine-regret-condition"),
        *(f"equation-{n}" for n in (13, 15, 19, 22, 23, 24, 28, 30, 39, 40, 45, 47)),
    ],
    "proof repaired": [f"equation-{n}" for n in (25, 27, 44, 51)],
    # their deciding steps are compared at chosen points
    "not contradicted": [*(f"equation-{n}" for n in (17, 21)), "lemma-release-series"],
}
EXPECTED = {step: verdict for verdict, steps in STEPS.items() for step in steps}
ON_DATA = ("statistical", "bound")
DERIVED = [one for one in (*LEDGER.claims, *LEDGER.steps) if one.kind not in ON_DATA]


@pytest.mark.parametrize("step", LEDGER.steps, ids=lambda step: step.id)
def test_step_of_a_proof_is_decided(step):
    assert decide(step.kind, examine(step, {}, None)) == EXPECTED.get(step.id, "proof checked")


@pytest.mark.parametrize("claim", DERIVED, ids=lambda claim: claim.id)
def test_no_inequality_is_an_identity(claim):
    finding = examine(claim, {}, None)
    for one in (finding, *finding.readings.values()):
        for step, text in one.numbers.items():
            left, relation, right, *_ = f"{text} - -".split()
            assert relation not in ("<=", ">=") or left != right, step


@pytest.mark.parametrize("claim", DERIVED, ids=lambda claim: claim.id)
def test_what_we_add_holds(claim):
    if claim.record.kind == "own":
        finding = examine(claim, {}, None)
        assert finding.testable
        assert finding.holds, finding.numbers
