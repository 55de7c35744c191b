"""The privacy audit: claims follow the losses."""

import numpy as np
import pandas as pd
import pytest
from tests.support.private_online_results import load, verdict

from bandit_replications.papers.private_online.checks.privacy import MECHANISMS
from bandit_replications.papers.private_online.theory import audits


@pytest.fixture(scope="module")
def audit():
    """Exact losses as they are; certified ones 0.9 of the exact, or of 1.5 ε."""
    cases = audits.AUDIT_CASES
    stream = np.random.default_rng(0)
    rows = []
    for (mechanism, name), case in cases.items():
        for epsilon in (0.5, 1.0):
            reference = cases.get((mechanism, case.reference or name))
            if case.kind == "statistical" and not case.reference:
                loss = 1.4 * epsilon
            else:
                loss = reference.loss(epsilon=epsilon, generator=stream, samples=2)
                loss *= 0.9 if case.kind == "statistical" else 1.0
            rows.append((mechanism, name, epsilon, round(loss, 9), epsilon, case.kind))
    columns = ["mechanism", "case", "epsilon", "loss", "claimed", "kind"]
    return pd.DataFrame(rows, columns=columns)


def with_losses(audit, rows, factor):
    """Return the results of an audit with some of its losses multiplied."""
    changed = audit.copy()
    changed.loc[rows, "loss"] *= factor
    return {"privacy-audit": changed}


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_audited_mechanisms(mechanism, audit, config):
    row = verdict(f"privacy-{mechanism}", {"privacy-audit": audit}, config)
    assert row.verdict == "proof checked"
    exact = (audit["mechanism"] == mechanism) & (audit["kind"] != "statistical")
    raised = audit.loc[audit.index[exact][-1]]
    data = with_losses(audit, raised.name, 1.01 * raised["claimed"] / raised["loss"])
    assert verdict(f"privacy-{mechanism}", data, config).verdict == "false as stated"


@pytest.mark.parametrize(("factor", "word"), [(1, "proof checked"), (1.01, "false as stated")])
def test_repairs(factor, word, audit, config):
    rows = audit["case"] == "decisions-8-actions-8-rounds-doubled-noise"
    data = with_losses(audit, rows, factor)
    assert verdict("privacy-repairs", data, config).verdict == word


@pytest.mark.parametrize(
    ("factor", "word"), [(1, "reproduced"), (0.8, "not reproduced"), (1.2, "not reproduced")]
)
def test_calibration_needs_most_of_the_exact_loss_and_no_more(factor, word, audit):
    sampled = load(privacy_audit={"samples": 100_000})
    data = with_losses(audit, audit["case"] == "2-items-sampled", factor)
    assert verdict("privacy-audit-calibration", data, sampled).verdict == word


def test_calibration_needs_samples(audit):
    few = load(privacy_audit={"samples": 20000})
    row = verdict("privacy-audit-calibration", {"privacy-audit": audit}, few)
    assert row.verdict == "not applicable"


@pytest.mark.parametrize(("factor", "word"), [(1, "reproduced"), (0.7, "not reproduced")])
def test_broken_mechanism_must_be_caught(factor, word, audit, config):
    broken = (audit["mechanism"] == "laplace-sum-broken") & (audit["kind"] == "statistical")
    data = with_losses(audit, audit.index[broken][0], factor)
    assert verdict("privacy-audit-broken", data, config).verdict == word
