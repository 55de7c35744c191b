"""Pre-loaded fork server for the programs of a workflow: jobs, Snakemake, kernels.

To start Python and to import numpy, scipy, pandas, matplotlib and a paper takes 1.2 s of processor
time, more than many jobs of a small run work: 35 of 174 processor seconds of `make quick`. To plan,
Snakemake imports all five papers: 2.5 of the 6 s of a command that finds nothing to do. A
program is a process of its own where snakemake is called by hand, on a cluster, anywhere but on
Linux, and once a file that the command loaded was written again.
"""

import contextlib
import json
import os
import secrets
import signal
import socket
import socketserver
import struct
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from bandit_replications.runtime.environment import THREADS
from bandit_replications.runtime.errors import UserError
from bandit_replications.runtime.faults import guarded
from bandit_replications.runtime.paths import repo_root
from bandit_replications.runtime.processes import die_with_parent, end_at_death_of, flush
from bandit_replications.workflow import job_times, variables

_STARTED = time.time()  # before anything is loaded that a job uses
_TAKEN = b"+"
_IDS = struct.Struct("3i")  # of a process, its user and its group
_SIGNALLED = 128  # plus the number of the signal that ended a program


@contextlib.contextmanager
def server() -> Iterator[dict[str, str]]:
    """Serve jobs while the block runs; yield the variables that tell `run` where, if it can."""
    # The name of a socket without a file: nothing is left however this process ends.
    name = f"bandit-replications-{secrets.token_hex(16)}"
    listening = _listening(name)
    if listening is None:
        yield {}
        return
    flush()
    command = os.getpid()
    child = os.fork()
    if child == 0:
        _serve(listening, command)
    listening.socket.close()
    end = signal.SIGKILL  # of all programs at once, what they compute meanwhile
    try:
        yield {variables.FORKS: name}
        end = signal.SIGTERM
    finally:
        os.kill(child, end)
        os.waitpid(child, 0)


def run(words: Sequence[str]) -> int:
    """Run a program, by preference as a fork of the command, and return the status it ends with.

    Parameters
    ----------
    words : sequence of str
        A key of `PROGRAMS`, and the program's own words.

    Raises
    ------
    UserError
        If it was killed.

    """
    _end_with_asker()
    status = _ask(words) if variables.FORKS in os.environ else None
    return _run(words) if status is None else status


def _run(words: Sequence[str]) -> int:
    """Run a program in this process."""
    program, *more = words
    try:
        return PROGRAMS[program](more) or 0
    except SystemExit as end:
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
        return end.code if isinstance(end.code, int) else int(end.code is not None)


def _job(words: Sequence[str]) -> None:
    from bandit_replications.workflow import jobs  # noqa: PLC0415  loads what a job needs

    jobs.command(words)


def _snakemake(words: Sequence[str]) -> None:
    from snakemake.cli import main  # noqa: PLC0415  a second

    sys.argv = ["snakemake", *words]  # which the Snakefile looks at
    main(list(words))


def _kernel(words: Sequence[str]) -> None:
    import matplotlib as mpl  # noqa: PLC0415
    import pandas as pd  # noqa: PLC0415
    from ipykernel.kernelapp import launch_new_instance  # noqa: PLC0415

    # As where they are loaded within a kernel.
    inline = "module://matplotlib_inline.backend_inline"
    mpl.rcParams["backend"] = os.environ.get("MPLBACKEND", inline)
    pd.set_option("display.max_columns", 20)
    launch_new_instance(argv=list(words))


PROGRAMS: Mapping[str, Callable[[Sequence[str]], int | None]] = {
    "job": _job,
    "snakemake": _snakemake,
    "kernel": _kernel,  # of a notebook
}


def _ask(words: Sequence[str]) -> int | None:
    """Have the server named in the environment fork a program; return the status it ends with.

    The program prints where this process does, and ends with it. Without an answer it is this
    process's own.
    """
    job = {
        "words": list(words),
        "folder": str(Path.cwd()),
        "variables": {**os.environ, variables.PARENT: str(os.getpid())},
    }
    with socket.socket(socket.AF_UNIX) as connection:
        with contextlib.suppress(OSError):
            connection.connect(f"\0{os.environ[variables.FORKS]}")
            if not is_own(connection):
                return None
        with contextlib.suppress(OSError):  # it may refuse before all is sent
            socket.send_fds(connection, [_TAKEN], [sys.stdout.fileno(), sys.stderr.fileno()])
            connection.sendall(json.dumps(job).encode())
            connection.shutdown(socket.SHUT_WR)
        if _answer(connection) != _TAKEN:
            return None
        status = _answer(connection)
    if not status:
        raise UserError(f"{name_of(words)}: the command ended; the same command goes on")
    if status[0] > _SIGNALLED and status[0] != _SIGNALLED + signal.SIGINT:
        name = signal.Signals(status[0] - _SIGNALLED).name
        hint = " (out of memory?)" if name == "SIGKILL" else ""
        raise UserError(f"{name_of(words)}: ended by {name}{hint}; the same command goes on")
    return status[0]


def name_of(words: Sequence[str]) -> str:
    """Return a program's name as a message shows it, a job's with its kind, run and paper."""
    program, *more = words
    if program != "job":
        return program
    return " ".join([program, *more[2 if more[0] == "--log" else 0 :][:3]])


def is_own(connection: socket.socket) -> bool:
    """Return whether the process at the other end is of the same user."""
    _, user, _ = _IDS.unpack(
        connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _IDS.size)
    )
    return bool(user == os.getuid())


def _end_with_asker() -> None:
    """End this process with the one that asked for its program."""
    asker = os.environ.get(variables.PARENT)
    die_with_parent(int(asker) if asker else None)


def _answer(connection: socket.socket) -> bytes:
    try:
        return connection.recv(1)
    except OSError:  # nobody is there
        return b""


def _listening(name: str) -> "_Server | None":
    """Return a server that listens under a name; None where jobs are not to be forked."""
    # Snakemake sets one thread for each job; what was loaded with more would keep them.
    if sys.platform != "linux" or any(os.environ.get(name) != "1" for name in THREADS):
        return None
    try:
        return _Server(f"\0{name}", _Job)
    except OSError:
        return None


class _Server(socketserver.ForkingMixIn, socketserver.UnixStreamServer):
    max_children = 10_000  # Snakemake keeps to the cores
    request_queue_size = 100
    on_interrupt: Any = signal.default_int_handler
    pid = 0  # of the process that serves

    def verify_request(self, request: Any, client_address: Any) -> bool:
        """Return whether it is a job of this user that would load what is loaded here."""
        return is_own(request) and _is_as_loaded(since=_STARTED)


class _Job(socketserver.BaseRequestHandler):
    """One job, in a process of its own, and a second one that tells how it ended."""

    server: "_Server"

    def handle(self) -> None:
        """Run it as `_ask` says, and answer its status."""
        end_at_death_of(self.server.pid)  # and the worker ends with this process
        signal.signal(signal.SIGINT, self.server.on_interrupt)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        self.server.socket.close()
        _, descriptors, *_ = socket.recv_fds(self.request, 1, 2)
        with self.request.makefile() as file:
            job = json.load(file)
        self.request.sendall(_TAKEN)
        worker = os.fork()
        if worker == 0:
            os._exit(self._work(job, descriptors))
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # for the worker alone
        ended = os.waitstatus_to_exitcode(os.waitpid(worker, 0)[1])
        with contextlib.suppress(OSError):  # who asked may have been interrupted
            self.request.sendall(bytes([ended if ended >= 0 else _SIGNALLED - ended]))

    def _work(self, job: Mapping[str, Any], descriptors: Sequence[int]) -> int:
        """Run the program and return its status."""
        for number, descriptor in enumerate(descriptors, start=1):
            os.dup2(descriptor, number)
            os.close(descriptor)
        os.environ.clear()
        os.environ.update(job["variables"])
        os.chdir(job["folder"])
        _end_with_asker()
        status = guarded(lambda: _run(job["words"]))
        if job["words"][0] == "kernel":  # no child of the job that executes the notebook
            job_times.note("notebook", os.environ.get(variables.PAPER, ""), started=0.0)
        flush()
        return status


def _serve(listening: _Server, command: int) -> NoReturn:
    """Fork jobs until the command ends this process, or ends."""
    try:
        listening.on_interrupt = signal.getsignal(signal.SIGINT)  # ignored behind nohup
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the command tells of Ctrl-C, and its jobs
        end_at_death_of(command)
        listening.pid = os.getpid()
        listening.handle_request()  # the first is Snakemake, which plans while the rest is loaded
        _load()
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        listening.serve_forever()
    finally:
        with contextlib.suppress(BaseException):
            listening.collect_children()  # so that the command's processor time counts theirs
        os._exit(0)


def _load() -> None:
    """Load what jobs need besides."""
    with contextlib.suppress(Exception):  # the job that needs it says so
        from numba import njit  # noqa: PLC0415

        njit(lambda: 0)()  # what numba knows of types and processor: 0.2 s
        import ipykernel.kernelapp  # noqa: F401, PLC0415
        import papermill  # noqa: F401, PLC0415  a second

        from bandit_replications.configuration.papers import PAPERS  # noqa: PLC0415
        from bandit_replications.workflow import registry, study  # noqa: F401, PLC0415

        for paper in PAPERS:
            registry.find_paper(paper)


def _is_as_loaded(*, since: float) -> bool:
    """Return whether no file that this process loaded was written since a time."""
    root, package = repo_root(), Path(__file__).parents[1]
    try:
        modules = [getattr(module, "__file__", None) for module in list(sys.modules.values())]
        data = [*package.rglob("*.yaml"), *(root / "config").glob("*"), root / "papers.yaml"]
        return all(os.stat(name).st_ctime <= since for name in [*filter(None, modules), *data])
    except Exception:  # a file or folder that is gone meanwhile, a module that is loaded when asked
        return False
