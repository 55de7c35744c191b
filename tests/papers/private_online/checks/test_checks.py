"""Errata: their effect on verdicts, their derivations, and later works."""

import importlib
import pkgutil
import re

import pytest
import yaml

from bandit_replications.ledger.claims import examine
from bandit_replications.ledger.scorecard import read_rows
from bandit_replications.ledger.verdicts import Verdict
from bandit_replications.papers.private_online import theory
from bandit_replications.papers.private_online.checks import LEDGER


@pytest.fixture
def rows(root):
    rows = read_rows(root / "data" / "scorecard.csv")
    return [row for row in rows if row.paper == "private_online"]


def test_a_repaired_proof_names_its_erratum(rows):
    repaired = [row for row in rows if row.verdict == Verdict.REPAIRED]
    assert len(repaired) > 5
    for row in repaired:
        assert row.errata.split()[0] in row.caveat, row.id


def test_steps_that_fail_as_printed_are_those_of_errata():
    for claim in LEDGER.steps:
        finding = examine(claim, {}, None)
        if finding.holds is False:
            assert claim.record.errata, claim.id


def test_misprints_make_nothing_false(rows):
    misprints = {one.slug for one in LEDGER.errata if one.severity == "misprint"}
    for row in rows:
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
    rows = {one.id: one.rule for one in LEDGER.records}
    listed = yaml.safe_load((root / "papers.yaml").read_text())["private_online"]["later"]
    works = " ".join(one["work"] for one in listed)
    references = (root / "references.bib").read_text()
    for name in ("section-7-conjecture-rate", "section-5-price-of-privacy", "ftnl-rate"):
        found = re.findall(r"arXiv:(\d{4}\.\d{5})", rows[name])
        assert found, name
        assert all(one in works and one in references for one in found), name
