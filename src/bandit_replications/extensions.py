"""A user's own algorithm: a class in `extensions/*.py` or behind an entry point.

This is the only place where code of a user is loaded; configuration is never evaluated. A class
counts as an algorithm when it has

    name : str                      id in configuration and results, kebab-case
    feedback : str                  "bandit" or "full-information"
    __init__(*, arms, horizon, epsilon, generator)
    choose(t) -> int                arm for round t = 1, 2, …
    update(t, arm, reward)          bandit: the reward of the arm that was played
    update(t, rewards)              full information: rewards of all arms
"""

import hashlib
import importlib.metadata
import importlib.util
import inspect
import re
import sys
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bandit_replications.errors import ConfigurationError, UserError
from bandit_replications.paths import repo_root
from bandit_replications.trajectories import Trajectory

ENTRY_POINTS = "bandit_replications.algorithms"
FEEDBACK = ("bandit", "full-information")
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@cache
def classes() -> dict[str, type]:
    """Return the user's algorithms by id, from `extensions/*.py` and entry points.

    Raises
    ------
    ConfigurationError
        If a file cannot be loaded, or two classes have the same name.

    """
    found = find(repo_root() / "extensions")
    for entry in importlib.metadata.entry_points(group=ENTRY_POINTS):
        _add(found, entry.load(), f"entry point {entry.name}")
    return found


def find(folder: Path) -> dict[str, type]:
    """Return the algorithms in the Python files of a folder by id."""
    found: dict[str, type] = {}
    for path in sorted(folder.glob("*.py")):
        for value in vars(_load(path)).values():
            if inspect.isclass(value) and value.__module__ == _module_name(path):
                if hasattr(value, "choose") and hasattr(value, "update"):
                    _add(found, value, path.name)
    return found


def _add(found: dict[str, type], cls: type, place: str) -> None:
    name = getattr(cls, "name", None)
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise ConfigurationError(
            f"{place}: class {cls.__name__} has name {name!r}; allowed: kebab-case text"
        )
    if getattr(cls, "feedback", None) not in FEEDBACK:
        raise ConfigurationError(
            f"{place}: class {cls.__name__} has feedback {getattr(cls, 'feedback', None)!r}; "
            f"allowed: {', '.join(FEEDBACK)}"
        )
    if name in found:
        raise ConfigurationError(f"{place}: name {name!r} is taken; allowed: another name")
    found[name] = cls


def _module_name(path: Path) -> str:
    return f"_bandit_replications_extension_{path.stem}"


def _load(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location(_module_name(path), path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise ConfigurationError(
            f"extensions/{path.name}: {type(error).__name__}: {error}; "
            "allowed: a file that Python can import"
        ) from error
    return module


def source_hash(cls: type) -> str:
    """Return the hash of the file in which a user's class stands, as its code version."""
    return hashlib.sha256(Path(inspect.getfile(cls)).read_bytes()).hexdigest()[:16]


def simulate_extension(
    cls: Any,
    *,
    rewards: Any,
    horizon: int,
    checkpoints: NDArray[np.int64],
    generator: np.random.Generator,
    epsilon: float | None,
) -> Trajectory:
    """Return one run of a user's class, round by round.

    Parameters
    ----------
    cls : class
        As this module's docstring says.
    rewards : RewardTable
    horizon : int
    checkpoints : int64 array
        Rounds, increasing to the horizon.
    generator : numpy.random.Generator
        Drives the rewards; the algorithm gets one of its own, spawned from it.
    epsilon : float or None

    Raises
    ------
    UserError
        If the class raises, or chooses something that is not an arm.

    """
    from bandit_replications.rewards import draw_reward  # noqa: PLC0415  compiled code

    arms = rewards.values.shape[0]
    table = (rewards.kind, rewards.values, rewards.weights)
    (own,) = generator.spawn(1)
    pulls = np.zeros(arms, dtype=np.int64)
    recorded = np.empty((checkpoints.size, arms), dtype=np.int64)
    at = 0
    t = 0
    try:
        player = cls(arms=arms, horizon=horizon, epsilon=epsilon, generator=own)
        for t in range(1, horizon + 1):
            arm = player.choose(t)
            if isinstance(arm, bool) or not isinstance(arm, (int, np.integer)):
                raise TypeError(f"choose returned {arm!r}; allowed: a whole number")  # noqa: TRY301
            if not 0 <= arm < arms:
                raise ValueError(f"choose returned {arm}; allowed: 0 to {arms - 1}")  # noqa: TRY301
            pulls[arm] += 1
            if cls.feedback == "bandit":
                player.update(t, int(arm), draw_reward(*table, arm, generator))
            else:
                vector = [draw_reward(*table, other, generator) for other in range(arms)]
                player.update(t, np.array(vector))
            if t == checkpoints[at]:
                recorded[at] = pulls
                at += 1
    except Exception as error:
        raise UserError(
            f"extension {cls.name}, round {t}: {type(error).__name__}: {error}"
        ) from error
    return Trajectory(recorded)
