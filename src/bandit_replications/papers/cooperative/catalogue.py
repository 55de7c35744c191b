"""The paper's algorithms by id. An algorithm's module is its id in snake_case."""

from bandit_replications.bandits.modules import finders

PRIVATE = ("private-multi-agent-ucb", "dp-ucb-int")
BYZANTINE = ("byzantine-proof-ucb",)
COMMUNICATING = ("private-multi-agent-ucb", "byzantine-proof-ucb", "multi-agent-ucb")
ALONE = ("ucb1", "dp-ucb-int", "centralised-ucb1")
ALGORITHMS = (*COMMUNICATING, *ALONE)

module_name, load = finders("bandit_replications.papers.cooperative")
