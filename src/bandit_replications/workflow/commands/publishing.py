"""Commands that make what is published, compare with it, or write it anew."""

import shutil
from collections.abc import Sequence
from pathlib import Path

from bandit_replications.configuration.papers import PAPERS
from bandit_replications.experiments.costs import table_path, write
from bandit_replications.experiments.run import create
from bandit_replications.experiments.shards import cores
from bandit_replications.ledger.scorecard import read_rows, summary
from bandit_replications.runtime.paths import repo_root
from bandit_replications.workflow.commands.carry_out import carry_out
from bandit_replications.workflow.jobs import job_times
from bandit_replications.workflow.jobs.runner import workflow_lock
from bandit_replications.workflow.jobs.study import Study
from bandit_replications.workflow.plan import estimates, snakemake_config
from bandit_replications.workflow.plan.plan import relative_name
from bandit_replications.workflow.publish import compare, publish
from bandit_replications.workflow.publish import stability as judged
from bandit_replications.workflow.publish.artifact import texts, with_main_results
from bandit_replications.workflow.registry import find_paper


def reproduce() -> int:
    """Regenerate everything at the papers' scale, compare with what is committed, publish."""
    with workflow_lock():
        plan = snakemake_config.plan({"scale": "paper"})
        seconds = estimates.estimate(plan, cores=cores())
        print(f"This takes {estimates.told(seconds, cores=cores())}.", flush=True)
        worked = carry_out(plan)
        plan.remove_strays()
        plan.check()
        comparison = publish.compare(plan.run.directory, repo_root())
        if not worked and comparison.identical:
            print("Nothing to do: everything is made and published already.")
        else:
            print(comparison.report())
            print(publish.publish(plan.run.directory, repo_root()))
    _print_summary(repo_root() / "data" / "scorecard.csv")
    print(
        "\nWhere to look next:\n"
        "  figures/<paper>/           the figures, and beside each the numbers that it shows\n"
        "  data/scorecard.csv         every claim with its rule, numbers and verdict\n"
        "  data/notebooks/<paper>.ipynb   the annotated derivation, executed at this scale\n"
        "  make claim ID=theorem-6    one claim on its own;  make help  everything else"
    )
    return 0


def verify(*, strict: bool) -> int:
    """Regenerate everything at the papers' scale and say how alike it is; publish nothing."""
    with workflow_lock():
        plan = snakemake_config.plan({"scale": "paper"})
        # Forced jobs that simulate would go on with the shards that are there.
        shutil.rmtree(plan.run.directory / "shards", ignore_errors=True)
        carry_out(plan, "--forceall")
        plan.remove_strays()
        plan.check()
        folders = plan.run.directory, repo_root()
        comparison = publish.compare(*folders)
        found = compare.matches(comparison, source=folders[0], root=folders[1])
    print(compare.report(found))
    return 0 if compare.passes(found, strict=strict) else 1


def stability(papers: Sequence[str]) -> int:
    """Judge every claim under 20 other root seeds (hours): data/stability.csv."""
    asked = papers or PAPERS
    run = create("paper", asked)
    selects = {paper: Study(run, paper).select for paper in asked}
    with workflow_lock():
        for number in range(1, judged.SEEDS + 1):
            due = [paper for paper in asked if judged.done(run, paper, selects[paper]) < number]
            if due:
                print(f"Root seed {number} of {judged.SEEDS}: {', '.join(due)}")
                plan = snakemake_config.plan(judged.configuration_of(number, due))
                carry_out(plan)
                judged.add(run, plan.run, selects, number=number)
    print(f"Written: {relative_name(judged.table_path())}")
    return 0


def site() -> int:
    """Build what is published as pages: build/site."""
    from bandit_replications.site.build import Content, build  # noqa: PLC0415  Sphinx is slow

    root = repo_root()
    content = Content(
        papers=[find_paper(paper) for paper in PAPERS],
        notebooks=root / "data" / "notebooks",
        scorecard=root / "data" / "scorecard.csv",
        files=root,
    )
    build(content, root / "build" / "site")
    print("Written: build/site/index.html")
    return 0


def quick() -> int:
    """Run the whole workflow at a small scale under build/quick."""
    plan = snakemake_config.plan({"scale": "quick"})
    with workflow_lock():
        worked = carry_out(plan)
    if not worked:
        print("Nothing to do: the quick run is up to date.")
    _print_summary(plan.run.directory / "data" / "scorecard.csv")
    print(f"\nEverything is under {relative_name(plan.run.directory)}/; nothing was published.")
    return 0


def notebooks() -> int:
    """Execute the committed notebooks again, in place, at the quick scale."""
    from bandit_replications.reporting.notebooks import execute_in_place  # noqa: PLC0415  slow

    for paper in PAPERS:
        execute_in_place(repo_root() / "notebooks" / f"{paper}.ipynb")
        print(f"notebooks/{paper}.ipynb: executed at the quick scale")
    return 0


def artifact() -> int:
    """Write ARTIFACT.md, docs/ledger.md and README's main results from the scorecard."""
    readme = repo_root() / "README.md"
    rows = read_rows(publish.checked("data/scorecard.csv", repo_root()))
    written = {**texts(PAPERS), "README.md": with_main_results(readme.read_text(), rows)}
    for name, content in written.items():
        (repo_root() / name).write_text(content)
    print(f"{', '.join(written)}: written")
    return 0


def costs() -> int:
    """Write config/costs.csv, what cells and jobs cost, from the last paper-scale run."""
    write(job_times.costs(create("paper", PAPERS).directory / job_times.NAME))
    print(f"Written: {relative_name(table_path())}; the next run divides its work by it.")
    return 0


def _print_summary(scorecard: Path) -> None:
    rows = read_rows(scorecard)
    print("\nScorecard (claims by verdict):")
    print(summary(rows).to_string())
