"""`python -m bandit_replications`; outside a checkout one line says that it needs one."""

import os
import sys

from bandit_replications.runtime import environment
from bandit_replications.runtime.faults import guarded
from bandit_replications.runtime.paths import repo_root
from bandit_replications.runtime.processes import flush
from bandit_replications.workflow import forks


def run() -> int:
    """Run one command and return its status."""
    repo_root()
    environment.configure()  # before numpy is imported
    if len(sys.argv) > 1 and sys.argv[1] in forks.PROGRAMS:
        return forks.run(sys.argv[1:])
    from bandit_replications.workflow.cli import main  # noqa: PLC0415

    return main()


def end(status: int) -> None:
    """End this process at once: nothing that it holds needs to be taken apart first.

    To tear down what a job imported takes 0.4 s and more of each of a run's hundred processes.
    """
    flush()
    os._exit(status)


end(guarded(run))
