"""Environment variables from a command to the jobs of its run."""

PARENT = "BANDIT_REPLICATIONS_PARENT"  # the process whose end no job outlives
ONLY = "BANDIT_REPLICATIONS_ONLY"  # the one figure or claim that is asked for
RUN = "BANDIT_REPLICATIONS_RUN"  # the run that a notebook shows
TIMES = "BANDIT_REPLICATIONS_TIMES"  # the file in which jobs note what they took
