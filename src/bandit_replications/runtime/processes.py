"""Processes and files that end well: locks, atomic writes, jobs that die with their parent."""

import contextlib
import ctypes
import fcntl
import os
import resource
import select
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from bandit_replications.runtime.errors import UserError

POLL_SECONDS = 1.0
OPEN_FILES = 256  # at once, of one process
_PR_SET_PDEATHSIG = 1  # from linux/prctl.h


class Locked(UserError):
    """Another process holds the lock."""


def die_with_parent(pid: int | None = None) -> None:
    """End this process as soon as another one is gone, however that one ended.

    Nothing is cleaned up, so what this process writes must go to temporary names first. On Linux
    the kernel also ends it when its direct parent dies, which works while compiled code runs.

    Parameters
    ----------
    pid : int, optional
        Process to watch, the direct parent by default.

    Raises
    ------
    ValueError
        If it is no process id.

    """
    parent = os.getppid()
    watched = parent if pid is None else pid
    if watched < 1:
        raise ValueError(f"pid: {watched}; allowed: the id of a process")
    if sys.platform == "linux":
        end_at_death_of(parent)
    threading.Thread(target=_exit_after, args=(watched,), daemon=True).start()


def end_at_death_of(parent: int) -> None:
    """Have the Linux kernel end this process when its direct parent dies."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it died before the kernel was asked
        os._exit(1)


def _exit_after(pid: int) -> None:
    _wait_for_end(pid)
    os._exit(1)


def _wait_for_end(pid: int) -> None:
    """Return when the process is gone; one that ended without being waited for is gone too."""
    try:
        # Linux: a descriptor of the process itself, so its id may even be given to another one.
        descriptor = getattr(os, "pidfd_open", _no_descriptor)(pid)
    except ProcessLookupError:
        return
    except OSError:
        while _exists(pid):
            time.sleep(POLL_SECONDS)
        return
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    poll.poll()


def _no_descriptor(pid: int) -> int:
    raise OSError(f"process {pid}: this system has no descriptors of processes")


def _exists(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


@contextlib.contextmanager
def exclusive_lock(path: Path) -> Iterator[None]:
    """Hold a lock file, or raise the id of its holder; it is free again however that one ends.

    Parameters
    ----------
    path : Path
        The file, in a folder that exists; it stays, and holds the process id of the last holder.

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
                f"{path}: process {holder} is running the workflow; "
                "only one may, so wait for it or end it"
            ) from None
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        yield


def ensure_open_files() -> None:
    """Allow this process and its children as many open files as a run needs.

    Raises
    ------
    UserError
        If the system allows fewer.

    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    if soft == unlimited or soft >= OPEN_FILES:
        return
    if hard != unlimited and hard < OPEN_FILES:
        raise UserError(f"ulimit -n: {hard} open files; allowed: at least {OPEN_FILES}")
    resource.setrlimit(resource.RLIMIT_NOFILE, (OPEN_FILES, hard))


def flush() -> None:
    """Flush the output streams of this process."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError):  # a full disk, or a reader that is gone
            if stream is not None:  # closed by who started it
                stream.flush()


@contextlib.contextmanager
def atomic_write(path: Path) -> Iterator[Path]:
    """Yield a temporary path beside `path` that takes its place if the block succeeds.

    The temporary name is hidden and has the same suffix. Folders are made as needed. An error of
    the system, such as a full disk, names `path`.
    """
    temporary = path.with_name(f".{os.getpid()}.{path.name}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield temporary
        temporary.replace(path)
    except OSError as error:
        if error.errno is not None and error.filename in (None, str(temporary)):
            error.filename = str(path)
        raise
    finally:
        with contextlib.suppress(OSError):  # it may be why this ends
            temporary.unlink(missing_ok=True)
