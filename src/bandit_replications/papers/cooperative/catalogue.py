"""The paper's algorithms by id. An algorithm's module is its id in snake_case."""

import importlib
from types import ModuleType

PACKAGE = "bandit_replications.papers.cooperative"

PRIVATE = ("private-multi-agent-ucb", "dp-ucb-int")
BYZANTINE = ("byzantine-proof-ucb",)
COMMUNICATING = ("private-multi-agent-ucb", "byzantine-proof-ucb", "multi-agent-ucb")
ALONE = ("ucb1", "dp-ucb-int", "centralised-ucb1")
ALGORITHMS = (*COMMUNICATING, *ALONE)


def module_name(name: str) -> str:
    """Return the full name of a module: an algorithm's id, or a place such as theory.bounds."""
    place = name if "." in name or name == "simulation" else f"algorithms.{name}"
    return f"{PACKAGE}.{place.replace('-', '_')}"


def load(name: str) -> ModuleType:
    """Return a module of this package, loaded by name so that only its users depend on it."""
    return importlib.import_module(module_name(name))
