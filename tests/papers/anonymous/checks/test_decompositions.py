"""Claims on decompositions and Open Problem 1: verdicts, and that each flips on altered steps."""

import dataclasses
from types import SimpleNamespace

import pandas as pd
import pytest

from bandit_replications.inference.checks import Check
from bandit_replications.ledger.claims import Finding, Verdict, decide, examine, find_claim
from bandit_replications.papers.anonymous.checks import (
    decompositions,
    errata_decompositions,
    later_decompositions,
    open_problem_1,
)

CLAIMS = (*decompositions.CLAIMS, *open_problem_1.CLAIMS)
MEASURED = {
    "corollary-1-measured",
    "section-3-4-2-ratios-measured",
    "open-problem-1-never-below",
    "open-problem-1-attained",
    "open-problem-1-search",
    "open-problem-1-larger-cluster",
}
FALSE = {
    "section-3-4-2-logarithms",
    "lemma-3-converse",
    "corollary-1-proof",
    "lemma-6-blocks",
    "corollary-2-scaling",
    "corollary-2-zero",
}
WITH_CAVEAT = {
    "section-3-4-2-ratios",
    "section-3-4-2-at-least-as-good",
    "corollary-1",
    "lemma-6",
    "corollary-2",
    "corollary-2-efficient",
    "open-problem-1",
}
COMPUTED = [claim for claim in CLAIMS if claim.kind != "none" and claim.id not in MEASURED]


def verdict(claim, results=None, config=None):
    return decide(claim.kind, claim.check(results or {}, config))


@pytest.fixture(scope="module")
def original():
    return later_decompositions._run


@pytest.fixture(scope="module", autouse=True)
def _remembered(original):
    """Compute each derivation once for all tests of this module."""
    known = {}

    def run(module, check, arguments):
        key = (module.__name__, check, tuple(sorted(arguments.items())))
        if key not in known:
            known[key] = original(module, check, arguments)
        return known[key]

    later_decompositions._run = run
    yield
    later_decompositions._run = original


@pytest.mark.parametrize("claim", COMPUTED, ids=lambda claim: claim.id)
def test_verdicts(claim):
    expected = Verdict.REPRODUCED
    if claim.id in FALSE:
        expected = Verdict.FALSE
    elif claim.id in WITH_CAVEAT:
        expected = Verdict.WITH_CAVEAT
    assert verdict(claim) == expected


def _flipped(check: Check) -> Check:
    """Return the check with another left side, so that it holds if and only if it did not."""
    gap = (abs(check.right) + 1) * (-1 if check.relation in (">=", ">") else 1)
    better = check.right if check.relation == "==" else check.right - gap
    return dataclasses.replace(check, left=check.right + gap if check.holds else better)


@pytest.mark.parametrize("claim", COMPUTED, ids=lambda claim: claim.id)
def test_verdicts_follow_the_checks(claim, monkeypatch):
    """Turn every Check round: what held fails, and a claim that failed holds."""
    run = later_decompositions._run

    def turned(module, check, arguments):
        found = run(module, check, arguments)
        checks = (found,) if isinstance(found, Check) else found
        if claim.id in FALSE:
            return tuple(check if check.holds else _flipped(check) for check in checks)
        return tuple(_flipped(check) for check in checks)

    before = verdict(claim)
    monkeypatch.setattr(later_decompositions, "_run", turned)
    after = verdict(claim)
    assert before != after
    assert (after == Verdict.FALSE) == (claim.id not in FALSE)


def test_errata_and_claims_name_each_other():
    ids = {claim.id: claim for claim in CLAIMS}
    slugs = {erratum.slug: erratum for erratum in errata_decompositions.ERRATA}
    assert len(ids) == len(CLAIMS)
    for erratum in slugs.values():
        for name in erratum.claims:
            assert erratum.slug in ids[name].errata
    for claim in CLAIMS:
        for slug in claim.errata:
            assert claim.id in slugs[slug].claims


# --- Claims on data -----------------------------------------------------------------------------


def beta_frame():
    rows = [
        (2, 1, 2, "all", 0.0, 2 / 3),
        (2, 1, 2, "all", 1.0, 1.0),
        (2, 1, 3, "all", 0.0, 0.8),
        (2, 1, 4, "all", 1.0, 1.0),
        (3, 1, 2, "worst", 0.0, 0.6),
        (4, 1, 2, "search", 0.0, 4 / 7),
        (4, 1, 2, "search", 0.2, 0.6),
    ]
    names = ["arms", "group_size", "cluster", "graph", "beta", "beta_dominated"]
    return pd.DataFrame(rows, columns=names)


def decompositions_frame():
    names = ["graph", "method", "users", "arms", "group_size", "demand"]
    names += ["assignments", "least", "cluster"]
    rows = [
        ("full", "lp", 20, 2, 1, 100, 101, 100, 10),
        ("full", "exact", 20, 2, 1, 100, 100, 100, 10),
        ("full", "greedy", 20, 2, 1, 100, 200, 100, 10),
        ("worst", "closing", 20, 2, 1, 100, 151, 100, 2),
        ("worst", "lp", 20, 2, 1, 100, float("nan"), 100, 2),
    ]
    return pd.DataFrame(rows, columns=names)


CONFIG = SimpleNamespace(decompositions=SimpleNamespace(arms=2))


def judged(name, results):
    claim = find_claim(CLAIMS, name)
    found = examine(claim, results, CONFIG)
    return decide(claim.kind, found) if isinstance(found, Finding) else Verdict.NOT_APPLICABLE


def results():
    return {"beta": beta_frame(), "decompositions": decompositions_frame()}


@pytest.mark.parametrize("name", sorted(MEASURED))
def test_measured_claims_hold(name):
    assert judged(name, results()) == Verdict.REPRODUCED


@pytest.mark.parametrize(
    ("name", "data", "row", "column", "value"),
    [
        ("open-problem-1-never-below", "beta", 1, "beta_dominated", 0.66),
        ("open-problem-1-attained", "beta", 0, "beta_dominated", 0.7),
        ("open-problem-1-search", "beta", 5, "beta_dominated", 0.58),
        ("open-problem-1-larger-cluster", "beta", 2, "beta_dominated", 0.5),
        ("open-problem-1-larger-cluster", "beta", 3, "beta_dominated", 0.9),
        ("corollary-1-measured", "decompositions", 0, "assignments", 142),
        ("corollary-1-measured", "decompositions", 1, "assignments", 101),
        ("section-3-4-2-ratios-measured", "decompositions", 2, "assignments", 242),
        ("section-3-4-2-ratios-measured", "decompositions", 3, "assignments", 192),
    ],
)
def test_measured_claims_flip(name, data, row, column, value):
    changed = results()
    changed[data].loc[row, column] = value
    assert judged(name, changed) == Verdict.FALSE


def test_measured_claim_with_more_than_printed():
    changed = results()
    changed["decompositions"].loc[0, "assignments"] = 104
    assert judged("corollary-1-measured", changed) == Verdict.WITH_CAVEAT


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("open-problem-1-search", "beta"),
        ("open-problem-1-larger-cluster", "beta"),
        ("open-problem-1-attained", "beta"),
        ("corollary-1-measured", "decompositions"),
        ("section-3-4-2-ratios-measured", "decompositions"),
    ],
)
def test_measured_claims_without_their_rows(name, data):
    changed = results()
    changed[data] = changed[data].iloc[:0]
    assert judged(name, changed) == Verdict.NOT_APPLICABLE
