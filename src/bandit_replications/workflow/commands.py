"""Commands of the command line: run the workflow, compare, publish, report."""

import difflib
import os
import shutil
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bandit_replications.configuration import reference as parameters
from bandit_replications.configuration.messages import shown
from bandit_replications.configuration.papers import PAPERS, check_paper
from bandit_replications.experiments import costs
from bandit_replications.experiments.run import create
from bandit_replications.ledger.claims import Claim
from bandit_replications.ledger.scorecard import read_rows, summary
from bandit_replications.ledger.verdicts import judge
from bandit_replications.runtime.errors import ConfigurationError, NotApplicable
from bandit_replications.runtime.paths import repo_root
from bandit_replications.workflow import (
    claim_report,
    clock,
    compare,
    estimates,
    job_times,
    publish,
    reruns,
    snakemake_config,
    stability,
    variables,
)
from bandit_replications.workflow import where as places
from bandit_replications.workflow.artifact import texts, with_main_results
from bandit_replications.workflow.new_paper import new_paper
from bandit_replications.workflow.plan import Plan, relative_name
from bandit_replications.workflow.registry import find_paper
from bandit_replications.workflow.runner import cores, run_workflow, workflow_lock
from bandit_replications.workflow.selection import figure_spec
from bandit_replications.workflow.study import Study


def reproduce(papers: Sequence[str]) -> int:
    """Regenerate everything at the papers' scale, compare with what is committed, publish."""
    request = {"scale": "paper", "papers": list(papers)}
    with workflow_lock():
        needed = estimates.estimate(snakemake_config.plan(request), cores=cores())
        print(f"This takes {needed} on {cores()} cores.", flush=True)
        plan, worked = _run(request)
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


def verify(papers: Sequence[str], *, strict: bool) -> int:
    """Regenerate everything at the papers' scale and say how alike it is; publish nothing."""
    request = {"scale": "paper", "papers": list(papers)}
    with workflow_lock():
        # Forced jobs that simulate would go on with the shards that are there.
        shutil.rmtree(snakemake_config.plan(request).run.directory / "shards", ignore_errors=True)
        plan, _ = _run(request, force=True)
        plan.remove_strays()
        plan.check()
        places = plan.run.directory, repo_root()
        comparison = publish.compare(*places)
        found = compare.matches(comparison, source=places[0], root=places[1])
    print(compare.report(found))
    return 0 if compare.passes(found, strict=strict) else 1


def verify_numbers(papers: Sequence[str], *, scale: str, accept: bool) -> int:
    """Make results and figures of some papers and compare their numbers, not a word of text."""
    manifest = publish.QUICK_NUMBERS if scale == "quick" else publish.MANIFEST
    if accept and scale != "quick":
        raise ConfigurationError("accept: allowed with quick; reproduce publishes the others")
    with workflow_lock():
        plan, _ = _run({"scale": scale, "papers": list(papers), "numbers": True})
        places = plan.run.directory, repo_root()
        if accept:
            publish.accept_numbers(*places, papers=papers, manifest=manifest)
        comparison = publish.compare(*places, papers=papers, manifest=manifest)
    print(comparison.report())
    return 0 if comparison.identical else 1


def judge_stability(papers: Sequence[str]) -> int:
    """Judge every claim under 20 other root seeds and write data/stability.csv."""
    run = create("paper", papers)
    frames = {paper: Study(run, paper).results for paper in papers}
    with workflow_lock():
        for number in range(1, stability.SEEDS + 1):
            due = [paper for paper in papers if stability.done(run, paper, frames[paper]) < number]
            if due:
                print(f"Root seed {number} of {stability.SEEDS}: {', '.join(due)}")
                plan, _ = _run(stability.configuration_of(number, due))
                stability.add(run, plan.run, frames, number=number)
    print(f"Written: {relative_name(stability.table_path())}")
    return 0


def site(papers: Sequence[str]) -> int:
    """Build the site from what is published."""
    from bandit_replications.site.build import Content, build  # noqa: PLC0415  Sphinx is slow

    root = repo_root()
    content = Content(
        papers=[find_paper(paper) for paper in papers],
        notebooks=root / "data" / "notebooks",
        scorecard=root / "data" / "scorecard.csv",
        files=root,
    )
    build(content, root / "build" / "site")
    print(f"Written: {relative_name(root / 'build' / 'site' / 'index.html')}")
    return 0


def quick(papers: Sequence[str]) -> int:
    """Run the whole workflow at a small scale under build/quick."""
    with workflow_lock():
        plan, worked = _run({"scale": "quick", "papers": list(papers)})
    if not worked:
        print("Nothing to do: the quick run is up to date.")
    _print_summary(plan.run.directory / "data" / "scorecard.csv")
    print(f"\nEverything is under {relative_name(plan.run.directory)}/; nothing was published.")
    return 0


def notebooks(papers: Sequence[str]) -> int:
    """Execute the committed notebooks again in place, at the quick scale of their parameters."""
    from bandit_replications.reporting.notebooks import execute_in_place  # noqa: PLC0415  slow

    for paper in papers:
        execute_in_place(repo_root() / "notebooks" / f"{paper}.ipynb")
        print(f"notebooks/{paper}.ipynb: executed at the quick scale")
    return 0


def artifact(papers: Sequence[str]) -> int:
    """Write ARTIFACT.md, docs/ledger.md and README's main results from the scorecard."""
    readme = repo_root() / "README.md"
    rows = read_rows(publish.checked("data/scorecard.csv", repo_root()))
    written = {**texts(papers), "README.md": with_main_results(readme.read_text(), rows)}
    for name, content in written.items():
        (repo_root() / name).write_text(content)
    print(f"{', '.join(written)}: written")
    return 0


def figure(paper: str, figure_id: str) -> int:
    """Draw one figure at the paper's scale, simulating only what it shows."""
    figure_spec(check_paper(paper), figure_id)  # before another command is waited for
    with workflow_lock():
        plan, worked = _run({"scale": "paper", "papers": [paper], "figure": figure_id})
    print("Drawn:" if worked else "Nothing to do, it is drawn already:")
    for folder in plan.targets():
        for path in sorted((repo_root() / folder).glob("[!.]*")):
            print(f"  {relative_name(path)}")
    return 0


def claim(claim_id: str) -> int:
    """Check one claim at the paper's scale: print rule, numbers and verdicts."""
    paper, found = _find_claim(claim_id)
    published = claim_report.published_row(paper, found.id)
    request = {"scale": "paper", "papers": [paper], "claim": found.id}
    try:
        with workflow_lock():
            plan = snakemake_config.plan(request)
            if not plan.simulated():
                plan, _ = _run(request)
    except ConfigurationError as error:
        if not isinstance(error.__cause__, NotApplicable):
            raise
        print(f"{found.id}: not applicable ({error.__cause__})")
        return 0
    study = Study(plan.run, paper, needs=plan.needs(paper))
    finding = study.examine(found.id)
    row = judge([found], [finding], paper=paper, config=study.configuration)[0]
    print("\n".join(claim_report.lines(row, published, statistical=found.kind == "statistical")))
    return 0


def write_costs(papers: Sequence[str]) -> int:
    """Write the costs of algorithms and jobs, as the last paper-scale run measured them."""
    costs.write(job_times.costs(create("paper", papers).directory / job_times.NAME))
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
    """Write the files of a new paper."""
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
    given, rest = reruns.switches(words)
    request = reruns.parse(paper, rest)
    plan = snakemake_config.plan(request)
    needed = estimates.estimate(plan, cores=cores())
    if given["dry"]:
        print(reruns.describe(plan, paper))
        if not needed.large:
            print(reruns.describe_shards(plan, paper))
        print(f"  {needed} on {cores()} cores; nothing was done (dry=1)")
        return 0
    if not given["yes"]:
        estimates.check(needed, cores=cores())
    with workflow_lock():
        print(reruns.describe(plan, paper))
        print(f"  {needed} on {cores()} cores", flush=True)
        _run({**request, "yes": True})
        folder = reruns.finish(plan, paper)
    print(f"Written: {relative_name(folder)}/")
    for line in reruns.contents(plan, paper):
        print(f"  {line}")
    return 0


# --- Helpers --------------------------------------------------------------------------------


def _run(config: Mapping[str, Any], *, force: bool = False) -> tuple[Plan, bool]:
    plan = snakemake_config.plan(config)
    clock.set_back(plan)  # here, too, since here an error is one line
    started, spent = time.monotonic(), _spent()
    lines = plan.run.directory / job_times.NAME
    if plan.only is None:
        lines.parent.mkdir(parents=True, exist_ok=True)
        lines.unlink(missing_ok=True)
        os.environ[variables.TIMES] = str(lines)
    worked = run_workflow(
        config,
        log=plan.run.directory / "logs" / "snakemake.log",
        options=["--forceall"] if force else [],
    )
    if worked:
        wall = time.monotonic() - started
        minutes, rest = divmod(round(wall), 60)
        print(f"The workflow took {minutes} min {rest} s on {cores()} cores.")
        if plan.only is None:
            print(job_times.report(lines, wall=wall, spent=_spent() - spent, cores=cores()))
    return plan, worked


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
    near = difflib.get_close_matches(name, sorted(known), n=3)
    hint = f" Did you mean {' or '.join(map(repr, near))}?" if near else ""
    raise ConfigurationError(
        f"claim: {shown(claim_id)}.{hint} Allowed: one of the {len(known)} ids in docs/ledger.md"
    )


def _print_summary(scorecard: Path) -> None:
    rows = read_rows(scorecard)
    print("\nScorecard (claims by verdict):")
    print(summary(rows).to_string())
