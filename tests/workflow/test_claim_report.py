"""What `make claim` prints: its own verdict, the published one, and why they differ."""

import dataclasses

import pytest

from bandit_replications.ledger.scorecard import read_rows
from bandit_replications.workflow import cli
from bandit_replications.workflow.commands import claims
from bandit_replications.workflow.publish import claim_report


@pytest.fixture
def published(root):
    """Return the published rows by paper and id."""
    rows = read_rows(root / "data" / "scorecard.csv")
    return {(row.paper, row.id): row for row in rows}


def alone(row):
    """Return a published row as it is judged on its own: no seeds but one are known."""
    seeds = row.stability.partition(": ")[2]
    verdict = seeds.split(": ")[0] if row.verdict == "undecided" and seeds else row.verdict
    return dataclasses.replace(row, verdict=verdict, stability="")


def test_verdicts_agree_or_the_reason_is_said(published):
    steady = published["private_online", "theorem-3-growth"]
    seeds = "15 of 20: reproduced: 15; not reproduced: 5"
    undecided = dataclasses.replace(steady, verdict="undecided", stability=seeds)
    unstable = 0
    for row in (undecided, *published.values()):
        lines = claim_report.lines(alone(row), row, statistical=True)
        said = dict(line.split(None, 1) for line in lines[1:] if line[2] != " ")
        assert said["published"].startswith(row.verdict)
        assert row.stability in said["published"]
        assert (said["verdict"] == row.verdict) == ("differs" not in said), row.id
        if said["verdict"] != row.verdict:
            unstable += 1
            assert "root seeds" in said["differs"]
    assert unstable >= 1


def test_each_reason_is_told_apart(published):
    row = dataclasses.replace(
        published["multiplayer", "metaplayer-within-bound"], verdict="reproduced", stability=""
    )
    numbers = f"{row.numbers.partition('; adjusted p')[0]}; adjusted p for 0.1"

    def differs(**changes):
        other = dataclasses.replace(row, **{"verdict": "not reproduced", **changes})
        lines = claim_report.lines(row, other, statistical=True)
        return next(line for line in lines if line.startswith("  differs"))

    assert "another rule" in differs(rule="another")
    assert "other numbers" in differs(numbers="a 1; adjusted p for 0.1")
    assert "all claims of the paper" in differs(numbers=numbers)
    unpublished = claim_report.lines(row, None, statistical=False)
    assert unpublished[-1] == "  published  no: `make reproduce` publishes a verdict"


def test_command_prints_both_verdicts(monkeypatch, capsys, published):
    row = published["private_online", "theorem-6"]
    monkeypatch.setattr(claims, "carry_out", lambda *_, **__: pytest.fail("it was run"))
    assert cli.main(["claim", "private_online/theorem-6"]) == 0
    said = capsys.readouterr().out
    assert f"  verdict    {row.verdict}" in said
    assert f"  published  {row.verdict}" in said
