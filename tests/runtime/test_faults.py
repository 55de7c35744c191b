"""Every error ends as one line and an exit status; a traceback only when asked for."""

import os
import shutil
import subprocess
import sys
from types import SimpleNamespace

import pytest

from bandit_replications.runtime.errors import ConfigurationError
from bandit_replications.runtime.faults import DEBUG_VARIABLE, guarded
from bandit_replications.runtime.processes import atomic_write


def failing(error):
    def action():
        raise error

    return action


CASES = [
    (ConfigurationError("x: 3; allowed: 4"), 2, "error: x: 3; allowed: 4"),
    (ModuleNotFoundError("no", name="numba"), 2, "error: numba: missing; allowed: pip install"),
    (OSError(28, "No space left on device", "a/b"), 1, "error: a/b: No space left on device"),
    (ValueError("bad\nthing " + "x" * 500), 1, "error: ValueError: bad thing x"),
    (MemoryError(), 1, "error: MemoryError"),
]


@pytest.mark.parametrize(("error", "status", "begins"), CASES)
def test_an_error_is_one_line(monkeypatch, capsys, error, status, begins):
    monkeypatch.delenv(DEBUG_VARIABLE, raising=False)
    assert guarded(failing(error)) == status
    said = capsys.readouterr().err
    assert said.startswith(begins)
    assert said.count("\n") == 1
    assert len(said) <= 308


def test_the_line_says_where(capsys):
    assert guarded(failing(ZeroDivisionError("division by zero"))) == 1
    assert "(test_faults.py, line " in capsys.readouterr().err


def test_the_traceback_is_shown_when_asked_for(monkeypatch, capsys):
    monkeypatch.setenv(DEBUG_VARIABLE, "1")
    assert guarded(failing(ValueError("bad"))) == 1
    said = capsys.readouterr().err.splitlines()
    assert said[0].startswith("Traceback")
    assert said[-1].startswith("error: ValueError: bad")


def test_an_interrupted_command_ends_with_130(capsys):
    assert guarded(failing(KeyboardInterrupt())) == 130
    assert "the same command goes on" in capsys.readouterr().err


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


def test_other_broken_pipe_is_an_error(capsys):
    assert guarded(failing(BrokenPipeError(32, "Broken pipe"))) == 1
    assert "error: BrokenPipeError" in capsys.readouterr().err


def test_full_temporary_folder_is_named(monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    free = {str(tmp_path): 0}
    usage = SimpleNamespace
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(free=free.get(str(path), 10**9)))
    assert guarded(failing(OSError(28, "No space left on device"))) == 1
    assert capsys.readouterr().err.startswith(f"error: {tmp_path}: No space left on device")
    free[str(tmp_path)] = 10**9
    assert guarded(failing(OSError(28, "No space left on device"))) == 1
    assert str(tmp_path) not in capsys.readouterr().err


def test_a_status_is_handed_on():
    assert [guarded(lambda: None), guarded(lambda: 1)] == [0, 1]


def test_a_full_disk_names_the_file_and_leaves_nothing_half_written(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("before")

    def write():
        with atomic_write(path) as temporary:
            temporary.write_text("half")
            raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space") as caught:
        write()
    assert caught.value.filename == str(path)
    assert {one.name: one.read_text() for one in tmp_path.iterdir()} == {"x.csv": "before"}
