"""The decorator of every compiled function: numba's, with arguments that nobody counts.

Numba counts references to the arrays of an argument when a function begins and when it ends, and
takes the pair out again where its optimiser sees that it may: not in a function that calls another
one, or that uses an argument on one branch alone. An atomic addition costs as much as a random
number, so that the counting took two thirds of the time of some simulations, and 120 core-seconds
of the 1,200 of `make reproduce`. Whoever calls a function holds its arguments until it returns:
what is an argument, or a field of one, is borrowed here and never counted.
"""

import contextlib
import functools
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

from numba import njit
from numba.core import config, ir, types
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.lowering import Lower
from numba.core.typed_passes import BaseNativeLowering, NativeLowering

from bandit_replications.runtime.environment import kernel_cache

_ARGUMENT = ""  # a source: an argument and no variable
_SETTINGS: Any = config
_FIELDS = ("getattr", "static_getitem", "exhaust_iter")


def kernel(function: Callable[..., Any] | None = None, **options: Any) -> Any:
    """Compile a function when it is called, and keep it for later processes.

    Parameters
    ----------
    function : callable, optional
        What to compile; without it a decorator is returned.
    **options
        Of numba's `njit`, such as `error_model="numpy"` or `inline="always"`.

    """
    if function is None:
        return functools.partial(kernel, **options)
    # A wrapper for callers in C, of which there are none, takes a twentieth of the time to compile.
    options = {
        "cache": True,
        "nogil": True,  # other threads go on, and `interrupts` ends long runs
        "no_cfunc_wrapper": True,
        "pipeline_class": _Compiler,
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
    """Let what is decorated meanwhile be kept with what a module's code compiled to before.

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


class _BorrowingLower(Lower):
    """Numba's translation to LLVM, but for counting references to what is borrowed."""

    def lower_function_body(self) -> Any:
        """Find out which variables are borrowed, and translate."""
        self._borrowed = self._find_borrowed()
        self._counting = True
        return super().lower_function_body()

    def _find_borrowed(self) -> set[str]:
        """Return the variables that only ever are an argument, or a field of a borrowed tuple."""
        sources = defaultdict(set)
        for block in self.blocks.values():
            for statement in block.find_insts(ir.Assign):
                sources[statement.target.name].add(self._source(statement))
        if self.generator_info:  # its arguments outlive the call
            return set()
        borrowed = set(sources)
        while True:
            kept = {
                name
                for name in borrowed
                if all(s == _ARGUMENT or s in borrowed for s in sources[name])
            }
            if kept == borrowed:
                return borrowed
            borrowed = kept

    def _source(self, statement: Any) -> str | None:
        """Return what is assigned: an argument, (a field of) a variable, or None: else."""
        value = statement.value
        if isinstance(value, ir.Arg):
            return _ARGUMENT
        if isinstance(value, ir.Var):
            same = self.typeof(value.name) == self.typeof(statement.target.name)
            return str(value.name) if same else None
        if isinstance(value, ir.Expr) and value.op in _FIELDS:
            whole = value.value.name
            return str(whole) if isinstance(self.typeof(whole), types.BaseTuple) else None
        return None

    def lower_assign(self, ty: Any, inst: Any) -> Any:
        """Translate an assignment; what it counts is taken back at once, which LLVM sees."""
        value = super().lower_assign(ty, inst)
        if inst.target.name in self._borrowed:
            self.decref(ty, value)
        return value

    def decref(self, typ: Any, val: Any) -> None:
        """Count a reference less, but for one that was never counted."""
        if self._counting:
            super().decref(typ, val)

    def storevar(self, value: Any, name: str, argidx: Any = None) -> None:
        """Store a variable; of what it held before nothing is counted if it is borrowed."""
        self._counting = name not in self._borrowed
        super().storevar(value, name, argidx)
        self._counting = True

    def delvar(self, name: str) -> None:
        """Empty a variable, in the same way."""
        self._counting = name not in self._borrowed
        super().delvar(name)
        self._counting = True


@register_pass(mutates_CFG=True, analysis_only=False)
class _BorrowingLowering(BaseNativeLowering):
    _name: Any = "borrowing_lowering"

    @property
    def lowering_class(self) -> type[Lower]:
        """The translation."""
        return _BorrowingLower


class _Compiler(CompilerBase):
    """Numba's steps, with that translation."""

    def define_pipelines(self) -> list[Any]:
        """Return the steps."""
        steps = DefaultPassBuilder.define_nopython_pipeline(self.state)
        steps.passes = [
            (_BorrowingLowering if step is NativeLowering else step, why)
            for step, why in steps.passes
        ]
        steps.finalize()
        return [steps]
