"""`python -m bandit_replications`; outside a checkout one line says that it needs one."""

import sys

from bandit_replications.runtime import environment
from bandit_replications.runtime.errors import UserError
from bandit_replications.runtime.paths import repo_root


def run() -> int:
    """Run one command, or say in one line what it needs and is not there; return the status."""
    try:
        repo_root()
        environment.configure()  # before numpy is imported
        from bandit_replications.workflow.cli import main  # noqa: PLC0415

        return main()
    except UserError as error:
        message = str(error)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("bandit_replications"):
            raise
        message = f"{error.name}: missing; allowed: pip install 'bandit-replications[workflow]'"
    print(f"error: {message}", file=sys.stderr)
    return 2


sys.exit(run())
