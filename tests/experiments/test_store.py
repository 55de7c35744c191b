"""Files of results: the same rows give the same bytes, damage is noticed."""

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bandit_replications.experiments import store
from bandit_replications.experiments.cells import Column
from bandit_replications.runtime.errors import ResultsError

KINDS = {"algorithm": "text", "epsilon": "number", "round": "integer"}
COLUMNS = (
    *(Column(name=name, type=kind, meaning="") for name, kind in KINDS.items()),
    Column(name="regret", type="number", meaning="", decimals=3),
)


def table():
    regrets = {("a", 0.5): [0.12349, -0.00001], ("b", None): [1.0, 2.0]}
    rows = [
        ({"algorithm": name, "epsilon": epsilon}, {"round": np.array([1, 10]), "regret": regret})
        for (name, epsilon), regret in regrets.items()
    ]
    return store.to_table(COLUMNS, rows)


def written(path, tables):
    store.write(path, tables, columns=COLUMNS, provenance={"root_seed": 1})
    return path


@pytest.fixture
def file(tmp_path):
    return written(tmp_path / "x.parquet", [table()])


def test_settings_repeat_nulls_stay_null_and_decimals_are_kept():
    content = table().to_pydict()
    assert content["algorithm"] == ["a", "a", "b", "b"]
    assert content["epsilon"] == [0.5, 0.5, None, None]
    assert content["regret"] == [0.123, 0.0, 1.0, 2.0]
    assert str(content["regret"][1]) == "0.0"  # and not -0.0


def test_same_rows_same_bytes_and_no_metadata_of_pandas(tmp_path, file):
    other = written(tmp_path / "y.parquet", [table()])
    assert file.read_bytes() == other.read_bytes()
    one, two = (store.record_path(path).read_text() for path in (file, other))
    assert one == two
    assert b"pandas" not in (pq.read_schema(file).metadata or {})
    assert store.read(file, columns=COLUMNS).equals(table())
    assert {one.suffix for one in tmp_path.glob(".*")} == {".sha256"}  # nothing temporary


@pytest.mark.parametrize("group", [3, 4, 100])
def test_division_of_rows_does_not_change_the_file(tmp_path, monkeypatch, group):
    monkeypatch.setattr(store, "ROW_GROUP", group)
    whole = pa.concat_tables([table()] * 5)
    divided = [whole.slice(first, last - first) for first, last in ((0, 1), (1, 11), (11, 20))]
    one = written(tmp_path / "whole.parquet", [whole.combine_chunks()])
    two = written(tmp_path / "divided.parquet", divided)
    assert one.read_bytes() == two.read_bytes()
    assert store.read(one, columns=COLUMNS).equals(whole)
    assert pq.read_metadata(one).num_row_groups == -(-whole.num_rows // group)


def test_without_rows_there_is_a_file_without_rows(tmp_path):
    path = written(tmp_path / "x.parquet", [])
    assert store.read(path, columns=COLUMNS).num_rows == 0
    assert store.read_record(path)["rows"] == 0


HARMS = {
    "truncate": lambda path: path.write_bytes(path.read_bytes()[:-10]),
    "alter": lambda path: path.write_bytes(
        path.read_bytes()[:100] + b"x" + path.read_bytes()[101:]
    ),
    "record": lambda path: store.record_path(path).write_text("{"),
    "missing": lambda path: store.record_path(path).unlink(),
}


@pytest.mark.parametrize("harm", HARMS)
def test_a_harmed_file_is_refused_and_left_alone(file, harm):
    HARMS[harm](file)
    before = file.read_bytes()
    with pytest.raises(ResultsError, match=r"altered.*git checkout"):
        store.read(file, columns=COLUMNS)
    assert file.read_bytes() == before


def test_other_columns_are_refused(file):
    with pytest.raises(ResultsError, match="allowed: algorithm, epsilon, round"):
        store.read(file, columns=COLUMNS[:-1])


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
    ("values", "kind"),
    [
        ([2.5] * 2, pa.int64()),
        ([2**53 + 1] * 2, pa.float64()),
        (["1.5"] * 2, pa.float64()),
        ([1.5] * 2, pa.string()),
        (np.zeros((2, 2)), pa.float64()),
    ],
)
def test_values_of_another_kind_are_refused(values, kind):
    with pytest.raises(pa.ArrowException):
        store._array(np.array(values), kind)
