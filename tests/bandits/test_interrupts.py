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


def test_exception_of_a_handler_ends_a_compiled_loop():
    """Within 3 seconds of processor time; Ctrl-C is tried on the library's runs."""

    def handler(*_):
        raise LookupError("from the handler")

    def send():
        sent.append(time.process_time())
        signal.raise_signal(signal.SIGUSR1)

    compiled, sent = kernel(long_loop), []
    compiled(1)
    before = signal.signal(signal.SIGUSR1, handler)
    timer = threading.Timer(0.5, send)
    timer.start()
    try:
        with pytest.raises(LookupError, match="from the handler"):
            compiled(10**11)
        assert time.process_time() - sent[0] < 3
    finally:
        timer.join()
        signal.signal(signal.SIGUSR1, before)
