"""Which jobs simulate what: pieces of cells packed into shards of at least 20 seconds.

Starting a job costs seconds, so a shard holds as much work; less where a figure alone asks for
little, so that no core waits for another. A cell's replicates are cut at boundaries fixed by its
own cost, each replicate has a stream of its own, and a shard is named by a hash of what determines
its rows, code included: a file of that name either holds the right rows or does not exist.
"""

import hashlib
import json
from collections.abc import Container, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from bandit_replications.experiments import costs
from bandit_replications.experiments.cells import Cell
from bandit_replications.experiments.tasks import content, modules_of
from bandit_replications.runtime.code_version import code_hash

SHARD_SECONDS = 20.0
_LEAST_SECONDS = 2.0
_JOBS = 12  # of little work, so that the last one to end leaves no core alone for long


@dataclass(frozen=True)
class Piece:
    """The replicates first, …, last - 1 of a cell, and the estimated seconds of each."""

    cell: Cell
    first: int
    last: int
    seconds_each: float

    @property
    def seconds(self) -> float:
        """Estimated seconds of work."""
        return self.seconds_each * (self.last - self.first)


@dataclass(frozen=True)
class Shard:
    """Pieces of one experiment that one job simulates.

    Attributes
    ----------
    paper, experiment : str
    name : str
        Hash of everything that determines the rows; the file's name.
    pieces : tuple of Piece
    root_seed : int

    """

    paper: str
    experiment: str
    name: str
    pieces: tuple[Piece, ...]
    root_seed: int

    @property
    def seconds(self) -> float:
        """Estimated seconds of work."""
        return _total(piece.seconds for piece in self.pieces)

    @property
    def waits(self) -> bool:
        """Whether rows of other shards choose what it runs."""
        return any(piece.cell.choice is not None for piece in self.pieces)


Part = TypeVar("Part", Piece, Shard)


def cut(paper: str, cell: Cell, *, shard_seconds: float = SHARD_SECONDS) -> list[Piece]:
    """Return the cell's replicates cut into pieces of at most about `shard_seconds`."""
    each = costs.seconds(paper, cell)
    block = max(1, int(shard_seconds / each))
    return [
        Piece(cell, first, min(first + block, cell.replicates), each)
        for first in range(0, cell.replicates, block)
    ]


def pack(
    cells: Iterable[Cell],
    *,
    paper: str,
    root_seed: int,
    shard_seconds: float = SHARD_SECONDS,
    least: float | None = None,
    held: Container[tuple[Hashable, int]] = (),
) -> list[Shard]:
    """Return shards that hold all replicates of the cells, in the order of the cells.

    Parameters
    ----------
    cells : iterable of Cell
        Of one or more experiments; a shard never mixes experiments.
    paper : str
    root_seed : int
    shard_seconds : float
        Most estimated work of a piece, > 0, where a replicate takes no longer.
    least : float, optional
        Least estimated work of a shard (the last of an experiment may hold less), as much by
        default.
    held : container of (cell's key, first replicate), optional
        Pieces to leave out.

    """
    listed = list(cells)
    codes = cell_codes(listed)
    by_experiment: dict[str, list[Piece]] = {}
    for cell in listed:
        by_experiment.setdefault(cell.experiment, []).extend(
            piece
            for piece in cut(paper, cell, shard_seconds=shard_seconds)
            if (cell_key(cell), piece.first) not in held
        )
    shards = []
    for experiment, pieces in by_experiment.items():
        for group in fill(pieces, shard_seconds if least is None else least):
            name = name_of(paper, experiment, root_seed, [describe(one, codes) for one in group])
            shards.append(Shard(paper, experiment, name, tuple(group), root_seed))
    return shards


def least_seconds(work: float, shard_seconds: float = SHARD_SECONDS) -> float:
    """Return the least seconds of a job: `shard_seconds`, or less where there is little work."""
    return min(shard_seconds, max(_LEAST_SECONDS, work / _JOBS))


def fill(parts: Iterable[Part], seconds: float) -> list[list[Part]]:
    """Return parts in groups of at least so much work (the last may hold less), in order."""
    groups: list[list[Part]] = []
    room = 0.0
    for part in parts:
        if room <= 0:
            groups.append([])
            room = seconds
        groups[-1].append(part)
        room -= part.seconds
    return groups


def name_of(
    paper: str, experiment: str, root_seed: int, described: Sequence[Mapping[str, Any]]
) -> str:
    """Return the name of a shard from the descriptions of its pieces (see `describe`)."""
    content = {
        "paper": paper,
        "experiment": experiment,
        "root_seed": root_seed,
        "pieces": described,
    }
    text = json.dumps(content, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def describe(piece: Piece, codes: Mapping[tuple[str, ...], str]) -> dict[str, Any]:
    """Return everything that determines a piece's rows, root seed apart, as plain values."""
    described = _describe(piece.cell, codes) | {"first": piece.first, "last": piece.last}
    if piece.cell.choice is not None:
        described["chosen from"] = [
            _describe(cell, codes) | {"replicates": cell.replicates, "chosen": content(task)}
            for cell, task in piece.cell.choice.candidates
        ]
    return described


def _describe(cell: Cell, codes: Mapping[tuple[str, ...], str]) -> dict[str, Any]:
    return {
        "settings": dict(cell.settings),
        "stream": cell.stream,
        "task": content(cell.task),
        "code": codes[modules_of(cell.task)],
    }


def cell_key(cell: Cell) -> Hashable:
    """Return what tells a cell from the others of a configuration."""
    return cell.experiment, *cell.settings.values()


def with_candidates(cells: Iterable[Cell]) -> list[Cell]:
    """Return the cells, and before them those whose rows choose a task of theirs, each once."""
    listed = list(cells)
    candidates = [cell for one in listed if one.choice for cell, _ in one.choice.candidates]
    held = {(cell.experiment, *cell.settings.values()): cell for cell in candidates + listed}
    return list(held.values())


def before(shard: Shard, planned: Iterable[Shard]) -> list[Shard]:
    """Return those of the planned shards whose rows choose what a shard runs."""
    wanted = {
        (cell.experiment, *cell.settings.values())
        for piece in shard.pieces
        if piece.cell.choice is not None
        for cell, _ in piece.cell.choice.candidates
    }
    return [
        one
        for one in planned
        if wanted & {(one.experiment, *piece.cell.settings.values()) for piece in one.pieces}
    ]


def cell_codes(cells: Iterable[Cell]) -> dict[tuple[str, ...], str]:
    """Return the hash of the code that simulates cells, by their modules: each read only once."""
    named = {modules_of(cell.task) for cell in with_candidates(cells)}
    return {modules: code_hash(*modules) for modules in named}


def _total(numbers: Iterable[float]) -> float:
    total = 0.0
    for number in numbers:
        total += number
    return total
