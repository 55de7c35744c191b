"""Verdicts on the K-Metaplayer, its sampling and the regret bounds, and that they can flip."""

import pytest

from bandit_replications.inference.checks import Check
from bandit_replications.ledger.claims import examine, find_claim, judge
from bandit_replications.papers.multiplayer.checks import metaplayer, regret_bounds, setting
from bandit_replications.papers.multiplayer.theory import lemma_3_1, lemma_4_1, theorem_4_1

CLAIMS = (*metaplayer.CLAIMS, *regret_bounds.CLAIMS)
FALSE = {"section-4-average-loss"}
WITH_CAVEAT = {
    "section-3-number-of-meta-arms",
    "algorithm-5",
    "theorem-4-1",
}
NOT_TESTABLE = {"section-4-k-dpp", "theorem-4-1-non-oblivious"}


def verdicts(claims):
    rows = judge(claims, [examine(one, {}, None) for one in claims], paper="p", config=None)
    return {row.id: row.verdict for row in rows}


def test_verdicts():
    expected = {claim.id: "reproduced" for claim in CLAIMS}
    expected |= dict.fromkeys(FALSE, "false as stated")
    expected |= dict.fromkeys(WITH_CAVEAT, "reproduced with caveat")
    expected |= dict.fromkeys(NOT_TESTABLE, "not testable here")
    assert verdicts(CLAIMS) == expected


@pytest.mark.parametrize(
    ("claim", "module", "function"),
    [
        ("lemma-3-1", lemma_3_1, "lemma_3_1"),
        ("section-2-exp3", lemma_3_1, "best_learning_rate"),
        ("appendix-1-exponential-weights", lemma_3_1, "nearest_meta_arms"),
        ("section-3-coordinator-and-followers", lemma_3_1, "coordinators_arm"),
        ("lemma-4-1", lemma_4_1, "marginals_are_sound"),
        ("lemma-4-1", lemma_4_1, "operations"),
        ("appendix-4-subtraction", lemma_4_1, "subtraction_loses_all"),
        ("theorem-4-1-scope", theorem_4_1, "nearest_short_blocks"),
        ("section-1-regret-bound", theorem_4_1, "order_of_bound"),
        ("algorithm-5", lemma_4_1, "law_of_algorithm_5"),
        ("theorem-4-1", theorem_4_1, "between_play_and_block"),
        ("theorem-4-1-scope", theorem_4_1, "bound_says_something"),
    ],
)
def test_a_failing_step_flips_the_verdict(monkeypatch, claim, module, function):
    broken = Check(step="altered", left=1.0, relation="<=", right=0.0)
    monkeypatch.setattr(module, function, lambda **arguments: broken)
    found = find_claim((*CLAIMS, *setting.CLAIMS), claim)
    assert verdicts([found]) == {claim: "false as stated"}


def test_the_order_of_the_bound_follows_from_theorem_4_1():
    claim = find_claim(setting.CLAIMS, "section-1-regret-bound")
    assert verdicts([claim]) == {claim.id: "reproduced"}


def test_an_unbiased_estimate_would_be_reproduced(monkeypatch):
    fair = Check(step="altered", left=1.0, relation="==", right=1.0)
    monkeypatch.setattr(theorem_4_1, "unbiased", lambda **arguments: fair)
    claims = [find_claim(CLAIMS, name) for name in ("section-4-average-loss", "theorem-4-1")]
    assert set(verdicts(claims).values()) == {"reproduced"}
