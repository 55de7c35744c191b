"""Signals, such as that of Ctrl-C, in the middle of a compiled run."""

from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from bandit_replications.bandits.compiled import kernel

WORK = 2**22  # between two looks: some 40 to 400 ms


@kernel
def interruptible(work: int) -> int:
    """Let Python handle its signals once enough work was done; return the work since then.

    A long loop says `work = interruptible(work + steps)` in each turn, a step being what takes 10
    to 100 ns. What a signal's handler raises, such as KeyboardInterrupt, ends the compiled call.
    """
    if work < WORK:
        return work
    _handle_signals()  # type: ignore[call-arg]
    return 0


@intrinsic
def _handle_signals(_: Any) -> Any:
    """Call Python's own handlers, with the lock that compiled code runs without."""

    def translate(context: Any, builder: Any, *_: Any) -> Any:
        number, nothing = ir.IntType(32), ir.VoidType()

        def call(name: str, returned: Any, *given: Any) -> Any:
            kind = ir.FunctionType(returned, [value.type for value in given])
            function = cgutils.get_or_insert_function(builder.module, kind, name)
            return builder.call(function, given)

        state = call("PyGILState_Ensure", number)
        raised = call("PyErr_CheckSignals", number)
        call("PyGILState_Release", nothing, state)
        with builder.if_then(cgutils.is_not_null(builder, raised)):
            context.call_conv.return_exc(builder)
        return context.get_dummy_value()

    return types.void(), translate
