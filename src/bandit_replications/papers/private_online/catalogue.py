"""The paper's algorithms by id. An algorithm's module is its id in snake_case."""

from bandit_replications.bandits.modules import finders

BANDIT = ("anytime-lazy-ucb", "hybrid-ucb", "dp-se", "ucb1")
FULL_INFORMATION = ("ftnl", "naive-ftnl", "follow-the-leader")
ALGORITHMS = (*BANDIT, *FULL_INFORMATION)
NON_PRIVATE = ("ucb1", "follow-the-leader")

module_name, load = finders("bandit_replications.papers.private_online")
