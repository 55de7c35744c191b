"""Verdicts without data, the paper's numbered items, and errata that carry computed numbers."""

import pytest

from bandit_replications.ledger.claims import examine, no_needs
from bandit_replications.ledger.verdicts import judge
from bandit_replications.papers.multiplayer.checks import LEDGER

# what the paper numbers, counted in its text; it numbers no definition
ITEMS = [
    *(f"Lemma {number}" for number in ("3.1", "4.1")),
    *(f"Theorem {number}" for number in ("4.1", "4.2")),
    *(f"Algorithm {number}" for number in range(1, 6)),
    *(f"Figure {number}" for number in range(1, 8)),
    *(f"Equation {number}" for number in (1, 2)),
]
GOOD = {"exact": "proof checked", "argued": "proof checked", "none": "not testable here"}
EXPECTED = {
    "appendix-3-relaxed": "depends on the interpretation",
    "section-2-exp3": "reproduced with caveat",
    "section-3-against-exp3": "reproduced with caveat",
    "theorem-4-1": "proof repaired",
}
WITHOUT_DATA = [one for one in LEDGER.claims if one.needs is no_needs]
ERRATA = {erratum.slug: erratum for erratum in LEDGER.filled_errata}


def row_of(claim):
    (row,) = judge([claim], [examine(claim, {}, None)], paper="multiplayer", config=None)
    return row


def test_the_list_has_every_numbered_item():
    assert sorted(LEDGER.items) == sorted(ITEMS)


@pytest.mark.parametrize("claim", LEDGER.claims, ids=lambda claim: claim.id)
def test_what_rests_on_runs_has_a_control(claim):
    assert (claim.kind == "statistical") == bool(claim.control)


def test_verdicts_without_data():
    for claim in WITHOUT_DATA:
        if claim.id != "appendix-3-relaxed":
            assert row_of(claim).verdict == EXPECTED.get(claim.id, GOOD[claim.kind]), claim.id
    # the relaxed protocol fails from every start, unless the coordinator stays for the sub-block
    (relaxed,) = (claim for claim in LEDGER.claims if claim.id == "appendix-3-relaxed")
    row = row_of(relaxed)
    assert row.verdict == "depends on the interpretation"
    assert row.readings.count("false as stated") == 2
    assert row.readings.count("proof checked") == 1


def test_what_is_small_is_named():
    (claim,) = (claim for claim in LEDGER.claims if claim.id == "section-3-against-exp3")
    assert "K = 1 and K = N - 1" in row_of(claim).caveat


@pytest.mark.parametrize("claim", LEDGER.steps, ids=lambda claim: claim.id)
def test_steps_of_proofs_hold(claim):
    found = examine(claim, {}, None)
    assert found.holds
    assert not found.caveat


@pytest.mark.parametrize(
    ("slug", "text"),
    [
        ("first-arm-left", "in 72 of the 120"),
        ("first-arm-left", "and in 54 when it is another"),
        ("first-arm-left", "in 3, 0, 1, 2 of the 12"),
        ("coordinate-estimate-biased", "0.939 of the loss"),
        ("block-count-ignores-ranking", "239875 rounds"),
        ("block-count-ignores-ranking", "103 of the 1301"),
        ("block-shorter-than-phase", "a block of 23 rounds"),
        ("number-of-meta-arms", "8, 28, 56, 70, 56, 28, 8 meta-arms"),
        ("quiet-loss-omitted", "46992 rounds"),
    ],
)
def test_errata_carry_what_the_derivations_give(slug, text):
    assert text in ERRATA[slug].counterexample


def test_nothing_is_false_and_what_is_broken_has_a_reach():
    assert {one.severity for one in ERRATA.values()} == {"gap in the proof", "misprint"}
    assert ERRATA["first-arm-left"].reach
