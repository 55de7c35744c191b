"""Simulation tasks: frozen objects that run replicates, each with its own stream.

A task holds typed values only, so its serialised form and the code of its modules determine the
rows that it gives. Files, shards and progress belong to others.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel
from pydantic_core import to_jsonable_python

from bandit_replications.bandits.problems import Problem, Simulator
from bandit_replications.bandits.streams import Key, generator

Columns = Mapping[str, NDArray[Any]]


@dataclass(frozen=True, kw_only=True)
class Replicates:
    """The runs first, …, last - 1 of a cell.

    Iterating gives each run's number and its generator, which depends on the root seed, the
    stream's key and that number alone: a rerun of some replicates gives those rows again.
    """

    stream: tuple[Key, ...]
    first: int
    last: int
    root_seed: int

    def __iter__(self) -> Iterator[tuple[int, np.random.Generator]]:
        for replicate in range(self.first, self.last):
            yield replicate, generator(self.root_seed, *self.stream, replicate)


class Task(Protocol):
    """What the replicates of a cell are: a frozen dataclass of typed values."""

    def simulate(self, replicates: Replicates) -> Columns:
        """Return `replicate`, `round` (if there are rounds) and the metrics as columns."""


def content(task: Task) -> Any:
    """Return a task as plain values for JSON; a module stands for itself by its name."""
    return to_jsonable_python(task, fallback=_plain)


def _plain(value: Any) -> Any:
    if isinstance(value, ModuleType):
        return value.__name__
    raise TypeError(f"task: {value!r}; allowed: plain values, models and modules")


def modules_of(task: Task) -> tuple[str, ...]:
    """Return the modules whose code gives the rows: the task's own, and those that it holds."""
    held = [value.__name__ for value in vars(task).values() if isinstance(value, ModuleType)]
    return (type(task).__module__, *held)


@dataclass(frozen=True, kw_only=True)
class Recording:
    """When runs are recorded.

    Attributes
    ----------
    horizon : int
        Rounds T.
    checkpoints : int
        Log-spaced rounds of a curve, see `checkpoints`; 0: the last round alone.

    """

    horizon: int
    checkpoints: int = 0

    def rounds(self) -> NDArray[np.int64]:
        """Return the checkpoints of every run; the last one is the horizon."""
        if self.checkpoints:
            return checkpoints(self.horizon, number=self.checkpoints)
        return np.array([self.horizon], dtype=np.int64)


@dataclass(frozen=True, kw_only=True)
class Runs(ABC):
    """Runs of one algorithm on a paper's problem, with the columns that it keeps.

    Attributes
    ----------
    algorithm : module, or a user's algorithm
    options : Options of the algorithm
    recording : Recording

    """

    algorithm: Simulator
    options: BaseModel
    recording: Recording

    @abstractmethod
    def problem(self, replicate: int, root_seed: int) -> Problem:
        """Return the problem of a replicate."""

    def columns(self, problem: Any, run: Any) -> Mapping[str, Any]:
        """Return the columns of a run."""
        return {"round": problem.points, "regret": run.regret}

    def simulate(self, replicates: Replicates) -> Columns:
        """Return replicate and the columns of each run."""
        blocks = []
        for replicate, stream in replicates:
            problem = self.problem(replicate, replicates.root_seed)
            run = self.algorithm.simulate(problem, generator=stream, options=self.options)
            blocks.append((replicate, self.columns(problem, run)))
        return rows(blocks)


def checkpoints(horizon: int, *, number: int) -> NDArray[np.int64]:
    """Return the checkpoints of a curve, for logarithmic and for linear axes.

    `number` rounds are log-spaced and half as many equally spaced (before duplicates are
    dropped), with T, T/2, T/4 and T/8 (rounded down) among them.

    Parameters
    ----------
    horizon : int
        T, at least 1.
    number : int
        At least 1.

    """
    spaced = np.concatenate(
        [np.geomspace(1, horizon, number), np.linspace(1, horizon, number // 2)]
    )
    fractions = np.array([horizon, horizon // 2, horizon // 4, horizon // 8])
    points = np.unique(np.concatenate([np.round(spaced).astype(np.int64), fractions]))
    return points[(points >= 1) & (points <= horizon)]


def rows(blocks: Iterable[tuple[int, Mapping[str, Any]]]) -> Columns:
    """Return the rows of runs as columns, `replicate` first.

    Parameters
    ----------
    blocks : iterable of (replicate, columns)
        Of each run its number, and arrays of one length or single values.

    """
    parts: list[dict[str, NDArray[Any]]] = []
    for replicate, columns in blocks:
        arrays = {name: np.asarray(values) for name, values in columns.items()}
        length = max(array.size for array in arrays.values())
        whole = {
            name: array if array.ndim else np.full(length, array) for name, array in arrays.items()
        }
        parts.append({"replicate": np.full(length, replicate), **whole})
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
