"""The paper's algorithms by id, and titles of its scenarios.

An algorithm's module is its id in snake_case.
"""

from collections.abc import Mapping
from functools import partial

from bandit_replications.papers.multiplayer.algorithms import (
    coordinate_and_play,
    coordinate_in_bits,
    coordinate_without_quiet,
    doubling,
    independent_exp3,
    k_metaplayer,
    musical_chairs,
    round_robin_coordinator,
)
from bandit_replications.papers.multiplayer.library import LivePlayers, Players
from bandit_replications.papers.multiplayer.own_algorithms import OwnAlgorithm
from bandit_replications.playing.catalogue import (
    DASH_DOT,
    DASHED,
    SHORT,
    SOLID,
    Entry,
    LineStyle,
    Own,
)
from bandit_replications.reporting.styles import LineStyles

_of_players = partial(Entry, keywords=Players, live=LivePlayers)

# Coordinate and Play, and what changes it; all take the same options.
COORDINATED: Mapping[str, Entry] = {
    "coordinate-and-play": _of_players(
        coordinate_and_play,
        style=LineStyle("#009E73", SOLID, "o", "Coordinate & Play", "Algorithms 2 to 4"),
    ),
    "coordinate-without-quiet": _of_players(
        coordinate_without_quiet,
        style=LineStyle("#56B4E9", DASHED, "v", "C&P without quiet", "Appendix A.3"),
    ),
    "round-robin-coordinator": _of_players(
        round_robin_coordinator,
        style=LineStyle("#CC79A7", DASH_DOT, "P", "C&P, coordinators in turn"),
    ),
    "doubling": _of_players(
        doubling, style=LineStyle("#E69F00", SHORT, "X", "C&P, doubling (T unknown)")
    ),
}
IN_BITS: Mapping[str, Entry] = {
    "coordinate-in-bits": _of_players(
        coordinate_in_bits,
        style=LineStyle("#882255", SOLID, "*", "Coordinate in bits (ours)"),
    ),
}
BASELINES: Mapping[str, Entry] = {
    "musical-chairs": _of_players(
        musical_chairs, style=LineStyle("#0072B2", DASHED, "s", "Musical Chairs")
    ),
    "independent-exp3": _of_players(
        independent_exp3, style=LineStyle("#D55E00", DASH_DOT, "^", "independent EXP3")
    ),
}
# The idealised setting of Section 3: all players know what the coordinator wants, at no cost.
IDEALISED: Mapping[str, Entry] = {
    "k-metaplayer": _of_players(
        k_metaplayer,
        style=LineStyle("#000000", SHORT, "D", "K-Metaplayer (full communication)", "Algorithm 1"),
    ),
}
ENTRIES = {**COORDINATED, **IN_BITS, **BASELINES, **IDEALISED}
STYLES = LineStyles.of_entries(ENTRIES)
OWN = {"collisions": Own(OwnAlgorithm, lambda asked: Players)}
# What the paper's captions say of its experiments.
SCENARIO_TITLES = {
    "experiment-1": "Experiment 1: stochastic losses",
    "experiment-2": "Experiment 2: link failures",
    "experiment-3": "Experiment 3: link improves",
    "swinging": "ours: swinging losses",
    "one-good-arm": "ours: one good arm",
}


def scenario_title(name: str) -> str:
    """Return a scenario's title in figures: a user's goes by its name."""
    return SCENARIO_TITLES.get(name, name)
