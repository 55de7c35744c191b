"""The list of the paper's numbered items, counted in its text."""

from bandit_replications.papers.private_online.checks import CLAIMS, NUMBERED_ITEMS
from bandit_replications.papers.private_online.checks import experiments as claims_experiments

# what the paper numbers, counted in its text
ITEMS = [
    "Definition 1",
    *(f"Theorem {number}" for number in (2, 3, 4, 5, 6, 7, 10)),
    *(f"Corollary {number}" for number in (8, 9)),
    *(f"Lemma {number}" for number in (11, 12, 13)),
    *(f"Fact {number}" for number in (1, 2)),
    *(f"Algorithm {number}" for number in range(1, 5)),
    *(f"Figure {number}" for number in range(1, 13)),
    *(f"Equation {number}" for number in range(1, 59)),
]


def test_the_list_has_every_numbered_item():
    assert sorted(NUMBERED_ITEMS) == sorted(ITEMS)


def test_claims_of_section_6_are_among_them():
    assert {claim.id for claim in claims_experiments.CLAIMS} <= {claim.id for claim in CLAIMS}
