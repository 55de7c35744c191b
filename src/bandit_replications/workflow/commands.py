"""Commands of the command line: run the workflow, compare, publish, report."""

import dataclasses
import os
import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from bandit_replications.configuration import reference as parameters
from bandit_replications.configuration.messages import shown, unknown_key
from bandit_replications.configuration.papers import PAPERS, check_paper
from bandit_replications.experiments import costs
from bandit_replications.experiments.run import create
from bandit_replications.ledger.claims import Claim
from bandit_replications.ledger.scorecard import read_rows, summary
from bandit_replications.ledger.verdicts import judge
from bandit_replications.runtime.errors import ConfigurationError, NotApplicable
from bandit_replications.runtime.paths import repo_root
from bandit_replications.workflow import reruns
from bandit_replications.workflow import where as places
from bandit_replications.workflow.jobs import job_times
from bandit_replications.workflow.jobs.runner import run_workflow, workflow_lock
from bandit_replications.workflow.jobs.study import Study
from bandit_replications.workflow.new_paper import new_paper
from bandit_replications.workflow.plan import clock, estimates, snakemake_config, variables
from bandit_replications.workflow.plan.estimates import cores
from bandit_replications.workflow.plan.plan import Plan, relative_name
from bandit_replications.workflow.publish import claim_report, compare, publish, stability
from bandit_replications.workflow.publish.artifact import texts, with_main_results
from bandit_replications.workflow.registry import find_paper


def reproduce() -> int:
    """Regenerate everything at the papers' scale, compare with what is committed, publish."""
    with workflow_lock():
        plan = snakemake_config.plan({"scale": "paper"})
        seconds = estimates.estimate(plan, cores=cores())
        print(f"This takes {estimates.told(seconds, cores=cores())}.", flush=True)
        worked = _run(plan)
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
        _run(plan, "--forceall")
        plan.remove_strays()
        plan.check()
        folders = plan.run.directory, repo_root()
        comparison = publish.compare(*folders)
        found = compare.matches(comparison, source=folders[0], root=folders[1])
    print(compare.report(found))
    return 0 if compare.passes(found, strict=strict) else 1


def verify_numbers(papers: Sequence[str], *, scale: str, accept: bool) -> int:
    """Compare the numbers alone of some papers: results, and figures' CSVs."""
    manifest = publish.QUICK_NUMBERS if scale == "quick" else publish.MANIFEST
    if accept and scale != "quick":
        raise ConfigurationError("accept: allowed with quick; reproduce publishes the others")
    plan = snakemake_config.plan({"scale": scale, "papers": list(papers), "numbers": True})
    folders, named = (plan.run.directory, repo_root()), plan.run.papers
    with workflow_lock():
        _run(plan)
        if accept:
            publish.accept_numbers(*folders, papers=named, manifest=manifest)
        comparison = publish.compare(*folders, papers=named, manifest=manifest)
    print(comparison.report())
    return 0 if comparison.identical else 1


def judge_stability(papers: Sequence[str]) -> int:
    """Judge every claim under 20 other root seeds (hours): data/stability.csv."""
    asked = [check_paper(paper) for paper in papers] or PAPERS
    run = create("paper", asked)
    frames = {paper: Study(run, paper).results for paper in asked}
    with workflow_lock():
        for number in range(1, stability.SEEDS + 1):
            due = [paper for paper in asked if stability.done(run, paper, frames[paper]) < number]
            if due:
                print(f"Root seed {number} of {stability.SEEDS}: {', '.join(due)}")
                plan = snakemake_config.plan(stability.configuration_of(number, due))
                _run(plan)
                stability.add(run, plan.run, frames, number=number)
    print(f"Written: {relative_name(stability.table_path())}")
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
        worked = _run(plan)
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


def draw_figure(paper: str, figure: str) -> int:
    """Draw one figure at the paper's scale, simulating only what it shows."""
    plan = snakemake_config.plan({"scale": "paper", "papers": [paper], "figure": figure})
    with workflow_lock():
        worked = _run(plan)
    print("Drawn:" if worked else "Nothing to do, it is drawn already:")
    for folder in plan.targets():
        for path in sorted((repo_root() / folder).glob("[!.]*")):
            print(f"  {relative_name(path)}")
    return 0


def check_claim(id: str) -> int:
    """Check one claim at the paper's scale: print rule, numbers and verdicts."""
    paper, found = _find_claim(id)
    published = claim_report.published_row(paper, found.id)
    try:
        plan = snakemake_config.plan({"scale": "paper", "papers": [paper], "claim": found.id})
    except ConfigurationError as error:
        if not isinstance(error.__cause__, NotApplicable):
            raise
        print(f"{found.id}: not applicable ({error.__cause__})")
        return 0
    with workflow_lock():
        if plan.missing(paper):
            _run(plan)
    study = Study(plan.handed(paper), paper)
    finding = study.examine(found.id)
    row = judge([found], [finding], paper=paper, config=study.configuration)[0]
    print("\n".join(claim_report.lines(row, published, statistical=found.kind == "statistical")))
    return 0


def write_costs() -> int:
    """Write config/costs.csv, what cells and jobs cost, from the last paper-scale run."""
    costs.write(job_times.costs(create("paper", PAPERS).directory / job_times.NAME))
    print(f"Written: {relative_name(costs.table_path())}; the next run divides its work by it.")
    return 0


def params(paper: str) -> int:
    """List every parameter of a paper: symbol, type, range, default, figures that it touches."""
    found = find_paper(paper)
    print(parameters.listing(paper, algorithms=found.algorithms, figures=found.figures))
    return 0


def where(what: str | None, paper: str | None) -> int:
    """Print the places of an item in the code, the ledger and the notebooks, or of all items."""
    papers = (check_paper(paper),) if paper else PAPERS
    print(places.where(what, papers) if what else places.table(papers))
    return 0


def write_paper(name: str) -> int:
    """Write the files of a new paper, which runs at once."""
    for path in new_paper(name):
        print(relative_name(path))
    print(
        f"Written. Try: make claim ID={name}/learns; then `python -m snakemake -c2 "
        f'--config "papers=[{name}]" scale=quick`; make notebooks; make reproduce.'
    )
    return 0


def rerun(paper: str, words: Sequence[str]) -> int:
    """Run a paper with other parameters under build/rerun-<label>."""
    check_paper(paper)
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
        _run(dataclasses.replace(plan, yes=True))
        folder = reruns.finish(plan, paper)
    print(f"Written: {relative_name(folder)}/")
    for line in reruns.contents(paper):
        print(f"  {line}")
    return 0


COMMANDS: Mapping[str, Callable[..., int]] = {
    "reproduce": reproduce,
    "verify": verify,
    "verify-numbers": verify_numbers,
    "quick": quick,
    "stability": judge_stability,
    "notebooks": notebooks,
    "costs": write_costs,
    "artifact": artifact,
    "site": site,
    "figure": draw_figure,
    "claim": check_claim,
    "params": params,
    "where": where,
    "new-paper": write_paper,
    "rerun": rerun,
}


# --- Helpers --------------------------------------------------------------------------------


def _run(plan: Plan, *options: str) -> bool:
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


def _find_claim(claim_id: str) -> tuple[str, Claim]:
    """Return the paper and the claim of an id, which may be given as <paper>/<id>."""
    given, _, name = claim_id.rpartition("/")
    papers = (check_paper(given),) if given else PAPERS
    found = [
        (paper, claim)
        for paper in papers
        for claim in find_paper(paper).ledger.claims
        if claim.id == name
    ]
    if len(found) == 1:
        return found[0]
    if found:
        both = ", ".join(f"{paper}/{name}" for paper, _ in found)
        raise ConfigurationError(f"claim: {shown(claim_id)} is in several papers. Allowed: {both}")
    known = {claim.id for paper in papers for claim in find_paper(paper).ledger.claims}
    raise ConfigurationError(unknown_key(name, known).replace("key", "claim"))


def _print_summary(scorecard: Path) -> None:
    rows = read_rows(scorecard)
    print("\nScorecard (claims by verdict):")
    print(summary(rows).to_string())
