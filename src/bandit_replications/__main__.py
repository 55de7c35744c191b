"""`python -m bandit_replications`; outside a checkout only its help, and that it needs one."""

import os
import sys

from bandit_replications.runtime import environment
from bandit_replications.runtime.faults import guarded
from bandit_replications.runtime.paths import repo_root
from bandit_replications.runtime.processes import flush


def run() -> int:
    """Run one command, a job of the workflow or Snakemake, and return its status."""
    environment.configure()  # before numpy is imported
    program, *words = sys.argv[1:] or [""]
    if program in ("job", "snakemake"):
        repo_root()
    if program == "job":
        from bandit_replications.workflow.jobs import jobs  # noqa: PLC0415

        return jobs.main(words)
    if program == "snakemake":
        return _snakemake(words)
    from bandit_replications.workflow.cli import main  # noqa: PLC0415

    return main()


def _snakemake(words: list[str]) -> int:
    """Run Snakemake without waiting for the threads that it leaves (see `profiles/`)."""
    from snakemake.cli import main  # noqa: PLC0415  a second

    try:
        main(words)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    return 0


def end(status: int) -> None:
    """End this process at once: nothing that it holds needs to be taken apart first.

    To tear down what a job imported takes 0.4 s and more of each of a run's hundred processes.
    """
    flush()
    if "coverage" in sys.modules:  # it writes what it measured at the end of an interpreter
        sys.exit(status)
    os._exit(status)


end(guarded(run))
