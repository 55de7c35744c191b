"""The paper's algorithms by id. An algorithm's module is its id in snake_case."""

from bandit_replications.bandits.modules import finders

ALGORITHMS = ("ucb", "explore-then-commit", "batched-elimination")

module_name, load = finders("bandit_replications.papers.anonymous")
