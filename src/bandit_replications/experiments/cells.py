"""An experiment is data: its columns, and the cells that a configuration asks for.

A *cell* is one combination of algorithm and settings, with everything that determines its rows.
The paper's `experiments` module lists the cells and simulates replicates of one; files, shards
and progress belong to others.
"""

import importlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from bandit_replications.bandits.streams import generator

Scalar = str | int | float | None
Columns = Mapping[str, NDArray[Any]]


@dataclass(frozen=True, kw_only=True)
class Column:
    """One column of a data set.

    Attributes
    ----------
    name : str
    type : {"text", "number", "integer"}
    meaning : str
        What it holds, with its unit.
    decimals : int, optional
        Decimals kept in the file, so that the last bits of one processor never enter it.

    """

    name: str
    type: Literal["text", "number", "integer"]
    meaning: str
    decimals: int | None = None


ALGORITHM = Column(
    name="algorithm", type="text", meaning="algorithm's id, its module in kebab-case"
)
REPLICATE = Column(name="replicate", type="integer", meaning="number of the run, from 0")
ROUND = Column(name="round", type="integer", meaning="rounds played so far")


@dataclass(frozen=True, kw_only=True)
class Cell:
    """One combination of settings, and everything that determines its rows.

    Attributes
    ----------
    experiment : str
    settings : mapping
        Value of each setting column (`algorithm` among them), None where it does not apply.
    replicates : int
        Runs asked for, >= 1.
    seconds : float
        Estimated seconds of one replicate on one core, for shards and for the time left.
    parameters : mapping
        Plain values that `simulate` reads: instance, horizon, options, …
    modules : tuple of str
        Modules whose code simulates this cell; what they import is followed.

    """

    experiment: str
    settings: Mapping[str, Scalar]
    replicates: int
    seconds: float
    parameters: Mapping[str, Any]
    modules: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Experiment:
    """A data set of a paper.

    Attributes
    ----------
    name : str
        As in the configuration, in kebab-case.
    title : str
    settings, metrics : tuple of Column
        Columns that tell rows apart, in order, and columns that are measured.
    cells : callable
        configuration -> list of Cell.
    simulate : callable
        (cell, first, last, root_seed) -> columns `replicate`, `round` (where the experiment has
        rounds) and the metrics, for the replicates first, …, last - 1 of the cell.

    """

    name: str
    title: str
    settings: tuple[Column, ...]
    metrics: tuple[Column, ...]
    cells: Callable[[Any], list[Cell]] = field(repr=False)
    simulate: Callable[[Cell, int, int, int], Columns] = field(repr=False)
    rounds: bool = True

    @property
    def section(self) -> str:
        """Name of the experiment's section in a configuration (snake_case)."""
        return self.name.replace("-", "_")

    @property
    def columns(self) -> tuple[Column, ...]:
        """All columns of the data set, in order."""
        rounds = (ROUND,) if self.rounds else ()
        return (*self.settings, REPLICATE, *rounds, *self.metrics)


def checkpoints(horizon: int, *, number: int) -> NDArray[np.int64]:
    """Return rounds at which a curve is kept, for logarithmic and for linear axes.

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


def streams(
    paper: str, cell: Cell, first: int, last: int, root_seed: int
) -> Iterator[np.random.Generator]:
    """Yield the stream of each replicate first, …, last - 1 of a cell.

    A stream depends on the cell's settings and the replicate alone, so a rerun of some replicates
    gives those rows again.
    """
    for replicate in range(first, last):
        yield generator(root_seed, paper, cell.experiment, *cell.settings.values(), replicate)


def simulated_by(paper: str, function: str) -> Callable[[Cell, int, int, int], Columns]:
    """Return a function of the paper's `simulation`, which is loaded when it is first called.

    It brings compiled code, which takes a second to load and which plans do without.
    """

    def simulate(cell: Cell, first: int, last: int, root_seed: int) -> Columns:
        module = importlib.import_module(f"bandit_replications.papers.{paper}.simulation")
        columns: Columns = getattr(module, function)(cell, first, last, root_seed)
        return columns

    return simulate
