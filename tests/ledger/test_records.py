"""Records of a ledger: what the schema and the registered functions must have in common."""

from functools import partial
from types import ModuleType

import pytest
import yaml

from bandit_replications.inference.checks import at_most, worst_over
from bandit_replications.ledger.claims import Finding, no_needs
from bandit_replications.ledger.decisions import (
    algebra,
    argued,
    by_interpretation,
    exact,
    measured,
    proof,
    registered,
    sampled,
    statement,
)
from bandit_replications.ledger.records import load_ledger
from bandit_replications.ledger.verdicts import judge
from bandit_replications.papers.private_online.theory import theorem_6
from bandit_replications.runtime.errors import UserError

HOLDS = proof(exact("one", at_most, step="1 <= 2", left=1, right=2), facts={"most": 2})
FAILS = proof(sampled("two", at_most, step="2 <= 1", left=2, right=1))
FALSE_STEP = (exact("three", at_most, step="2 <= 1", left=2, right=1),)
CHECKS = {"theorem-1": HOLDS, "equation-02": FAILS}


def records(**changes):
    theorem = {
        "id": "theorem-1",
        "kind": "claim",
        "source": "Theorem 1, Section 2",
        "statement": "One is at most two.",
        "rule": "at most {most}",
        "errata": ["slip"],
    }
    equation = {
        "id": "equation-02",
        "kind": "item",
        "source": "(2), Section 2",
        "statement": "Two is at most one.",
        "check": "equation-02",
    }
    return [theorem | changes, equation]


def erratum(**changes):
    return {"slug": "slip", "place": "(2)", "severity": "misprint", "as_printed": "2"} | changes


def ledger(folder, claims, errata=None, numbered=None, checks=CHECKS):
    content = {"numbered": numbered or {"Theorem": "1", "Equation": "2"}, "claims": claims}
    (folder / "claims.yaml").write_text(yaml.safe_dump(content))
    (folder / "errata.yaml").write_text(yaml.safe_dump([erratum()] if errata is None else errata))
    return load_ledger(folder, checks)


def test_claims_are_judged_and_items_are_steps(tmp_path):
    found = ledger(tmp_path, records())
    (claim,) = found.claims
    assert claim.rule == "at most 2"
    (row,) = judge([claim], [claim.check({}, None)], paper="any", config=None)
    assert (row.kind, row.method, row.verdict) == ("claim", "exact", "proof checked")
    (equation,) = found.steps
    assert not equation.check({}, None).holds
    assert found.items == {"Theorem 1": ("theorem-1",), "Equation 2": ("equation-02",)}
    assert found.affected("slip") == ("theorem-1",)


@pytest.mark.parametrize(
    ("steps", "method", "verdict"),
    [
        (None, "argued", "proof checked"),
        (HOLDS, "argued", "proof checked"),
        (proof(printed=FALSE_STEP), "argued", "proof repaired"),
        (FAILS, "sampled", "proof incomplete"),
    ],
)
def test_argument_decides_with_the_registered_steps(tmp_path, steps, method, verdict):
    checks = {"equation-02": FAILS} | ({"theorem-1": steps} if steps else {})
    argument = {"why": "one and one are two"}
    (claim,) = ledger(tmp_path, records(argument=argument, rule="argued"), checks=checks).claims
    finding = claim.check({}, None)
    assert next(iter(finding.numbers.items())) == ("why (argued):", "one and one are two")
    (row,) = judge([claim], [finding], paper="any", config=None)
    assert (row.method, row.verdict) == (method, verdict)


def test_printed_steps_alone_decide_nothing():
    assert not proof(printed=FALSE_STEP).decide({}, None).testable


def test_argument_beside_a_test_of_runs_is_an_error(tmp_path):
    checks = CHECKS | {"theorem-1": measured(lambda *_: Finding(numbers={}), no_needs)}
    with pytest.raises(ValueError, match="argument: beside a statistical decision"):
        ledger(tmp_path, records(argument={"why": "so"}), checks=checks)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"claims": records(errata=["slop"])}, "errata: slop"),
        ({"claims": records(errata=[])}, "named by no claim: slip"),
        ({"claims": records(check="theorem-2")}, "checks that are not registered: theorem-2"),
        ({"claims": records(not_testable="no data", rule="")}, "not_testable"),
        ({"claims": records(uses=["lemma-9"])}, "uses: lemma-9"),
        ({"claims": records(verdict="reproduced")}, "claims.0.verdict"),
        ({"claims": records() + records()}, "'theorem-1' twice"),
        ({"claims": records(), "numbered": {"Theorem": "1-2"}}, "without a record: Theorem 2"),
        ({"claims": records(), "errata": [erratum(severity="typo")]}, "0.severity"),
        ({"claims": records(), "checks": CHECKS | {"more": HOLDS}}, "without a record: more"),
    ],
)
def test_what_does_not_fit_is_refused(tmp_path, given, message):
    if "not_testable" in message:
        given["claims"][0]["check"] = "theorem-1"
    with pytest.raises(UserError) as refused:
        ledger(tmp_path, **given)
    assert message in str(refused.value)


def test_an_erratum_is_filled_with_computed_values(tmp_path):
    given = erratum(counterexample="the least is {least:.2f}")
    content = {"numbered": {"Theorem": "1", "Equation": "2"}, "claims": records()}
    (tmp_path / "claims.yaml").write_text(yaml.safe_dump(content))
    (tmp_path / "errata.yaml").write_text(yaml.safe_dump([given]))
    found = load_ledger(tmp_path, CHECKS, {"slip": lambda: {"least": 1 / 3}})
    assert found.filled_errata[0].counterexample == "the least is 0.33"
    with pytest.raises(UserError, match="facts: slop"):
        load_ledger(tmp_path, CHECKS, {"slop": dict})


def test_readings_are_decided_beside_the_main_one():
    true = statement(exact("one", at_most, step="1 <= 2", left=1, right=2), facts={"most": 2})
    false = statement(exact("two", at_most, step="2 <= 1", left=2, right=1))
    both = by_interpretation(true, strict=false)
    finding = both.decide({}, None)
    assert (finding.holds, finding.readings["strict"].holds) == (True, False)
    assert (both.method, both.facts, both.needs(None)) == ("exact", {"most": 2}, ())


def test_the_weakest_step_gives_the_method():
    one = exact("one", at_most, step="1 <= 2", left=1, right=2)
    words = argued("two", "a sum of positive terms")
    points = sampled("three", at_most, step="1 <= 3", left=1, right=3)
    assert proof(one).method == "exact"
    assert proof(one, words).method == "argued"
    assert proof(one, words, printed=(points,)).method == "argued"
    finding = proof(one, points, words).decide({}, None)
    assert (finding.method, finding.of_proof) == ("sampled", True)
    assert finding.numbers == {
        "one (exact):": "1 <= 2",
        "three (sampled):": "1 <= 3",
        "two (argued):": "a sum of positive terms",
    }


def test_a_reading_keeps_its_own_method():
    one = exact("one", at_most, step="1 <= 2", left=1, right=2)
    points = sampled("two", at_most, step="1 <= 3", left=1, right=3)
    finding = by_interpretation(proof(one), other=proof(points)).decide({}, None)
    assert (finding.method, finding.readings["other"].method) == ("exact", "sampled")


def _measure(results, config, *, case):
    return Finding(holds=True)


def test_evidence_names_what_is_specific():
    inner = theorem_6.claim_3_9
    held = statement(sampled("loss", worst_over, check=inner, rounds=(1,)))
    name = "papers.private_online.theory.theorem_6:claim_3_9"
    assert held.functions == (name,)
    assert measured(partial(_measure, case=1), needs=no_needs).functions == ()
    module = ModuleType("bandit_replications.papers.any.checks.rules")
    module.CHECKS = {"held": held, "case": measured(partial(_measure, case=1), needs=no_needs)}
    found = registered(module)
    assert found["held"].functions == (name,)
    assert found["case"].functions == ("papers.any.checks.rules:CHECKS",)
    with pytest.raises(ValueError, match="case, held twice"):
        registered(module, module)


def test_line_of_algebra_is_an_exact_step():
    holds = {
        "T*gap = sqrt(K*T)": {"gap": "sqrt(K/T)"},
        "log(1 + x) <= x": {"over": {"x": (0, "oo")}},
        "1 <= 1": {},
        "1 < 1": {},
    }
    steps = [algebra("line", line, **given) for line, given in holds.items()]
    assert {one.method for one in steps} == {"exact"}
    assert [one.checks()["line"].holds for one in steps] == [True, True, True, False]
    assert [one.checks()["line"].sides for one in steps[2:]] == ["1 <= 1", "1 < 1"]
