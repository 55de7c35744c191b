"""The time log of a run and its table."""

import json
from types import SimpleNamespace

import pytest

from bandit_replications.workflow.jobs import job_times
from bandit_replications.workflow.plan import variables
from bandit_replications.workflow.plan.estimates import TimeLeft

LINES = (
    ("compile_kernels", "anonymous", 30.0, 400.0),
    ("simulate", "anonymous", 10.0, 300.0),
    ("simulate", "anonymous", 20.0, 500.0),
    ("simulate", "cooperative", 5.0, 900.0),
    ("scorecard", job_times.SHARED, 3.0, 200.0),
)
# What a full disk, two writers or an editor leave.
CUT = ('{"kind": "sim', "{}", "[]", "3", "", '{"kind": "collect", "paper": "x", "seconds": []}')


def test_report_sums_seconds_and_skips_cut_lines(tmp_path):
    names = ("kind", "paper", "seconds", "MB")
    path = tmp_path / "jobs.jsonl"
    written = [json.dumps(dict(zip(names, line, strict=True))) for line in LINES]
    path.write_text("\n".join([*CUT, *written, '{"kind": "tab']))  # the last one is cut
    said = job_times.report(path, wall=50.0, spent=90.0, cores=2)
    rows = {line.split("  ")[0]: line.split()[-5:] for line in said.splitlines()}
    assert rows["anonymous"][-4:] == ["30", "30", "60", "500"]
    assert rows["total"] == ["30", "35", "3", "68", "900"]
    assert "the workflow itself took 22 s more; the cores were busy 90% of the time" in said


@pytest.mark.parametrize("speed", [0.3, 1.0, 3.0])  # of the estimate
def test_time_left_counts_compiling_and_never_rises(speed):
    left = TimeLeft(100.0, before=40.0, now=0.0)
    told = [left.at(0.0, 0.0), left.at(0.0, 30.0), left.at(0.0, 80.0)]
    assert told == [100.0, 70.0, 60.0]  # it compiles for longer than was thought
    left.job_starts(80.0)
    left.job_starts(85.0)
    told += [left.at(done / 10, 80.0 + 6.0 * done / speed) for done in range(11)]
    assert told == sorted(told, reverse=True)
    assert told[-1] == 0
    assert told[-2] == pytest.approx(6.0 / speed, rel=0.25)


@pytest.mark.parametrize("content", [None, b"", b'{"kind": "sim', b"\xff\xfe\n", b"[]\n"])
def test_report_without_readable_lines_is_empty(tmp_path, content):
    path = tmp_path / "jobs.jsonl"
    if content is not None:
        path.write_bytes(content)
    assert job_times.report(path, wall=50.0, spent=90.0, cores=2) == ""


def test_costs_are_seconds_of_a_unit_of_work_and_of_jobs(tmp_path, monkeypatch):
    path = tmp_path / "jobs.jsonl"
    monkeypatch.setenv(variables.TIMES, str(path))
    for algorithm, work, seconds in (("a", 4.0, 2.0), ("a", 6.0, 3.0), ("b", 1.0, 7.0)):
        shard = SimpleNamespace(paper="p", experiment="e", algorithm=algorithm, work=work)
        job_times.note_shard(shard, seconds=seconds)
    job_times.note("simulate", "p")
    job_times.note("claims", "p")
    found = job_times.costs(path)
    assert set(found) == {("p", "e", "a"), ("p", "e", "b"), ("p", "job", "claims")}
    assert (found["p", "e", "a"], found["p", "e", "b"]) == (0.5, 7)
    line = json.loads(path.read_text().splitlines()[-1])
    assert line["seconds"] > 0
    assert 10 < line["MB"] < 10_000
    assert all(
        word in job_times.report(path, wall=1, spent=1, cores=1) for word in ("p ", "claims")
    )


def test_a_job_notes_nothing_where_it_is_not_asked_for(tmp_path, monkeypatch):
    monkeypatch.delenv(variables.TIMES, raising=False)
    job_times.note("claims", "anonymous")
    assert list(tmp_path.iterdir()) == []
