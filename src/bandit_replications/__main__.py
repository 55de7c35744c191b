"""`python -m bandit_replications`."""

import sys

from bandit_replications.cli import main

sys.exit(main())
