"""The paper's algorithms by id. An algorithm's module is its id in snake_case.

Immediate sharing has one id in both settings and a module for each.
"""

from collections.abc import Mapping
from functools import partial

from bandit_replications.papers.distributed.algorithms import (
    dcb,
    delb,
    demab,
    demab_instance_dependent,
    demab_repaired,
    demab_simple,
    dislinucb,
    immediate_sharing,
    immediate_sharing_linear,
    independent_delb,
    independent_elimination,
    independent_linucb,
    independent_ucb1,
    moss,
    point_to_point,
    public_randomness,
)
from bandit_replications.papers.distributed.library import (
    Arms,
    Linear,
    LiveActions,
    LiveArms,
    LiveDisLinUCB,
    LiveSets,
)
from bandit_replications.papers.distributed.own_algorithms import OwnAlgorithm
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

_with_arms = partial(Entry, keywords=Arms, live=LiveArms)
# Eliminations: regret and messages follow from sums of rewards, so that T costs next to nothing.
_of_arms = partial(_with_arms, by_round=False)
_of_actions = partial(Entry, keywords=Linear, live=LiveActions, by_round=False)

SHARING = LineStyle("#009E73", DASH_DOT, "P", "immediate sharing", "Table 1")

ARMS: Mapping[str, Entry] = {
    "demab": _of_arms(demab, style=LineStyle("#0072B2", SOLID, "o", "DEMAB", "Protocols 1 and 3")),
    "demab-instance-dependent": _of_arms(
        demab_instance_dependent,
        style=LineStyle("#56B4E9", DASHED, "v", "DEMAB with D = l0 = 0", "Theorem 5"),
    ),
    "demab-repaired": _of_arms(
        demab_repaired, style=LineStyle("#CC79A7", DASH_DOT, "^", "DEMAB repaired (ours)")
    ),
    "demab-simple": _of_arms(
        demab_simple, style=LineStyle("#E69F00", SOLID, "X", "Protocol S (ours)")
    ),
    "independent-elimination": _of_arms(
        independent_elimination, style=LineStyle("#D55E00", DASHED, "s", "elimination, alone")
    ),
    "immediate-sharing": _with_arms(immediate_sharing, style=SHARING),
    "independent-ucb1": _with_arms(
        independent_ucb1, style=LineStyle("#000000", SHORT, "D", "UCB1, alone")
    ),
    "moss": _with_arms(
        moss, style=LineStyle("#7F7F7F", DASH_DOT, "p", "MOSS, alone", "Section 3.4")
    ),
}
LINEAR: Mapping[str, Entry] = {
    "delb": _of_actions(delb, style=LineStyle("#0072B2", SOLID, "o", "DELB", "Protocol 2")),
    "independent-delb": _of_actions(
        independent_delb, style=LineStyle("#D55E00", DASHED, "s", "DELB, alone")
    ),
    "dislinucb": Entry(
        dislinucb,
        Linear,
        LiveDisLinUCB,
        LineStyle("#E69F00", DASHED, "^", "DisLinUCB", "Protocol 8"),
    ),
    "immediate-sharing": Entry(immediate_sharing_linear, Linear, LiveSets, SHARING),
    "dcb": Entry(
        dcb, Linear, LiveSets, LineStyle("#CC79A7", DASH_DOT, "X", "DCB (simplified)", "Table 1")
    ),
    "independent-linucb": Entry(
        independent_linucb, Linear, LiveSets, LineStyle("#000000", SHORT, "D", "LinUCB, alone")
    ),
}
ALGORITHMS = {**LINEAR, **ARMS}
# Changed protocols that run in demab's place.
CHANGED: Mapping[str, Entry] = {
    "point-to-point": _of_arms(point_to_point),
    "public-randomness": _of_arms(public_randomness),
}
ENTRIES = {
    name: tuple(modules[name] for modules in ({**ARMS, **CHANGED}, LINEAR) if name in modules)
    for name in {**ARMS, **CHANGED, **LINEAR}
}
SQUARED = LineStyle("#56B4E9", SOLID, "v", "DELB, squared widths (ours)")
STYLES = LineStyles({**LineStyles.of_entries(ALGORITHMS).table, "delb-squared": SQUARED})
OWN = {
    "server": Own(OwnAlgorithm, lambda asked: Arms),
    "linear-server": Own(OwnAlgorithm, lambda asked: Linear),
}

LINEAR_ELIMINATIONS = ("delb", "independent-delb")
