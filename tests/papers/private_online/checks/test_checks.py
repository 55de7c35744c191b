"""Decisions without data: verdicts as expected, and errata whose numbers are those computed."""

import importlib
import pkgutil
import re

import pytest
import yaml

from bandit_replications.ledger.claims import examine, no_needs
from bandit_replications.ledger.verdicts import judge
from bandit_replications.papers.private_online import theory
from bandit_replications.papers.private_online.checks import LEDGER
from bandit_replications.papers.private_online.checks.errata_facts import FACTS

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
FALSE = {"theorem-6", "theorem-7"}
SAMPLED = {  # at chosen sizes; no proof for all, as that of the term which Theorem 10 cites
    "theorem-10",
    "theorem-10-exact",
    "theorem-10-non-private",
    "section-5-minimax",
}
READINGS = {"section-7-doubling-order", "theorem-5-privacy"}
REPAIRED = {
    "theorem-2",
    "theorem-3",
    "theorem-5-regret",
    "theorem-7-second-form",
    "theorem-7-explicit",
    "lemma-11",
    "lemma-12",
    "corollary-8-ii",
}


def test_the_list_has_every_numbered_item():
    assert sorted(LEDGER.items) == sorted(ITEMS)


@pytest.fixture(scope="module")
def rows():
    without = [claim.id for claim in LEDGER.claims if claim.needs is no_needs]
    without += sorted(READINGS)  # none of which needs any data
    claims = [claim for claim in LEDGER.claims if claim.id in without]
    findings = [examine(claim, {}, None) for claim in claims]
    return {row.id: row for row in judge(claims, findings, paper="private_online", config=None)}


def test_verdicts_without_data(rows):
    expected = {
        **dict.fromkeys(FALSE, "false as stated"),
        **dict.fromkeys(REPAIRED, "proof repaired"),
        **dict.fromkeys(READINGS, "depends on the interpretation"),
        **{one.id: "not testable here" for one in LEDGER.records if one.not_testable},
    }
    assert set(expected) <= set(rows)
    for claim_id, row in rows.items():
        good = "not contradicted" if row.method == "sampled" else "proof checked"
        good = "reproduced" if row.method == "bound" else good
        assert row.verdict == expected.get(claim_id, good), claim_id
        assert row.numbers or row.verdict == "not testable here", claim_id


def test_no_other_verdict_rests_on_chosen_points(rows):
    assert {one for one, row in rows.items() if row.method == "sampled"} == SAMPLED


def test_what_is_not_as_printed_has_an_erratum(rows):
    severity = {erratum.slug: erratum.severity for erratum in LEDGER.errata}
    for claim_id in FALSE:
        assert "statement false" in [severity[one] for one in rows[claim_id].errata.split()]
    for claim_id in REPAIRED:
        assert rows[claim_id].errata.split()[0] in rows[claim_id].caveat


def test_steps_that_fail_as_printed_are_those_of_errata():
    for claim in LEDGER.steps:
        finding = examine(claim, {}, None)
        if finding.holds is False:
            assert claim.errata, claim.id


# --- Errata ---------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", sorted(FACTS))
def test_values_in_an_erratum_are_filled_in(slug):
    printed = next(one for one in LEDGER.errata if one.slug == slug)
    filled = next(one for one in LEDGER.filled_errata if one.slug == slug)
    assert "{" in printed.counterexample
    assert not re.search(r"[{}]|nan", filled.counterexample)


def test_misprints_make_nothing_false(rows):
    misprints = {one.slug for one in LEDGER.errata if one.severity == "misprint"}
    for row in rows.values():
        if row.errata and set(row.errata.split()) <= misprints:
            assert row.verdict not in ("false as stated", "proof incomplete"), row.id


def test_derivations_that_errata_name_exist():
    modules = {
        name.rpartition(".")[2]: name
        for _, name, _ in pkgutil.walk_packages(theory.__path__, f"{theory.__name__}.")
    }
    for erratum in LEDGER.errata:
        text = " ".join((erratum.counterexample, erratum.repair, erratum.survives))
        for module, function in re.findall(r"\b([a-z]\w+)\.([a-z]\w+)", text):
            assert callable(getattr(importlib.import_module(modules[module]), function))


def test_settled_conjectures_name_the_later_work(root):
    rows = {one.id: one.not_testable for one in LEDGER.records}
    listed = yaml.safe_load((root / "papers.yaml").read_text())["private_online"]["later"]
    works = " ".join(one["work"] for one in listed)
    references = (root / "references.bib").read_text()
    for name in ("section-7-conjecture-rate", "section-5-without-laziness"):
        found = re.findall(r"arXiv:(\d{4}\.\d{5})", rows[name])
        assert found, name
        assert all(one in works and one in references for one in found), name


def test_same_rate_is_of_a_later_stochastic_work():
    row = next(one for one in LEDGER.records if one.id == "section-5-same-rate")
    assert "adversarial" not in row.statement
    assert "later" in row.statement
