"""Claims and errata of every paper: numbered items are covered, names agree, plans load fast."""

import re
import subprocess
import sys

import pytest

from bandit_replications.configuration.papers import PAPERS, load_module

HEAVY = ("scipy", "cvxpy", "numba", "matplotlib", "networkx")

pytestmark = pytest.mark.parametrize("paper", PAPERS)


def claims_and_errata(paper):
    module = load_module(paper, "claims")
    return module.CLAIMS, module.ERRATA


def test_every_numbered_item_is_covered(paper):
    ids = {claim.id for claim in claims_and_errata(paper)[0]}
    for item, claims in load_module(paper, "claims").NUMBERED_ITEMS.items():
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


def test_statements_say_something_and_end(paper):
    claims, errata = claims_and_errata(paper)
    for claim in claims:
        assert claim.statement.endswith((".", ":")), claim.id
        assert claim.rule, claim.id
        assert claim.source, claim.id
    for erratum in errata:
        for text in (erratum.as_printed, erratum.counterexample, erratum.repair):
            assert text.endswith("."), erratum.slug


def test_plans_load_without_heavy_libraries(paper):
    code = (
        f"import sys; import bandit_replications.{paper}.claims; "
        f"import bandit_replications.{paper}.experiments; "
        f"import bandit_replications.{paper}.figures; import bandit_replications.{paper}.tables; "
        f"print([name for name in {HEAVY} if name in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
