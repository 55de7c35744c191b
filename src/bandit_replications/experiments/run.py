"""One run of the workflow: a name, a folder under `build/`, and a configuration for each paper.

`build/<run>/` mirrors what is published: `data/` and `figures/` have the published layout;
the other folders are the workflow's own.
"""

import dataclasses
import math
import re
import time
from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa
import yaml

from bandit_replications.configuration import validation as configuration
from bandit_replications.configuration.messages import shown
from bandit_replications.experiments import costs, gathering, kept, shards, store, times
from bandit_replications.experiments.cells import Cell, Experiment, experiments_of
from bandit_replications.experiments.needs import Need
from bandit_replications.experiments.shards import Shard, cell_key
from bandit_replications.runtime.code_version import lock_hash
from bandit_replications.runtime.errors import ConfigurationError
from bandit_replications.runtime.paths import repo_root

LABEL = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")
ALLOWED_LABEL = "at most 64 small letters, digits, '.', '_', '-', the first a letter or digit"
_NAME = re.compile(rf"paper|quick|rerun-{LABEL.pattern}|stability-[0-9]{{2}}")


@dataclass(frozen=True)
class Run:
    """A run's name and the validated configuration of each of its papers.

    `handed` are the shards that the workflow planned, for a job of it, which packs none itself.
    """

    name: str
    configurations: Mapping[str, Any]
    shard_seconds: float = field(default=shards.SHARD_SECONDS)
    scale: configuration.Scale = "paper"
    handed: tuple[Shard, ...] | None = field(default=None, repr=False)

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
        """Return the file in which the run keeps the paper's configuration."""
        return self.directory / "config" / f"{paper}.yaml"

    def plan_path(self, paper: str) -> Path:
        """Return the file in which the run keeps the paper's planned shards."""
        return self.directory / "plan" / f"{paper}.json"

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
        """Return the shards that hold the cells.

        With `needs`, shards of the whole plan that already exist are used as they are; what they
        lack is packed anew from the needed cells alone, into smaller shards where that is little.
        """
        if needs is None:
            return self._pack(paper, self.cells(paper))
        cells = self.cells(paper, needs)
        least = self._least(paper, cells)
        wanted = {cell_key(cell) for cell in cells}
        existing = [
            shard
            for shard in self.shards(paper)
            if self.shard_path(shard).is_file()
            and any(cell_key(piece.cell) in wanted for piece in shard.pieces)
        ]
        held = {(cell_key(piece.cell), piece.first) for shard in existing for piece in shard.pieces}
        return existing + self._pack(paper, cells, least, held)

    def _planned(
        self, paper: str, experiment: str, needs: Sequence[Need] | None = None
    ) -> list[Shard]:
        """Return the shards of an experiment: those handed to this job, else those packed here."""
        if self.handed is not None:
            planned: Iterable[Shard] = self.handed
        elif needs is None:
            planned = self._pack(
                paper, self.experiment(paper, experiment).cells(self.configurations[paper])
            )
        else:
            planned = self.shards(paper, needs)
        return [shard for shard in planned if shard.experiment == experiment]

    def _pack(
        self,
        paper: str,
        cells: Iterable[Cell],
        least: float | None = None,
        held: Container[tuple[Hashable, int]] = (),
    ) -> list[Shard]:
        return shards.pack(
            cells,
            paper=paper,
            root_seed=self.configurations[paper].root_seed,
            shard_seconds=self.shard_seconds,
            least=least,
            held=held,
        )

    def _least(self, paper: str, cells: Iterable[Cell]) -> float:
        """Return the least work of a shard of a part of the run, whatever is there of it."""
        work = math.fsum(cell.replicates * costs.seconds(paper, cell) for cell in cells)
        return shards.least_seconds(work, self.shard_seconds)

    # --- Simulating and reading ---

    def simulate(self, shard: Shard) -> None:
        """Simulate a shard and write its file; how long each piece took goes beside the logs.

        Pieces that the file of another shard holds are taken from there: an edit of one
        algorithm, or new costs, pack the others anew and simulate none of them.
        """
        held = self._kept(shard, shard.experiment)
        codes = shards.cell_codes(piece.cell for piece in shard.pieces)
        described = [shards.describe(piece, codes) for piece in shard.pieces]
        if shard.name != shards.name_of(shard.paper, shard.experiment, shard.root_seed, described):
            raise ConfigurationError(
                f"shard {shard.name}: code or configuration changed after run {self.name} was "
                "planned; run the workflow again"
            )
        validation = self._validation(shard)
        tables = []
        seconds = []
        for piece, description in zip(shard.pieces, described, strict=True):
            table = held.find(description)
            took = piece.seconds  # as last measured, if nothing is simulated
            if table is None:
                cell = piece.cell.chosen(validation)
                started = time.perf_counter()
                rows = cell.simulate(piece.first, piece.last, root_seed=shard.root_seed)
                took = time.perf_counter() - started
                table = store.to_table(held.columns, [(cell.settings, rows)])
            tables.append(table)
            seconds.append(took)
        record = {
            "paper": shard.paper,
            "experiment": shard.experiment,
            "root_seed": shard.root_seed,
            "lock": lock_hash(),
            "pieces": described,
        }
        store.write(self.shard_path(shard), tables, columns=held.columns, provenance=record)
        times.write(self.directory, times.of_shard(shard), seconds)

    def _kept(self, shard: Shard, experiment: str) -> kept.Kept:
        """Return what shards of an experiment of the same paper hold."""
        columns = self.experiment(shard.paper, experiment).columns
        folder = self.shard_path(shard).parents[1] / experiment
        return kept.Kept(folder, columns, root_seed=shard.root_seed)

    def _validation(self, shard: Shard) -> Callable[[Cell], pa.Table]:
        """Return what gives the rows that decide what a shard runs, simulating those missing."""
        held: dict[str, kept.Kept] = {}
        needed: dict[str, list[Shard]] = {}

        def rows_of(cell: Cell) -> pa.Table:
            name = cell.experiment
            if name not in held:
                held[name] = self._kept(shard, name)
                needed[name] = shards.before(shard, self._planned(shard.paper, name))
            codes = shards.cell_codes([cell])
            pieces = [
                shards.describe(piece, codes)
                for one in needed[name]
                for piece in one.pieces
                if cell_key(piece.cell) == cell_key(cell)
            ]
            if any(held[name].find(piece) is None for piece in pieces):
                for one in needed[name]:
                    if not store.holds(self.shard_path(one)):
                        self.simulate(one)
                held[name] = self._kept(shard, name)
            return pa.concat_tables([held[name].find(piece) for piece in pieces])

        return rows_of

    def read_shards(
        self, paper: str, experiment: str, needs: Sequence[Need] | None = None
    ) -> pa.Table:
        """Return the experiment's rows from its shards, simulating those missing or damaged."""
        columns = self.experiment(paper, experiment).columns
        empty = store.to_table(columns, [])
        return pa.concat_tables([empty, *self._gathered(paper, experiment, needs)])

    def _gathered(
        self, paper: str, experiment: str, needs: Sequence[Need] | None
    ) -> Iterator[pa.Table]:
        """Return the rows of an experiment piece by piece."""
        found = self.experiment(paper, experiment)
        planned = self._planned(paper, experiment, needs)
        for shard in planned:
            if not store.holds(self.shard_path(shard)):
                self.simulate(shard)
        return gathering.rows([(shard, self.shard_path(shard)) for shard in planned], found)

    def read(self, paper: str, experiment: str, needs: Sequence[Need] | None = None) -> pa.Table:
        """Return an experiment's rows from its results file if it fits, else from its shards.

        The file fits if it was collected from this configuration by the code as it is now and is
        as it was written.
        """
        path = self.results_path(paper, experiment)
        if store.holds(path) and self._is_current(path, paper, experiment):
            return store.read(path, columns=self.experiment(paper, experiment).columns)
        return self.read_shards(paper, experiment, needs)

    def _is_current(self, path: Path, paper: str, experiment: str) -> bool:
        record = store.read_record(path)
        expected = self._record(paper, experiment)
        return all(record.get(key) == value for key, value in expected.items())

    def collect(self, paper: str, experiment: str, needs: Sequence[Need] | None = None) -> None:
        """Gather the experiment's shards (or the part that `needs` ask for) into its file."""
        record = self._record(paper, experiment)
        if needs is not None:
            record["part"] = [
                {column: list(allowed) for column, allowed in need.where.items()}
                for need in needs
                if need.experiment == experiment
            ]
        store.write(
            self.results_path(paper, experiment),
            self._gathered(paper, experiment, needs),
            columns=self.experiment(paper, experiment).columns,
            provenance=record,
        )

    def made_from(self, paper: str, experiment: str) -> dict[str, Any]:
        """Return what determines the rows of an experiment, seed and libraries apart."""
        record = self._record(paper, experiment)
        return {name: record[name] for name in ("experiment", "parameters", "code")}

    def _record(self, paper: str, experiment: str) -> dict[str, Any]:
        """Return what a whole results file of this configuration says of itself."""
        config = self.configurations[paper]
        cells = self.experiment(paper, experiment).cells(config)
        return {
            "part": None,
            "paper": paper,
            "experiment": experiment,
            "root_seed": config.root_seed,
            "parameters": config.model_dump(mode="json")[experiment.replace("-", "_")],
            "code": sorted(shards.cell_codes(cells).values()),
            "lock": lock_hash(),
        }


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
    return Run(
        name,
        {
            paper: configuration.load(paper, scale=scale, overrides=overrides.get(paper))
            for paper in papers
        },
        shard_seconds,
        scale,
    )


def write_configuration(run: Run, paper: str) -> None:
    """Write the paper's configuration into the run's folder, from where its jobs read it."""
    path = run.configuration_path(paper)
    path.parent.mkdir(parents=True, exist_ok=True)
    content = {
        "scale": run.scale,
        "shard_seconds": run.shard_seconds,
        "values": configuration.to_values(run.configurations[paper]),
    }
    with store.atomic_write(path) as temporary:
        temporary.write_text(yaml.safe_dump(content, sort_keys=False, allow_unicode=True))


def open_run(name: str, paper: str) -> Run:
    """Return the run of this name with the paper's configuration as its folder holds it.

    Raises
    ------
    ConfigurationError
        If there is no such file or it cannot be used.

    """
    run = Run(name, {})
    content = configuration.read_yaml(run.configuration_path(paper))
    config = configuration.validate(paper, content["values"])
    return dataclasses.replace(
        run,
        configurations={paper: config},
        shard_seconds=content["shard_seconds"],
        scale=content["scale"],
    )


def _is_needed(cell: Cell, needs: Iterable[Need]) -> bool:
    return any(
        need.experiment == cell.experiment
        and all(
            cell.settings.get(column) is None or cell.settings[column] in allowed
            for column, allowed in need.where.items()
        )
        for need in needs
    )
