"""What a notebook shows of a study."""

import dataclasses
import os

import pytest

from bandit_replications.experiments.run import create
from bandit_replications.ledger.claims import Finding
from bandit_replications.runtime import receipts
from bandit_replications.runtime.errors import NotApplicable
from bandit_replications.workflow.jobs.study import Study

PAPER = "private_online"


@pytest.fixture
def study(tmp_path, monkeypatch):
    """Return a study that was judged: findings are kept, and no claim can be examined again."""
    run = dataclasses.replace(create("quick", [PAPER], scale="quick"), handed=())
    monkeypatch.setattr(type(run), "directory", property(lambda _: tmp_path))
    judged = Study(run, PAPER)
    judged.findings = {
        "numbers": Finding(numbers={"a": 2.0, "longer": 1 / 3, "text": "none"}),
        "nothing": Finding(),
        "not-here": NotApplicable("no such horizon"),
    }
    receipts.leave(judged.keep_findings())
    examined = Study(run, PAPER)
    monkeypatch.setattr(examined, "examine", lambda claim_id: Finding(numbers={claim_id: "anew"}))
    return examined


@pytest.mark.parametrize(
    ("claim", "lines"),
    [
        ("numbers", ["a       2", "longer  0.3333", "text    none"]),
        ("nothing", []),
        ("not-here", ["not-here: not applicable (no such horizon)"]),
        ("another", ["another  anew"]),
    ],
)
def test_within_the_workflow_a_finding_is_as_judged(study, capsys, claim, lines):
    study.finding(claim)
    assert capsys.readouterr().out.splitlines() == lines


def test_by_hand_or_after_damage_a_claim_is_examined(study, capsys):
    handed, study.run = study.run, dataclasses.replace(study.run, handed=None)
    study.finding("numbers")
    study.run = handed
    (study.run.directory / "claims" / f"{PAPER}-findings.json").write_text("{}")
    study.finding("numbers")
    assert capsys.readouterr().out.splitlines() == ["numbers  anew"] * 2


def test_several_processes_judge_as_one_does(monkeypatch):
    def examined(study, claim_id):
        return Finding(holds=len(claim_id) % 2 == 0, numbers={"process": os.getpid()})

    monkeypatch.setattr(Study, "examine", examined)
    found = {}
    for cores in (1, 3):
        run = create("quick", [PAPER], scale="quick")
        study = Study(dataclasses.replace(run, handed=tuple(run.shards(PAPER))), PAPER)
        rows = study.judge(cores=cores)
        assert study.judge(cores=cores) == rows  # with the same processes: no claim is judged twice
        assert set(study.check_seconds) == {row.id for row in rows} != set()
        found[cores] = [dataclasses.replace(row, numbers="") for row in rows]
        processes = {finding.numbers["process"] for finding in study.findings.values()}
        assert (os.getpid() in processes) == (cores == 1)
    assert found[1] == found[3]
