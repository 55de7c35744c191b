"""Verdicts of claims that need no data, and that they flip when what they rest on is altered."""

import re
from importlib import import_module

import pytest

from bandit_replications.papers.distributed import theory
from bandit_replications.papers.distributed.checks import LEDGER
from bandit_replications.papers.distributed.theory import bounds, lemma_f_1, theorem_2

FALSE = {
    "table-1-demab",
    "protocol-2",
    "fact-1-3",
    "section-3-2-burn-in",
    "lemma-b-2-2",
    "section-3-3-stage-1",
    "section-4-3-gaps",
    "lemma-b-4-phases-of-one-step",
    "lemma-b-5",
    "theorem-1-communication",
    "finite-precision-demab-integers",
    "theorem-2-fraction",
    "theorem-2-condition",
    "theorem-6-premise",
    "theorem-6-exponent",
    "theorem-6-strings",
    "appendix-e-support",
    "lemma-f-1",
    "lemma-f-1-from-net",
    "appendix-h-all-but-one",
    "appendix-h-last-matrix",
    "finite-precision-dislinucb",
    "finite-precision-dislinucb-divergence",
    "theorem-7-communication",
}
WITH_CAVEAT = {
    "protocol-3",
    "appendix-a-assignment",
    "fact-1-4",
    "lemma-b-2-4",
    "lemma-b-2-5",
    "lemma-b-4",
    "abstract-communication-horizon",
    "theorem-1",
    "theorem-2",
    "theorem-6",
    "section-4-1-error",
    "lemma-f-1-repaired",
    "lemma-f-2",
    "theorem-3",
    "finite-precision-delb",
    "lemma-h-1",
    "theorem-4",
    "theorem-7",
}
NOT_REPRODUCED = {"lemma-b-5-coins", "theorem-1-communication-runs"}


# Steps of proofs, computed without a verdict that counts.
BROKEN_STEPS = {
    *(f"protocol-{number}" for number in (1, 4, 5, 6)),
    "theorem-6-family",
    "procedure-09",
}
STEPS_WITH_CAVEAT = {"equation-01", "equation-02", "equation-06"}
EXPECTED = {
    **dict.fromkeys(FALSE | BROKEN_STEPS, "false as stated"),
    **dict.fromkeys(WITH_CAVEAT | STEPS_WITH_CAVEAT, "reproduced with caveat"),
    **dict.fromkeys(NOT_REPRODUCED, "not reproduced"),
}
WITHOUT_DATA = {
    claim.id: "not testable here" if claim.kind == "none" else "reproduced"
    for claim in (*LEDGER.claims, *LEDGER.steps)
    if not claim.id.endswith("-measured")
    and not claim.id.startswith(("table-1-arms-", "table-1-linear-", "crossover-"))
}


@pytest.mark.parametrize("claim_id", WITHOUT_DATA)
def test_verdicts(claim_id, verdict):
    assert verdict(claim_id) == EXPECTED.get(claim_id, WITHOUT_DATA[claim_id])


def test_what_errata_are_based_on_exists():
    for erratum in LEDGER.errata:
        text = " ".join((erratum.counterexample, erratum.repair))
        for module, name in re.findall(r"\b([a-z0-9_]+)\.([a-z][a-z0-9_]+)\b", text):
            assert hasattr(import_module(f"{theory.__name__}.{module}"), name), erratum.slug


def test_typed_constants_are_argued():
    argued = {claim.id for claim in LEDGER.claims if claim.kind == "argued"}
    assert argued == {
        "protocol-1-negative-phases",
        "lemma-b-2-1",
        "footnote-12",
        "finite-precision-dislinucb",
    }


def test_theorem_1_flips_with_a_smaller_constant(monkeypatch, verdict):
    monkeypatch.setattr(bounds, "C5", 200.0)
    assert verdict("theorem-1") == "false as stated"


def test_theorem_2_flips_with_another_fraction():
    assert not theorem_2.condition(inverse=5699 / 2, arms=10**9).holds
    assert theorem_2.condition(inverse=5701 / 2, arms=10**9).holds


def test_lemma_f_1_needs_a_constant():
    assert lemma_f_1.repaired(constant=43.0).holds
    assert not lemma_f_1.repaired(constant=41.0).holds
