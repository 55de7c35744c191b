# The workflow: configuration -> shards -> results -> figures, tables, claims -> notebook ->
# scorecard. It writes under build/<run>/ only; `make reproduce` publishes from there. The rules
# stand in workflow/rules/, in this order; one job does all of a stage for a paper, since it reads
# the results once and a process takes a second to start.
import sys

from snakemake.exceptions import WorkflowError
from snakemake.utils import min_version

from bandit_replications.runtime import environment, faults
from bandit_replications.runtime.errors import UserError

environment.configure()  # before numpy is imported

min_version("9.0")

try:
    from bandit_replications.workflow.plan import clock, estimates
    from bandit_replications.workflow.jobs.runner import hold_lock
    from bandit_replications.workflow.plan.snakemake_config import (
        announce_parent,
        handed_plan,
    )
    from bandit_replications.workflow.plan.snakemake_config import plan as make_plan

    plan = handed_plan() or make_plan(config)
    # Before it is known what is to be made; a job on a cluster and a dry run change nothing.
    if workflow.is_main_process and not workflow.output_settings.dryrun:
        hold_lock()
        plan.remove_damaged()
        clock.set_back(plan)
except (UserError, OSError) as error:
    raise WorkflowError(faults.message(error)) from None

announce_parent(remote=workflow.remote_exec)


wildcard_constraints:
    run="[^/]+",
    paper="[a-z_]+",
    batch="[0-9a-f]+",
    figure="[a-z0-9-]+",


onstart:
    try:
        # A cluster has no cores here but jobs, on machines of their own.
        cores = workflow.resource_settings.cores
        estimates.announce(
            plan, jobs=cores or workflow.resource_settings.nodes or 1
        )
        plan.prepare(cores=cores or 1)
    except (UserError, OSError) as error:
        raise WorkflowError(faults.message(error)) from None


rule all:
    input:
        plan.targets(),


include: "workflow/rules/simulate.smk"
include: "workflow/rules/figures.smk"
include: "workflow/rules/claims.smk"
include: "workflow/rules/pages.smk"
