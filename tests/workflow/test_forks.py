"""Programs that are forked from the command: they print, fail and end as processes of their own."""

import os
import signal
import socket
import subprocess
import sys
import time
from importlib.metadata import version

import nbformat
import psutil
import pytest

from bandit_replications.workflow import forks

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="jobs are forked on Linux alone")

SECONDS = 30.0  # far more than any end takes

# A command with jobs of its own, which runs one of them as the workflow does: with a process.
COMMAND = """
import os, pathlib, signal, subprocess, sys, time
from bandit_replications.workflow import forks, jobs
import psutil

def say(*words):
    print(os.getcwd(), os.environ["WORD"], *words)
    print("warned", file=sys.stderr)

def die(name):
    os.kill(os.getpid(), getattr(signal, name))

def leave():
    sys.exit("why")

def heed():
    print(signal.getsignal(signal.SIGINT) is not signal.SIG_IGN)

def wait():
    print(os.getpid(), flush=True)
    time.sleep(60)

jobs.JOBS.update(say=say, die=die, leave=leave, heed=heed, wait=wait)
if "LOADED" in os.environ:
    import loaded
with forks.server() as told:
    if os.environ.get("LOADED") == "edited":
        pathlib.Path(loaded.__file__).write_text("edited = True")
    if "DEAD" in os.environ:
        psutil.Process().children()[0].kill()
    words = [sys.executable, "-m", "bandit_replications", *sys.argv[1:]]
    asker = subprocess.Popen(words, cwd="/", env={**os.environ, **told, "WORD": "word"})
    print(asker.pid, flush=True)
    status = asker.wait()
sys.exit(status)
"""


def command(*words: str, program: str = "job", **variables: str) -> subprocess.Popen[str]:
    """Start the command."""
    return subprocess.Popen(
        [sys.executable, "-c", COMMAND, program, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **variables},
    )


def gone(pid: int) -> bool:
    """Return whether a process is gone within some seconds."""
    deadline = time.monotonic() + SECONDS
    while psutil.pid_exists(pid):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def test_a_job_sees_and_prints_what_its_asker_would():
    out, said = command("say", "one", "two").communicate(timeout=60)
    assert out.splitlines()[1:] == ["/ word one two"]
    assert said == "warned\n"


def test_its_log_is_its_own_file(tmp_path):
    log = tmp_path / "job.log"
    out, said = command("--log", str(log), "say", "one", "two").communicate(timeout=60)
    assert log.read_text().splitlines() == ["/ word one two", "warned"]
    assert len(out.splitlines()) == 1
    assert not said


def test_a_refused_job_ends_with_its_line_and_status():
    process = command("nonsense")
    _, said = process.communicate(timeout=60)
    assert process.returncode == 2
    assert said.startswith("error: nonsense: unknown job")
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    "variables",
    [{"LOADED": "edited"}, {"DEAD": "1"}, {"OPENBLAS_NUM_THREADS": "2"}],
    ids=["a loaded file is edited", "no server any more", "threads"],
)
def test_else_a_job_is_a_process_of_its_own(variables, tmp_path):
    """Such a process does not know the command's own jobs."""
    (tmp_path / "loaded.py").write_text("")
    process = command("say", "one", "two", PYTHONPATH=str(tmp_path), **variables)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 2
    assert said.startswith("error: say: unknown job")


def test_a_loaded_file_that_stays_is_no_reason(tmp_path):
    (tmp_path / "loaded.py").write_text("")
    process = command("say", "one", "two", PYTHONPATH=str(tmp_path), LOADED="unchanged")
    out, _ = process.communicate(timeout=60)
    assert out.splitlines()[1:] == ["/ word one two"]


@pytest.mark.parametrize(("name", "hint"), [("SIGKILL", " (out of memory?)"), ("SIGSEGV", "")])
def test_the_signal_that_ended_a_job_is_named(name, hint):
    process = command("die", name)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 2
    assert said == f"error: job die {name}: ended by {name}{hint}; the same command goes on\n"


def test_message_of_killed_program_is_short():
    shards = [f"shard-{number}" for number in range(100)]
    words = ["job", "--log", "/x/y.log", "simulate", "quick", "anonymous", *shards]
    assert forks.name_of(words) == "job simulate quick anonymous"
    assert forks.name_of(["snakemake", "--snakefile", "x" * 300]) == "snakemake"
    assert forks.name_of(["kernel", "-f", "x" * 300]) == "kernel"


def test_killed_command_leaves_nothing_in_temporary_folder(tmp_path):
    process = command("wait", TMPDIR=str(tmp_path))
    assert process.stdout is not None
    asker, job = int(process.stdout.readline()), int(process.stdout.readline())
    process.kill()
    assert gone(job)
    assert gone(asker) or psutil.Process(asker).status() == psutil.STATUS_ZOMBIE
    process.communicate(timeout=60)
    assert list(tmp_path.iterdir()) == []


def test_server_serves_its_user_alone(monkeypatch):
    left, right = socket.socketpair()
    with left, right:
        assert forks.is_own(left)
        monkeypatch.setattr(os, "getuid", lambda: 12345)
        assert not forks.is_own(left)


def test_what_a_program_says_in_leaving_is_told():
    process = command("leave")
    _, said = process.communicate(timeout=60)
    assert (process.returncode, said) == (1, "why\n")


@pytest.mark.parametrize("handler", [signal.SIG_IGN, signal.SIG_DFL])
def test_a_job_ignores_ctrl_c_where_its_command_does(handler):
    """As behind nohup in a script."""
    before = signal.signal(signal.SIGINT, handler)  # which a new process inherits if it is ignored
    try:
        process = command("heed")
    finally:
        signal.signal(signal.SIGINT, before)
    out, _ = process.communicate(timeout=60)
    assert out.splitlines()[1:] == [str(handler is not signal.SIG_IGN)]


@pytest.mark.parametrize("victim", ["command", "asker"])
def test_a_job_ends_with_its_command_and_with_its_asker(victim):
    process = command("wait")
    assert process.stdout is not None
    asker, job = int(process.stdout.readline()), int(process.stdout.readline())
    assert psutil.pid_exists(job)
    if victim == "command":
        process.kill()
    else:
        os.kill(asker, 9)
    assert gone(job)
    process.communicate(timeout=60)


def test_snakemake_is_forked_and_ends_with_its_own_status():
    process = command("--version", program="snakemake")
    out, _ = process.communicate(timeout=60)
    assert (process.returncode, out.splitlines()[1:]) == (0, [version("snakemake")])
    process = command("--nonsense", program="snakemake")
    _, said = process.communicate(timeout=60)
    assert process.returncode == 2
    assert said.endswith("error: unrecognized arguments: --nonsense\n")


NOTEBOOK = """
import os, sys
from pathlib import Path
import matplotlib, nbformat
from bandit_replications.reporting.notebooks import run_notebook
from bandit_replications.workflow import forks

os.environ["BANDIT_REPLICATIONS_PAPER"] = "private_online"
folder = Path(sys.argv[1])
cell = nbformat.v4.new_code_cell(
    "import sys; forked = 'nbformat' in sys.modules; import pandas; "
    "print(forked, 1 // number, pandas.get_option('display.max_columns'))"
)
shown = nbformat.v4.new_code_cell("import matplotlib.pyplot as plt; plt.plot([1, 2]);")
given = nbformat.v4.new_code_cell("number = 1", metadata={"tags": ["parameters"]})
nbformat.write(nbformat.v4.new_notebook(cells=[given, cell, shown]), folder / "in.ipynb")
with forks.server() as told:
    os.environ.update(told)
    parameters = {"number": int(sys.argv[2])}
    run_notebook(
        source=folder / "in.ipynb", output=folder / "out.ipynb", parameters=parameters,
        log=folder / "log.ipynb",
    )
"""


def executed(folder, number, **variables):
    """Execute a notebook of two cells with a number that divides, in a command."""
    return subprocess.run(
        [sys.executable, "-c", NOTEBOOK, str(folder), number],
        capture_output=True,
        text=True,
        env={**os.environ, **variables},
        check=False,
        timeout=120,
    )


@pytest.mark.parametrize(("threads", "forked"), [("1", "True"), ("2", "False")])
def test_a_notebooks_kernel_is_forked_or_a_process_of_its_own(tmp_path, threads, forked):
    done = executed(tmp_path, "1", OPENBLAS_NUM_THREADS=threads)
    assert done.returncode == 0, done.stderr
    cells = nbformat.read(tmp_path / "out.ipynb", as_version=4).cells
    assert cells[-2].outputs[0].text == f"{forked} 1 20\n"
    assert "image/png" in cells[-1].outputs[0].data


def test_a_cell_that_fails_in_it_is_said(tmp_path):
    done = executed(tmp_path, "0")
    assert done.returncode == 1
    assert "ZeroDivisionError" in done.stderr
    assert not (tmp_path / "out.ipynb").exists()
