"""Rows that earlier shards of a run hold, found by everything that determines them.

Shards pack cells of several algorithms. When an edit or new costs pack them anew, what is as it
was is taken from the files that are there.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from bandit_replications.experiments import store
from bandit_replications.experiments.cells import Column
from bandit_replications.runtime import receipts
from bandit_replications.runtime.errors import ResultsError


class Kept:
    """Pieces in the shards of one experiment; a file that cannot be used holds none.

    Parameters
    ----------
    folder : Path
        Of the experiment's shards.
    columns : sequence of Column
        Of the data set.
    root_seed : int

    """

    def __init__(self, folder: Path, columns: Sequence[Column], *, root_seed: int) -> None:
        self.columns = columns
        self._tables: dict[Path, pa.Table | None] = {}
        self._places: dict[str, list[tuple[int, int, Path]]] = {}
        for path in sorted(folder.glob("*.parquet")):
            if not receipts.holds(store.record_path(path)):
                continue
            record = store.read_record(path)
            if record["root_seed"] == root_seed:
                for piece in record["pieces"]:
                    place = (piece["first"], piece["last"], path)
                    self._places.setdefault(_key(piece), []).append(place)

    def find(self, piece: Mapping[str, Any]) -> pa.Table | None:
        """Return the rows of a piece (see `shards.describe`), None if no file holds them all."""
        for first, last, path in self._places.get(_key(piece), []):
            if first <= piece["first"] and piece["last"] <= last:
                table = self._table(path)
                if table is not None:
                    return table.filter(
                        mask(table, piece["settings"], piece["first"], piece["last"])
                    )
        return None

    def _table(self, path: Path) -> pa.Table | None:
        if path not in self._tables:
            try:
                self._tables[path] = store.read(path, columns=self.columns)
            except ResultsError:
                self._tables[path] = None
        return self._tables[path]


def _key(piece: Mapping[str, Any]) -> str:
    parts = {name: value for name, value in piece.items() if name not in ("first", "last")}
    return json.dumps(parts, sort_keys=True)


def mask(table: pa.Table, settings: Mapping[str, Any], first: int, last: int) -> Any:
    """Return which rows of a table are of the replicates first, …, last - 1 of a cell."""
    replicates = table["replicate"]
    found = pc.and_(pc.greater_equal(replicates, first), pc.less(replicates, last))
    for name, value in settings.items():
        same = pc.is_null(table[name]) if value is None else pc.equal(table[name], value)
        found = pc.and_(found, pc.fill_null(same, False))
    return found
