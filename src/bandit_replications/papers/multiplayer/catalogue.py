"""The paper's algorithms by id. An algorithm's module is its id in snake_case."""

from collections.abc import Mapping

from bandit_replications.bandits.problems import Simulator
from bandit_replications.papers.multiplayer.algorithms import (
    coordinate_and_play,
    coordinate_without_quiet,
    doubling,
    independent_exp3,
    k_metaplayer,
    musical_chairs,
    round_robin_coordinator,
)

# Coordinate and Play, and what changes it; all take the same options.
COORDINATED: Mapping[str, Simulator] = {
    "coordinate-and-play": coordinate_and_play,
    "coordinate-without-quiet": coordinate_without_quiet,
    "round-robin-coordinator": round_robin_coordinator,
    "doubling": doubling,
}
BASELINES: Mapping[str, Simulator] = {
    "musical-chairs": musical_chairs,
    "independent-exp3": independent_exp3,
}
# The idealised setting of Section 3: all players know what the coordinator wants, at no cost.
IDEALISED: Mapping[str, Simulator] = {"k-metaplayer": k_metaplayer}
ALGORITHMS = {**COORDINATED, **BASELINES, **IDEALISED}
