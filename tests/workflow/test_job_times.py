"""The time log of a run and its table."""

import json
from types import SimpleNamespace

import pytest

from bandit_replications.workflow import job_times, variables

LINES = (
    ("compile_kernels", "anonymous", 1.0, 30.0, 400.0),
    ("simulate", "anonymous", 2.0, 10.0, 300.0),
    ("simulate", "anonymous", 2.0, 20.0, 500.0),
    ("simulate", "cooperative", 2.0, 5.0, 900.0),
    ("scorecard", job_times.SHARED, 1.0, 3.0, 200.0),
)


# What a full disk, two writers or an editor leave.
CUT = (
    '{"kind": "sim',
    "{}",
    "[]",
    "3",
    "",
    '{"kind": "simulate", "paper": "anonymous", "start": 1.0, "seconds": "9", "MB": 1.0}',
    '{"kind": 1, "paper": [], "start": 1.0, "seconds": 9.0, "MB": 1.0}',
    '{"kind": "simulate", "paper": "anonymous", "start": NaN, "seconds": 9.0, "MB": 1.0}',
)


@pytest.fixture
def lines(tmp_path):
    names = ("kind", "paper", "start", "seconds", "MB")
    path = tmp_path / "jobs.jsonl"
    written = [json.dumps(dict(zip(names, line, strict=True))) for line in LINES]
    path.write_text("\n".join([*CUT, *written, '{"kind": "tab']))  # the last one is cut
    return path


def test_costs_are_seconds_of_a_unit_of_work_and_of_jobs(tmp_path, monkeypatch):
    path = tmp_path / "jobs.jsonl"
    monkeypatch.setenv(variables.TIMES, str(path))
    for algorithm, work, seconds in (("a", 4.0, 2.0), ("a", 6.0, 3.0), ("b", 1.0, 7.0)):
        shard = SimpleNamespace(paper="p", experiment="e", algorithm=algorithm, work=work)
        job_times.note_shard(shard, seconds=seconds)
    job_times.note("simulate", "p", started=0.0)
    job_times.note("claims", "p", started=0.0)
    found = job_times.costs(path)
    assert set(found) == {("p", "e", "a"), ("p", "e", "b"), ("p", "job", "claims")}
    assert (found["p", "e", "a"], found["p", "e", "b"]) == (0.5, 7)
    assert job_times.table(path).loc["p", ["simulate", "judge"]].notna().all()


def test_seconds_are_summed_by_paper_and_kind_and_of_memory_the_most_counts(lines):
    found = job_times.table(lines)
    assert found.loc["anonymous", ["compile", "simulate", "start-up"]].tolist() == [30, 30, 5]
    assert found.loc["total"].tolist()[:4] == [30, 35, 3, 8]
    assert found["total"].tolist() == [65, 7, 4, 76]
    assert found["peak MB"].tolist() == [500, 900, 200, 900]
    assert "judge" not in found


@pytest.mark.parametrize("content", [b"", b'{"kind": "sim', b"\xff\xfe\n", b"[]\n"])
def test_report_without_readable_lines_is_empty(tmp_path, content):
    path = tmp_path / "jobs.jsonl"
    path.write_bytes(content)
    assert job_times.report(path, wall=50.0, spent=90.0, cores=2) == ""
    assert job_times.report(tmp_path / "missing", wall=50.0, spent=90.0, cores=2) == ""


def test_the_report_says_what_the_jobs_do_not_account_for(lines):
    said = job_times.report(lines, wall=50.0, spent=90.0, cores=2)
    assert "the workflow itself took 14 s more; the cores were busy 90% of the time" in said


def test_a_job_notes_what_it_used_only_where_it_is_asked_for(tmp_path, monkeypatch):
    path = tmp_path / "jobs.jsonl"
    monkeypatch.delenv(variables.TIMES, raising=False)
    job_times.note("claims", "anonymous", started=0.0)
    assert not path.exists()
    monkeypatch.setenv(variables.TIMES, str(path))
    job_times.note("claims", "anonymous", started=0.25)
    line = json.loads(path.read_text())
    assert (line["kind"], line["paper"], line["start"]) == ("claims", "anonymous", 0.25)
    assert line["seconds"] > 0
    assert 10 < line["MB"] < 10_000
