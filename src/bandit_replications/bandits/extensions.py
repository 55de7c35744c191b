"""A user's own algorithm: a class in `extensions/*.py` or behind an entry point.

This is the only place where code of a user is loaded; configuration is never evaluated. A class
counts as an algorithm when it has `choose` and `update`, in a file and under a name that do not
begin with an underscore:

    name : str                      id in configuration and results, kebab-case
    feedback : str                  "bandit" or "full-information"
    __init__(*, arms, horizon, epsilon, generator)
    choose(t) -> int                arm for round t = 1, 2, …; arms count from 0
    update(t, arm, reward)          bandit: the reward of the arm that was played
    update(t, rewards)              full information: rewards of all arms, shape (arms,)

Rewards lie in [0, 1]. `epsilon` is None for an algorithm that is run without privacy. All chance
must come from `generator`; then a replicate gives the same numbers each time.
"""

import importlib.metadata
import importlib.util
import inspect
import re
import sys
from collections.abc import Collection, Iterator
from functools import cache, lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bandit_replications.bandits.reward_streams import RewardStream
from bandit_replications.bandits.trajectories import Trajectory, check_checkpoints
from bandit_replications.runtime.code_version import file_hash
from bandit_replications.runtime.errors import ConfigurationError, UserError
from bandit_replications.runtime.paths import repo_root

ENTRY_POINTS = "bandit_replications.algorithms"
FEEDBACK = ("bandit", "full-information")
_ARGUMENTS = ("arms", "horizon", "epsilon", "generator")
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class ExtensionFailed(UserError):
    """A user's class raised, or chose something that is not an arm."""


# --- Finding --------------------------------------------------------------------------------


def classes() -> dict[str, type]:
    """Return the user's algorithms by id; files are read again after they were written again.

    Raises
    ------
    ConfigurationError
        If a file cannot be loaded, or a class cannot be used.

    """
    folder = repo_root() / "extensions"
    stamps = tuple((str(path), path.stat().st_mtime_ns) for path in _files(folder))
    return _classes(folder, stamps)


@lru_cache(maxsize=1)
def _classes(folder: Path, stamps: tuple[tuple[str, int], ...]) -> dict[str, type]:
    return load_extensions(folder, reserved=reserved_names())


@cache
def reserved_names() -> frozenset[str]:
    """Return the names of all modules of the papers, as ids, which no extension may take.

    A built-in algorithm's id is its module's name; `default` means the others in configuration.
    """
    modules = Path(__file__).parents[1].glob("papers/*/**/*.py")
    return frozenset({"default", *(path.stem.replace("_", "-") for path in modules)})


def load_extensions(folder: Path, *, reserved: Collection[str] = ()) -> dict[str, type]:
    """Return the algorithms in a folder's files and behind entry points, by id.

    Parameters
    ----------
    folder : Path
        Need not exist.
    reserved : collection of str
        Ids that are taken.

    Raises
    ------
    ConfigurationError
        If a file cannot be loaded, or a class cannot be used.

    """
    found: dict[str, type] = {}
    for place, cls in (*_in_files(folder), *_behind_entry_points()):
        name = _check(cls, place)
        if name in reserved:
            raise ConfigurationError(f"{place}: name {name!r} is built in; allowed: another name")
        if name in found:
            other = found[name].__name__
            raise ConfigurationError(
                f"{place}: name {name!r} is that of class {other} too; allowed: another name"
            )
        found[name] = cls
    return found


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("*.py") if not path.name.startswith("_"))


def _in_files(folder: Path) -> Iterator[tuple[str, type]]:
    for path in _files(folder):
        module = _load(path)
        for value in vars(module).values():
            if (
                inspect.isclass(value)
                and value.__module__ == module.__name__
                and not value.__name__.startswith("_")
                and hasattr(value, "choose")
                and hasattr(value, "update")
            ):
                yield f"extensions/{path.name}, class {value.__name__}", value


def _behind_entry_points() -> Iterator[tuple[str, type]]:
    for entry in importlib.metadata.entry_points(group=ENTRY_POINTS):
        place = f"entry point {entry.name} ({entry.value})"
        try:
            cls = entry.load()
        except Exception as error:
            raise _not_importable(place, error) from error
        yield place, cls


def _load(path: Path) -> ModuleType:
    name = f"_bandit_replications_extension_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise _not_importable(f"extensions/{path.name}", error) from error
    return module


def _not_importable(place: str, error: BaseException) -> ConfigurationError:
    problem = " ".join(f"{type(error).__name__}: {error}".split())
    return ConfigurationError(f"{place}: {problem}; allowed: what Python can import")


def _check(cls: Any, place: str) -> str:
    """Return the class's id after checking that it can be used."""
    name = getattr(cls, "name", None)
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise ConfigurationError(
            f"{place}: name = {name!r}; allowed: text in kebab-case, such as 'my-algo'"
        )
    feedback = getattr(cls, "feedback", None)
    if feedback not in FEEDBACK:
        raise ConfigurationError(
            f"{place}: feedback = {feedback!r}; allowed: {' or '.join(map(repr, FEEDBACK))}"
        )
    try:
        inspect.signature(cls).bind(**dict.fromkeys(_ARGUMENTS))
    except TypeError as error:
        raise ConfigurationError(
            f"{place}: __init__: {error}; allowed: __init__(self, *, {', '.join(_ARGUMENTS)})"
        ) from error
    return name


def source_hash(cls: type) -> str:
    """Return the code version of a user's class: its file's, with what that imports from here."""
    return file_hash(Path(inspect.getfile(cls)))


# --- Running --------------------------------------------------------------------------------


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
        Laws of the arms.
    horizon : int
        Rounds T, >= 1.
    checkpoints : int64 array
        Rounds, increasing to the horizon.
    generator : numpy.random.Generator
        Drives the rewards; the algorithm gets one of its own, spawned from it.
    epsilon : float or None
        Privacy parameter.

    Raises
    ------
    ExtensionFailed
        If the class raises, or chooses something that is not an arm.

    """
    points = check_checkpoints(checkpoints, horizon=horizon)
    arms = rewards.values.shape[0]
    (own,) = generator.spawn(1)
    stream = RewardStream(rewards, generator)
    pulls = [0] * arms
    recorded = np.empty((points.size, arms), dtype=np.int64)
    t = first = 0
    try:
        player = cls(arms=arms, horizon=horizon, epsilon=epsilon, generator=own)
        for row, last in enumerate(points.tolist()):
            for t in range(first + 1, last + 1):
                arm = player.choose(t)
                _check_arm(arm, arms)
                pulls[arm] += 1
                if cls.feedback == "bandit":
                    player.update(t, int(arm), stream.draw(arm))
                else:
                    player.update(t, stream.draw_all())
            recorded[row] = pulls
            first = last
    except Exception as error:
        when = f"round {t}" if t else "at the start"
        raise ExtensionFailed(f"{cls.name}, {when}: {type(error).__name__}: {error}") from error
    return Trajectory(recorded)


def _check_arm(arm: object, arms: int) -> None:
    if isinstance(arm, bool) or not isinstance(arm, (int, np.integer)):
        raise TypeError(f"choose returned {arm!r}; allowed: a whole number")
    if not 0 <= arm < arms:
        raise ValueError(f"choose returned {arm}; allowed: 0 to {arms - 1}")
