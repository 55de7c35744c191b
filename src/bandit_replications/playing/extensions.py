"""A user's own algorithm: a class in `extensions/*.py`, behind an entry point, or `module:Class`.

This is the only place where code of a user is loaded, and only when a configuration names it, so a
broken file stops the runs that ask for it and no others. A class counts as an algorithm when it has
`choose` and `update`, in a file and under a name that do not begin with an underscore:

    name : str                      id in configuration and results, kebab-case
    feedback : str                  of a kind of problem (`bandits.problems`); bandit without it
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
from functools import cache, lru_cache, partial
from pathlib import Path
from types import ModuleType, UnionType
from typing import Annotated, Any, ClassVar

from numba.core.dispatcher import Dispatcher
from pydantic import BaseModel, ConfigDict, Strict, create_model
from pydantic.errors import PydanticUserError

from bandit_replications.bandits.problems import Problem
from bandit_replications.runtime.errors import ConfigurationError, UserError
from bandit_replications.runtime.paths import repo_root

ENTRY_POINTS = "bandit_replications.algorithms"
# Looked up once a process: it takes 16 ms, and every run asks.
_entries = cache(partial(importlib.metadata.entry_points, group=ENTRY_POINTS))
_PAPERS = Path(__file__).parents[1] / "papers"
WORK = 5.0  # microseconds of a round in plain Python, about
_FILE = "_bandit_replications_extension_"  # before the name of a module that is a file
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_IMPORTED = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")


COMPILED = "bandit"  # the feedback with which a run may be compiled; that of a class that says none


@cache
def problems() -> Mapping[str, type[Problem]]:
    """Return the kinds of problems that a user's class may meet, by its feedback."""
    for path in sorted(_PAPERS.glob("*/environments/problems.py")):
        importlib.import_module(
            f"bandit_replications.papers.{path.parts[-3]}.environments.problems"
        )
    found: dict[str, type[Problem]] = {}
    waiting: list[type[Problem]] = [Problem]
    for kind in waiting:
        if kind.feedback:
            found.setdefault(kind.feedback, kind)
        waiting += kind.__subclasses__()
    return found


def told(feedback: str) -> tuple[str, ...]:
    """Return the keywords of `__init__` that are filled in for a class that names them."""
    return (*problems()[feedback].told, "generator")


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


def ids(feedback: Sequence[str]) -> list[str]:
    """Return the ids of the user's classes for these kinds of feedback, of files that load."""
    found = []
    for load in _sources():
        with suppress(ConfigurationError):
            found += [_name_of(cls) for _, cls in load() if feedback_of(cls) in feedback]
    return [name for name in found if name]


@cache
def reserved_names() -> frozenset[str]:
    """Return the names that no extension may take: the papers' modules, as ids.

    A built-in algorithm's id is its module's name; `default` means the others in configuration.
    """
    modules = _PAPERS.glob("*/**/*.py")
    return frozenset({"default", *(path.stem.replace("_", "-") for path in modules)})


def is_import(algorithm: str) -> bool:
    """Say if an id has the form `module:Class`."""
    return _IMPORTED.fullmatch(algorithm) is not None


def asks_for(algorithm: str, word: str) -> bool:
    """Say if a class names a known quantity, such as `epsilon`, among its keywords."""
    return word in _parameters(found(algorithm))


def _sources() -> Iterator[Callable[[], list[tuple[str, type]]]]:
    """Yield a function for each file and entry point; it returns pairs (place, class)."""
    files: list[Path] = []
    with suppress(UserError):  # outside a checkout there are only entry points
        files = sorted((repo_root() / "extensions").glob("*.py"))
    for path in files:
        if not path.name.startswith("_"):
            yield lambda path=path: _in_file(path, path.stat().st_mtime_ns)  # type: ignore[misc]
    for entry in _entries():
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
        and all(hasattr(value, method) for method in ("choose", "update"))
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
    name = f"{_FILE}{path.stem}"
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


# --- Requirements of a class ----------------------------------------------------------------


def _name_of(cls: Any) -> str | None:
    name = getattr(cls, "name", None)
    return name if isinstance(name, str) and _NAME.fullmatch(name) else None


def feedback_of(cls: Any) -> Any:
    """Return the feedback of a class, a key of `problems()` if it can be used, else `bandit`."""
    return getattr(cls, "feedback", COMPILED)


def check(cls: Any, place: str) -> None:
    """Check that a class can be used.

    Raises
    ------
    ConfigurationError
        If it cannot.

    """
    feedback = feedback_of(cls)
    if feedback not in problems():
        allowed = ", ".join(map(repr, problems()))
        raise ConfigurationError(f"{place}: feedback = {feedback!r}; allowed: {allowed}")
    for method in ("choose", "update", *(("receive",) if problems()[feedback].messages else ())):
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
                f"{', '.join(told(feedback))}"
            )
    try:
        options_of(cls)
    except (PydanticUserError, NameError) as error:
        raise ConfigurationError(
            f"{place}: __init__: {error}; allowed: options whose types pydantic knows"
        ) from error


def is_compiled(cls: Any) -> bool:
    """Say if a class's `choose` and `update` are static functions compiled by numba."""
    return isinstance(cls.choose, Dispatcher) and isinstance(cls.update, Dispatcher)


@cache
def options_of(cls: type) -> type[BaseModel]:
    """Return the model of a class's options: the keywords of its `__init__` that it alone knows."""
    known, fields = known_to(cls), {}
    hints = typing.get_type_hints(cls.__init__)  # type: ignore[misc]
    for name, parameter in _parameters(cls).items():
        if name in known or parameter.kind is parameter.VAR_KEYWORD:
            continue
        default = ... if parameter.default is parameter.empty else parameter.default
        fields[name] = (_strict(hints.get(name, Any)), default)
    model: type[BaseModel] = create_model(  # type: ignore[call-overload]
        "Options", __base__=_OwnOptions, **fields
    )
    model.owner = cls
    return model


class _OwnOptions(BaseModel):
    """Base of the options of a user's class; a job makes them anew from the class's id."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, allow_inf_nan=False, protected_namespaces=()
    )
    owner: ClassVar[type]

    def __reduce__(self) -> Any:
        """Return a function that makes equal options in another process, and its arguments."""
        in_file = self.owner.__module__.startswith(_FILE)
        imported = f"{self.owner.__module__}:{self.owner.__qualname__}"
        return _same_options, (_name_of(self.owner) if in_file else imported, dict(self))


def _same_options(algorithm: str, values: Mapping[str, Any]) -> BaseModel:
    return options_of(found(algorithm)).model_construct(**values)


def _strict(hint: Any) -> Any:
    """Return a type that takes no text and no boolean for a number; others stay as they are."""
    parts = typing.get_args(hint) or (hint,)
    plain = typing.get_origin(hint) in (None, list, typing.Union, UnionType)
    return Annotated[hint, Strict()] if plain and {*parts} & {bool, int, float} else hint


def known_to(cls: type) -> tuple[str, ...]:
    """Return the known quantities that a class asks for."""
    parameters = _parameters(cls)
    everything = any(one.kind is one.VAR_KEYWORD for one in parameters.values())
    return tuple(word for word in told(feedback_of(cls)) if everything or word in parameters)


def _parameters(cls: type) -> Mapping[str, inspect.Parameter]:
    return inspect.signature(cls).parameters
