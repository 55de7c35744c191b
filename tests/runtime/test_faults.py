"""Every error ends as one line and an exit status; a traceback only when asked for."""

import os
import shutil
import subprocess
import sys
from types import SimpleNamespace

import pytest

from bandit_replications.runtime.errors import ConfigurationError
from bandit_replications.runtime.faults import DEBUG_VARIABLE, guarded


def said(error, capsys):
    """Return the exit status and the output of an action that raises."""

    def action():
        raise error

    return guarded(action), capsys.readouterr().err


FULL = OSError(28, "No space left on device")
CASES = [
    (ConfigurationError("x: 3; allowed: 4"), 2, "error: x: 3; allowed: 4"),
    (ModuleNotFoundError("no", name="numba"), 2, "error: numba: not installed; run pip install"),
    (OSError(28, "No space left on device", "a/b"), 1, "error: a/b: No space left on device"),
    (BrokenPipeError(32, "Broken pipe"), 1, "error: BrokenPipeError"),
    (KeyboardInterrupt(), 130, "interrupted; the same command goes on"),
    (ValueError("bad\nthing " + "x" * 500), 1, "error: ValueError: bad thing x"),
    (MemoryError(), 1, "error: MemoryError"),
]


@pytest.mark.parametrize(("error", "status", "begins"), CASES)
def test_an_error_is_one_line(monkeypatch, capsys, error, status, begins):
    monkeypatch.delenv(DEBUG_VARIABLE, raising=False)
    found, line = said(error, capsys)
    assert found == status
    assert line.startswith(begins)
    assert line.count("\n") == 1
    assert len(line) <= 308


def test_the_line_says_where(capsys):
    status, line = said(ZeroDivisionError("division by zero"), capsys)
    assert status == 1
    assert "(test_faults.py, line " in line


def test_the_traceback_is_shown_when_asked_for(monkeypatch, capsys):
    monkeypatch.setenv(DEBUG_VARIABLE, "1")
    status, text = said(ValueError("bad"), capsys)
    assert status == 1
    assert text.startswith("Traceback")
    assert text.splitlines()[-1].startswith("error: ValueError: bad")


READ = """
import os, sys
from bandit_replications.runtime.faults import guarded

def printing():
    print("x" * 100_000)
    sys.stdout.flush()

os._exit(guarded(printing))
"""


def test_reader_that_is_gone_is_no_error():
    """As in `… params private_online | head -1`."""
    reader, writer = os.pipe()
    os.close(reader)
    words = [sys.executable, "-c", READ]
    done = subprocess.run(words, stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")


def test_full_temporary_folder_is_named(monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    free = {str(tmp_path): 0}
    usage = SimpleNamespace
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(free=free.get(str(path), 10**9)))
    assert said(FULL, capsys)[1].startswith(f"error: {tmp_path}: No space left on device")
    free[str(tmp_path)] = 10**9
    assert str(tmp_path) not in said(FULL, capsys)[1]


def test_a_status_is_handed_on():
    assert [guarded(lambda: None), guarded(lambda: 1)] == [0, 1]
