"""Shards: runs of one algorithm in one experiment that a job simulates, about 20 seconds of work.

A shard holds a block of replicates of several cells, so that more replicates are more shards. Each
replicate has a stream of its own, and a shard is named by its algorithm, its first replicate and a
hash of what determines its rows, code included: a file of that name either holds the right rows
or does not exist.
"""

import hashlib
import json
import math
import os
import re
from collections.abc import Callable, Container, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from bandit_replications.configuration.messages import shown
from bandit_replications.experiments import costs
from bandit_replications.experiments.cells import Cell
from bandit_replications.experiments.tasks import Task, content, modules_of
from bandit_replications.runtime.code_version import code_hash
from bandit_replications.runtime.errors import UserError

SHARD_SECONDS = 20.0
_SHORT_SECONDS = 5.0  # of a shard where there are more cores than work for them
_LEAST_SECONDS = 2.0
_JOBS = 12  # of little work (or two a core), so that the last one leaves no core alone for long

Part = TypeVar("Part")
Hashes = Mapping[Hashable, str]  # of everything that determines a cell's rows, by the cell's key


@dataclass(frozen=True)
class Piece:
    """The replicates first, …, last - 1 of a cell."""

    cell: Cell
    first: int
    last: int


@dataclass(frozen=True)
class Shard:
    """Pieces of one experiment and one algorithm.

    Attributes
    ----------
    paper, experiment, algorithm : str
    name : str
        Name of its file.
    pieces : tuple of Piece
    root_seed : int
    seconds : float
        Estimated seconds of work.

    """

    paper: str
    experiment: str
    algorithm: str
    name: str
    pieces: tuple[Piece, ...]
    root_seed: int
    seconds: float

    @property
    def work(self) -> float:
        """Work of all its runs, in the units of its cells."""
        return math.fsum(piece.cell.work * (piece.last - piece.first) for piece in self.pieces)

    @property
    def waits(self) -> bool:
        """True if rows of other shards choose its tasks."""
        return any(piece.cell.choice is not None for piece in self.pieces)

    def part(self, wanted: Container[Hashable], hashes: Hashes) -> "Shard":
        """Return the shard with the pieces of the wanted cells alone."""
        pieces = (piece for piece in self.pieces if cell_key(piece.cell) in wanted)
        return _shard(self.paper, pieces, self.root_seed, hashes)

    def is_current(self) -> bool:
        """Return True if code and configuration are still those of its name."""
        hashes = hashes_of(piece.cell for piece in self.pieces)
        return self.name == _name(self.paper, self.pieces, self.root_seed, hashes)


def pack(
    cells: Iterable[Cell],
    hashes: Hashes,
    *,
    paper: str,
    root_seed: int,
    shard_seconds: float = SHARD_SECONDS,
) -> list[Shard]:
    """Return shards that hold all replicates of the cells.

    Parameters
    ----------
    cells : iterable of Cell
        Of one or more experiments.
    hashes : mapping
        Of the cells, see `hashes_of`.
    paper : str
    root_seed : int
    shard_seconds : float
        Estimated work of a shard, > 0: at most, where a run of a cell takes no longer. It is less
        where some of this machine's cores would have no shard.

    """
    groups: dict[tuple[str, str, int], list[Cell]] = {}
    work = 0.0
    for cell in cells:
        # Of as many replicates each: or the last shards of a group would hold little.
        key = cell.experiment, costs.algorithm_of(cell), cell.replicates
        groups.setdefault(key, []).append(cell)
        work += costs.seconds(paper, cell) * cell.replicates
    shard_seconds = min(shard_seconds, max(_SHORT_SECONDS, work / cores()))
    shards = []
    for group in groups.values():
        for some in fill(group, shard_seconds, lambda cell: costs.seconds(paper, cell)):
            each = math.fsum(costs.seconds(paper, cell) for cell in some)
            # A power of two, so that slightly other costs leave the shards as they are.
            block = 2 ** int(math.log2(max(1.0, shard_seconds / each)))
            replicates = some[0].replicates
            for first in range(0, replicates, block):
                last = min(first + block, replicates)
                pieces = (Piece(cell, first, last) for cell in some)
                shards.append(_shard(paper, pieces, root_seed, hashes))
    return shards


def _shard(paper: str, pieces: Iterable[Piece], root_seed: int, hashes: Hashes) -> Shard:
    held = tuple(pieces)
    cell = held[0].cell
    seconds = math.fsum(costs.seconds(paper, one.cell) * (one.last - one.first) for one in held)
    name = _name(paper, held, root_seed, hashes)
    return Shard(paper, cell.experiment, costs.algorithm_of(cell), name, held, root_seed, seconds)


def _name(paper: str, pieces: tuple[Piece, ...], root_seed: int, hashes: Hashes) -> str:
    held = [[hashes[cell_key(piece.cell)], piece.first, piece.last] for piece in pieces]
    algorithm = re.sub(r"[^a-z0-9-]", "-", costs.algorithm_of(pieces[0].cell).lower())[:40] or "all"
    return f"{algorithm}-{pieces[0].first}-{_hash([paper, root_seed, held])}"


def hashes_of(cells: Iterable[Cell]) -> Hashes:
    """Return a hash of everything that determines a cell's rows, root seed apart, by its key."""
    listed = list(cells)
    named = {modules_of(cell.task) for cell in with_candidates(listed)}
    codes = {modules: code_hash(*modules) for modules in named}

    def described(cell: Cell, task: Task) -> list[Any]:
        code = codes[modules_of(task)]
        return [cell.experiment, dict(cell.settings), cell.stream, content(task), code]

    def chosen_from(cell: Cell) -> list[Any]:
        candidates = cell.choice.candidates if cell.choice else ()
        return [
            [*described(one, one.task), one.replicates, content(task)] for one, task in candidates
        ]

    return {
        cell_key(cell): _hash([described(cell, cell.task), chosen_from(cell)]) for cell in listed
    }


def cell_key(cell: Cell) -> Hashable:
    """Return the key that tells a cell from the others of a configuration."""
    return cell.experiment, *cell.settings.values()


def _hash(value: Any) -> str:
    text = json.dumps(value, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def with_candidates(cells: Iterable[Cell]) -> list[Cell]:
    """Return the cells, and before them those whose rows choose a task of theirs, each once."""
    listed = list(cells)
    candidates = [cell for one in listed if one.choice for cell, _ in one.choice.candidates]
    return list({cell_key(cell): cell for cell in candidates + listed}.values())


def before(shard: Shard, planned: Iterable[Shard]) -> list[Shard]:
    """Return the planned shards with rows that choose a shard's tasks."""
    candidates = {cell_key(cell) for cell in with_candidates(piece.cell for piece in shard.pieces)}
    wanted = candidates - {cell_key(piece.cell) for piece in shard.pieces}
    return [one for one in planned if wanted & {cell_key(piece.cell) for piece in one.pieces}]


def least_seconds(work: float, shard_seconds: float = SHARD_SECONDS) -> float:
    """Return the least seconds of a job: `shard_seconds`, or less for little work."""
    return min(shard_seconds, max(_LEAST_SECONDS, work / max(_JOBS, 2 * cores())))


def cores() -> int:
    """Return the number of cores to use: those this process may use, or BANDIT_CORES."""
    asked = os.environ.get("BANDIT_CORES")
    if asked is not None:
        if not asked.isdigit() or int(asked) < 1:
            raise UserError(f"BANDIT_CORES: {shown(asked)}; allowed: a whole number of at least 1")
        return int(asked)
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def fill(parts: Iterable[Part], least: float, seconds: Callable[[Part], float]) -> list[list[Part]]:
    """Return parts in groups of at least so many seconds (the last may hold less), in order."""
    groups: list[list[Part]] = []
    room = 0.0
    for part in parts:
        if room <= 0:
            groups.append([])
            room = least
        groups[-1].append(part)
        room -= seconds(part)
    return groups
