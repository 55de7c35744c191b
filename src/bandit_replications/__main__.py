"""`python -m bandit_replications`; outside a checkout one line says that it needs one."""

import sys

from bandit_replications.runtime import environment
from bandit_replications.runtime.faults import guarded
from bandit_replications.runtime.paths import repo_root


def run() -> int:
    """Run one command and return its status."""
    repo_root()
    environment.configure()  # before numpy is imported
    from bandit_replications.workflow.cli import main  # noqa: PLC0415

    return main()


sys.exit(guarded(run))
