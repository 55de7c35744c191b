"""Every error ends as one line and an exit status; a traceback only when asked for."""

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
