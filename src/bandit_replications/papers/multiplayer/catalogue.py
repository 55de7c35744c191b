"""The paper's algorithms by id. An algorithm's module is its id in snake_case."""

from collections.abc import Mapping
from functools import partial

from bandit_replications.papers.multiplayer.algorithms import (
    coordinate_and_play,
    coordinate_without_quiet,
    doubling,
    independent_exp3,
    k_metaplayer,
    musical_chairs,
    round_robin_coordinator,
)
from bandit_replications.papers.multiplayer.library import LivePlayers, Players
from bandit_replications.papers.multiplayer.own_algorithms import OwnAlgorithm
from bandit_replications.playing.keywords import DASH_DOT, DASHED, SHORT, SOLID, Entry, Look, Own

_of_players = partial(Entry, keywords=Players, live=LivePlayers)

# Coordinate and Play, and what changes it; all take the same options.
COORDINATED: Mapping[str, Entry] = {
    "coordinate-and-play": _of_players(
        coordinate_and_play,
        look=Look("#009E73", SOLID, "o", "Coordinate & Play", "Algorithms 2 to 4"),
    ),
    "coordinate-without-quiet": _of_players(
        coordinate_without_quiet,
        look=Look("#56B4E9", DASHED, "v", "C&P without quiet", "Appendix A.3"),
    ),
    "round-robin-coordinator": _of_players(
        round_robin_coordinator, look=Look("#CC79A7", DASH_DOT, "P", "C&P, coordinators in turn")
    ),
    "doubling": _of_players(
        doubling, look=Look("#E69F00", SHORT, "X", "C&P, doubling (T unknown)")
    ),
}
BASELINES: Mapping[str, Entry] = {
    "musical-chairs": _of_players(
        musical_chairs, look=Look("#0072B2", DASHED, "s", "Musical Chairs")
    ),
    "independent-exp3": _of_players(
        independent_exp3, look=Look("#D55E00", DASH_DOT, "^", "independent EXP3")
    ),
}
# The idealised setting of Section 3: all players know what the coordinator wants, at no cost.
IDEALISED: Mapping[str, Entry] = {
    "k-metaplayer": _of_players(
        k_metaplayer,
        look=Look("#000000", SHORT, "D", "K-Metaplayer (full communication)", "Algorithm 1"),
    ),
}
ENTRIES = {**COORDINATED, **BASELINES, **IDEALISED}
OWN = {"collisions": Own(OwnAlgorithm, lambda asked: Players)}
