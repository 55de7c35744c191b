"""The paper's algorithms by id. An algorithm's module is its id in snake_case."""

import importlib
from types import ModuleType

PACKAGE = "bandit_replications.papers.multiplayer"

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


def module_name(name: str) -> str:
    """Return the full name of a module: an algorithm's id, or a place such as theory.bounds."""
    place = name if "." in name or name == "simulation" else f"algorithms.{name}"
    return f"{PACKAGE}.{place.replace('-', '_')}"


def load(name: str) -> ModuleType:
    """Return a module of this package, loaded by name so that only its users depend on it."""
    return importlib.import_module(module_name(name))
