import dataclasses

import numpy as np
import pytest

from bandit_replications.ledger import scorecard
from bandit_replications.ledger.claims import Claim, Evidence, Finding, Kind, examine
from bandit_replications.ledger.scorecard import Verdict
from bandit_replications.ledger.verdicts import decide, judge
from bandit_replications.runtime.errors import NotApplicable


def claim(identifier: str = "theorem-1", kind: Kind = "exact", **changes) -> Claim:
    values = {
        "id": identifier,
        "source": "Theorem 1",
        "statement": "s",
        "kind": kind,
        "rule": "r",
        "check": lambda results, config: Finding(holds=True),
        **changes,
    }
    return Claim(**values)


STRONG_FOR = Evidence(p_for=1e-9, p_against=1.0)
STRONG_AGAINST = Evidence(p_for=1.0, p_against=1e-9)
WEAK = Evidence(p_for=0.2, p_against=0.8)


def proven(**changes) -> Finding:
    return Finding(holds=True, of_proof=True, **changes)


@pytest.mark.parametrize(
    ("kind", "finding", "verdict"),
    [
        ("exact", Finding(holds=True), Verdict.CHECKED),
        ("sampled", Finding(holds=True), Verdict.NOT_CONTRADICTED),
        ("argued", Finding(holds=True), Verdict.CHECKED),
        ("exact", Finding(holds=True, method="sampled"), Verdict.NOT_CONTRADICTED),
        ("exact", Finding(holds=True, caveat="but"), Verdict.WITH_CAVEAT),
        ("exact", Finding(holds=np.bool_(False)), Verdict.FALSE),
        ("sampled", Finding(holds=False), Verdict.FALSE),
        ("exact", proven(caveat="step 2", cites_errata=True), Verdict.REPAIRED),
        ("sampled", proven(caveat="step 2", cites_errata=True), Verdict.NOT_CONTRADICTED),
        ("sampled", Finding(holds=False, of_proof=True), Verdict.INCOMPLETE),
        ("exact", Finding(holds=True, caveat="a sign", cites_errata=True), Verdict.WITH_CAVEAT),
        ("bound", Finding(holds=False), Verdict.NOT_REPRODUCED),
        ("bound", Finding(holds=True), Verdict.NOT_CONTRADICTED),
        ("bound", Finding(holds=True, control=Finding(holds=True)), Verdict.NOT_CONTRADICTED),
        ("bound", Finding(holds=True, control=Finding(holds=False)), Verdict.REPRODUCED),
        ("exact", Finding(), Verdict.UNDECIDED),
        ("none", Finding(testable=False, caveat="a conjecture"), Verdict.NOT_TESTABLE),
        ("statistical", Finding(evidence=STRONG_FOR), Verdict.REPRODUCED),
        ("statistical", Finding(evidence=STRONG_AGAINST), Verdict.NOT_REPRODUCED),
        ("statistical", Finding(evidence=WEAK), Verdict.UNDECIDED),
        (
            "statistical",
            Finding(evidence=STRONG_FOR, control=Finding(evidence=WEAK)),
            Verdict.NOT_CONTRADICTED,
        ),
    ],
)
def test_verdicts(kind, finding, verdict):
    assert decide(kind, finding) is verdict
    row = judge([claim(kind=kind)], [finding], paper="p", config=None)[0]
    assert row.verdict == verdict.value


@pytest.mark.parametrize(
    ("main", "other", "verdict"),
    [
        (Finding(holds=True), Finding(holds=False), Verdict.READING),
        (Finding(holds=False), Finding(holds=True), Verdict.READING),
        (Finding(holds=False), Finding(), Verdict.READING),
        (Finding(holds=True), Finding(), Verdict.CHECKED),
        (Finding(holds=False), Finding(holds=False), Verdict.FALSE),
    ],
)
def test_a_verdict_that_one_reading_does_not_share_depends_on_the_reading(main, other, verdict):
    finding = dataclasses.replace(main, readings={"other": other})
    row = judge([claim(main_reading="as printed")], [finding], paper="p", config=None)[0]
    assert row.verdict == verdict.value
    assert row.readings.startswith("as printed: ")
    assert " | other: " in row.readings


def test_readings_and_own_statements_enter_the_families():
    """Two readings of ten claims are twenty members; statements of ours are not among them."""
    one = Finding(evidence=Evidence(p_for=0.0004, p_against=0.9))
    both = dataclasses.replace(one, readings={"other": dataclasses.replace(one)})
    claims = [claim(f"c-{i}", kind="statistical") for i in range(10)]
    ours = [claim(f"o-{i}", kind="statistical", own=True) for i in range(10)]
    rows = judge([*claims, *ours], [one] * 20, paper="p", config=None)
    assert {row.verdict for row in rows} == {"reproduced"}  # 20 hypotheses each: 0.008
    rows = judge(claims, [dataclasses.replace(both) for _ in claims], paper="p", config=None)
    assert {row.verdict for row in rows} == {"undecided"}


def test_a_row_says_what_its_rule_refuses():
    finding = Finding(
        evidence=STRONG_FOR,
        control=Finding(evidence=STRONG_AGAINST, numbers={"ratio": 3.0}),
        refused_from="ratio 1.31, measured 1.02",
    )
    one = claim(kind="statistical", control="arms in turn")
    row = judge([one], [finding], paper="p", config=None)[0]
    assert row.control == "refused: arms in turn (ratio 3) | refused from ratio 1.31, measured 1.02"


def test_the_family_of_claims_is_corrected_together():
    one = Evidence(p_for=0.004, p_against=0.9)
    alone = judge([claim(kind="statistical")], [Finding(evidence=one)], paper="p", config=None)
    assert alone[0].verdict == "reproduced"  # 2 hypotheses: 0.008 <= 0.01
    many = [claim(f"c-{i}", kind="statistical") for i in range(10)]
    together = judge(many, [Finding(evidence=one)] * 10, paper="p", config=None)
    assert {row.verdict for row in together} == {"undecided"}


def test_margins_get_verdicts_of_their_own():
    finding = Finding(evidence=STRONG_FOR, half=WEAK, twice=STRONG_FOR)
    row = judge([claim(kind="statistical")], [finding], paper="p", config=None)[0]
    assert (row.at_half_margin, row.at_twice_margin) == ("undecided", "reproduced")


def test_a_run_that_lacks_the_data_is_not_applicable():
    def needs(config):
        raise NotApplicable("no epsilon 0.5")

    one = claim(needs=needs)
    finding = examine(one, {}, None)
    row = judge([one], [finding], paper="p", config=None)[0]
    assert row.verdict == "not applicable"
    assert row.caveat == "no epsilon 0.5"


def test_rows_survive_a_round_trip(tmp_path):
    rows = judge(
        [claim()],
        [Finding(holds=True, numbers={"loss": 1 / 3, "n": 3, "kind": "exact, closed form"})],
        paper="p",
        config=None,
    )
    assert rows[0].numbers == "loss 0.3333; n 3; kind exact, closed form"
    scorecard.write_rows(tmp_path / "x.csv", rows)
    assert scorecard.read_rows(tmp_path / "x.csv") == rows
    assert scorecard.summary(rows).to_dict() == {
        "proof checked": {"p": 1},
        "our own statements": {"p": 0},
    }
