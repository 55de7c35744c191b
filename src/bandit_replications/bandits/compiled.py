"""Decorator of every compiled function: numba's `njit`, with a cache and without the GIL.

Numba counts references to the arrays of an argument when a function begins and when it ends, which
costs as much as a random number. Small functions that the loops of `multiplayer` call in each round
therefore say `inline="always"`, which saves about a seventh of its processor time.
"""

import contextlib
import functools
import warnings
from collections.abc import Callable, Iterator
from typing import Any

from numba import njit
from numba.core import config

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
    # A wrapper for callers in C, of which there are none, takes a twentieth of the time to compile.
    options = {
        "cache": True,
        "nogil": True,  # other threads go on, and `interrupts` ends long runs
        "no_cfunc_wrapper": True,
        **options,
    }
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
