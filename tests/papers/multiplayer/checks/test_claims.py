"""The list of the paper's numbered items, counted in its text."""

from bandit_replications.papers.multiplayer.checks import (
    CLAIMS,
    NUMBERED_ITEMS,
    experiments,
    horizon_sweep,
)

# what the paper numbers, counted in its text; it numbers no definition
ITEMS = [
    *(f"Lemma {number}" for number in ("3.1", "4.1")),
    *(f"Theorem {number}" for number in ("4.1", "4.2")),
    *(f"Algorithm {number}" for number in range(1, 6)),
    *(f"Figure {number}" for number in range(1, 8)),
    *(f"Equation {number}" for number in (1, 2)),
]


def test_the_list_has_every_numbered_item():
    assert sorted(NUMBERED_ITEMS) == sorted(ITEMS)


def test_claims_about_data_are_among_them():
    ids = {claim.id for claim in CLAIMS}
    assert {claim.id for claim in (*experiments.CLAIMS, *horizon_sweep.CLAIMS)} <= ids
