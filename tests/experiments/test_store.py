import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bandit_replications.experiments import store
from bandit_replications.experiments.cells import Column
from bandit_replications.runtime.errors import ResultsError

COLUMNS = (
    Column(name="algorithm", type="text", meaning=""),
    Column(name="epsilon", type="number", meaning=""),
    Column(name="round", type="integer", meaning=""),
    Column(name="regret", type="number", meaning="", decimals=3),
)


def table():
    rounds = np.array([1, 10])
    return store.to_table(
        COLUMNS,
        [
            ({"algorithm": "a", "epsilon": 0.5}, {"round": rounds, "regret": [0.12349, -0.00001]}),
            ({"algorithm": "b", "epsilon": None}, {"round": rounds, "regret": [1.0, 2.0]}),
        ],
    )


def test_settings_repeat_nulls_stay_null_and_decimals_are_kept():
    content = table().to_pydict()
    assert content["algorithm"] == ["a", "a", "b", "b"]
    assert content["epsilon"] == [0.5, 0.5, None, None]
    assert content["regret"] == [0.123, 0.0, 1.0, 2.0]
    assert str(content["regret"][1]) == "0.0"  # and not -0.0


def test_same_rows_same_bytes(tmp_path):
    for name in ("one", "two"):
        store.write(
            tmp_path / f"{name}.parquet", [table()], columns=COLUMNS, provenance={"root_seed": 1}
        )
    assert (tmp_path / "one.parquet").read_bytes() == (tmp_path / "two.parquet").read_bytes()
    one, two = (store.record_path(tmp_path / f"{n}.parquet").read_text() for n in ("one", "two"))
    assert one == two


@pytest.mark.parametrize("group", [3, 4, 100])
def test_how_rows_are_divided_does_not_change_the_file(tmp_path, monkeypatch, group):
    monkeypatch.setattr(store, "ROW_GROUP", group)
    whole = pa.concat_tables([table()] * 5)
    divided = [whole.slice(first, last - first) for first, last in ((0, 1), (1, 11), (11, 20))]
    written = []
    for name, tables in (("whole", [whole.combine_chunks()]), ("divided", divided)):
        path = tmp_path / f"{name}.parquet"
        store.write(path, tables, columns=COLUMNS, provenance={})
        written.append(path.read_bytes())
        assert store.read(path, columns=COLUMNS).equals(whole)
        assert pq.read_metadata(path).num_row_groups == -(-whole.num_rows // group)
    assert written[0] == written[1]


def test_without_rows_there_is_a_file_without_rows(tmp_path):
    path = tmp_path / "x.parquet"
    store.write(path, [], columns=COLUMNS, provenance={})
    assert store.read(path, columns=COLUMNS).num_rows == 0
    assert store.read_record(path)["rows"] == 0


def test_readable_without_pandas_metadata(tmp_path):
    path = tmp_path / "x.parquet"
    store.write(path, [table()], columns=COLUMNS, provenance={})
    assert b"pandas" not in (pq.read_schema(path).metadata or {})
    assert store.read(path, columns=COLUMNS).equals(table())
    assert {one.suffix for one in tmp_path.glob(".*")} == {".sha256"}  # nothing temporary


@pytest.mark.parametrize("harm", ["truncate", "alter", "record", "missing"])
def test_a_harmed_file_is_refused_and_left_alone(tmp_path, harm):
    path = tmp_path / "x.parquet"
    store.write(path, [table()], columns=COLUMNS, provenance={})
    content = path.read_bytes()
    if harm == "truncate":
        path.write_bytes(content[:-10])
    elif harm == "alter":
        path.write_bytes(content[:100] + b"x" + content[101:])
    elif harm == "record":
        store.record_path(path).write_text("{")
    else:
        store.record_path(path).unlink()
    before = path.read_bytes()
    with pytest.raises(ResultsError, match="allowed"):
        store.read(path, columns=COLUMNS)
    assert path.read_bytes() == before


def test_other_columns_are_refused(tmp_path):
    path = tmp_path / "x.parquet"
    store.write(path, [table()], columns=COLUMNS, provenance={})
    with pytest.raises(ResultsError, match="allowed: algorithm, epsilon, round"):
        store.read(path, columns=COLUMNS[:-1])


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        (np.array([0.1, np.nan, -np.inf, 1e300]), pa.float64()),
        (np.arange(20.0)[::2], pa.float64()),
        (np.where(np.arange(19) % 3, np.arange(19.0), np.nan), pa.float64()),
        (np.arange(9), pa.float64()),
        (np.arange(9, dtype=np.int32), pa.int64()),
        (np.array([1.0, np.nan, 3.0]), pa.int64()),
        (np.array(["a", None, "größer"], dtype=object), pa.string()),
        (np.array([], dtype=np.float64), pa.float64()),
    ],
)
def test_arrays_become_what_pyarrow_makes_of_them(values, kind):
    array = store._array(values, kind)
    array.validate(full=True)
    assert array.equals(pa.array(values, type=kind, from_pandas=True))


@pytest.mark.parametrize(
    ("value", "kind"),
    [(2.5, pa.int64()), (2**53 + 1, pa.float64()), ("1.5", pa.float64()), (1.5, pa.string())],
)
def test_what_a_column_cannot_hold_is_refused(value, kind):
    with pytest.raises(pa.ArrowException):
        store._array(np.array([value, value]), kind)


def test_a_matrix_is_no_column():
    with pytest.raises(pa.ArrowException):
        store._array(np.zeros((2, 2)), pa.float64())
