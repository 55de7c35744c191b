"""Progress of long calls on stderr: a line while an algorithm compiles, then a bar."""

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Self

from numba.core.event import Listener, install_listener

from bandit_replications.configuration.messages import shown
from bandit_replications.runtime.errors import ConfigurationError

EACH = 1.0  # seconds between two drawings; shorter calls draw none
WIDTH = 24  # characters of the bar


class Progress:
    """A bar of finished runs with the time left, erased at the end of its context.

    Parameters
    ----------
    total : int
        Number of runs.
    quiet : bool
        True to say nothing. Nothing is said either where stderr is no terminal and no notebook's.
    unit : str
        What is counted in place of runs.

    Raises
    ------
    ConfigurationError
        If `quiet` is no boolean.

    """

    def __init__(self, total: int, *, quiet: bool, unit: str = "run") -> None:
        if not isinstance(quiet, bool):
            raise ConfigurationError(f"quiet: {shown(quiet)}; allowed: true or false")
        self.silent = quiet or not _is_read()
        self._total, self._done, self._each, self._drawn = total, 0, 0.0, False
        self._unit = f"{unit}s" if total > 1 else unit
        self._started = time.monotonic()
        self._over = threading.Event()
        self._drawing = threading.Thread(target=self._draw, daemon=True)

    def __enter__(self) -> Self:
        if not self.silent:
            self._drawing.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        if not self.silent:
            self._drawing.join()
            if self._drawn:
                _write("")

    def advance(self) -> None:
        """Count a run, or another unit, that is over."""
        self._done += 1
        self._each = (time.monotonic() - self._started) / self._done

    @contextmanager
    def compiling(self, name: str) -> Iterator[None]:
        """Say so, once, if something is compiled in this context, for the named algorithm."""
        if self.silent:
            yield
            return
        with install_listener("numba:compile", _Compilation(name)):
            yield

    def line(self, seconds: float) -> str:
        """Return the bar after so many seconds."""
        filled = WIDTH * self._done // self._total
        left = self._each * self._total - seconds
        told = f", about {_minutes(left)} left" if left > 0 else ""
        done = f"{self._done} of {self._total} {self._unit}"
        return f"[{'#' * filled:-<{WIDTH}}] {done}, {_minutes(seconds)}{told}"

    def _draw(self) -> None:
        while not self._over.wait(EACH):
            self._drawn = True
            _write(self.line(time.monotonic() - self._started))


class _Compilation(Listener):
    def __init__(self, name: str) -> None:
        self._name, self._told = name, False

    def on_start(self, event: Any) -> None:
        """Say what is compiled, at the first of its functions."""
        if not self._told:
            _write(f"compiling {self._name}, once, for some seconds\n")
        self._told = True

    def on_end(self, event: Any) -> None:
        """Do nothing."""


def _is_read() -> bool:
    """Say if stderr is a terminal or a notebook's."""
    kernel = type(sys.stderr).__module__.startswith("ipykernel.")
    return sys.stderr is not None and (kernel or sys.stderr.isatty())


def _write(line: str) -> None:
    """Write over the line before."""
    sys.stderr.write(f"\r{'':79}\r{line}")
    sys.stderr.flush()


def _minutes(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"
