"""`python -m bandit_replications`."""

import sys

from bandit_replications.runtime import environment

environment.configure()  # before numpy is imported

from bandit_replications.workflow.cli import main  # noqa: E402

sys.exit(main())
