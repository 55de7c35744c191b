"""Records of a ledger: the schema, and the registered functions that decide them."""

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

ONE = exact("one", at_most, step="1 <= 2", left=1, right=2)
POINTS = sampled("two", at_most, step="1 <= 3", left=1, right=3)
FALSE_STEP = exact("three", at_most, step="2 <= 1", left=2, right=1)
HOLDS = proof(ONE, facts={"most": 2})
FAILS = proof(sampled("two", at_most, step="2 <= 1", left=2, right=1))
CHECKS = {"theorem-1": HOLDS, "equation-02": FAILS}


def records(**changes):
    theorem = {"id": "theorem-1", "kind": "claim", "source": "Theorem 1, Section 2"}
    theorem |= {"statement": "One is at most two.", "rule": "at most {most}", "errata": ["slip"]}
    equation = {"id": "equation-02", "kind": "item", "source": "(2)", "check": "equation-02"}
    return [theorem | changes, equation | {"statement": "Two is at most one."}]


def erratum(**changes):
    return {"slug": "slip", "place": "(2)", "severity": "misprint", "as_printed": "2"} | changes


def ledger(folder, claims, errata=None, numbered=None, checks=CHECKS, facts=None):
    content = {"numbered": numbered or {"Theorem": "1", "Equation": "2"}, "claims": claims}
    (folder / "claims.yaml").write_text(yaml.safe_dump(content))
    (folder / "errata.yaml").write_text(yaml.safe_dump([errata or erratum()]))
    return load_ledger(folder, checks, facts)


def test_claims_are_judged_and_items_are_steps(tmp_path):
    found = ledger(tmp_path, records())
    (claim,) = found.claims
    assert claim.rule == "at most 2"
    (row,) = judge([claim], [claim.decision.decide({}, None)], paper="any", config=None)
    assert (row.kind, row.method, row.verdict) == ("claim", "exact", "proof checked")
    (equation,) = found.steps
    assert not equation.decision.decide({}, None).holds
    assert found.items == {"Theorem 1": ("theorem-1",), "Equation 2": ("equation-02",)}
    assert found.affected("slip") == ("theorem-1",)


@pytest.mark.parametrize(
    ("steps", "method", "verdict"),
    [
        (None, "argued", "proof checked"),
        (HOLDS, "argued", "proof checked"),
        (proof(printed=[FALSE_STEP]), "argued", "proof repaired"),
        (FAILS, "sampled", "proof incomplete"),
    ],
)
def test_argument_decides_with_the_registered_steps(tmp_path, steps, method, verdict):
    checks = {"equation-02": FAILS} | ({"theorem-1": steps} if steps else {})
    argument = {"why": "one and one are two"}
    (claim,) = ledger(tmp_path, records(argument=argument, rule="argued"), checks=checks).claims
    finding = claim.decision.decide({}, None)
    assert next(iter(finding.numbers.items())) == ("why (argued):", "one and one are two")
    (row,) = judge([claim], [finding], paper="any", config=None)
    assert (row.method, row.verdict) == (method, verdict)


def test_printed_steps_alone_decide_nothing():
    assert not proof(printed=[FALSE_STEP]).decide({}, None).testable


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
        ({"claims": records(not_testable="no data", check="theorem-1")}, "not_testable"),
        ({"claims": records(uses=["lemma-9"])}, "uses: lemma-9"),
        ({"claims": records(verdict="reproduced")}, "claims.0.verdict"),
        ({"claims": records() + records()}, "'theorem-1' twice"),
        ({"claims": records(), "numbered": {"Theorem": "1-2"}}, "without a record: Theorem 2"),
        ({"claims": records(), "errata": erratum(severity="typo")}, "0.severity"),
        ({"claims": records(), "checks": CHECKS | {"more": HOLDS}}, "without a record: more"),
        ({"claims": records(), "facts": {"slop": dict}}, "facts: slop"),
    ],
)
def test_misfits_are_refused(tmp_path, given, message):
    with pytest.raises(UserError) as refused:
        ledger(tmp_path, **given)
    assert message in str(refused.value)


def test_an_erratum_is_filled_with_computed_values(tmp_path):
    given = erratum(counterexample="the least is {least:.2f}")
    found = ledger(tmp_path, records(), given, facts={"slip": lambda: {"least": 1 / 3}})
    assert found.filled_errata[0].counterexample == "the least is 0.33"


def test_interpretations_are_decided_with_their_own_method():
    both = by_interpretation(HOLDS, strict=statement(FALSE_STEP), other=proof(POINTS))
    finding = both.decide({}, None)
    assert (both.method, both.facts, both.needs(None)) == ("exact", {"most": 2}, ())
    found = {name: (one.holds, one.method) for name, one in finding.readings.items()}
    assert (finding.holds, finding.method) == (True, "exact")
    assert found == {"strict": (False, "exact"), "other": (True, "sampled")}


def test_weakest_deciding_step_gives_the_method():
    words = argued("four", "a sum of positive terms")
    assert proof(ONE).method == "exact"
    assert proof(ONE, words).method == "argued"
    assert proof(ONE, words, printed=(POINTS,)).method == "argued"
    finding = proof(ONE, POINTS, words).decide({}, None)
    assert (finding.method, finding.of_proof) == ("sampled", True)
    shown = {"one (exact):": "1 <= 2", "two (sampled):": "1 <= 3"}
    assert finding.numbers == shown | {"four (argued):": "a sum of positive terms"}


def _measure(results, config, *, case):
    return Finding(holds=True)


def test_evidence_names_what_is_specific():
    held = statement(sampled("loss", worst_over, check=theorem_6.claim_3_9, rounds=(1,)))
    case = measured(partial(_measure, case=1), needs=no_needs)
    name = "papers.private_online.theory.theorem_6:claim_3_9"
    assert (held.functions, case.functions) == ((name,), ())
    module = ModuleType("bandit_replications.papers.any.checks.rules")
    module.CHECKS = {"held": held, "case": case}
    found = {name: one.functions for name, one in registered(module).items()}
    assert found == {"held": (name,), "case": ("papers.any.checks.rules:CHECKS",)}
    with pytest.raises(ValueError, match="case, held twice"):
        registered(module, module)


@pytest.mark.parametrize(
    ("line", "given", "holds"),
    [
        ("T*gap = sqrt(K*T)", {"gap": "sqrt(K/T)"}, True),
        ("log(1 + x) <= x", {"over": {"x": (0, "oo")}}, True),
        ("1 <= 1", {}, True),
        ("1 < 1", {}, False),
    ],
)
def test_line_of_algebra_is_an_exact_step(line, given, holds):
    step = algebra("line", line, **given)
    assert step.method == "exact"
    assert step.checks()["line"].holds is holds
    assert step.checks()["line"].sides.startswith(line)
