"""The privacy audit: claims follow the losses."""

import pytest
from tests.support.private_online_results import load, verdict

from bandit_replications.papers.private_online.checks.privacy import MECHANISMS


@pytest.fixture
def judged(published):
    """Return the function that judges a claim with some of the published losses multiplied."""
    config, frames = published("private_online")

    def judge(claim_id, rows=slice(0, 0), factor=1.0):
        audit = frames["privacy-audit"].copy()
        audit.loc[rows, "loss"] *= factor
        return verdict(claim_id, {"privacy-audit": audit}, config).verdict

    return judge


@pytest.fixture
def audit(published):
    return published("private_online")[1]["privacy-audit"]


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_audited_mechanisms(mechanism, audit, judged):
    assert judged(f"privacy-{mechanism}") == "proof checked"
    exact = (audit["mechanism"] == mechanism) & (audit["kind"] != "statistical")
    raised = audit.loc[audit.index[exact][-1]]
    factor = 1.01 * raised["claimed"] / raised["loss"]
    assert judged(f"privacy-{mechanism}", raised.name, factor) == "false as stated"


@pytest.mark.parametrize(("factor", "word"), [(1, "proof checked"), (1.01, "false as stated")])
def test_repairs(factor, word, audit, judged):
    rows = audit["case"] == "decisions-8-actions-8-rounds-doubled-noise"
    assert judged("privacy-repairs", rows, factor) == word


@pytest.mark.parametrize(
    ("factor", "word"), [(1, "reproduced"), (0.8, "not reproduced"), (1.2, "not reproduced")]
)
def test_calibration_needs_most_of_the_exact_loss_and_no_more(factor, word, audit, judged):
    assert judged("privacy-audit-calibration", audit["case"] == "2-items-sampled", factor) == word


def test_calibration_needs_samples(audit):
    few = load(privacy_audit={"samples": 20000})
    row = verdict("privacy-audit-calibration", {"privacy-audit": audit}, few)
    assert row.verdict == "not applicable"


@pytest.mark.parametrize(("factor", "word"), [(1, "reproduced"), (0.7, "not reproduced")])
def test_broken_mechanism_must_be_caught(factor, word, audit, judged):
    broken = (audit["mechanism"] == "laplace-sum-broken") & (audit["kind"] == "statistical")
    assert judged("privacy-audit-broken", audit.index[broken][0], factor) == word
