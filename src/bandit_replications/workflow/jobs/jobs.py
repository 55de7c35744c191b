"""Jobs of the workflow, a function each; `python -m bandit_replications job <kind>`.

A job ends when the process that planned it is gone, and writes to temporary names first. It
returns the files and folders that it wrote, and `main` leaves their receipts.
"""

import argparse
import contextlib
import functools
import json
import os
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from bandit_replications.experiments import run as runs
from bandit_replications.experiments import store
from bandit_replications.experiments.cells import experiments_of
from bandit_replications.experiments.compiling import cheapest_tasks
from bandit_replications.experiments.run import Run
from bandit_replications.experiments.tasks import Replicates
from bandit_replications.runtime import faults, receipts
from bandit_replications.runtime.errors import ConfigurationError, NotApplicable
from bandit_replications.runtime.paths import repo_root
from bandit_replications.runtime.processes import atomic_write, die_with_parent, flush
from bandit_replications.workflow.jobs import job_times
from bandit_replications.workflow.plan import variables

if TYPE_CHECKING:
    from bandit_replications.workflow.jobs.study import Study


Outputs = Sequence[Path]


def compile_kernels(paper: str) -> Outputs:
    """Compile every kernel of a paper once, so that no two jobs compile the same one."""
    for number, task in enumerate(cheapest_tasks(paper)):
        task.simulate(Replicates(stream=("tiny", number), first=0, last=1, root_seed=0))
    return ()


def simulate(run_name: str, paper: str, *names: str) -> Outputs:
    """Simulate those shards of a paper that are not there, one after the other."""
    run = runs.open_run(run_name, paper)
    planned = {shard.name: shard for shard in run.shards(paper)}
    for name in names:
        if name not in planned:
            raise ConfigurationError(f"shard {name}: not planned; run the workflow again")
        if not store.holds(run.shard_path(planned[name])):
            started = time.process_time()
            run.simulate(planned[name])
            job_times.note_shard(planned[name], seconds=time.process_time() - started)
    return ()  # a shard's receipt is left with it, so that it counts where the job is ended


def collect(run_name: str, paper: str, cores: str = "1") -> Outputs:
    """Gather the shards of each experiment of a paper into its results file."""
    run = runs.open_run(run_name, paper)
    names = [experiment.name for experiment in experiments_of(paper)]
    with ThreadPoolExecutor(int(cores)) as pool:
        list(pool.map(functools.partial(run.collect, paper), names))
    return [run.directory / "data" / "results" / paper]


def figures(run_name: str, paper: str) -> Outputs:
    """Draw the figures of a paper that the run covers, in all their variants."""
    from bandit_replications.workflow.plan.selection import applicable_figures  # noqa: PLC0415

    run = runs.open_run(run_name, paper)
    specs = applicable_figures(paper, run.configurations[paper])
    return _draw(run, paper, [spec.id for spec in specs], run.directory / "figures" / paper)


def figure(run_name: str, paper: str, figure_id: str) -> Outputs:
    """Draw one figure alone in all its variants, in a folder of its own."""
    run = runs.open_run(run_name, paper)
    return _draw(run, paper, [figure_id], run.directory / "figure" / paper / figure_id)


def _draw(run: Run, paper: str, figure_ids: Sequence[str], folder: Path) -> Outputs:
    from bandit_replications.reporting.figures import save  # noqa: PLC0415  drawing library
    from bandit_replications.workflow.jobs.study import Study  # noqa: PLC0415

    study = Study(run, paper)
    for figure_id in figure_ids:
        for variant, drawing in study.draw(figure_id).items():
            save(drawing, folder / run.figure_stem(paper, figure_id, variant).name)
    return [folder]


def claims(run_name: str, paper: str, cores: str = "1") -> Outputs:
    """Compute the verdicts of a paper's claims, and its tables where the whole run is asked for."""
    from bandit_replications.ledger.scorecard import write_rows  # noqa: PLC0415
    from bandit_replications.workflow.jobs.study import Study  # noqa: PLC0415

    run = runs.open_run(run_name, paper)
    study = Study(run, paper)
    path = run.directory / "claims" / f"{paper}.csv"
    write_rows(path, study.judge(cores=int(cores)))
    with atomic_write(run.directory / "times" / f"{paper}.json") as temporary:
        temporary.write_text(json.dumps(study.check_seconds))
    outputs = [study.keep_findings(), path]
    return outputs if run.needs is not None else [*outputs, _write_tables(study)]


def _write_tables(study: "Study") -> Path:
    """Write all tables of a paper that the run covers, and its errata, as CSV."""
    from bandit_replications.workflow.registry import find_paper  # noqa: PLC0415

    frames = {"proof-steps": study.proof_steps(), "errata": study.errata()}
    for spec in find_paper(study.paper).tables:
        with contextlib.suppress(NotApplicable):
            frames[spec.id] = study.build_table(spec.id)
    folder = study.run.directory / "data" / "tables" / study.paper
    temporary = folder.with_name(f".{folder.name}.part")
    shutil.rmtree(temporary, ignore_errors=True)
    temporary.mkdir(parents=True)
    for name, frame in frames.items():
        frame.to_csv(temporary / f"{name}.csv", index=False, lineterminator="\n")
    shutil.rmtree(folder, ignore_errors=True)
    temporary.replace(folder)
    return folder


def scorecard(run_name: str, *papers: str) -> Outputs:
    """Write the scorecard of all papers of the run, and the description of its data."""
    from bandit_replications.ledger.scorecard import read_rows, write_rows  # noqa: PLC0415
    from bandit_replications.reporting import data_dictionary as data_readme  # noqa: PLC0415

    run = Run(run_name, {})
    judged = [receipts.checked(run.directory / "claims" / f"{paper}.csv") for paper in papers]
    folder = run.directory / "data"
    write_rows(folder / "scorecard.csv", [row for path in judged for row in read_rows(path)])
    with atomic_write(folder / "README.md") as temporary:
        temporary.write_text(data_readme.text(papers))
    return [folder / "scorecard.csv", folder / "README.md"]


def notebook(run_name: str, paper: str) -> Outputs:
    """Execute a paper's notebook with the run's parameters."""
    from bandit_replications.configuration.validation import overrides_of  # noqa: PLC0415
    from bandit_replications.reporting.notebooks import run_notebook  # noqa: PLC0415

    run = runs.open_run(run_name, paper)
    os.environ[variables.RUN] = run_name
    output = run.directory / "data" / "notebooks" / f"{paper}.ipynb"
    run_notebook(
        source=repo_root() / "notebooks" / f"{paper}.ipynb",
        output=output,
        parameters={
            "scale": run.scale,
            **overrides_of(paper, run.configurations[paper], scale=run.scale),
        },
        log=run.directory / "logs" / paper / "notebook.ipynb",
    )
    return [output]


def site(run_name: str, *papers: str) -> Outputs:
    """Write a run as pages, or the one figure that was asked for."""
    from bandit_replications.site.banner import banner  # noqa: PLC0415
    from bandit_replications.site.build import Content, build  # noqa: PLC0415  Sphinx is slow
    from bandit_replications.workflow.registry import find_paper  # noqa: PLC0415

    opened = [runs.open_run(run_name, paper) for paper in papers]
    folder = opened[0].directory
    judged = all(run.needs is None for run in opened)
    for paper in papers:
        receipts.checked(folder / "data" / "notebooks" / f"{paper}.ipynb")
    content = Content(
        papers=[find_paper(paper) for paper in papers],
        notebooks=folder / "data" / "notebooks",
        scorecard=receipts.checked(folder / "data" / "scorecard.csv") if judged else None,
        files=folder,
        banner=None if run_name == "paper" else banner(opened),
    )
    build(content, folder / "site")
    return [folder / "site"]


_JOBS = (compile_kernels, simulate, collect, figures, figure, claims, scorecard, notebook, site)
JOBS: dict[str, Callable[..., Outputs]] = {function.__name__: function for function in _JOBS}


def main(words: Sequence[str]) -> int:
    """Run the job that a command line asks for, as a child of the workflow; return 0.

    Raises
    ------
    UserError
        If the words cannot be used.

    """
    parser = faults.Parser(prog="python -m bandit_replications job", description="Run one job.")
    parser.add_argument("--log", help="file for what it prints; its error is told here, too")
    parser.add_argument("kind", choices=JOBS)
    parser.add_argument("arguments", nargs=argparse.REMAINDER)
    given = parser.parse_args(words)
    asker = os.environ.get(variables.PARENT)
    die_with_parent(int(asker) if asker else None)
    with contextlib.nullcontext() if given.log is None else _logged(Path(given.log)):
        receipts.leave(*JOBS[given.kind](*given.arguments))
    job_times.note(given.kind, _paper_of(given.kind, given.arguments))
    return 0


def _paper_of(kind: str, arguments: Sequence[str]) -> str:
    """Return the paper of a job, or what stands for one of all papers."""
    if kind in ("scorecard", "site"):
        return job_times.SHARED
    return arguments[0 if kind == "compile_kernels" else 1]


@contextlib.contextmanager
def _logged(path: Path) -> Iterator[None]:
    """Send what this process and its libraries print to a file, an error among it.

    Not the shell does it, so that what a job says of its end reaches the terminal, too: a log on a
    full disk stays empty.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as file:
        terminal = os.dup(1), os.dup(2)
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
        try:
            yield
        except Exception as error:
            flush()
            faults.tell(error)
            raise
        finally:
            flush()
            for number, kept in enumerate(terminal, start=1):
                os.dup2(kept, number)
                os.close(kept)
