"""Locks, atomic writes, and processes that die with another one."""

import os
import subprocess
import sys

import pytest

from bandit_replications.runtime import processes
from bandit_replications.runtime.errors import UserError
from bandit_replications.runtime.processes import (
    Locked,
    atomic_write,
    die_with_parent,
    exclusive_lock,
)

SECONDS = 20.0  # far more than any end takes; a test that fails waits as long

JOB = (
    "from bandit_replications.runtime import processes\n"
    "processes.die_with_parent({pid})\n"
    "print('ready', flush=True); import time; time.sleep(60)"
)


def start(code):
    """Start Python and wait until it says that it is ready."""
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline().strip()
    return process


WAIT = "import time; time.sleep(60)"


@pytest.mark.parametrize("waited_for", [True, False])
def test_a_job_ends_with_the_process_it_watches(waited_for):
    """A watched process that nobody waits for stays as a zombie; it is gone all the same."""
    watched = start(f"print('ready', flush=True); {WAIT}")
    job = start(JOB.format(pid=watched.pid))
    watched.kill()
    if waited_for:
        watched.wait()
    try:
        if waited_for or hasattr(os, "pidfd_open"):
            assert job.wait(SECONDS) == 1
    finally:
        job.kill()
        watched.wait()


def test_without_descriptors_of_processes_it_polls(monkeypatch):
    monkeypatch.setattr(os, "pidfd_open", processes._no_descriptor, raising=False)
    monkeypatch.setattr(processes, "POLL_SECONDS", 0.01)
    watched = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    assert processes._exists(watched.pid)
    watched.communicate(b"\n")
    processes._wait_for_end(watched.pid)
    assert not processes._exists(watched.pid)


@pytest.mark.parametrize("pid", [0, -1])
def test_a_pid_that_is_none_is_refused(pid):
    with pytest.raises(ValueError, match=rf"pid: {pid}; allowed"):
        die_with_parent(pid)


def test_lock_names_its_holder_and_dies_with_it(tmp_path):
    path = tmp_path / "lock"
    holder = start(
        "import pathlib\n"
        "from bandit_replications.runtime.processes import exclusive_lock\n"
        f"with exclusive_lock(pathlib.Path({str(path)!r})):\n"
        f"    print('held', flush=True); {WAIT}"
    )
    message = rf"process {holder.pid} is running"
    with pytest.raises(Locked, match=message) as raised, exclusive_lock(path):
        pytest.fail("held twice")
    assert isinstance(raised.value, UserError)
    holder.kill()
    holder.wait()
    for _ in range(2):
        with exclusive_lock(path):
            assert path.read_text() == str(os.getpid())


def test_atomic_write_replaces_on_success_only(tmp_path):
    path = tmp_path / "new" / "table.csv"

    def write(text, error=None):
        with atomic_write(path) as temporary:
            assert temporary.parent == path.parent
            assert temporary.suffix == ".csv"
            temporary.write_text(text)
            if error:
                raise error

    write("old")
    write("new")
    with pytest.raises(KeyboardInterrupt):
        write("half", KeyboardInterrupt())
    with pytest.raises(OSError, match="No space") as full:
        write("half", OSError(28, "No space left on device"))
    assert full.value.filename == str(path)
    assert path.read_text() == "new"
    assert list(path.parent.iterdir()) == [path]
