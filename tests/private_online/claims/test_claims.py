"""All claims and errata of the paper together: every numbered item is covered, names agree."""

import re
import subprocess
import sys

import pytest

from bandit_replications.private_online.claims import (
    CLAIMS,
    ERRATA,
    NUMBERED_ITEMS,
)
from bandit_replications.private_online.claims import experiments as claims_experiments

IDS = [claim.id for claim in CLAIMS]
BY_ID = {claim.id: claim for claim in CLAIMS}
SLUGS = {erratum.slug: erratum for erratum in ERRATA}

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


@pytest.mark.parametrize("item", ITEMS)
def test_every_numbered_item_is_covered(item):
    claims = NUMBERED_ITEMS[item]
    assert claims
    assert set(claims) <= set(IDS)


def test_ids_and_slugs_are_kebab_case_and_unique():
    for names in (IDS, [erratum.slug for erratum in ERRATA]):
        assert len(names) == len(set(names))
        assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) for name in names)


@pytest.mark.parametrize("slug", SLUGS)
def test_claims_of_an_erratum_exist(slug):
    claims = SLUGS[slug].claims
    assert claims
    assert len(claims) == len(set(claims))
    assert set(claims) <= set(IDS)


@pytest.mark.parametrize("claim_id", [claim.id for claim in CLAIMS if claim.errata])
def test_errata_of_a_claim_exist(claim_id):
    assert set(BY_ID[claim_id].errata) <= set(SLUGS)


@pytest.mark.parametrize("slug", SLUGS)
def test_errata_and_claims_name_each_other(slug):
    naming = {claim.id for claim in CLAIMS if slug in claim.errata}
    assert naming == set(SLUGS[slug].claims)


def test_statements_say_something_and_end():
    for claim in CLAIMS:
        assert claim.statement.endswith((".", ":")), claim.id
        assert claim.rule, claim.id
        assert claim.source, claim.id
    for erratum in ERRATA:
        for text in (erratum.as_printed, erratum.counterexample, erratum.repair):
            assert text.endswith("."), erratum.slug


def test_claims_of_section_6_are_among_them():
    assert {claim.id for claim in claims_experiments.CLAIMS} <= set(IDS)


def test_the_full_information_half_loads_without_heavy_libraries():
    code = (
        "import sys; import bandit_replications.private_online.claims.full_information; "
        "print([name for name in ('scipy', 'cvxpy', 'numba') if name in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
