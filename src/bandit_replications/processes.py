"""Processes and files that end well: locks, atomic writes, jobs that die with their parent."""

import contextlib
import ctypes
import fcntl
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from bandit_replications.errors import UserError

_PR_SET_PDEATHSIG = 1


class Locked(UserError):
    """Another process holds the lock."""


def die_with_parent(pid: int | None = None) -> None:
    """End this process when process `pid` (the direct parent by default) is gone.

    On Linux the kernel also ends it when its direct parent dies.
    """
    watched = os.getppid() if pid is None else pid
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    threading.Thread(target=_watch, args=(watched,), daemon=True).start()


def _watch(pid: int) -> None:
    while _alive(pid):
        time.sleep(1)
    os._exit(1)


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


@contextlib.contextmanager
def exclusive_lock(path: Path) -> Iterator[None]:
    """Hold a lock file; the operating system releases it however the process ends.

    Raises
    ------
    Locked
        If another process holds it.

    """
    with path.open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            holder = file.read().strip() or "unknown"
            raise Locked(
                f"{path.name}: process {holder} is running the workflow; "
                "allowed: one at a time, so wait for it or end it"
            ) from None
        file.seek(0)
        file.truncate()
        file.write(str(os.getpid()))
        file.flush()
        yield


@contextlib.contextmanager
def atomic_write(path: Path) -> Iterator[Path]:
    """Yield a temporary path beside `path` that takes its place if the block succeeds."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        yield temporary
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
