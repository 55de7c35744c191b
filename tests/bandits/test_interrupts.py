"""A compiled run ends soon after Ctrl-C, and other threads run meanwhile."""

import signal
import threading
import time

import pytest

from bandit_replications.bandits.compiled import kernel
from bandit_replications.bandits.interrupts import interruptible

pytestmark = pytest.mark.usefixtures("elsewhere")


def long_loop(rounds):
    total, work = 0.0, 0
    for number in range(rounds):
        total += number * 1e-9 + total * 1e-12
        work = interruptible(work + 1)
    return total


def signalled(kind):
    """Run the loop until a signal's handler raises, which takes at most 3 seconds."""
    compiled = kernel(long_loop)
    compiled(1)
    sent = []
    timer = threading.Timer(0.5, lambda: sent.append(time.monotonic()) or signal.raise_signal(kind))
    timer.start()
    try:
        compiled(10**11)
    finally:
        timer.join()
        assert time.monotonic() - sent[0] < 3


def test_ctrl_c_ends_a_compiled_loop():
    with pytest.raises(KeyboardInterrupt):
        signalled(signal.SIGINT)


def test_exception_of_a_handler_comes_through():
    def handler(*_):
        raise LookupError("from the handler")

    before = signal.signal(signal.SIGUSR1, handler)
    try:
        with pytest.raises(LookupError, match="from the handler"):
            signalled(signal.SIGUSR1)
    finally:
        signal.signal(signal.SIGUSR1, before)
