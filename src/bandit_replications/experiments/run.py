"""One run of the workflow: a name, a folder under `build/`, and a configuration for each paper.

`build/<run>/` mirrors what is published: `data/` and `figures/` have the published layout;
the other folders are the workflow's own.
"""

import copyreg
import dataclasses
import functools
import importlib
import operator
import pickle
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import yaml

from bandit_replications.configuration import validation as configuration
from bandit_replications.configuration.messages import shown
from bandit_replications.experiments import shards, store
from bandit_replications.experiments.cells import Cell, Experiment, experiments_of
from bandit_replications.experiments.needs import Need
from bandit_replications.experiments.shards import Shard, cell_key
from bandit_replications.runtime import receipts
from bandit_replications.runtime.code_version import lock_hash
from bandit_replications.runtime.errors import ConfigurationError
from bandit_replications.runtime.paths import repo_root
from bandit_replications.runtime.processes import atomic_write

LABEL = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")
ALLOWED_LABEL = "at most 64 small letters, digits, '.', '_', '-', the first a letter or digit"
_NAME = re.compile(rf"paper|quick|rerun-{LABEL.pattern}|stability-[0-9]{{2}}")


@dataclass(frozen=True)
class Run:
    """A run's name and the validated configuration of each of its papers.

    `handed` are the shards that the workflow planned, for a job of it, which packs none itself;
    `needs` say what alone is asked for, None for the whole run.
    """

    name: str
    configurations: Mapping[str, Any]
    shard_seconds: float = field(default=shards.SHARD_SECONDS)
    scale: configuration.Scale = "paper"
    handed: tuple[Shard, ...] | None = field(default=None, repr=False)
    needs: tuple[Need, ...] | None = None
    _whole: dict[str, tuple[list[Shard], shards.Hashes]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        if not (isinstance(self.name, str) and _NAME.fullmatch(self.name)):
            raise ConfigurationError(
                f"run: {shown(self.name)}; allowed: paper, quick or rerun-<label> "
                f"(label: {ALLOWED_LABEL})"
            )

    # --- Places ---

    @property
    def directory(self) -> Path:
        """The run's folder."""
        return repo_root() / "build" / self.name

    @property
    def papers(self) -> tuple[str, ...]:
        """Names of the run's papers."""
        return tuple(self.configurations)

    def configuration_path(self, paper: str) -> Path:
        """Return the file of the paper's configuration, for people."""
        return self.directory / "config" / f"{paper}.yaml"

    def plan_path(self, paper: str) -> Path:
        """Return the file of the paper's configuration and shards, for jobs."""
        return self.directory / "plan" / f"{paper}.pickle"

    def shard_path(self, shard: Shard) -> Path:
        """Return the results file of a shard."""
        return self.directory / "shards" / shard.paper / shard.experiment / f"{shard.name}.parquet"

    def results_path(self, paper: str, experiment: str) -> Path:
        """Return the results file of an experiment."""
        return self.directory / "data" / "results" / paper / f"{experiment}.parquet"

    def figure_stem(self, paper: str, figure: str, variant: str = "") -> Path:
        """Return the path of a figure's files in one variant, without their suffix."""
        name = f"{figure}-{variant}" if variant else figure
        return self.directory / "figures" / paper / name

    # --- What to simulate ---

    def experiment(self, paper: str, name: str) -> Experiment:
        """Return one experiment of the paper by name."""
        return next(e for e in experiments_of(paper) if e.name == name)

    def cells(self, paper: str, needs: Sequence[Need] | None = None) -> list[Cell]:
        """Return the cells of the configuration, or those that `needs` ask for."""
        config = self.configurations[paper]
        wanted = None if needs is None else {need.experiment for need in needs}
        cells = [
            cell
            for experiment in experiments_of(paper)
            if wanted is None or experiment.name in wanted
            for cell in experiment.cells(config)
        ]
        if needs is None:
            return cells
        return shards.with_candidates(cell for cell in cells if _is_needed(cell, needs))

    def shards(self, paper: str, needs: Sequence[Need] | None = None) -> list[Shard]:
        """Return the shards that hold the cells: those that were handed over, or those packed here.

        With `needs` these are shards of the whole run where they are there already or hold nothing
        else, and otherwise the needed part of each.
        """
        if self.handed is not None:
            return list(self.handed)
        if paper not in self._whole:
            cells = self.cells(paper)
            hashes = shards.hashes_of(cells)
            root_seed, seconds = self.configurations[paper].root_seed, self.shard_seconds
            packed = shards.pack(
                cells, hashes, paper=paper, root_seed=root_seed, shard_seconds=seconds
            )
            self._whole[paper] = packed, hashes
        whole, hashes = self._whole[paper]
        if needs is None:
            return whole
        wanted = {cell_key(cell) for cell in self.cells(paper, needs)}
        return [
            shard if self.shard_path(shard).is_file() else shard.part(wanted, hashes)
            for shard in whole
            if any(cell_key(piece.cell) in wanted for piece in shard.pieces)
        ]

    # --- Simulating and reading ---

    def simulate(self, shard: Shard) -> None:
        """Simulate a shard and write its file.

        Raises
        ------
        ConfigurationError
            If code or configuration changed after it was planned.

        """
        if not shard.is_current():
            raise ConfigurationError(
                f"shard {shard.name}: code or configuration changed after run {self.name} was "
                "planned; run the workflow again"
            )
        columns = self.experiment(shard.paper, shard.experiment).columns
        rows_of = self._validation(shard)
        tables = []
        for piece in shard.pieces:
            cell = piece.cell.chosen(rows_of)
            rows = cell.simulate(piece.first, piece.last, root_seed=shard.root_seed)
            tables.append(store.to_table(columns, [(cell.settings, rows)]))
        record = {
            "paper": shard.paper,
            "experiment": shard.experiment,
            "root_seed": shard.root_seed,
            "lock": lock_hash(),
        }
        store.write(self.shard_path(shard), tables, columns=columns, provenance=record)

    def _validation(self, shard: Shard) -> Callable[[Cell], pa.Table]:
        """Return a function from a validation cell of a shard to its rows."""

        @functools.cache
        def rows(name: str) -> pa.Table:
            needed = shards.before(shard, self.shards(shard.paper))
            return pa.concat_tables(self._gathered(shard.paper, name, needed))

        def rows_of(cell: Cell) -> pa.Table:
            table = rows(cell.experiment)
            for name, value in cell.settings.items():
                column = table[name]
                table = table.filter(
                    pc.is_null(column) if value is None else pc.equal(column, value)
                )
            return table

        return rows_of

    def _gathered(
        self, paper: str, experiment: str, planned: Sequence[Shard]
    ) -> Iterator[pa.Table]:
        """Yield the rows of an experiment in order; missing or damaged ones are simulated.

        Where the algorithm is the first column, the rows of one at a time are held.
        """
        found = self.experiment(paper, experiment)
        parts: dict[str, list[Path]] = {}
        run = dataclasses.replace(self, handed=tuple(planned))
        for shard in planned:
            if shard.experiment == experiment:
                path = self.shard_path(shard)
                if not store.holds(path):
                    run.simulate(shard)
                part = shard.algorithm if found.settings[0].name == "algorithm" else ""
                parts.setdefault(part, []).append(path)
        keys = [(one.name, "ascending") for one in found.columns if one not in found.metrics]
        yield store.to_table(found.columns, [])
        for _, paths in sorted(parts.items()):
            tables = [store.read(path, columns=found.columns) for path in paths]
            yield pa.concat_tables(tables).sort_by(keys)

    def read(self, paper: str, experiment: str, needs: Sequence[Need] | None = None) -> pa.Table:
        """Return an experiment's rows: in a job from its results file, else from its shards.

        What is missing or damaged is simulated.
        """
        path = self.results_path(paper, experiment)
        if self.handed is not None and needs is None and store.holds(path):
            return store.read(path, columns=self.experiment(paper, experiment).columns)
        return pa.concat_tables(self._gathered(paper, experiment, self.shards(paper, needs)))

    def rows(self, paper: str, experiment: str, needs: Sequence[Need]) -> pa.Table | None:
        """Return the rows that `needs` ask for in a job from the results file; None without one."""
        path = self.results_path(paper, experiment)
        if self.handed is None or self.needs is not None or not store.holds(path):
            return None
        where = functools.reduce(operator.or_, (need.expression for need in needs))
        columns = self.experiment(paper, experiment).columns
        return store.read_rows(path, columns=columns, where=where)

    def collect(self, paper: str, experiment: str, needs: Sequence[Need] | None = None) -> None:
        """Gather the experiment's shards (or the part that `needs` ask for) into its file."""
        config = self.configurations[paper]
        part = [
            {column: list(allowed) for column, allowed in need.where.items()}
            for need in needs or ()
            if need.experiment == experiment
        ]
        found = self.experiment(paper, experiment)
        record = {
            "part": None if needs is None else part,
            "paper": paper,
            "experiment": experiment,
            "root_seed": config.root_seed,
            "parameters": config.model_dump(mode="json")[found.section],
            "lock": lock_hash(),
        }
        tables = self._gathered(paper, experiment, self.shards(paper, needs))
        path = self.results_path(paper, experiment)
        store.write(path, tables, columns=found.columns, provenance=record)


def create(
    name: str,
    papers: Iterable[str],
    *,
    scale: configuration.Scale = "paper",
    overrides: Mapping[str, Mapping[str, Any]] | None = None,
    shard_seconds: float = shards.SHARD_SECONDS,
) -> Run:
    """Return a run of the papers at a scale, with overrides {paper: {experiment: {key: value}}}.

    Raises
    ------
    ConfigurationError
        If a name or a parameter cannot be used.

    """
    overrides = overrides or {}
    configurations = {
        paper: configuration.load(paper, scale=scale, overrides=overrides.get(paper))
        for paper in papers
    }
    return Run(name, configurations, shard_seconds, scale)


def save(run: Run) -> None:
    """Write what jobs of a paper read: a run of that paper alone, with its planned shards.

    Jobs validate and pack nothing. For people the configuration is written as YAML, too.
    """
    (paper,) = run.papers
    values = configuration.to_values(run.configurations[paper])
    with atomic_write(run.configuration_path(paper)) as temporary:
        temporary.write_text(yaml.safe_dump({paper: values}, sort_keys=False, allow_unicode=True))
    write_plan(run.plan_path(paper), run)


def open_run(name: str, paper: str) -> Run:
    """Return the run of this name with the paper's configuration and shards, as they were saved.

    Raises
    ------
    ConfigurationError
        If they cannot be used.

    """
    run: Run = read_plan(Run(name, {}).plan_path(paper))
    return run


def write_plan(path: Path, planned: Any) -> None:
    """Write what was validated and planned, for other processes of the same code."""
    with atomic_write(path) as temporary, temporary.open("wb") as file:
        pickle.dump(planned, file)
    receipts.leave(path)


def _by_name(module: ModuleType) -> tuple[Callable[[str], ModuleType], tuple[str]]:
    return importlib.import_module, (module.__name__,)


copyreg.pickle(ModuleType, _by_name)  # of tasks: for the plan's file, and for other processes


def read_plan(path: Path) -> Any:
    """Return what was written, without validating or planning anything.

    Raises
    ------
    ConfigurationError
        If the code changed meanwhile.
    ResultsError
        If it is missing, truncated or altered.

    """
    content = receipts.checked(path).read_bytes()
    try:
        return pickle.loads(content)
    except Exception as error:  # whatever a class that changed meanwhile raises
        raise ConfigurationError(
            f"{path}: code changed after it was planned; run the workflow again"
        ) from error


def _is_needed(cell: Cell, needs: Iterable[Need]) -> bool:
    return any(
        need.experiment == cell.experiment
        and all(
            cell.settings.get(column) is None or cell.settings[column] in allowed
            for column, allowed in need.where.items()
        )
        for need in needs
    )
