"""Verdicts of the theory's claims, and that they flip when what they rest on is altered."""

import re
from pathlib import Path

import pytest

from bandit_replications.ledger.claims import examine, find_claim, judge
from bandit_replications.papers import distributed
from bandit_replications.papers.distributed.checks import (
    NUMBERED_ITEMS,
    THEORY,
    demab,
    errata_arms,
    errata_linear,
    lower_bound,
)
from bandit_replications.papers.distributed.theory import bounds, fact_1, theorem_3

FALSE = {
    "table-1-demab",
    "protocol-1",
    "protocol-2",
    "protocol-4",
    "protocol-5",
    "protocol-6",
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
    "theorem-6-family",
    "appendix-e-support",
    "lemma-f-1",
    "lemma-f-1-from-net",
    "appendix-h-all-but-one",
    "appendix-h-last-matrix",
    "finite-precision-dislinucb",
    "finite-precision-dislinucb-divergence",
    "procedure-09",
    "theorem-7-communication",
}
WITH_CAVEAT = {
    "protocol-3",
    "appendix-a-assignment",
    "fact-1-4",
    "lemma-b-2-4",
    "lemma-b-2-5",
    "lemma-b-4",
    "equation-01",
    "equation-02",
    "equation-06",
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


def verdict(claim):
    finding = examine(claim, {}, None)
    return judge([claim], [finding], paper="distributed", config=None)[0].verdict


@pytest.mark.parametrize("claim", THEORY, ids=lambda claim: claim.id)
def test_verdicts(claim):
    expected = "not testable here" if claim.kind == "none" else "reproduced"
    for name, ids in (
        ("false as stated", FALSE),
        ("reproduced with caveat", WITH_CAVEAT),
        ("not reproduced", NOT_REPRODUCED),
    ):
        if claim.id in ids:
            expected = name
    assert verdict(claim) == expected


def test_what_the_paper_numbers_is_listed():
    numbered = {
        *(f"Theorem {number}" for number in range(1, 9)),
        *(f"Fact 1.{part}" for part in range(1, 5)),
        "Fact 2",
        *(f"Lemma B.{number}" for number in (1, 3, 4, 5)),
        *(f"Lemma B.2.{part}" for part in range(1, 6)),
        *(f"Lemma D.{number}" for number in (1, 2)),
        *(f"Lemma F.{number}" for number in (1, 2, 3)),
        *(f"Lemma H.{number}" for number in (1, 2, 3)),
        *(f"Protocol {number}" for number in range(1, 9)),
        *(f"Procedure {number}" for number in (9, 10)),
        *(f"Equation {number}" for number in range(1, 7)),
        "Table 1",
    }
    assert numbered <= set(NUMBERED_ITEMS)


def test_every_listed_claim_exists():
    assert {claim.id for claim in THEORY} >= FALSE | WITH_CAVEAT | NOT_REPRODUCED


def test_functions_that_errata_name_exist():
    folder = Path(distributed.__file__).parent / "theory"
    for erratum in (*errata_arms.ERRATA, *errata_linear.ERRATA):
        text = " ".join((erratum.counterexample, erratum.repair))
        for module, function in re.findall(r"\b([a-z0-9_]+)\.([a-z][a-z0-9_]+)\b", text):
            source = (folder / f"{module}.py").read_text(encoding="utf-8")
            assert f"def {function}(" in source, (erratum.slug, module, function)


def test_fact_1_3_flips_with_the_constant():
    assert not fact_1.completed_phases().holds
    assert fact_1.completed_phases(constant=bounds.C2_MENDED).holds


def test_theorem_1_flips_with_a_smaller_constant(monkeypatch):
    monkeypatch.setattr(bounds, "C5", 200.0)
    assert verdict(find_claim(demab.CLAIMS, "theorem-1")) == "false as stated"


def test_theorem_2_flips_with_another_fraction(monkeypatch):
    claim = find_claim(lower_bound.CLAIMS, "theorem-2-fraction")
    from bandit_replications.papers.distributed.theory import theorem_2

    monkeypatch.setattr(
        theorem_2.printed_constant, "__kwdefaults__", {"arms": 10**9, "fraction": 5701.0}
    )
    assert verdict(claim) == "reproduced"


def test_lemma_f_1_needs_a_constant():
    assert theorem_3.least_constant().holds
    assert not theorem_3.mended_lemma_f_1(constant=41.0).holds
