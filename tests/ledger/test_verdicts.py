"""Verdicts of findings, corrected within families, as rows of a scorecard."""

from dataclasses import replace

import numpy as np
import pytest

from bandit_replications.ledger import scorecard
from bandit_replications.ledger.claims import (
    Claim,
    ClaimRecord,
    Decision,
    Evidence,
    Finding,
    examine,
    no_needs,
)
from bandit_replications.ledger.scorecard import Verdict
from bandit_replications.ledger.verdicts import decide, judge
from bandit_replications.runtime.errors import NotApplicable


def claim(name="theorem-1", method="exact", *, needs=no_needs, kind="claim", **fields):
    decision = Decision(method=method, decide=lambda *_: Finding(holds=True), needs=needs)
    record = ClaimRecord(id=name, kind=kind, source="Theorem 1", statement="s", rule="r", **fields)
    return Claim(record=record, decision=decision)


def rows_of(claims, findings):
    return judge(claims, findings, paper="p", config=None)


def many(kind, number=10):
    return [claim(f"{kind}-{i}", "statistical", kind=kind) for i in range(number)]


FOR, AGAINST = Evidence(p_for=1e-9, p_against=1.0), Evidence(p_for=1.0, p_against=1e-9)
WEAK = Evidence(p_for=0.2, p_against=0.8)
HOLDS, FAILS, OPEN = Finding(holds=True), Finding(holds=False), Finding()
PROVEN = Finding(holds=True, of_proof=True, caveat="step 2", cites_errata=True)


@pytest.mark.parametrize(
    ("method", "finding", "verdict"),
    [
        ("exact", HOLDS, Verdict.CHECKED),
        ("sampled", HOLDS, Verdict.NOT_CONTRADICTED),
        ("argued", HOLDS, Verdict.CHECKED),
        ("exact", Finding(holds=True, method="sampled"), Verdict.NOT_CONTRADICTED),
        ("exact", Finding(holds=True, caveat="but"), Verdict.WITH_CAVEAT),
        ("exact", Finding(holds=np.bool_(False)), Verdict.FALSE),
        ("sampled", FAILS, Verdict.FALSE),
        ("exact", PROVEN, Verdict.REPAIRED),
        ("sampled", PROVEN, Verdict.NOT_CONTRADICTED),
        ("sampled", Finding(holds=False, of_proof=True), Verdict.INCOMPLETE),
        ("exact", Finding(holds=True, caveat="a sign", cites_errata=True), Verdict.WITH_CAVEAT),
        ("bound", FAILS, Verdict.NOT_REPRODUCED),
        ("bound", HOLDS, Verdict.NOT_CONTRADICTED),
        ("bound", Finding(holds=True, control=HOLDS), Verdict.NOT_CONTRADICTED),
        ("bound", Finding(holds=True, control=FAILS), Verdict.REPRODUCED),
        ("exact", OPEN, Verdict.UNDECIDED),
        ("none", Finding(testable=False, caveat="a conjecture"), Verdict.NOT_TESTABLE),
        ("statistical", Finding(evidence=FOR), Verdict.REPRODUCED),
        ("statistical", Finding(evidence=AGAINST), Verdict.NOT_REPRODUCED),
        ("statistical", Finding(evidence=WEAK), Verdict.UNDECIDED),
        ("statistical", Finding(evidence=FOR, control=Finding(evidence=WEAK)),
         Verdict.NOT_CONTRADICTED),
    ],
)  # fmt: skip
def test_verdicts(method, finding, verdict):
    assert decide(method, finding) is verdict
    assert rows_of([claim(method=method)], [finding])[0].verdict == verdict.value


@pytest.mark.parametrize(
    ("main", "other", "verdict"),
    [
        (HOLDS, FAILS, Verdict.READING),
        (FAILS, HOLDS, Verdict.READING),
        (FAILS, OPEN, Verdict.READING),
        (HOLDS, OPEN, Verdict.CHECKED),
        (FAILS, FAILS, Verdict.FALSE),
    ],
)
def test_interpretations_that_differ_are_the_verdict(main, other, verdict):
    finding = replace(main, readings={"other": other})
    (row,) = rows_of([claim(reading="as printed")], [finding])
    assert row.verdict == verdict.value
    assert row.readings.startswith("as printed: ")
    assert " | other: " in row.readings


def test_family_counts_claims_and_interpretations_not_ours():
    one = Finding(evidence=Evidence(p_for=0.0004, p_against=0.9))
    rows = rows_of([*many("claim"), *many("own")], [one] * 20)
    assert {row.verdict for row in rows} == {"reproduced"}  # 20 hypotheses each: 0.008
    both = [replace(one, readings={"other": replace(one)}) for _ in range(10)]
    assert {row.verdict for row in rows_of(many("claim"), both)} == {"undecided"}
    assert {row.verdict for row in rows_of(many("claim", 20), [one] * 20)} == {"undecided"}


def test_row_names_control_and_margins():
    control = Finding(evidence=AGAINST, numbers={"ratio": 3.0})
    finding = Finding(evidence=FOR, half=WEAK, twice=FOR, control=control, refused_from="ratio 1.3")
    (row,) = rows_of([claim(method="statistical", control="arms in turn")], [finding])
    assert row.control == "refused: arms in turn (ratio 3) | refused from ratio 1.3"
    assert (row.at_half_margin, row.at_twice_margin) == ("undecided", "reproduced")


def test_run_without_the_data_is_not_applicable():
    def needs(config):
        raise NotApplicable("no epsilon 0.5")

    one = claim(needs=needs)
    (row,) = rows_of([one], [examine(one, {}, None)])
    assert (row.verdict, row.caveat) == ("not applicable", "no epsilon 0.5")


def test_rows_survive_a_round_trip(tmp_path):
    numbers = {"loss": 1 / 3, "n": 3, "kind": "exact, closed form"}
    rows = rows_of([claim()], [Finding(holds=True, numbers=numbers)])
    assert rows[0].numbers == "loss 0.3333; n 3; kind exact, closed form"
    scorecard.write_rows(tmp_path / "x.csv", rows)
    assert scorecard.read_rows(tmp_path / "x.csv") == rows
    counts = {"proof checked": {"p": 1}, "our own statements": {"p": 0}}
    assert scorecard.summary(rows).to_dict() == counts
