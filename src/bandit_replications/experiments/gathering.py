"""The rows of an experiment from its shards, in one order whatever the shards are."""

import functools
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa

from bandit_replications.experiments import kept, store
from bandit_replications.experiments.cells import REPLICATE, Experiment, integer
from bandit_replications.experiments.shards import Piece, Shard

_ROWS_HELD = 2 << 20  # of shards at once, some 200 MB
_FILES_HELD = 64  # open at once; a process may have a thousand
_NUMBER = integer("number", "place in a list")


def rows(planned: Sequence[tuple[Shard, Path]], experiment: Experiment) -> Iterator[pa.Table]:
    """Yield the rows of an experiment piece by piece.

    Parameters
    ----------
    planned : sequence of (Shard, Path)
        Its shards with their files.
    experiment : Experiment

    """
    parts_of = _parts([path for _, path in planned], experiment)
    empty = store.to_table(experiment.columns, [])
    for piece, path in _in_order(planned, experiment):
        settings, first, last = piece.cell.settings, piece.first, piece.last
        parts = (part.filter(kept.mask(part, settings, first, last)) for part in parts_of(path))
        found = pa.concat_tables([empty, *parts])
        yield found.sort_by([(name, "ascending") for name in _keys_within(experiment)])


def _parts(paths: Iterable[Path], experiment: Experiment) -> Callable[[Path], Iterator[pa.Table]]:
    """Return what gives the row groups of a shard's file, holding the last few of them all."""
    longest = max((store.read_record(path)["rows"] for path in paths), default=1)
    held = _ROWS_HELD // max(1, min(longest, store.ROW_GROUP))
    file_of = functools.lru_cache(maxsize=_FILES_HELD)(
        lambda path: store.open_parts(path, columns=experiment.columns)
    )
    part_of = functools.lru_cache(maxsize=held)(
        lambda path, number: file_of(path).read_row_group(number)
    )
    return lambda path: (part_of(path, n) for n in range(file_of(path).num_row_groups))


def _in_order(
    planned: Iterable[tuple[Shard, Path]], experiment: Experiment
) -> list[tuple[Piece, Path]]:
    """Return the pieces of shards, and where they are, in the order of the rows gathered.

    A table of the pieces alone is sorted as one of all their rows would be.
    """
    pieces = [(piece, path) for shard, path in planned for piece in shard.pieces]
    columns = (*experiment.settings, REPLICATE, _NUMBER)
    blocks = [
        (piece.cell.settings, {"replicate": np.array([piece.first]), "number": np.array([number])})
        for number, (piece, _) in enumerate(pieces)
    ]
    table = store.to_table(columns, blocks)
    keys = [(column.name, "ascending") for column in columns]
    return [pieces[number] for number in table.sort_by(keys)["number"].to_pylist()]


def _keys_within(experiment: Experiment) -> list[str]:
    """Return the columns that order the rows of a cell."""
    return [
        c.name for c in experiment.columns if c not in (*experiment.settings, *experiment.metrics)
    ]
