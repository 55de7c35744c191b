"""The paper's algorithms by id. An algorithm's module is its id in snake_case."""

import importlib
from types import ModuleType

PACKAGE = "bandit_replications.cooperative"

PRIVATE = ("private-multi-agent-ucb", "dp-ucb-int")
BYZANTINE = ("byzantine-proof-ucb",)
COMMUNICATING = ("private-multi-agent-ucb", "byzantine-proof-ucb", "multi-agent-ucb")
ALONE = ("ucb1", "dp-ucb-int", "centralised-ucb1")
ALGORITHMS = (*COMMUNICATING, *ALONE)


def module_name(name: str) -> str:
    """Return the full name of a module of this package, given in kebab-case or snake_case."""
    return f"{PACKAGE}.{name.replace('-', '_')}"


def load(name: str) -> ModuleType:
    """Return a module of this package, loaded by name so that only its users depend on it."""
    return importlib.import_module(module_name(name))
