"""Parquet files of runs, with all that makes them again."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from bandit_replications.configuration.messages import short, shown
from bandit_replications.library.values import optional_module
from bandit_replications.runtime.errors import UserError

KEY = b"bandit_replications"  # of the metadata in the file


def write(path: str | Path, call: Any, cells: Iterable[tuple[str, Any, Any]]) -> None:
    """Write cells (name, varied keywords, simulation), one row for each run and checkpoint.

    Raises
    ------
    UserError
        If the file cannot be written, or pyarrow is not installed.

    """
    arrow, parquet = optional_module("pyarrow"), optional_module("pyarrow.parquet")
    parts, told = [], []
    for number, (name, varied, found) in enumerate(cells):
        measured, rows = found.measured(), found.runs * len(found.checkpoints)
        named = {"cell": number, "algorithm": name, **{key: str(varied[key]) for key in varied}}
        columns = {key: arrow.array([value] * rows) for key, value in named.items()}
        parts.append(arrow.table({**columns, **measured}))
        about = {"algorithm": found.algorithm, "paper": found.paper, "versions": found.versions}
        shape = {"runs": found.runs, "measured": [*measured], "settings": {**found.settings}}
        told.append({"name": name, "varied": varied, **about, **shape})
    table = arrow.concat_tables(parts, promote_options="permissive")
    metadata = {KEY: as_json({"call": call, "cells": told}).encode()}
    try:
        parquet.write_table(table.replace_schema_metadata(metadata), path)
    except OSError as error:
        raise UserError(f"{path}: {error.strerror or error}; allowed: a file to write") from error


def read(path: str | Path) -> tuple[Any, list[tuple[dict[str, Any], dict[str, Any]]]]:
    """Return the call, and of each cell what is told of it and its columns by run.

    Raises
    ------
    UserError
        If there is no such file, it is another one, or pyarrow is not installed.

    """
    arrow, parquet = optional_module("pyarrow"), optional_module("pyarrow.parquet")
    if not isinstance(path, str | Path):
        raise UserError(f"path: {shown(path)}; allowed: that of a file written by save")
    try:
        table = parquet.ParquetFile(path).read()
        about = json.loads((table.schema.metadata or {})[KEY])
    except (OSError, KeyError, arrow.ArrowInvalid) as error:
        said = f"{short(Path(path))}: no saved result ({type(error).__name__})"
        raise UserError(f"{said}; allowed: a file written by save") from error
    cells, number = [], table["cell"].to_numpy()
    for place, told in enumerate(about["cells"]):
        rows = table.filter(number == place)
        columns = {key: rows[key].to_numpy() for key in told["measured"]}
        shaped = {key: values.reshape(told["runs"], -1) for key, values in columns.items()}
        cells.append((told, shaped))
    return about["call"], cells


def as_json(value: Any) -> str:
    """Return a setting as JSON: a graph as its adjacency matrix, other objects as Python shows."""

    def default(other: Any) -> Any:
        if hasattr(other, "adjacency"):
            return [[int(joined in other[agent]) for joined in other] for agent in other]
        return repr(other)

    return json.dumps(value, default=default, ensure_ascii=False)
