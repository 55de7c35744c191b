"""Results on disk: long-form Parquet that any reader opens, a provenance record beside each file.

Writing is atomic and the same rows give the same bytes. Reading checks the file against the
checksum in its record, so a truncated or altered file is refused and never used in silence.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from bandit_replications.experiments.cells import Column, Scalar
from bandit_replications.experiments.tasks import Columns
from bandit_replications.runtime import receipts
from bandit_replications.runtime.errors import ResultsError
from bandit_replications.runtime.processes import atomic_write

_REMEDY = "`git checkout` or `make reproduce` brings published files back"
ROW_GROUP = 1 << 20
_TYPES = {"text": pa.string(), "number": pa.float64(), "integer": pa.int64()}


def record_path(path: Path) -> Path:
    """Return the path of the provenance record that belongs to a results file."""
    return path.with_suffix(".provenance.json")


def to_table(
    columns: Sequence[Column], blocks: Sequence[tuple[Mapping[str, Scalar], Columns]]
) -> pa.Table:
    """Return blocks of rows as one table; each block repeats its constant settings.

    Parameters
    ----------
    columns : sequence of Column
        The data set's columns in order.
    blocks : sequence of (settings, columns)
        Settings that are constant in the block, and arrays of equal length for the rest.

    """
    parts = [_block(columns, settings, arrays) for settings, arrays in blocks]
    return pa.concat_tables(parts) if parts else _schema(columns).empty_table()


def _schema(columns: Sequence[Column]) -> pa.Schema:
    return pa.schema([pa.field(column.name, _TYPES[column.type]) for column in columns])


def _array(values: Any, kind: pa.DataType) -> pa.Array:
    """Return values as pyarrow's, NaN as null; values of another type are refused."""
    return pa.array(values, type=kind, from_pandas=True)


def _block(columns: Sequence[Column], settings: Mapping[str, Scalar], arrays: Columns) -> pa.Table:
    rows = len(next(iter(arrays.values())))
    data = []
    for column in columns:
        kind = _TYPES[column.type]
        if column.name in arrays:
            values = np.asarray(arrays[column.name])
            if column.decimals is not None:
                values = np.round(values, column.decimals) + 0.0  # no negative zero
            data.append(_array(values, kind))
        else:
            data.append(pa.repeat(pa.scalar(settings[column.name], type=kind), rows))
    return pa.Table.from_arrays(data, schema=_schema(columns))


def write(
    path: Path,
    tables: Iterable[pa.Table],
    *,
    columns: Sequence[Column],
    provenance: Mapping[str, Any],
) -> None:
    """Write tables one after the other into a file, and its provenance record last.

    Parameters
    ----------
    path : Path
        A name that ends in ".parquet".
    tables : iterable of pyarrow.Table
        Parts of the data set in order; a group of rows at most is held at once. How they are
        divided does not change the file.
    columns : sequence of Column
        The data set's columns in order.
    provenance : mapping
        Plain values; the file's checksum, rows and columns are added.

    """
    rows = 0
    schema = _schema(columns)
    with atomic_write(path) as temporary:
        with pq.ParquetWriter(temporary, schema, compression="zstd", compression_level=9) as writer:
            for group in _row_groups(tables):
                writer.write_table(group, row_group_size=ROW_GROUP)
                rows += group.num_rows
        checksum = sha256(temporary)
    record = {**provenance, "columns": schema.names, "rows": rows, "sha256": checksum}
    with atomic_write(record_path(path)) as temporary:
        text = json.dumps(record, indent=1, sort_keys=True, ensure_ascii=False)
        temporary.write_text(f"{text}\n")
    receipts.leave(path, record_path(path))


def holds(path: Path) -> bool:
    """Return True if a results file of a run and its record are as they were written."""
    return receipts.holds(path) and receipts.holds(record_path(path))


def _row_groups(tables: Iterable[pa.Table]) -> Iterator[pa.Table]:
    """Yield the rows of tables in tables of `ROW_GROUP` rows, of one block each."""
    held: list[pa.Table] = []
    rows = 0
    for table in tables:
        held.append(table)
        rows += table.num_rows
        while rows >= ROW_GROUP:
            joined = pa.concat_tables(held)
            yield joined.slice(0, ROW_GROUP).combine_chunks()
            held = [joined.slice(ROW_GROUP)]
            rows -= ROW_GROUP
    if rows:
        yield pa.concat_tables(held).combine_chunks()


def read(path: Path, *, columns: Sequence[Column]) -> pa.Table:
    """Return the table in a results file after checking it against its record.

    Raises
    ------
    ResultsError
        If the file or its record is missing, truncated, altered, or has other columns.

    """
    return open_parts(path, columns=columns).read()


def read_rows(path: Path, *, columns: Sequence[Column], where: pc.Expression) -> pa.Table:
    """Return some rows of a results file, of which a group at most is held besides.

    Text has a dictionary, which takes a third of the time. Whole numbers that the file lacks
    somewhere become decimal, as in a frame of the whole file.
    """
    file = open_parts(path, columns=columns, text_as_dictionary=True)
    parts, schema = [file.schema_arrow.empty_table()], file.schema_arrow
    for group in range(file.num_row_groups):
        parts.append(file.read_row_group(group).filter(where))
        for place, field in enumerate(schema):
            lacks = file.metadata.row_group(group).column(place).statistics.null_count
            if lacks and pa.types.is_integer(field.type):
                schema = schema.set(place, field.with_type(pa.float64()))
    return pa.concat_tables(parts).cast(schema)


def open_parts(
    path: Path, *, columns: Sequence[Column], text_as_dictionary: bool = False
) -> pq.ParquetFile:
    """Return a results file, checked against its record, to be read row group by row group.

    Raises
    ------
    ResultsError
        If the file or its record is missing, truncated, altered, or has other columns.

    """
    names = [column.name for column in columns]
    texts = [column.name for column in columns if column.type == "text"]
    file = _checked(path, read_dictionary=texts if text_as_dictionary else None)
    if file.schema_arrow.names != names:
        raise ResultsError(
            f"{path}: columns {', '.join(file.schema_arrow.names)}; allowed: {', '.join(names)}"
        )
    return file


def read_checked(path: Path) -> pa.Table:
    """Return the table in a results file, whatever its columns, after checking it.

    Raises
    ------
    ResultsError
        If the file or its record is missing, truncated or altered.

    """
    return _checked(path).read()


def _checked(path: Path, **options: Any) -> pq.ParquetFile:
    record = read_record(path)
    if not path.is_file() or sha256(path) != record.get("sha256"):
        raise ResultsError(
            f"{path}: truncated or altered (its checksum differs from {record_path(path).name}); "
            f"{_REMEDY}"
        )
    return pq.ParquetFile(path, **options)  # read_table loads what reads data sets of many files


def read_record(path: Path) -> dict[str, Any]:
    """Return the provenance record of a results file.

    Raises
    ------
    ResultsError
        If it is missing or not JSON.

    """
    try:
        record: dict[str, Any] = json.loads(record_path(path).read_text())
    except (OSError, ValueError) as error:
        raise ResultsError(f"{record_path(path)}: missing or altered; {_REMEDY}") from error
    return record


def sha256(path: Path) -> str:
    """Return the file's SHA-256 in hexadecimal."""
    return hashlib.sha256(path.read_bytes()).hexdigest()
