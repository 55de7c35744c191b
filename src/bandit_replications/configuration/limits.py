"""Bounds by key, on values as they are given: numbers that no run can use are named at once.

Entries (instances, networks, scenarios) and options of algorithms have models of their own, which
belong to what is simulated and know no size that is too large for this package. So every value is
held to the bound of its key here, before those models see it: some draw a matrix to check it.
"""

import math
from collections.abc import Iterator, Mapping
from typing import Any

from bandit_replications.bandits import quantities as most
from bandit_replications.configuration.messages import key_of, shown

MOST_TEXT = 100  # characters of a name or word
MOST_PATH = 1000
DEEPEST = 20

# The largest number that may stand under a key, or in a list or mapping under it.
MOST: Mapping[str, int] = {
    key: bound
    for bound, keys in (
        (most.MOST_SEED, "root_seed"),
        (most.MOST_REPLICATES, "replicates runs variant_replicates shared_means searches"),
        (most.MOST_SAMPLES, "samples"),
        (most.LONGEST, "horizon horizons first_horizon block_length burn_in at"),
        (most.LONGEST, "exploration_rounds ranking_rounds"),
        (most.MOST_POINTS, "checkpoints"),
        (most.MOST_ARMS, "arms arm first_action actions"),
        (most.MOST_AGENTS, "agents"),
        (most.MOST_USERS, "users group_size cluster"),
        (most.MOST_PLAYERS, "players"),
        (most.MOST_DIMENSIONS, "dimension"),
        (1000, "batches"),
        (60, "first_phase"),  # a phase of 4^60 pulls is longer than any run
        (most.MOST_EPSILON, "epsilon epsilons"),
        (most.MOST_NOISE, "noise_scale noise_factor"),
        (10**6, "concentration value factor"),
    )
    for key in keys.split()
}

# The least size of a number that may stand under a key; any other is at least `LEAST_SIZE`.
LEAST: Mapping[str, float] = {"epsilon": most.LEAST_EPSILON, "epsilons": most.LEAST_EPSILON}

# An entry with these keys is a network: distances between all pairs of its agents are held.
NETWORK = {"name", "family", "agents"}

UNBOUNDED = {"threshold_factor"}  # infinity is a reading: never synchronise


def check(values: Any) -> None:
    """Check every number and text of a configuration as it was given.

    Raises
    ------
    ValueError
        If a number is not finite, or too large or too small for its key, a text is too long or
        cannot be printed, or there are too many values, or combinations of them in a section.

    """
    for number, (path, value) in enumerate(_parts(values, ()), start=1):
        if number > most.MOST_PARTS:
            allowed = f"at most {most.MOST_PARTS} values in all; more from a file"
            _refuse(path[:2], shown(value), allowed)
        word = next((str(part) for part in reversed(path) if not isinstance(part, int)), "")
        if isinstance(value, str):
            _check_text(path, value, MOST_PATH if word == "file" else MOST_TEXT)
        elif isinstance(value, (int, float)) and not isinstance(value, bool):
            _check_number(path, value, word)
    for name, section in values.items() if isinstance(values, Mapping) else ():
        if isinstance(section, Mapping):
            _check_combinations((str(name),), section)


def _check_text(path: tuple[int | str, ...], value: str, longest: int) -> None:
    if len(value) > longest:
        _refuse(path, shown(value), f"at most {longest} characters")
    if not value.isprintable():
        _refuse(path, shown(value), "printable characters")


def _check_combinations(path: tuple[str, ...], section: Mapping[str, Any]) -> None:
    """Bound the product of the lists in a section, before anything makes a cell of each."""
    product = 1
    for key, value in section.items():
        if key != "options":
            product *= max(1, _choices(value))
    if product > most.MOST_CELLS:
        _refuse(path, f"{product} combinations of its lists", f"at most {most.MOST_CELLS}")


def _choices(value: Any) -> int:
    """Return how many values a list has, or the lists of a mapping, such as grids, together."""
    if isinstance(value, Mapping):
        return sum(_choices(inner) for inner in value.values())
    return len(value) if isinstance(value, list) else 0


def _check_number(path: tuple[int | str, ...], value: float, word: str) -> None:
    if word in UNBOUNDED and value == math.inf:
        return
    if isinstance(value, float) and not math.isfinite(value):
        _refuse(path, shown(value), "finite numbers")
    bound = _bound(path)
    if abs(value) > bound:
        _refuse(path, shown(value), f"numbers of at most {bound}")
    if word in LEAST and value < LEAST[word]:
        _refuse(path, shown(value), f"numbers of at least {LEAST[word]:g}")
    if 0 < abs(value) < most.LEAST_SIZE:
        _refuse(path, shown(value), f"0, or a size of at least {most.LEAST_SIZE:g}")


def _bound(path: tuple[int | str, ...]) -> int:
    """Return the bound of the innermost key that has one; below a mapping keys may be names."""
    words = [part for part in path if not isinstance(part, int)]
    return next((MOST[word] for word in reversed(words) if word in MOST), most.MOST_SIZE)


def _parts(value: Any, path: tuple[int | str, ...]) -> Iterator[tuple[tuple[int | str, ...], Any]]:
    """Yield all that a configuration holds with its place, outermost first."""
    yield path, value
    if len(path) > DEEPEST:
        _refuse(path[:2], shown(value), f"at most {DEEPEST} levels")
    if isinstance(value, Mapping):
        if {*value} >= NETWORK and "actions" not in value:
            _check_network(value, path)
        for key, inner in value.items():
            if len(str(key)) > MOST_TEXT:
                _refuse(path, shown(str(key)), f"keys of at most {MOST_TEXT} characters")
            yield from _parts(inner, (*path, str(key)))
    elif isinstance(value, list):
        if len(value) > most.MOST_ARMS:
            _refuse(path, f"{len(value)} values", f"at most {most.MOST_ARMS}")
        for number, inner in enumerate(value):
            yield from _parts(inner, (*path, number))


def _check_network(entry: Mapping[str, Any], path: tuple[int | str, ...]) -> None:
    agents = entry["agents"]
    if isinstance(agents, int) and agents > most.MOST_IN_NETWORK:
        _refuse((*path, "agents"), shown(agents), f"numbers of at most {most.MOST_IN_NETWORK}")


def _refuse(path: tuple[int | str, ...], value: str, allowed: str) -> None:
    raise ValueError(f"{key_of(path)}: {value}; allowed: {allowed}")
