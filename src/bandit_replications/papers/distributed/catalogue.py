"""The paper's algorithms by id. An algorithm's module is its id in snake_case.

Immediate sharing has one id in both settings and a module for each: `load_linear` and
`linear_module_name` know the one for linear bandits.
"""

import importlib
from types import ModuleType

from bandit_replications.bandits.modules import finders

# Their regret and messages follow from sums of rewards, so that T costs next to nothing.
ELIMINATIONS = ("demab", "demab-instance-dependent", "independent-elimination")
ARMS = (*ELIMINATIONS, "immediate-sharing", "independent-ucb1")

LINEAR_ELIMINATIONS = ("delb", "independent-delb")
LINEAR = (*LINEAR_ELIMINATIONS, "dislinucb", "immediate-sharing", "dcb", "independent-linucb")

# Nobody sends anything.
SILENT = ("independent-elimination", "independent-ucb1", "independent-delb", "independent-linucb")

ALGORITHMS = tuple(dict.fromkeys((*ARMS, *LINEAR)))

_LINEAR_MODULES = {"immediate-sharing": "immediate-sharing-linear"}

module_name, load = finders("bandit_replications.papers.distributed")


def linear_module_name(name: str) -> str:
    """Return the full name of an algorithm's module for linear bandits."""
    return module_name(_LINEAR_MODULES.get(name, name))


def load_linear(name: str) -> ModuleType:
    """Return an algorithm's module for linear bandits."""
    return importlib.import_module(linear_module_name(name))
