# All figures of a paper from its results, or one figure alone from the shards that it shows.


rule figures:
    input:
        "build/{run}/data/results/{paper}",
    output:
        directory("build/{run}/figures/{paper}"),
    log:
        "build/{run}/logs/{paper}/figures.log",
    priority: 3
    params:
        python=sys.executable,
        code=lambda wildcards: plan.code(wildcards.paper, "figures"),
        configuration=lambda wildcards: plan.configuration_hash(wildcards.paper),
    shell:
        "{params.python:q} -m bandit_replications job --log {log:q} "
        "figures {wildcards.run} {wildcards.paper}"


rule figure:
    input:
        lambda wildcards: plan.batch_files(wildcards.paper),
    output:
        directory("build/{run}/figure/{paper}/{figure}"),
    log:
        "build/{run}/logs/{paper}/{figure}.log",
    params:
        python=sys.executable,
        code=lambda wildcards: plan.code(wildcards.paper, "figures"),
        configuration=lambda wildcards: plan.configuration_hash(wildcards.paper),
    shell:
        "{params.python:q} -m bandit_replications job --log {log:q} "
        "figure {wildcards.run} {wildcards.paper} {wildcards.figure}"
