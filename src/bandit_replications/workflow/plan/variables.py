"""Environment variables from a command to the processes of its run."""

PARENT = "BANDIT_REPLICATIONS_PARENT"  # the process whose end no job outlives
PLAN = "BANDIT_REPLICATIONS_PLAN"  # the file of the plan that Snakemake carries out
RUN = "BANDIT_REPLICATIONS_RUN"  # the run that a notebook shows
TIMES = "BANDIT_REPLICATIONS_TIMES"  # the file in which jobs note what they took
