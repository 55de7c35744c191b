"""A user's own algorithm: a class in `extensions/*.py`, behind an entry point, or `module:Class`.

This is the only place where code of a user is loaded, and only when a configuration names it, so a
broken file stops the runs that ask for it and no others. A class counts as an algorithm when it has
`choose` and `update`, in a file and under a name that do not begin with an underscore:

    name : str                      id in configuration and results, kebab-case
    feedback : str                  a key of `SETTINGS`, which says what it meets
    __init__(*, …)                  what it asks for of what is known beforehand; other keywords are
                                    its options
    choose(t) -> choice             for round t = 1, 2, …; arms count from 0
    update(t, choice, feedback)     what the choice has revealed

One object plays for all users, players or agents at once: a choice is then one arm for each. In two
settings there are messages: `update` returns what is sent, and `receive(t, messages)` gets it. What
each setting knows, chooses and reveals stands in CONTRIBUTING.md. All chance must come from
`generator`; then a replicate gives the same numbers each time.
"""

import importlib
import importlib.metadata
import importlib.util
import inspect
import re
import sys
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any, Self

import numpy as np
from numba.core.dispatcher import Dispatcher
from pydantic import BaseModel, ConfigDict, create_model
from pydantic.errors import PydanticUserError

from bandit_replications.bandits.literal import Action, Observation, Player
from bandit_replications.bandits.problems import Integers, Simulator
from bandit_replications.runtime.code_version import code_hash, file_hash
from bandit_replications.runtime.errors import ConfigurationError, UserError
from bandit_replications.runtime.paths import repo_root

ENTRY_POINTS = "bandit_replications.algorithms"
WORK = 5.0  # microseconds of a round in plain Python, about
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_IMPORTED = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")


@dataclass(frozen=True)
class Setting:
    """What a class for one kind of feedback may ask for, and what else it must have.

    Attributes
    ----------
    known : tuple of str
        Keywords of `__init__` that are filled in; those that it does not name are left out.
    messages : bool
        Whether it sends messages, and so must have `receive`.

    """

    known: tuple[str, ...]
    messages: bool = False


SETTINGS: Mapping[str, Setting] = {
    "bandit": Setting(("arms", "horizon", "epsilon", "generator")),
    "full-information": Setting(("arms", "horizon", "epsilon", "generator")),
    "totals": Setting(("users", "arms", "group_size", "horizon", "generator")),
    "collisions": Setting(("players", "arms", "horizon", "generator")),
    "network": Setting(
        ("agents", "arms", "horizon", "message_life", "epsilon", "contamination", "generator"),
        messages=True,
    ),
    "server": Setting(("agents", "arms", "horizon", "generator"), messages=True),
    "linear-server": Setting(
        ("agents", "actions", "dimension", "horizon", "generator"), messages=True
    ),
}


COMPILED = "bandit"  # the feedback with which a whole run may be compiled


class ExtensionFailed(UserError):
    """A user's class raised, or chose what cannot be chosen."""


# --- Finding --------------------------------------------------------------------------------


def find(algorithm: str) -> type | None:
    """Return the user's class of an id, or of `module:Class`; None if there is none.

    Raises
    ------
    ConfigurationError
        If the class cannot be used; or if there is none, but a file that cannot be loaded, in which
        it may be.

    """
    if is_import(algorithm):
        return _imported(algorithm)
    found: list[tuple[str, type]] = []
    broken: list[ConfigurationError] = []
    for load in _sources():
        try:
            found += [(place, cls) for place, cls in load() if _name_of(cls) == algorithm]
        except ConfigurationError as error:
            broken.append(error)
    if not found:
        if broken:
            raise ConfigurationError(f"{algorithm!r} is not built in, and {broken[0]}")
        return None
    (place, cls), *others = found
    if others:
        raise ConfigurationError(
            f"{others[0][0]}: name {algorithm!r} is that of {place} too; allowed: another name"
        )
    if algorithm in reserved_names():
        raise ConfigurationError(f"{place}: name {algorithm!r} is built in; allowed: another name")
    check(cls, place)
    return cls


def ids(feedback: Sequence[str]) -> list[str]:
    """Return the ids of the user's classes for these kinds of feedback, of files that load."""
    found = []
    for load in _sources():
        with suppress(ConfigurationError):
            found += [_name_of(cls) for _, cls in load() if feedback_of(cls) in feedback]
    return [name for name in found if name]


@cache
def reserved_names() -> frozenset[str]:
    """Return the names of all modules of the papers, as ids, which no extension may take.

    A built-in algorithm's id is its module's name; `default` means the others in configuration.
    """
    modules = Path(__file__).parents[1].glob("papers/*/**/*.py")
    return frozenset({"default", *(path.stem.replace("_", "-") for path in modules)})


def is_import(algorithm: str) -> bool:
    """Return whether an id has the form `module:Class`."""
    return _IMPORTED.fullmatch(algorithm) is not None


def asks_for(algorithm: str, word: str) -> bool:
    """Return whether a class asks by name for what is known beforehand, such as `epsilon`."""
    return word in _parameters(found(algorithm))


def _sources() -> Iterator[Callable[[], list[tuple[str, type]]]]:
    """Yield a function for each file and entry point, which returns (place, class) of its own."""
    files: list[Path] = []
    with suppress(UserError):  # outside a checkout there are only entry points
        files = sorted((repo_root() / "extensions").glob("*.py"))
    for path in files:
        if not path.name.startswith("_"):
            yield lambda path=path: _in_file(path, path.stat().st_mtime_ns)  # type: ignore[misc]
    for entry in importlib.metadata.entry_points(group=ENTRY_POINTS):
        yield lambda entry=entry: _behind(entry)  # type: ignore[misc]


@lru_cache(maxsize=256)
def _in_file(path: Path, stamp: int) -> list[tuple[str, type]]:
    """Return the algorithms in a file, read again after it was written again."""
    module = _load(path)
    return [
        (f"extensions/{path.name}, class {value.__name__}", value)
        for value in vars(module).values()
        if inspect.isclass(value)
        and value.__module__ == module.__name__
        and not value.__name__.startswith("_")
        and hasattr(value, "choose")
        and hasattr(value, "update")
    ]


def _behind(entry: importlib.metadata.EntryPoint) -> list[tuple[str, type]]:
    place = f"entry point {entry.name} ({entry.value})"
    try:
        return [(place, entry.load())]
    except Exception as error:
        raise _not_importable(place, error) from error


def _imported(algorithm: str) -> type:
    module, _, name = algorithm.partition(":")
    try:
        cls = getattr(importlib.import_module(module), name)
    except (Exception, SystemExit) as error:
        raise _not_importable(algorithm, error) from error
    if not inspect.isclass(cls):
        raise ConfigurationError(f"{algorithm}: {cls!r}; allowed: a class")
    check(cls, algorithm)
    return cls


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
    return ConfigurationError(
        f"{place}: {type(error).__name__}: {error}; allowed: what Python can import"
    )


# --- What a class must have -----------------------------------------------------------------


def _name_of(cls: Any) -> str | None:
    name = getattr(cls, "name", None)
    return name if isinstance(name, str) and _NAME.fullmatch(name) else None


def feedback_of(cls: Any) -> Any:
    """Return what a class says it meets, a key of `SETTINGS` if it can be used."""
    return getattr(cls, "feedback", None)


def check(cls: Any, place: str) -> None:
    """Check that a class can be used.

    Raises
    ------
    ConfigurationError
        If it cannot.

    """
    feedback = feedback_of(cls)
    if feedback not in SETTINGS:
        allowed = ", ".join(map(repr, SETTINGS))
        raise ConfigurationError(f"{place}: feedback = {feedback!r}; allowed: {allowed}")
    for method in ("choose", "update", *(("receive",) if SETTINGS[feedback].messages else ())):
        if not callable(getattr(cls, method, None)):
            raise ConfigurationError(
                f"{place}: no method {method!r}; allowed: with feedback {feedback!r} all of it"
            )
    if is_compiled(cls) and feedback != COMPILED:
        raise ConfigurationError(
            f"{place}: compiled choose and update with feedback {feedback!r}; allowed: {COMPILED!r}"
        )
    for parameter in _parameters(cls).values():
        if parameter.kind in (parameter.POSITIONAL_ONLY, parameter.VAR_POSITIONAL):
            raise ConfigurationError(
                f"{place}: __init__: {parameter}; allowed: keywords, such as "
                f"{', '.join(SETTINGS[feedback].known)}"
            )
    try:
        options_of(cls)
    except (PydanticUserError, NameError) as error:
        raise ConfigurationError(
            f"{place}: __init__: {error}; allowed: options whose types pydantic knows"
        ) from error


@cache
def options_of(cls: type) -> type[BaseModel]:
    """Return the model of a class's options: the keywords of its `__init__` that it alone knows."""
    known, fields = known_to(cls), {}
    hints = typing.get_type_hints(cls.__init__)  # type: ignore[misc]
    for name, parameter in _parameters(cls).items():
        if name in known or parameter.kind is parameter.VAR_KEYWORD:
            continue
        default = ... if parameter.default is parameter.empty else parameter.default
        fields[name] = (hints.get(name, Any), default)
    closed = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False, protected_namespaces=())
    model: type[BaseModel] = create_model(  # type: ignore[call-overload]
        "Options", __config__=closed, **fields
    )
    return model


def known_to(cls: type) -> tuple[str, ...]:
    """Return what a class asks for of what is known beforehand."""
    parameters = _parameters(cls)
    everything = any(one.kind is one.VAR_KEYWORD for one in parameters.values())
    known = SETTINGS[feedback_of(cls)].known
    return tuple(word for word in known if everything or word in parameters)


def _parameters(cls: type) -> Mapping[str, inspect.Parameter]:
    return inspect.signature(cls).parameters


# --- Running --------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class OwnAlgorithm:
    """A user's class in place of a built-in algorithm's module; each paper says how it plays.

    Attributes
    ----------
    name : str
        Its id, or `module:Class`.
    source : str
        Hash of its file and of the code that plays it, which determine its rows.
    given : class or None
        The class itself, where nobody needs to find it by its id.

    """

    name: str
    source: str = ""
    given: type | None = None

    @classmethod
    def of(cls, algorithm: str) -> Self:
        """Return the user's algorithm of this id, as the code is now."""
        file = inspect.getfile(found(algorithm))
        return cls(name=algorithm, source=f"{file_hash(Path(file))} {code_hash(cls.__module__)}")

    @property
    def Options(self) -> type[BaseModel]:  # noqa: N802
        """Model of the class's options."""
        return options_of(self.cls)

    @property
    def cls(self) -> type:
        """The class; its file may have been written again since the last run."""
        return found(self.name) if self.given is None else self.given

    def simulate(self, problem: Any, *, generator: np.random.Generator, options: Any) -> Any:
        """Return one run of the class on a problem of its paper."""
        raise NotImplementedError

    def play(
        self,
        options: BaseModel,
        *,
        checked: Callable[[Any], Any],
        seen: Callable[[int], tuple[Any, ...]] = lambda t: (),
        send: Callable[[Any, int, Any], None] = lambda learner, t, messages: None,
        **known: Any,
    ) -> Player[Any, Any]:
        """Yield the choice of each round; be sent its feedback.

        Parameters
        ----------
        options : model of `Options`
        checked : callable
            choice -> the choice as the environment takes it; raises where it cannot be made.
        seen : callable
            round -> what `choose` is shown besides.
        send : callable
            (learner, round, what `update` returned): delivers messages.
        **known
            All that `Setting.known` says, the horizon among them.

        Raises
        ------
        ExtensionFailed
            If the class raises, or chooses what it cannot.

        """
        learner, t = self.begin(options, known), 0
        try:
            for t in range(1, known["horizon"] + 1):
                choice = learner.choose(t, *seen(t))
                feedback = yield checked(choice)
                send(learner, t, learner.update(t, choice, feedback))
        except Exception as error:
            raise failure(self.name, f"round {t}", error) from error

    def begin(self, options: BaseModel, known: Mapping[str, Any]) -> Any:
        """Return an object of the class, which gets what it asks for of what is known.

        Raises
        ------
        ExtensionFailed
            If the class raises.

        """
        cls = self.cls
        asked = {word: known[word] for word in known_to(cls)}
        try:
            return cls(**asked, **dict(options))
        except Exception as error:
            raise failure(self.name, "at the start", error) from error


def failure(algorithm: str, when: str, error: Exception) -> ExtensionFailed:
    """Return the one message for what a user's class has raised."""
    return ExtensionFailed(f"{algorithm}, {when}: {type(error).__name__}: {error}")


def found(algorithm: str) -> type:
    """Return the user's class of an id that was checked before.

    Raises
    ------
    ConfigurationError
        If it is not there any more, or cannot be used.

    """
    cls = find(algorithm)
    if cls is None:
        raise ConfigurationError(f"algorithms: {algorithm!r}; allowed: a class that is there")
    return cls


def is_compiled(cls: Any) -> bool:
    """Return whether a class's `choose` and `update` are compiled by numba, without an object."""
    return isinstance(cls.choose, Dispatcher) and isinstance(cls.update, Dispatcher)


def simulator(
    algorithm: str, built_in: Mapping[str, Simulator], own: type[OwnAlgorithm]
) -> Simulator:
    """Return what simulates an algorithm: a built-in module, or the user's class."""
    return built_in[algorithm] if algorithm in built_in else own.of(algorithm)


def played(
    player: Player[Action, Observation], respond: Callable[[Action], Observation]
) -> Iterator[Action]:
    """Yield the choice of each round to the player's end; each is answered, the last one, too."""
    with suppress(StopIteration):
        choice = next(player)
        while True:
            yield choice
            choice = player.send(respond(choice))


def pulls_of_all(rounds: Iterator[Sequence[int]], *, arms: int, checkpoints: Integers) -> Integers:
    """Return the pulls of each arm by all together, shape (checkpoints, arms)."""
    points, rows = set(checkpoints.tolist()), []
    pulls = np.zeros(arms, dtype=np.int64)
    for t, chosen in enumerate(rounds, start=1):
        pulls += np.bincount(chosen, minlength=arms)
        if t in points:
            rows.append(pulls.copy())
    return np.array(rows)


def one_of(arms: int) -> Callable[[Any], int]:
    """Return a check of a choice: one of so many arms."""

    def checked(arm: Any) -> int:
        if isinstance(arm, bool) or not isinstance(arm, (int, np.integer)):
            raise TypeError(f"choose returned {arm!r}; allowed: a whole number")
        if not 0 <= arm < arms:
            raise ValueError(f"choose returned {arm}; allowed: 0 to {arms - 1}")
        return int(arm)

    return checked


def one_for_each(number: int, arms: int, *, least: int = 0) -> Callable[[Any], Integers]:
    """Return a check of a group's choice: for each of so many one of so many arms."""

    def checked(chosen: Any) -> Integers:
        array = np.asarray(chosen)
        if array.dtype.kind not in "iu" or array.shape != (number,):
            raise TypeError(f"choose returned {chosen!r}; allowed: {number} whole numbers")
        if array.min() < least or array.max() >= arms:
            raise ValueError(f"choose returned {chosen!r}; allowed: {least} to {arms - 1}")
        return array.astype(np.int64, copy=False)

    return checked
