"""Jobs as forks of the command that runs the workflow, which has loaded all that they load.

To start Python and to import numpy, scipy, pandas, matplotlib and a paper takes 1.2 s of processor
time, more than many jobs of a small run work: 35 of 174 processor seconds of `make quick`. Where
snakemake is called by hand, on a cluster and anywhere but on Linux a job is a process of its own.
"""

import contextlib
import gc
import json
import os
import signal
import socket
import socketserver
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NoReturn

from bandit_replications.runtime import code_version
from bandit_replications.runtime.errors import UserError
from bandit_replications.runtime.processes import die_with_parent, end_at_death_of, flush
from bandit_replications.workflow import variables


@contextlib.contextmanager
def server() -> Iterator[dict[str, str]]:
    """Serve jobs while the block runs; yield the variables that tell `ask` where."""
    if sys.platform != "linux":
        yield {}
        return
    with tempfile.TemporaryDirectory() as folder:  # not in the checkout: a socket's path is short
        path = str(Path(folder, "jobs"))
        listening = _Server(path, _Job)
        flush()
        command = os.getpid()
        child = os.fork()
        if child == 0:
            _serve(listening, command)
        listening.socket.close()
        try:
            yield {variables.FORKS: path}
        finally:
            os.kill(child, signal.SIGTERM)
            os.waitpid(child, 0)


def ask(words: Sequence[str]) -> int:
    """Have the server named in the environment fork a job; return the status it ends with.

    The job prints where this process does, and ends with it.

    Raises
    ------
    UserError
        If it was killed.

    """
    parent = os.environ.get(variables.PARENT)
    die_with_parent(int(parent) if parent else None)
    job = {
        "words": list(words),
        "folder": str(Path.cwd()),
        "variables": {**os.environ, variables.PARENT: str(os.getpid())},
    }
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(os.environ[variables.FORKS])
        socket.send_fds(connection, [b"\0"], [sys.stdout.fileno(), sys.stderr.fileno()])
        connection.sendall(json.dumps(job).encode())
        connection.shutdown(socket.SHUT_WR)
        status = connection.recv(1)
    if not status:
        raise UserError(f"{' '.join(words)}: killed (out of memory?); the same command goes on")
    return status[0]


class _Server(socketserver.ForkingMixIn, socketserver.UnixStreamServer):
    max_children = 10_000  # Snakemake keeps to the cores
    request_queue_size = 100


class _Job(socketserver.BaseRequestHandler):
    """One job, in a process of its own."""

    def handle(self) -> None:
        """Run it as `ask` says, and answer its status."""
        from bandit_replications.workflow.cli import main  # noqa: PLC0415  loaded already

        _, descriptors, *_ = socket.recv_fds(self.request, 1, 2)
        with self.request.makefile() as file:
            job = json.load(file)
        for number, descriptor in enumerate(descriptors, start=1):
            os.dup2(descriptor, number)
            os.close(descriptor)
        os.environ.clear()
        os.environ.update(job["variables"])
        os.chdir(job["folder"])
        status = main(job["words"])
        flush()
        self.request.sendall(bytes([status]))


def _load() -> None:
    """Load what jobs need besides, while Snakemake plans."""
    from numba import njit  # noqa: PLC0415

    njit(lambda: 0)()  # what numba knows of types and processor: 0.2 s
    with contextlib.suppress(ImportError):  # the job that needs it says so
        import papermill  # noqa: F401, PLC0415  a second


def _serve(listening: _Server, command: int) -> NoReturn:
    """Fork jobs until the command ends this process, or ends."""
    with contextlib.suppress(BaseException):  # such as Ctrl-C, which the command tells of
        end_at_death_of(command)
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        code_version.hold()  # jobs run this code, whatever is edited meanwhile
        _load()
        gc.freeze()  # so that no job copies what it shares
        listening.serve_forever()
    with contextlib.suppress(BaseException):
        listening.collect_children()  # so that the command's processor time counts theirs
    os._exit(0)
