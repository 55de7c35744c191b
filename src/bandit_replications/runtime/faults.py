"""Error output of a process: one line and an exit status, the traceback on request."""

import argparse
import contextlib
import errno
import os
import select
import shutil
import sys
import sysconfig
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from bandit_replications.runtime.errors import UserError, joined

NO_SPACE = os.strerror(errno.ENOSPC)
_ROOM = 65536  # bytes; with fewer a disk is full
DEBUG_VARIABLE = "BANDIT_DEBUG"  # in the environment, so that jobs see it, too
TRACEBACK = f"{DEBUG_VARIABLE}=1 shows the traceback"
_LIBRARIES = tuple({sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib")})


class Parser(argparse.ArgumentParser):
    """A parser of a command line with errors of one line."""

    def error(self, message: str) -> NoReturn:
        """Raise the message as the user's error."""
        raise UserError(f"{message.removeprefix('argument ')} ({self.prog} --help)")


def guarded(action: Callable[[], int | None]) -> int:
    """Run a command and return its exit status; an exception becomes one line on stderr.

    Returns
    -------
    int
        What the action returns (None: 0); 2 where the user can mend it, 130 after Ctrl-C, 1 after
        anything else. With `BANDIT_DEBUG=1` the traceback comes first.

    """
    try:
        return int(action() or 0)
    except KeyboardInterrupt:
        print("interrupted; the same command goes on where this one stopped", file=sys.stderr)
        return 130
    except BrokenPipeError as error:
        if _reader_is_gone():
            return 141  # as a program that the signal of a broken pipe ends
        tell(error)
        return 1
    except Exception as error:  # the one place where every error ends
        tell(error)
        return 2 if isinstance(error, UserError) or _missing(error) else 1


def _reader_is_gone() -> bool:
    """Return True if the reader of this process's output is gone, as after `| head`."""
    poll = select.poll()
    poll.register(1, 0)
    return any(event & select.POLLERR for _, event in poll.poll(0))


def debugging() -> bool:
    """Return True if tracebacks are asked for."""
    return os.environ.get(DEBUG_VARIABLE, "0") not in ("", "0")


def tell(error: BaseException) -> None:
    """Print an error as one line, after its traceback if that is asked for."""
    with contextlib.suppress(OSError):  # a log on a full disk
        if debugging():
            traceback.print_exception(error)
        print(f"error: {message(error)}", file=sys.stderr, flush=True)


def message(error: BaseException) -> str:
    """Return an error and its place as one line."""
    if isinstance(error, UserError):
        return str(error)
    if missing := _missing(error):
        return f"{missing}: not installed; run pip install '.[workflow]'"
    if isinstance(error, OSError) and error.filename is not None:
        reason = error.strerror or error
        return str(UserError(f"{error.filename}: {reason}; the same command goes on afterwards"))
    if isinstance(error, OSError) and error.errno == errno.ENOSPC and (folder := full_folder()):
        return str(UserError(f"{folder}: {NO_SPACE}; the same command goes on afterwards"))
    said = f"{type(error).__name__}: {joined(str(error))[:120]}"
    return str(UserError(f"{said} ({_place(error)}; {TRACEBACK})"))


def full_folder() -> str:
    """Return the folder for temporary files that is full; empty if none is."""
    for folder in (os.environ.get("TMPDIR"), "/tmp", str(Path.cwd())):
        with contextlib.suppress(OSError):
            if folder and shutil.disk_usage(folder).free < _ROOM:
                return folder
    return ""


def _missing(error: BaseException) -> str:
    """Return the name of a library that is not installed; empty for another error."""
    name = error.name if isinstance(error, ModuleNotFoundError) else None
    return name if name and not name.startswith("bandit_replications") else ""


def _place(error: BaseException) -> str:
    """Return file and line of the last of our own frames, or of the last one."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename != __file__]
    package = str(Path(__file__).parents[1])
    own = [frame for frame in frames if frame.filename.startswith(package)]
    return ", ".join(f"{Path(f.filename).name}, line {f.lineno}" for f in (own or frames)[-1:])


def place_in_users_code(error: BaseException) -> str:
    """Return file, line and function of the last frame that is not ours, empty without one.

    A frame of a library counts only if there is no other. Of the file's path two parts are shown.
    """
    package = str(Path(__file__).parents[1])
    others = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if not frame.filename.startswith((package, "<frozen"))
    ]
    users = [frame for frame in others if not frame.filename.startswith(_LIBRARIES)]
    return ", ".join(
        f"{'/'.join(Path(frame.filename).parts[-2:])}, line {frame.lineno}, in {frame.name}"
        for frame in (users or others)[-1:]
    )
