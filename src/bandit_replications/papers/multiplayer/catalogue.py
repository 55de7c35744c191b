"""The paper's algorithms by id. An algorithm's module is its id in snake_case."""

from bandit_replications.bandits.modules import finders

# Coordinate and Play, and what changes it; all take the same options.
COORDINATED = (
    "coordinate-and-play",
    "coordinate-without-quiet",
    "round-robin-coordinator",
    "doubling",
)
BASELINES = ("musical-chairs", "independent-exp3")
# The idealised setting of Section 3: all players know what the coordinator wants, at no cost.
IDEALISED = ("k-metaplayer",)
ALGORITHMS = (*COORDINATED, *BASELINES, *IDEALISED)

module_name, load = finders("bandit_replications.papers.multiplayer")
