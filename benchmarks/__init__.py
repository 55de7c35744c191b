"""Speed of the simulators; each module is run with `python -m benchmarks.<module>`."""

from bandit_replications.runtime import environment

environment.configure()  # before numpy is imported
