# Verdicts and tables of a paper, and the scorecard of all papers.


rule claims:
    input:
        lambda wildcards: plan.results_inputs(wildcards.paper),
        lambda wildcards: plan.ledger_files(wildcards.paper),
    output:
        "build/{run}/claims/{paper}.csv",
        [] if plan.only else directory("build/{run}/data/tables/{paper}"),
    log:
        "build/{run}/logs/{paper}/claims.log",
    priority: 3
    threads: plan.spare_cores(workflow.resource_settings.cores)
    params:
        python=sys.executable,
        code=lambda wildcards: plan.code(wildcards.paper, "tables", "checks"),
        configuration=lambda wildcards: plan.configuration_hash(wildcards.paper),
    shell:
        "{params.python:q} -m bandit_replications job --log {log:q} "
        "claims {wildcards.run} {wildcards.paper} {threads}"


rule scorecard:
    input:
        expand(
            "build/{run}/claims/{paper}.csv", paper=plan.run.papers, allow_missing=True
        ),
    output:
        scorecard="build/{run}/data/scorecard.csv",
        readme="build/{run}/data/README.md",
    log:
        "build/{run}/logs/scorecard.log",
    params:
        python=sys.executable,
        code=plan.code(None, "reporting.data_dictionary"),
        papers=plan.run.papers,
    shell:
        "{params.python:q} -m bandit_replications job --log {log:q} "
        "scorecard {wildcards.run} {params.papers}"
