"""Each decision that needs no data follows its steps."""

from types import SimpleNamespace

import pytest

from bandit_replications.ledger import decisions
from bandit_replications.ledger.scorecard import Verdict
from bandit_replications.ledger.verdicts import decide
from bandit_replications.papers.anonymous.checks import CHECKS

# Claims that are argued in words alone.
IN_WORDS = {
    *("abstract-no-individual-decision", "introduction-lower-bound-factor"),
    *("section-1-2-no-action", "section-3-1-informative", "lemma-1-union", "lemma-2-correlation"),
    *("lemma-2-variance", "section-3-1-groups", "section-3-2-degrees", "section-3-4-1-greedy"),
    *("section-3-4-2-hull", "section-3-5-works", "appendix-a-grid-order", "appendix-a-gamma"),
    *("lemma-3", "lemma-3-combination", "lemma-3-converse-repaired", "lemma-4", "lemma-5"),
    *("lemma-4-unimodular", "lemma-6-repaired", "corollary-1", "corollary-1-efficient"),
    *("corollary-2", "algorithm-3", "lemma-2", "introduction-algorithm-2-bound"),
    *("appendix-a-gamma-repaired", "section-3-4-2-at-least-as-good-repaired"),
    *("corollary-2-blocks", "open-problem-1-literal", "appendix-b-group-size-factor"),
}


def made_of_steps(decision):
    """Return whether a decision needs neither data nor a configuration."""
    try:
        return decision.needs(None) == ()
    except AttributeError:
        return False


COMPUTED = [name for name, decision in CHECKS.items() if made_of_steps(decision)]
COMPUTED.remove("section-4-predicted")  # of several interpretations: see test_appendix_b.py


@pytest.mark.parametrize("name", COMPUTED)
def test_verdict_follows_the_steps(name, monkeypatch):
    """Let every check fail that holds, and hold that fails."""
    known, checks = {}, decisions.Step.checks

    def remembered(step):
        if step not in known:
            known[step] = checks(step)
        return known[step]

    def turned(step):
        found = remembered(step).items()
        return {key: SimpleNamespace(sides=one.sides, holds=not one.holds) for key, one in found}

    monkeypatch.setattr(decisions.Step, "checks", remembered)
    printed = CHECKS[name].decide({}, None)
    monkeypatch.setattr(decisions.Step, "checks", turned)
    finding = CHECKS[name].decide({}, None)
    if name in IN_WORDS:
        assert finding.holds
        assert finding.method == "argued"
    elif printed.holds:
        failing = Verdict.INCOMPLETE if finding.of_proof else Verdict.FALSE
        assert decide(CHECKS[name].method, finding) == failing
