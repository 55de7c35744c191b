"""Verdicts of claims that need no data, and that they flip when what they rest on is altered."""

import re
from importlib import import_module

import pytest

from bandit_replications.ledger.verdicts import Verdict
from bandit_replications.papers.distributed import theory
from bandit_replications.papers.distributed.checks import LEDGER

FALSE = {
    "abstract-lower-bound-match": "stage-1-imbalance",
    "appendix-b-bits": "stage-1-imbalance",
    "appendix-f-bits": "estimate-entries",
    "table-1-arms-demab-communication": "stage-1-imbalance",
    "fact-1-3": "burn-in-constant",
    "lemma-b-2-4": "burn-in-constant",
    "section-3-2-burn-in": "burn-in-constant",
    "lemma-b-5": "stage-1-imbalance",
    "theorem-1-communication": "stage-1-imbalance",
    "theorem-7-communication": "stage-1-imbalance",
}
WITH_CAVEAT = {"appendix-a-assignment", "protocol-2", "appendix-e-support"}
# Proofs of which a step as printed had to be replaced, each step exact or argued.
REPAIRED = {
    *("fact-1-4", "lemma-b-2-2", "lemma-b-2-5", "lemma-b-4", "theorem-1"),
    *("theorem-2", "theorem-3", "theorem-4", "theorem-6", "theorem-7"),
    *("lemma-f-1-repaired", "lemma-f-2", "finite-precision-delb", "finite-precision-dislinucb"),
    *("fact-2", "finite-precision-demab-integers"),
}
READINGS = {"abstract-communication-horizon", "lemma-f-1", "section-3-2-reallocate-cost"}
METHODS = {
    "exact": Verdict.CHECKED,
    "argued": Verdict.CHECKED,
    "sampled": Verdict.NOT_CONTRADICTED,
    "none": Verdict.NOT_TESTABLE,
}
EXPECTED = {
    **{claim.id: METHODS[claim.kind] for claim in LEDGER.claims if claim.kind in METHODS},
    **dict.fromkeys(FALSE, Verdict.FALSE),
    **dict.fromkeys(WITH_CAVEAT, Verdict.WITH_CAVEAT),
    **dict.fromkeys(REPAIRED, Verdict.REPAIRED),
    **dict.fromkeys(READINGS, Verdict.READING),
    **dict.fromkeys(("lemma-h-1", "lemma-h-3"), Verdict.INCOMPLETE),
}


@pytest.mark.parametrize("claim_id", EXPECTED)
def test_verdicts_without_data(claim_id, verdict):
    assert verdict(claim_id) == EXPECTED[claim_id]


def test_what_is_false_rests_on_a_false_statement():
    severities = {erratum.slug: erratum.severity for erratum in LEDGER.errata}
    for claim in LEDGER.claims:
        if claim.id in FALSE:
            assert FALSE[claim.id] in claim.errata
            assert severities[FALSE[claim.id]] == "statement false"
    wrong = {slug for slug, severity in severities.items() if severity == "statement false"}
    assert wrong == set(FALSE.values())


def test_only_draws_and_runs_with_a_fixed_seed_are_sampled():
    sampled = {claim.id for claim in LEDGER.claims if claim.kind == "sampled"}
    assert sampled == {"lemma-b-5-coins", "theorem-2-reduction-runs"}


def test_every_measured_claim_of_the_paper_has_a_control():
    for claim in LEDGER.claims:
        if claim.kind == "statistical":
            assert claim.control, claim.id


def test_what_errata_are_based_on_exists():
    for erratum in LEDGER.errata:
        text = " ".join((erratum.counterexample, erratum.repair))
        for module, name in re.findall(r"\b([a-z0-9_]+)\.([a-z][a-z0-9_]+)\b", text):
            assert hasattr(import_module(f"{theory.__name__}.{module}"), name), erratum.slug


def test_errata_name_computed_numbers():
    filled = {erratum.slug: erratum for erratum in LEDGER.filled_errata}
    assert "at least 468716, 9.2 times the bound" in filled["stage-1-imbalance"].counterexample
    assert "asks for 2637 pulls" in filled["estimate-entries"].counterexample
    assert not any("{" in erratum.counterexample for erratum in filled.values())
