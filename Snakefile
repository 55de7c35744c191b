# The workflow, top to bottom: configuration -> shards -> results -> figures, tables, claims ->
# notebook -> scorecard. It writes under build/<run>/ only; `make reproduce` publishes from there.
import sys

from snakemake.exceptions import WorkflowError
from snakemake.utils import min_version

from bandit_replications.runtime import environment, faults
from bandit_replications.runtime.errors import UserError

environment.configure()  # before numpy is imported

min_version("9.0")

try:
    from bandit_replications.workflow import clock, estimates
    from bandit_replications.workflow.plan import record_name
    from bandit_replications.workflow.snakemake_config import (
        announce_parent,
        is_dry_run,
    )
    from bandit_replications.workflow.snakemake_config import plan as make_plan
    from bandit_replications.workflow.runner import hold_lock

    plan = make_plan(config)
    # Before it is known what is to be made; a job on a cluster and a dry run change nothing.
    if workflow.is_main_process and not is_dry_run(sys.argv):
        hold_lock()
        plan.remove_damaged()
        clock.set_back(plan)
    elif not workflow.is_main_process:
        plan.take_over()
except (UserError, OSError) as error:
    raise WorkflowError(faults.message(error)) from None

announce_parent(remote=workflow.remote_exec)
plan.announce()

# The same text for each rule that simulates: which of them made a shard makes no difference.
SIMULATE = (
    "{params.python:q} -m bandit_replications job --log {log:q} simulate {params.names}"
)


wildcard_constraints:
    run="[^/]+",
    paper="[a-z_]+",
    experiment="[a-z0-9-]+",


onstart:
    try:
        # A cluster has no cores here but jobs, on machines of their own.
        cores = workflow.resource_settings.cores
        if cores:
            # Jobs here need no limit of so many a second. To keep one, Snakemake looks at all jobs
            # again, ever more often: 20 s of processor time in `make quick`.
            workflow.scheduler.job_rate_limiter = None
        estimates.announce(
            plan,
            cores=cores or 1,
            jobs=cores or workflow.resource_settings.nodes or 1,
            asked=bool(config.get("yes")),
        )
        plan.prepare(cores=cores or 1)
    except (UserError, OSError) as error:
        raise WorkflowError(faults.message(error)) from None


rule all:
    input:
        plan.targets(),


rule simulate:
    input:
        lambda wildcards: plan.shards_before(wildcards.paper, wildcards.shard),
    output:
        results="build/{run}/shards/{paper}/{experiment}/{shard}.parquet",
        record="build/{run}/shards/{paper}/{experiment}/{shard}.provenance.json",
    log:
        "build/{run}/logs/{paper}/{experiment}-{shard}.log",
    priority: 4
    group:
        lambda wildcards: plan.group(wildcards.paper, wildcards.shard)
    resources:
        runtime=lambda wildcards: plan.runtime_minutes(wildcards.paper, wildcards.shard),
    params:
        python=sys.executable,
        names=lambda wildcards, output: plan.shard_words(output.results),
    shell:
        SIMULATE


# On a cluster, which counts jobs and not cores, small shards share jobs by their group.
if workflow.is_main_process and not workflow.resource_settings.nodes:
    for paper in plan.run.papers:
        for number, files in enumerate(plan.batches(paper)):

            rule:
                name:
                    f"simulate_{paper}_{number}"
                output:
                    results=files,
                    records=[record_name(name) for name in files],
                log:
                    f"build/{plan.run.name}/logs/{paper}/simulate-{number}.log",
                priority: 4
                params:
                    python=sys.executable,
                    names=lambda wildcards, output: plan.shard_words(output.results),
                shell:
                    SIMULATE


# One job gathers all data sets of a paper, one draws all its figures and one computes verdicts and
# tables: what they read is read once for all, and a process of its own takes a second to start.
for paper in plan.run.papers:

    rule:
        name:
            f"collect_{paper}"
        input:
            plan.shard_files(paper),
        output:
            plan.results_files(paper),
            plan.record_files(paper),
        log:
            f"build/{plan.run.name}/logs/{paper}/collect.log",
        priority: 3
        params:
            python=sys.executable,
            names=[plan.run.name, paper],
            configuration=plan.configuration_hash(paper),
        shell:
            "{params.python:q} -m bandit_replications job --log {log:q} collect {params.names}"

    rule:
        name:
            f"figures_{paper}"
        input:
            plan.figure_inputs(paper),
        output:
            plan.figure_files(paper),
        log:
            f"build/{plan.run.name}/logs/{paper}/figures.log",
        priority: 3
        params:
            python=sys.executable,
            names=[plan.run.name, paper, *(spec.id for spec in plan.figures(paper))],
            code=plan.code(paper, "figures"),
            configuration=plan.configuration_hash(paper),
        shell:
            "{params.python:q} -m bandit_replications job --log {log:q} figures {params.names}"


rule claims:
    input:
        lambda wildcards: plan.claims_inputs(wildcards.paper),
        lambda wildcards: plan.ledger_files(wildcards.paper),
    output:
        "build/{run}/claims/{paper}.csv",
        [] if plan.only else directory("build/{run}/data/tables/{paper}"),
    log:
        "build/{run}/logs/{paper}/claims.log",
    priority: 3
    params:
        python=sys.executable,
        code=lambda wildcards: plan.code(wildcards.paper, "tables", "checks"),
        configuration=lambda wildcards: plan.configuration_hash(wildcards.paper),
    shell:
        "{params.python:q} -m bandit_replications job --log {log:q} "
        "claims {wildcards.run} {wildcards.paper}"


rule notebook:
    input:
        notebook="notebooks/{paper}.ipynb",
        figures=lambda wildcards: plan.figure_files(wildcards.paper),
        results=lambda wildcards: plan.results_files(wildcards.paper),
        claims="build/{run}/claims/{paper}.csv",
        tables="build/{run}/data/tables/{paper}",
    output:
        "build/{run}/data/notebooks/{paper}.ipynb",
    log:
        text="build/{run}/logs/{paper}/notebook.log",
        notebook="build/{run}/logs/{paper}/notebook.ipynb",
    priority: 2
    params:
        python=sys.executable,
        code=lambda wildcards: plan.notebook_code(wildcards.paper),
        configuration=lambda wildcards: plan.configuration_hash(wildcards.paper),
    shell:
        "{params.python:q} -m bandit_replications job --log {log.text:q} "
        "notebook {wildcards.run} {wildcards.paper}"


rule scorecard:
    input:
        plan.claims_files(),
    output:
        scorecard="build/{run}/data/scorecard.csv",
        readme="build/{run}/data/README.md",
    log:
        "build/{run}/logs/scorecard.log",
    params:
        python=sys.executable,
        code=lambda wildcards: plan.code(None, "reporting.data_dictionary"),
        papers=" ".join(plan.run.papers),
    shell:
        "{params.python:q} -m bandit_replications job --log {log:q} "
        "scorecard {wildcards.run} {params.papers}"


rule site:
    input:
        lambda wildcards: plan.site_inputs(),
    output:
        directory("build/{run}/site"),
    log:
        "build/{run}/logs/site.log",
    params:
        python=sys.executable,
        code=lambda wildcards: plan.code(None, "site.build"),
        papers=" ".join(plan.run.papers),
    shell:
        "{params.python:q} -m bandit_replications job --log {log:q} "
        "site {wildcards.run} {params.papers}"
