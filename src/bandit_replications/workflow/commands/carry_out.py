"""The common part of the commands that run the workflow."""

import os
import time

from bandit_replications.experiments.shards import cores
from bandit_replications.workflow.jobs import job_times
from bandit_replications.workflow.jobs.runner import run_workflow
from bandit_replications.workflow.plan import clock, variables
from bandit_replications.workflow.plan.plan import Plan


def carry_out(plan: Plan, *options: str) -> bool:
    """Carry out a plan with these options of snakemake; return whether there was work to do."""
    clock.set_back(plan)  # here, too, since here an error is one line
    started, spent = time.monotonic(), _spent()
    lines = plan.run.directory / job_times.NAME
    if plan.only is None:
        lines.parent.mkdir(parents=True, exist_ok=True)
        lines.unlink(missing_ok=True)
        os.environ[variables.TIMES] = str(lines)
    worked = run_workflow(plan, *options)
    if worked:
        wall = time.monotonic() - started
        minutes, rest = divmod(round(wall), 60)
        print(f"The workflow took {minutes} min {rest} s on {cores()} cores.")
        if plan.only is None:
            print(job_times.report(lines, wall=wall, spent=_spent() - spent, cores=cores()))
    return worked


def _spent() -> float:
    """Return the processor seconds of all processes that this one started and that ended."""
    children = os.times()
    return children.children_user + children.children_system
