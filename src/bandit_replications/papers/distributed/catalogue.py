"""The paper's algorithms by id. An algorithm's module is its id in snake_case.

Immediate sharing has one id in both settings and a module for each.
"""

from collections.abc import Mapping

from bandit_replications.bandits.problems import Simulator
from bandit_replications.papers.distributed.algorithms import (
    dcb,
    delb,
    demab,
    demab_instance_dependent,
    demab_repaired,
    dislinucb,
    immediate_sharing,
    immediate_sharing_linear,
    independent_delb,
    independent_elimination,
    independent_linucb,
    independent_ucb1,
    point_to_point,
    public_randomness,
)

ARMS: Mapping[str, Simulator] = {
    "demab": demab,
    "demab-instance-dependent": demab_instance_dependent,
    "demab-repaired": demab_repaired,
    "independent-elimination": independent_elimination,
    "immediate-sharing": immediate_sharing,
    "independent-ucb1": independent_ucb1,
}
LINEAR: Mapping[str, Simulator] = {
    "delb": delb,
    "independent-delb": independent_delb,
    "dislinucb": dislinucb,
    "immediate-sharing": immediate_sharing_linear,
    "dcb": dcb,
    "independent-linucb": independent_linucb,
}
ALGORITHMS = {**LINEAR, **ARMS}
# Changed protocols that run in demab's place.
CHANGED: Mapping[str, Simulator] = {
    "point-to-point": point_to_point,
    "public-randomness": public_randomness,
}

# Their regret and messages follow from sums of rewards, so that T costs next to nothing.
LINEAR_ELIMINATIONS = ("delb", "independent-delb")
ELIMINATIONS = (
    "demab",
    "demab-instance-dependent",
    "demab-repaired",
    "independent-elimination",
    *LINEAR_ELIMINATIONS,
)
# Nobody sends anything.
SILENT = ("independent-elimination", "independent-ucb1", "independent-delb", "independent-linucb")
