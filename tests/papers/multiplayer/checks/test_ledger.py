"""Interpretations and steps without data, and errata that carry computed numbers."""

import pytest

from bandit_replications.ledger.claims import examine, find_claim
from bandit_replications.ledger.verdicts import decide
from bandit_replications.papers.multiplayer.checks import LEDGER

ERRATA = {erratum.slug: erratum for erratum in LEDGER.filled_errata}


def test_relaxed_protocol_works_with_a_staying_coordinator():
    claim = find_claim(LEDGER.claims, "appendix-3-relaxed")
    found = examine(claim, {}, None)
    verdicts = [decide(claim.kind, one) for one in (found, *found.readings.values())]
    assert sorted(verdicts) == ["false as stated", "false as stated", "proof checked"]


def test_what_is_small_is_named():
    claim = find_claim(LEDGER.claims, "section-3-against-exp3")
    assert "K = 1 and K = N - 1" in examine(claim, {}, None).caveat


@pytest.mark.parametrize("claim", LEDGER.steps, ids=lambda claim: claim.id)
def test_steps_of_proofs_hold(claim):
    found = examine(claim, {}, None)
    assert found.holds
    assert not found.caveat


@pytest.mark.parametrize(
    ("slug", "texts"),
    [
        ("first-arm-left", ["72 of the 120", "54 when it is another", "3, 0, 1, 2 of the 12"]),
        ("coordinate-estimate-biased", ["0.939 of the loss"]),
        ("block-count-ignores-ranking", ["239875 rounds", "103 of the 1301"]),
        ("block-shorter-than-phase", ["a block of 23 rounds"]),
        ("number-of-meta-arms", ["8, 28, 56, 70, 56, 28, 8 meta-arms"]),
        ("quiet-loss-omitted", ["46992 rounds"]),
    ],
)
def test_errata_carry_what_the_derivations_give(slug, texts):
    assert all(text in ERRATA[slug].counterexample for text in texts)


def test_nothing_is_false_and_what_is_broken_has_a_reach():
    assert {one.severity for one in ERRATA.values()} == {"gap in the proof", "misprint"}
    assert ERRATA["first-arm-left"].reach
