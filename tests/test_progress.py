"""What long calls say on stderr."""

import io
import time
from types import SimpleNamespace

import numba
import pytest

import bandit_replications as br
from bandit_replications.library import progress
from bandit_replications.runtime.errors import ConfigurationError
from test_library import TURNS, Turns


class Terminal(io.StringIO):
    def isatty(self):
        return True


class Slow(Turns):
    """A class that takes a while."""

    def choose(self, t):
        time.sleep(0.03)
        return 0


@pytest.fixture
def terminal(monkeypatch):
    monkeypatch.setattr(progress, "sys", SimpleNamespace(stderr=Terminal()))
    monkeypatch.setattr(progress, "EACH", 0.01)
    return progress.sys.stderr


CALL = {**TURNS, "horizon": 3, "runs": 3}
FORMS = [(br.simulate, Slow, {}), (br.compare, Slow, {}), (br.compare, Slow, {"n_jobs": 2})]


@pytest.mark.parametrize(("form", "algorithm", "more"), FORMS)
def test_a_terminal_shows_finished_runs_and_is_left_clean(form, algorithm, more, terminal):
    form(algorithm, **CALL, **more)
    lines = terminal.getvalue().split("\r")
    assert any("0 of 3 runs, 0:00" in line for line in lines)
    assert any("2 of 3 runs" in line for line in lines)
    assert lines[-2:] == [" " * 79, ""]


def test_nothing_is_said_quietly_or_without_a_terminal(terminal, monkeypatch, capsys):
    br.simulate(Slow, quiet=True, **CALL)
    br.compare(Slow, quiet=True, n_jobs=2, **CALL)
    assert terminal.getvalue() == ""
    monkeypatch.undo()
    br.simulate(Slow, **CALL)
    assert capsys.readouterr().err == ""
    with pytest.raises(ConfigurationError, match=r"^quiet: 1; allowed: true or false"):
        br.simulate(Slow, quiet=1, **CALL)


def test_a_run_on_rewards_of_ones_own_counts_its_rounds(terminal):
    call = (Slow(arms=2), [[0, 1]] * 6)
    br.run(*call, quiet=True)
    assert terminal.getvalue() == ""
    br.run(*call)
    assert " of 6 rounds, 0:00" in terminal.getvalue()
    assert terminal.getvalue().endswith(" " * 79 + "\r")


def test_compiling_is_told_once(terminal):
    with progress.Progress(1, quiet=False).compiling("delb"):
        assert numba.njit(lambda x: x + 1)(1) + numba.njit(lambda x: x + 2)(1) == 5
    assert terminal.getvalue().count("compiling delb, once") == 1


def test_time_left_is_that_of_the_runs_left_and_falls(monkeypatch):
    now = iter([0.0, 90.0])
    monkeypatch.setattr(progress.time, "monotonic", lambda: next(now))
    bar = progress.Progress(4, quiet=False)
    assert bar.line(80.0) == f"[{'-' * 24}] 0 of 4 runs, 1:20"
    bar.advance()
    assert bar.line(90.0) == f"[{'#' * 6}{'-' * 18}] 1 of 4 runs, 1:30, about 4:30 left"
    assert bar.line(150.0).endswith("1 of 4 runs, 2:30, about 3:30 left")
