"""Decorator of every compiled function: numba's `njit`, with a cache and without the GIL.

Python collects no garbage while one compiles: that is a tenth of the time of a first call.

Numba counts references to the arrays of an argument when a function begins and when it ends, which
costs as much as a random number. Small functions that the loops of `multiplayer` call in each round
therefore say `inline="always"`, which saves about a seventh of its processor time.
"""

import contextlib
import functools
import gc
import warnings
from collections.abc import Callable, Iterator
from typing import Any

from numba import njit
from numba.core import config
from numba.core.event import Event, Listener, register

from bandit_replications.runtime.environment import kernel_cache

_SETTINGS: Any = config


def kernel(function: Callable[..., Any] | None = None, **options: Any) -> Any:
    """Compile a function when it is called, and keep it for later processes.

    Parameters
    ----------
    function : callable, optional
        Function to compile; without it a decorator is returned.
    **options
        Options of numba's `njit`, such as `error_model="numpy"` or `inline="always"`.

    """
    if function is None:
        return functools.partial(kernel, **options)
    # Without the GIL other threads go on, and `interrupts` ends long runs. A wrapper for callers in
    # C, of which there are none, takes a twentieth of the time to compile.
    options = {"cache": True, "nogil": True, "no_cfunc_wrapper": True, **options}
    with _kept_beside(function.__module__):
        try:
            return njit(**options)(function)
        except RuntimeError as error:  # numba finds no folder that it can write to
            if "cannot cache" not in str(error):
                raise
            _warn_once()
            return njit(**{**options, "cache": False})(function)


@functools.cache
def _warn_once() -> None:
    """Say that each process compiles for itself."""
    warnings.warn(
        "no folder for compiled functions can be written to, so that each process compiles anew; "
        "NUMBA_CACHE_DIR names one",
        RuntimeWarning,
        stacklevel=2,
    )


class _Uncollected(Listener):
    """Stops collecting garbage while a function of the package, and all that it calls, compiles."""

    def __init__(self) -> None:
        self._before: list[bool] = []

    def on_start(self, event: Event) -> None:
        self._before.append(gc.isenabled())
        if event.data["dispatcher"].__module__.startswith("bandit_replications."):
            gc.disable()

    def on_end(self, event: Event) -> None:
        if self._before.pop():
            gc.enable()


register("numba:compile", _Uncollected())


@contextlib.contextmanager
def _kept_beside(module: str) -> Iterator[None]:
    """Cache functions decorated in this context in the folder of their module's code.

    Numba reads the folder when a function is decorated, and gets its own back: the library sets
    nothing in its host.
    """
    folder = kernel_cache(module) if module.startswith("bandit_replications.") else None
    before = _SETTINGS.CACHE_DIR
    _SETTINGS.CACHE_DIR = before if folder is None else str(folder)
    try:
        yield
    finally:
        _SETTINGS.CACHE_DIR = before
