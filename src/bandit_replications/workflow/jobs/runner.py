"""Runs of Snakemake for the command line: one at a time, with a bar, resumable after any end."""

import contextlib
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO

from tqdm import tqdm

from bandit_replications.configuration.messages import cut
from bandit_replications.experiments.shards import cores
from bandit_replications.runtime import faults
from bandit_replications.runtime.errors import UserError
from bandit_replications.runtime.paths import repo_root
from bandit_replications.runtime.processes import ensure_open_files, exclusive_lock
from bandit_replications.workflow.plan import estimates, variables
from bandit_replications.workflow.plan.plan import DAMAGED, Plan

_STEPS = re.compile(r"(\d+) of (\d+) steps")
_JOB = re.compile(r"(local)?(rule|checkpoint) \w+:")  # so begins what snakemake says of a job
_BAR = "{percentage:3.0f}%|{bar}| {n_fmt}/{total_fmt} jobs [{elapsed}{postfix}]"
_LINE_SECONDS = 30
_GRACE_SECONDS = 5  # from Ctrl-C until Snakemake is killed
_ERROR = "error: "  # so begins the one line that a job says of its end

_HELD = contextlib.ExitStack()


class WorkflowFailed(UserError):
    """A job of the workflow failed."""


@contextlib.contextmanager
def workflow_lock() -> Iterator[None]:
    """Hold the repository's workflow lock, so that two commands never write the same run."""
    ensure_open_files()
    path = repo_root() / "build" / ".lock"
    path.parent.mkdir(parents=True, exist_ok=True)
    with exclusive_lock(path):
        yield


def hold_lock() -> None:
    """Hold the workflow lock to the end of this process, unless the command that started it does.

    Raises
    ------
    Locked
        If another command holds it.

    """
    if variables.PARENT not in os.environ:
        _HELD.enter_context(workflow_lock())


def run_workflow(plan: Plan, *options: str) -> bool:
    """Carry out a plan with Snakemake and return whether there was work to do.

    Call it within `workflow_lock`. A lock that a killed run left is removed, and jobs that it did
    not complete are run again.

    Parameters
    ----------
    plan : Plan
    *options : str
        Further options of snakemake, whose whole output goes to `logs/snakemake.log` of the run.

    Raises
    ------
    WorkflowFailed
        If a job failed, with what the job said.

    """
    own = repo_root() / ".snakemake"
    # Left by a run that was killed: who works on this checkout holds our own lock, too.
    for left in ("locks", "sources"):
        shutil.rmtree(own / left, ignore_errors=True)
    command = [sys.executable, "-m", "bandit_replications", "snakemake"]
    command += ["--snakefile", str(repo_root() / "Snakefile"), "--directory", str(repo_root())]
    # Snakemake removes this one when its interpreter ends, which no process of ours waits for.
    command += ["--runtime-source-cache-path", str(own / "sources")]
    command += ["--cores", str(cores()), "--rerun-incomplete", *options]
    log = plan.run.directory / "logs" / "snakemake.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    before = estimates.compiling(plan, cores=cores()) + estimates.PLANNING
    seconds = estimates.estimate(plan, cores=cores())
    time_left = estimates.TimeLeft(seconds, before=before, now=time.monotonic())
    handed = {variables.PARENT: str(os.getpid()), variables.PLAN: str(plan.write())}
    with log.open("w") as output:
        process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=repo_root(),
            env={**os.environ, **handed},
        )
        assert process.stdout is not None
        try:
            worked, trouble = _follow(process.stdout, output, time_left)
            code = process.wait()
        except KeyboardInterrupt:
            # Ctrl-C reaches Snakemake, too; a signal to this process alone does not. It is read
            # meanwhile, or it blocks on a full pipe.
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.communicate(timeout=_GRACE_SECONDS)
            process.kill()  # its jobs end with it
            process.wait()
            raise
    if code != 0:
        raise WorkflowFailed(_what_failed(trouble, log))
    return worked


def _what_failed(trouble: Sequence[str], log: Path) -> str:
    """Return what the first failed job said of itself; else print all that snakemake says."""
    said = list(dict.fromkeys(line for line in trouble if line.startswith(_ERROR)))
    if not said or faults.debugging():
        print("".join(trouble), file=sys.stderr)
    if not said:
        return f"the workflow failed{_reason(trouble)}; all of its output is in {log}"
    more = f" (and {len(said) - 1} more jobs failed: {log})" if said[1:] else ""
    return f"{said[0].removeprefix(_ERROR).strip()}{more}"


def _reason(trouble: Sequence[str]) -> str:
    """Return the last error that snakemake itself met; empty if it says none."""
    if any(re.search(r"SIGKILL|exit status 137", line) for line in trouble):
        return ": a job was killed (out of memory?); the same command goes on"
    errors = [line.strip() for line in trouble if re.match(r"[\w.]*(Error|Exception): ", line)]
    if not errors:
        return ""
    full = faults.full_folder() if faults.NO_SPACE in errors[-1] else ""
    return f": {full}: {faults.NO_SPACE}" if full else f": {cut(errors[-1], 120)}"


def _follow(
    lines: IO[str], output: IO[str], time_left: estimates.TimeLeft
) -> tuple[bool, list[str]]:
    """Copy Snakemake's lines to the log, move the bar, and return what an error printed."""
    worked = False
    trouble: list[str] = []
    told = time.monotonic()
    with tqdm(bar_format=_BAR, disable=None, leave=True) as bar:
        for line in lines:
            output.write(line)
            output.flush()
            if _JOB.match(line):
                time_left.job_starts(time.monotonic())
            if steps := _STEPS.match(line):
                worked = True
                bar.n, bar.total = map(int, steps.groups())
                left = estimates.in_words(time_left.at(bar.n / bar.total, time.monotonic()))
                bar.set_postfix_str(f"{left} left")
                if bar.disable and time.monotonic() - told > _LINE_SECONDS:
                    told = time.monotonic()
                    with contextlib.suppress(OSError):  # nobody reads it any more
                        print(f"{steps[1]} of {steps[2]} jobs are done, {left} left", flush=True)
            elif line.startswith(DAMAGED):
                print(line, end="", flush=True)
            elif trouble or re.search(r"\b(\w*Error|\w*Exception)\b|^error: ", line):
                trouble.append(line)
    return worked, trouble
