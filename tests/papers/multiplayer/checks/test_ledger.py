"""Steps of proofs, and errata that carry computed numbers."""

import pytest

from bandit_replications.ledger.claims import examine
from bandit_replications.papers.multiplayer.checks import LEDGER

ERRATA = {erratum.slug: erratum for erratum in LEDGER.filled_errata}


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
        ("block-shorter-than-phase", ["from 239 on", "a block of 23 rounds"]),
        ("reacting-adversary", ["654581 at K = 2", "bound is 216637"]),
        ("quiet-loss-omitted", ["46992 rounds"]),  # 979 blocks of 3 sub-blocks, 8 rounds, 2 quiet
    ],
)
def test_errata_carry_computed_numbers(slug, texts):
    shown = f"{ERRATA[slug].holds_under} {ERRATA[slug].counterexample}"
    assert all(text in shown for text in texts)
