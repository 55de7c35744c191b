"""Derivations decide as the errata say, and each decision follows its steps."""

import dataclasses
import importlib
import re

import pytest

from bandit_replications.ledger import decisions
from bandit_replications.ledger.verdicts import Verdict, decide
from bandit_replications.papers.anonymous.checks import CHECKS, LEDGER

# What the paper numbers, counted in its text.
ITEMS = {
    *(f"Theorem {number}" for number in range(1, 6)),
    *(f"Lemma {number}" for number in range(1, 7)),
    *(f"Corollary {number}" for number in (1, 2)),
    *(f"Algorithm {number}" for number in (1, 2, 3)),
    *(f"Figure {number}" for number in (1, 2)),
    *(f"Equation {number}" for number in (1, 2, 3)),
    "Open Problem 1",
}
FALSE = {
    "introduction-algorithm-2-bound",
    "appendix-a-gamma",
    "section-3-2-demand",
    "theorem-3-construction",
    "section-3-4-2-logarithms",
    "lemma-3-converse",
    "corollary-1-proof",
    "lemma-6-blocks",
    "corollary-2-scaling",
    "corollary-2-zero",
    "appendix-b-greedy-recalled",
}
WITH_CAVEAT = {
    "abstract-no-individual-decision",
    "section-2-2-base-regret",
    "lemma-1",
    "lemma-2",
    "algorithm-2",
    "algorithm-3",
    "theorem-1",
    "theorem-2",
    "theorem-3",
    "theorem-4",
    "theorem-4-observation",
    "section-3-4-2-ratios",
    "section-3-4-2-at-least-as-good",
    "corollary-1",
    "lemma-6",
    "corollary-2",
    "corollary-2-efficient",
    "open-problem-1",
}
COMPUTED = [name for name, decision in CHECKS.items() if decision.rule]  # those made of steps


@pytest.fixture(scope="module", autouse=True)
def _remembered():
    """Compute each step once for all tests of this module."""
    known = {}
    original = decisions.Step.checks

    def checks(self):
        key = (self.name, self.run.func, tuple(sorted(self.run.keywords.items())))
        if key not in known:
            known[key] = original(self)
        return known[key]

    decisions.Step.checks = checks
    yield
    decisions.Step.checks = original


def verdict(name):
    decision = CHECKS[name]
    return decide(decision.method, decision.decide({}, None))


def test_the_list_has_every_numbered_item():
    assert set(LEDGER.items) == ITEMS


@pytest.mark.parametrize("name", COMPUTED)
def test_verdicts_of_derivations(name):
    expected = dict.fromkeys(FALSE, Verdict.FALSE)
    expected |= dict.fromkeys(WITH_CAVEAT, Verdict.WITH_CAVEAT)
    assert verdict(name) == expected.get(name, Verdict.REPRODUCED)


def _turned(check):
    """Return the check with another left side, so that it holds if and only if it did not."""
    gap = (abs(check.right) + 1) * (-1 if check.relation in (">=", ">") else 1)
    better = check.right if check.relation == "==" else check.right - gap
    return dataclasses.replace(check, left=check.right + gap if check.holds else better)


@pytest.mark.parametrize("name", COMPUTED)
def test_verdicts_follow_the_steps(name, monkeypatch):
    """Turn every Check round: what held fails, and a claim that failed holds."""
    checks = decisions.Step.checks

    def turned(self):
        return {
            key: check if name in FALSE and check.holds else _turned(check)
            for key, check in checks(self).items()
        }

    monkeypatch.setattr(decisions.Step, "checks", turned)
    failing = Verdict.NOT_REPRODUCED if CHECKS[name].method == "bound" else Verdict.FALSE
    assert (verdict(name) == failing) == (name not in FALSE)


def test_functions_that_the_errata_name_exist():
    text = " ".join(f"{e.counterexample} {e.repair}" for e in LEDGER.errata)
    pattern = r"\b((?:lemma|theorem|corollary|section|open_problem)_[\d_]+|base_grid|bounds)\.(\w+)"
    names = set(re.findall(pattern, text))
    assert len(names) > 25
    for module, function in names:
        package = "bandit_replications.papers.anonymous.theory"
        assert hasattr(importlib.import_module(f"{package}.{module}"), function), function
