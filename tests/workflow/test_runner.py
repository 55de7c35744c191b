"""What a long run says of itself."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from bandit_replications.workflow import runner


def test_without_a_terminal_lines_say_how_far_it_is(monkeypatch, capsys):
    monkeypatch.setattr(runner, "_LINE_SECONDS", 0.05)
    bar = runner._Bar({"simulate": 4, "page": 1}, seconds=40.0)
    bar.finish("simulate")
    time.sleep(0.3)
    bar.close()
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) >= 2
    assert all(re.fullmatch(r"\d+% done, about \d+ s left", line) for line in lines)
    assert 0 < int(lines[-1].partition("%")[0]) < 50


def test_jobs_of_one_shard_and_of_several_share_what_is_simulated():
    bar = runner._Bar({"simulate": 2, "simulate_anonymous_0": 1, "claims": 1}, seconds=30.0)
    bar.finish("simulate_anonymous_0")
    bar.close()
    assert bar._done == 30 / 3 + runner._SECONDS_OTHER
    assert bar._total == 30 + 3 * runner._SECONDS_OTHER + runner._SECONDS["claims"]


SNAKEMAKE = ["CalledProcessError in file Snakefile, line 78\n", "Logfile x.log:\n"]
SAID = "error: a/b: No space left on device\n"


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


# A command whose Snakemake is busy in compiled code.
BUSY = """
import itertools, os, sys
from pathlib import Path
from bandit_replications.runtime.faults import guarded
from bandit_replications.workflow import forks, runner

def snakemake(words):
    print("busy", os.getpid(), flush=True)
    sum(itertools.repeat(1, 10**12))

forks.PROGRAMS["snakemake"] = snakemake
folder = Path(sys.argv[1])
runner.repo_root = lambda: folder
sys.exit(guarded(lambda: int(runner.run_workflow({}, seconds=1.0, log=folder / "log"))))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="programs are forked on Linux alone")
def test_interrupt_of_command_alone_ends_all(tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-c", BUSY, str(tmp_path)],
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509
    )
    log = tmp_path / "log"
    deadline = time.monotonic() + 60
    while not (log.exists() and "busy" in log.read_text()) and time.monotonic() < deadline:
        time.sleep(0.1)
    busy = int(log.read_text().split()[1])
    process.send_signal(signal.SIGINT)
    try:
        _, said = process.communicate(timeout=20)
    except subprocess.TimeoutExpired:
        process.kill()
        os.kill(busy, signal.SIGKILL)
        raise
    assert process.returncode == 130
    assert said == "interrupted; the same command goes on where this one stopped\n"
    deadline = time.monotonic() + 10
    while psutil.pid_exists(busy) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not psutil.pid_exists(busy)


@pytest.mark.parametrize(
    ("last", "reason"),
    [
        ("OSError: [Errno 5] Input/output error", "OSError: [Errno 5] Input/output error"),
        ("zmq.error.ZMQError: Too many open files", "zmq.error.ZMQError: Too many open files"),
        ("OSError: [Errno 28] No space left on device", "/full: No space left on device"),
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
from bandit_replications.workflow import jobs
def fail():
    print("some words")
    raise OSError(28, "No space left on device", "a/b")
jobs.JOBS["fail"] = fail
sys.exit(guarded(lambda: jobs.command(["--log", sys.argv[1], "fail"])))
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
