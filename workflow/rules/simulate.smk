# Shards of cells, several in a job where they are small, and the results gathered from them.


rule simulate:
    input:
        lambda wildcards: plan.batches_before(wildcards.paper, wildcards.batch),
    output:
        touch("build/{run}/shards/{paper}/{batch}.done"),
    log:
        "build/{run}/logs/{paper}/simulate-{batch}.log",
    priority: 4
    group:
        lambda wildcards: plan.group(wildcards.paper, wildcards.batch)
    resources:
        runtime=lambda wildcards: plan.runtime_minutes(wildcards.paper, wildcards.batch),
    params:
        python=sys.executable,
        shards=lambda wildcards: plan.batch_shards(wildcards.paper, wildcards.batch),
    shell:
        "{params.python:q} -m bandit_replications job --log {log:q} "
        "simulate {wildcards.run} {wildcards.paper} {params.shards}"


rule collect:
    input:
        lambda wildcards: plan.batch_files(wildcards.paper),
    output:
        directory("build/{run}/data/results/{paper}"),
    log:
        "build/{run}/logs/{paper}/collect.log",
    priority: 3
    threads: plan.spare_cores(workflow.resource_settings.cores)
    params:
        python=sys.executable,
        configuration=lambda wildcards: plan.configuration_hash(wildcards.paper),
    shell:
        "{params.python:q} -m bandit_replications job --log {log:q} "
        "collect {wildcards.run} {wildcards.paper} {threads}"
