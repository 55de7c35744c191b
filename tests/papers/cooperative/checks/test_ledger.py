"""Verdicts of what derivations decide: claims of the paper, ours, and steps of proofs."""

import pytest

from bandit_replications.ledger.claims import examine, no_needs
from bandit_replications.ledger.verdicts import decide, over_readings
from bandit_replications.papers.cooperative.checks import LEDGER

EXPECTED = {
    "depends on the interpretation": {
        "section-2-lower-bound",
        "section-3-2-running-agent",
        "section-3-2-overhead",
        "remark-optimal-rates",
        "remark-private-constant",
        "remark-graph-and-privacy",
    },
    "false as stated": {
        "abstract-optimal-regret",
        "lemma-private-messages",
        "theorem-private-regret",
        "remark-message-life",
        "theorem-trimmed-mean",
        "theorem-byzantine-regret",
    },
    "proof incomplete": {
        "theorem-private-regret-growth",
        "theorem-private-regret-chi",
        "theorem-private-regret-sigma",
        "theorem-trimmed-mean-units",
        "theorem-byzantine-regret-condition",
        "trimmed-mean-defined",
        "algorithm-3-delta",
        *(f"equation-{n}" for n in (13, 15, 19, 22, 23, 24, 28, 30, 39, 40, 45, 47)),
    },
    "proof repaired": {f"equation-{n}" for n in (25, 27, 44, 51)},
    # their deciding steps are compared at chosen points
    "not contradicted": {f"equation-{n}" for n in (17, 21)} | {"lemma-release-series"},
    "reproduced with caveat": {"lemma-laplace-mechanism", "section-3-2-updates"},
}
BY_READING = {
    "section-2-lower-bound",
    "section-3-2-running-agent",
    "remark-optimal-rates",
    "remark-private-constant",
    "remark-graph-and-privacy",
    "lemma-private-messages",
    "section-3-2-overhead",
    "theorem-byzantine-regret",
}
DERIVED = [
    one for one in (*LEDGER.claims, *LEDGER.steps) if one.needs is no_needs or one.id in BY_READING
]


@pytest.mark.parametrize("claim", DERIVED, ids=lambda claim: claim.id)
def test_verdict(claim):
    found = [name for name, ids in EXPECTED.items() if claim.id in ids]
    expected = "not testable here" if claim.kind == "none" else "proof checked"
    finding = examine(claim, {}, None)
    main, *others = (decide(claim.kind, one) for one in (finding, *finding.readings.values()))
    assert over_readings(main, others) == (found[0] if found else expected)
    assert bool(others) == (claim.id in BY_READING)


@pytest.mark.parametrize("claim", DERIVED, ids=lambda claim: claim.id)
def test_no_inequality_is_an_identity(claim):
    finding = examine(claim, {}, None)
    for one in (finding, *finding.readings.values()):
        for step, text in one.numbers.items():
            left, relation, right, *_ = f"{text} - -".split()
            assert relation not in ("<=", ">=") or left != right, step


def test_no_proof_row_beside_a_refuted_statement():
    refuted = EXPECTED["false as stated"]
    assert not {f"{name}-proof" for name in refuted} & {one.id for one in LEDGER.claims}


def test_the_expected_verdicts_are_of_records():
    assert {one.id for one in DERIVED} >= set().union(*EXPECTED.values())


def test_errata_have_no_number_left_to_fill_in():
    for erratum in LEDGER.filled_errata:
        for value in erratum.model_dump().values():
            assert ":." not in value, erratum.slug
