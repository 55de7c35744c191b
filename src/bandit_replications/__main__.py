"""`python -m bandit_replications`."""

import sys

from bandit_replications.workflow.cli import main

sys.exit(main())
