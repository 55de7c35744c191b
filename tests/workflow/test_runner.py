"""Tests of running Snakemake."""

import io
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from bandit_replications.workflow.jobs import runner
from bandit_replications.workflow.plan.estimates import TimeLeft

SNAKEMAKE = ["CalledProcessError in file Snakefile, line 78\n", "Logfile x.log:\n"]
SAID = "error: a/b: No space left on device\n"


def test_without_a_terminal_lines_tell_the_progress(monkeypatch, capsys):
    monkeypatch.setattr(runner, "_LINE_SECONDS", 0)
    log = io.StringIO()
    lines = ["Select jobs to execute...\n", "1 of 4 steps (25%) done\n", SAID, *SNAKEMAKE]
    left = TimeLeft(60.0, before=0.0, now=time.monotonic())
    assert runner._follow(lines, log, left) == (True, [SAID, *SNAKEMAKE])
    assert capsys.readouterr().out == "1 of 4 jobs are done, about 60 s left\n"
    assert log.getvalue() == "".join(lines)


@pytest.mark.parametrize(
    ("trouble", "line", "shown"),
    [
        ([SAID, *SNAKEMAKE, SAID], "a/b: No space left on device", False),
        ([SAID, "error: x\n"], "a/b: No space left on device (and 1 more jobs failed: l)", False),
        (SNAKEMAKE, "the workflow failed; all of its output is in l", True),
    ],
)
def test_a_failed_run_says_what_its_job_said(monkeypatch, capsys, trouble, line, shown):
    monkeypatch.delenv("BANDIT_DEBUG", raising=False)
    assert runner._what_failed(trouble, Path("l")) == line
    assert ("CalledProcessError" in capsys.readouterr().err) is shown
    monkeypatch.setenv("BANDIT_DEBUG", "1")
    assert runner._what_failed(trouble, Path("l")) == line
    assert trouble[-1] in capsys.readouterr().err


# A command, and a Snakefile that is busy in compiled code.
COMMAND = """
import sys
from pathlib import Path
from bandit_replications.runtime.faults import guarded
from bandit_replications.experiments import run
from bandit_replications.workflow.plan import plan
from bandit_replications.workflow.jobs import runner
from bandit_replications.workflow.plan.estimates import TimeLeft

folder = Path(sys.argv[1])
run.repo_root = runner.repo_root = lambda: folder
sys.exit(guarded(lambda: int(runner.run_workflow(plan.Plan(run.Run("quick", {}))))))
"""
BUSY = """
import itertools, os
print("busy", os.getpid(), flush=True)
sum(itertools.repeat(1, 10**12))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="reads the process table of Linux")
def test_interrupt_of_command_alone_ends_all(tmp_path):
    (tmp_path / "Snakefile").write_text(BUSY)
    process = subprocess.Popen(
        [sys.executable, "-c", COMMAND, str(tmp_path)],
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509
    )
    log = tmp_path / "build" / "quick" / "logs" / "snakemake.log"
    deadline = time.monotonic() + 60
    while not (log.exists() and "busy" in log.read_text()) and time.monotonic() < deadline:
        time.sleep(0.1)
    busy = int(log.read_text().partition("busy ")[2].split()[0])
    compiled = psutil.Process(busy)
    process.send_signal(signal.SIGINT)
    try:
        _, said = process.communicate(timeout=20)
    finally:
        process.kill()
    assert process.returncode == 130
    assert said == "interrupted; the same command goes on where this one stopped\n"
    _, alive = psutil.wait_procs([compiled], timeout=10)
    assert not alive


@pytest.mark.parametrize(
    ("last", "reason"),
    [
        *[(error, error) for error in ("OSError: [Errno 5] Input", "zmq.error.ZMQError: Too many")],
        ("OSError: [Errno 28] No space left on device", "/full: No space left on device"),
        (
            "CalledProcessError: Command 'x' died with <Signals.SIGKILL: 9>.",
            "a job was killed (out of memory?); the same command goes on",
        ),
    ],
)
def test_error_of_snakemake_itself_is_said(monkeypatch, capsys, last, reason):
    monkeypatch.setattr(runner.faults, "full_folder", lambda: "/full")
    said = runner._what_failed(["Traceback\n", "  File x\n", f"{last}\n", "\n"], Path("l"))
    assert said == f"the workflow failed: {reason}; all of its output is in l"
    assert last in capsys.readouterr().err


FAILING_JOB = """
import sys
from bandit_replications.runtime.faults import guarded
from bandit_replications.workflow.jobs import jobs
def fail():
    print("some words")
    raise OSError(28, "No space left on device", "a/b")
jobs.JOBS["fail"] = fail
sys.exit(guarded(lambda: jobs.main(["--log", sys.argv[1], "fail"])))
"""


@pytest.mark.parametrize("full", [False, True])
def test_a_job_tells_its_error_in_its_log_and_where_it_was_started(tmp_path, full):
    if full and not Path("/dev/full").exists():
        pytest.skip("no device that is always full")
    log = Path("/dev/full") if full else tmp_path / "logs" / "x.log"
    unset = {"BANDIT_DEBUG", "PYTHONUNBUFFERED"}
    environment = {name: value for name, value in os.environ.items() if name not in unset}
    words = [sys.executable, "-c", FAILING_JOB, str(log)]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("error: a/b: No space left on device")
    assert len(set(done.stderr.splitlines())) == 1
    if not full:
        assert log.read_text().splitlines() == ["some words", done.stderr.strip()]
        assert done.stdout == ""
