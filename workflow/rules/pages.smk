# The executed notebook of a paper, and the pages of a run.


rule notebook:
    input:
        "build/{run}/data/results/{paper}",
        "build/{run}/figures/{paper}",
        "build/{run}/claims/{paper}.csv",
        "build/{run}/data/tables/{paper}",
        notebook="notebooks/{paper}.ipynb",
    output:
        "build/{run}/data/notebooks/{paper}.ipynb",
    log:
        "build/{run}/logs/{paper}/notebook.log",
        "build/{run}/logs/{paper}/notebook.ipynb",
    priority: 2
    params:
        python=sys.executable,
        code=lambda wildcards: plan.notebook_code(wildcards.paper),
        configuration=lambda wildcards: plan.configuration_hash(wildcards.paper),
    shell:
        "{params.python:q} -m bandit_replications job --log {log[0]:q} "
        "notebook {wildcards.run} {wildcards.paper}"


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
        papers=plan.run.papers,
    shell:
        "{params.python:q} -m bandit_replications job --log {log:q} "
        "site {wildcards.run} {params.papers}"
