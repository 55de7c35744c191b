"""Commands that carry out a plan: a figure, a claim, a rerun, numbers to compare."""

import dataclasses
from collections.abc import Sequence

from bandit_replications.experiments.shards import cores
from bandit_replications.runtime.errors import ConfigurationError
from bandit_replications.runtime.paths import repo_root
from bandit_replications.workflow import reruns
from bandit_replications.workflow.commands.carry_out import carry_out
from bandit_replications.workflow.index import find_claim
from bandit_replications.workflow.jobs.runner import workflow_lock
from bandit_replications.workflow.plan import estimates, snakemake_config
from bandit_replications.workflow.plan.plan import relative_name
from bandit_replications.workflow.publish import publish


def figure(paper: str, figure: str) -> int:
    """Draw one figure at the paper's scale, simulating only what it shows."""
    plan = snakemake_config.plan({"scale": "paper", "papers": [paper], "figure": figure})
    with workflow_lock():
        worked = carry_out(plan)
    print("Drawn:" if worked else "Nothing to do, it is drawn already:")
    for folder in plan.targets():
        for path in sorted((repo_root() / folder).glob("[!.]*")):
            print(f"  {relative_name(path)}")
    return 0


def claim(id: str) -> int:
    """Check one claim at the paper's scale: print rule, numbers and verdicts."""
    paper, name = find_claim(id)
    from bandit_replications.workflow.commands.claims import report  # noqa: PLC0415  they judge

    return report(paper, name)


def verify_numbers(papers: Sequence[str], *, scale: str, accept: bool) -> int:
    """Compare the numbers alone of some papers: results, and figures' CSVs."""
    manifest = publish.QUICK_NUMBERS if scale == "quick" else publish.MANIFEST
    if accept and scale != "quick":
        raise ConfigurationError("accept: allowed with quick; reproduce publishes the others")
    plan = snakemake_config.plan({"scale": scale, "papers": list(papers), "numbers": True})
    folders, named = (plan.run.directory, repo_root()), plan.run.papers
    with workflow_lock():
        carry_out(plan)
        if accept:
            publish.accept_numbers(*folders, papers=named, manifest=manifest)
        comparison = publish.compare(*folders, papers=named, manifest=manifest)
    print(comparison.report())
    return 0 if comparison.identical else 1


def rerun(paper: str, words: Sequence[str]) -> int:
    """Run a paper with other parameters under build/rerun-<label>."""
    plan, dry = reruns.parse(paper, words)
    seconds = estimates.estimate(plan, cores=cores())
    takes = f"  {estimates.told(seconds, cores=cores())}"
    if dry:
        print(reruns.describe(plan, paper))
        if seconds <= estimates.MOST_SECONDS:
            print(reruns.describe_shards(plan, paper))
        print(f"{takes}; nothing was done (dry=1)")
        return 0
    if not plan.yes:
        estimates.check(seconds, cores=cores())
    with workflow_lock():
        print(reruns.describe(plan, paper))
        print(takes, flush=True)
        carry_out(dataclasses.replace(plan, yes=True))
        folder = reruns.finish(plan, paper)
    print(f"Written: {relative_name(folder)}/")
    for line in reruns.contents(paper):
        print(f"  {line}")
    return 0
