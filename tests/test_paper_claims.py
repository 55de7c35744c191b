"""Claims and errata of every paper: numbered items are covered, names agree, plans load fast."""

import re

import pytest

from bandit_replications.configuration.papers import PAPERS, load_module

pytestmark = pytest.mark.parametrize("paper", PAPERS)


def claims_and_errata(paper):
    module = load_module(paper, "checks")
    return (*module.LEDGER.claims, *module.LEDGER.steps), module.LEDGER.errata


def test_every_numbered_item_is_covered(paper):
    ids = {claim.id for claim in claims_and_errata(paper)[0]}
    for item, claims in load_module(paper, "checks").LEDGER.items.items():
        assert claims, item
        assert set(claims) <= ids, item


def test_ids_and_slugs_are_kebab_case_and_unique(paper):
    claims, errata = claims_and_errata(paper)
    for names in ([claim.id for claim in claims], [erratum.slug for erratum in errata]):
        assert len(names) == len(set(names))
        assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) for name in names)


def test_errata_and_claims_name_each_other(paper):
    claims, errata = claims_and_errata(paper)
    slugs = {erratum.slug for erratum in errata}
    for claim in claims:
        assert set(claim.errata) <= slugs, claim.id
    for erratum in errata:
        naming = {claim.id for claim in claims if erratum.slug in claim.errata}
        assert naming
        assert len(erratum.claims) == len(set(erratum.claims)), erratum.slug
        assert naming == set(erratum.claims), erratum.slug
