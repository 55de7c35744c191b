"""An experiment is data: its columns, and the cells that a configuration asks for.

A *cell* is one combination of algorithm and settings, with the task that simulates it. A paper's
`experiments` module lists the cells.
"""

import importlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from bandit_replications.bandits.streams import Key
from bandit_replications.configuration.messages import cut
from bandit_replications.configuration.papers import check_paper
from bandit_replications.configuration.validation import PaperConfiguration
from bandit_replications.experiments.tasks import Columns, Replicates, Task
from bandit_replications.runtime.errors import ConfigurationError

Scalar = str | int | float | None


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


def text(name: str, meaning: str) -> Column:
    """Return a column of texts."""
    return Column(name=name, type="text", meaning=meaning)


def integer(name: str, meaning: str) -> Column:
    """Return a column of whole numbers."""
    return Column(name=name, type="integer", meaning=meaning)


def number(name: str, meaning: str, *, decimals: int | None = None) -> Column:
    """Return a column of numbers, kept to so many decimals."""
    return Column(name=name, type="number", meaning=meaning, decimals=decimals)


ALGORITHM = text("algorithm", "algorithm's id, its module in kebab-case")
REPLICATE = integer("replicate", "number of the run, from 0")
ROUND = integer("round", "rounds played so far")


@dataclass(frozen=True, kw_only=True)
class Choice:
    """A task chosen by validation: that of the candidate with the least mean of a metric.

    Attributes
    ----------
    metric : str
        Column of the validation runs, such as "regret"; of each run the last row counts.
    candidates : tuple of (Cell, Task)
        Cells of another experiment of the paper, and the task to run if that one wins; of equal
        means the first.

    """

    metric: str
    candidates: "tuple[tuple[Cell, Task], ...]"

    def best(self, rows_of: "Callable[[Cell], pa.Table]") -> Task:
        """Return the task of the candidate with the least mean; `rows_of` gives a cell's rows."""
        means = [self._mean(rows_of(cell)) for cell, _ in self.candidates]
        return self.candidates[int(np.argmin(means))][1]

    def _mean(self, rows: pa.Table) -> float:
        if "round" in rows.column_names:
            rows = rows.filter(pc.equal(rows["round"], pc.max(rows["round"])))
        return float(np.mean(rows[self.metric].to_numpy()))


@dataclass(frozen=True, kw_only=True)
class Cell:
    """One combination of settings, and everything that determines its rows.

    Attributes
    ----------
    settings : mapping
        Value of each setting column (`algorithm` among them), None where it does not apply.
    task : Task
        What one replicate is.
    replicates : int
        Runs asked for, >= 1.
    work : float
        How much one replicate is, in units that make cells of one kind comparable: its rounds
        where they are simulated one by one, 1 where a run takes about the same at any length.
    choice : Choice, optional
        What chooses the task when it is run; `task` is then any of the candidates'.
    key : tuple, optional
        What names the cell's random streams beside paper and experiment: the settings' values
        unless columns were added to a data set later, which must not reseed it.
    paper, experiment : str
        The cell's experiment sets them.

    """

    settings: Mapping[str, Scalar]
    task: Task
    replicates: int
    work: float = 1.0
    choice: Choice | None = None
    key: tuple[Key, ...] | None = None
    paper: str = ""
    experiment: str = ""

    @property
    def stream(self) -> tuple[Key, ...]:
        """Key of the cell's random streams; a replicate's own number is added to it."""
        assert self.paper, "a cell is named by its experiment"
        own = tuple(self.settings.values()) if self.key is None else self.key
        return (self.paper, self.experiment, *own)

    def chosen(self, rows_of: "Callable[[Cell], pa.Table]") -> "Cell":
        """Return the cell with the task that validation chose; `rows_of` gives a cell's rows."""
        if self.choice is None:
            return self
        return replace(self, task=self.choice.best(rows_of), choice=None)

    def runs(self, first: int, last: int, *, root_seed: int) -> Replicates:
        """Return the replicates first, …, last - 1 with their streams."""
        return Replicates(stream=self.stream, first=first, last=last, root_seed=root_seed)

    def simulate(self, first: int, last: int, *, root_seed: int) -> Columns:
        """Return the rows of the replicates first, …, last - 1, without the settings."""
        return self.task.simulate(self.runs(first, last, root_seed=root_seed))


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
    listed : callable
        configuration -> cells, no two of which have the same settings; see `cell`.
    rounds : bool
        Whether a row is a round of a run.
    paper : str
        Its name; `data_sets` sets it.

    """

    name: str
    title: str
    settings: tuple[Column, ...]
    metrics: tuple[Column, ...]
    listed: Callable[[Any], Iterable[Cell]] = field(repr=False)
    rounds: bool = True
    paper: str = ""

    def cells(self, config: PaperConfiguration) -> list[Cell]:
        """Return the cells that a configuration asks for.

        Raises
        ------
        ConfigurationError
            If two have the same settings: their runs would count twice.

        """
        found, seen = [], set()
        for listed in self.listed(config):
            own = tuple(listed.settings.items())
            if own in seen:
                named = ", ".join(f"{name}={value}" for name, value in own if value is not None)
                raise ConfigurationError(
                    f"{self.name}: two cells of {cut(named, 160)}; allowed: settings that differ"
                )
            seen.add(own)
            found.append(replace(listed, paper=self.paper, experiment=self.name))
        return found

    @property
    def section(self) -> str:
        """Name of the experiment's section in a configuration (snake_case)."""
        return self.name.replace("-", "_")

    @property
    def columns(self) -> tuple[Column, ...]:
        """All columns of the data set, in order."""
        rounds = (ROUND,) if self.rounds else ()
        return (*self.settings, REPLICATE, *rounds, *self.metrics)


def cell(
    task: Task,
    *,
    replicates: int,
    work: float = 1.0,
    choice: Choice | None = None,
    key: tuple[Key, ...] | None = None,
    **settings: Scalar,
) -> Cell:
    """Return a cell of a task; keywords are those of `Cell`, and the value of each setting."""
    return Cell(
        settings=settings, task=task, replicates=replicates, work=work, choice=choice, key=key
    )


def data_sets(paper: str, *experiments: Experiment) -> tuple[Experiment, ...]:
    """Return the experiments of a paper, each with its name."""
    return tuple(replace(one, paper=paper) for one in experiments)


def experiments_of(paper: str) -> tuple[Experiment, ...]:
    """Return a paper's experiments, `EXPERIMENTS` of its module `experiments`.

    They are found without the rest of the paper, which loads what draws and judges.
    """
    module = importlib.import_module(f"bandit_replications.papers.{check_paper(paper)}.experiments")
    experiments: tuple[Experiment, ...] = module.EXPERIMENTS
    return experiments
