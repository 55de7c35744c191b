"""Shards: each replicate once, enough work in each, names that rest on code and settings."""

import dataclasses
import math
from dataclasses import dataclass

import pytest

from bandit_replications.experiments import shards
from bandit_replications.experiments.cells import Cell, experiments_of
from bandit_replications.runtime.errors import ConfigurationError


@dataclass(frozen=True)
class Task:
    algorithm: str
    horizon: int


@pytest.fixture(autouse=True)
def _no_code_and_no_table(monkeypatch):
    monkeypatch.setattr(shards, "modules_of", lambda task: (f"module-{task.algorithm}",))
    monkeypatch.setattr(shards, "code_hash", lambda *modules: "-".join(modules))
    monkeypatch.setattr(shards.costs, "seconds", lambda paper, cell: cell.work)
    monkeypatch.setattr(shards, "cores", lambda: 1)


def cell(name, *, replicates=10, seconds=1.0, horizon=100):
    settings = {"algorithm": name, "horizon": horizon}
    place = {"paper": "p", "experiment": "e", "settings": settings}
    return Cell(**place, replicates=replicates, task=Task(name, horizon), work=seconds)


def pack(*cells, root_seed=1, **how):
    return shards.pack(cells, shards.hashes_of(cells), paper="p", root_seed=root_seed, **how)


@pytest.mark.parametrize("shard_seconds", [0.5, 3.0, 7.0, 20.0, 1000.0])
def test_each_replicate_is_in_one_shard(shard_seconds):
    cells = [cell("a"), cell("b", replicates=33, seconds=0.1), cell("c", seconds=30.0)]
    cells += [cell("a", horizon=7, replicates=5)]
    packed = pack(*cells, shard_seconds=shard_seconds)
    expected = [(cell.task, replicate) for cell in cells for replicate in range(cell.replicates)]
    found = [
        (piece.cell.task, replicate)
        for shard in packed
        for piece in shard.pieces
        for replicate in range(piece.first, piece.last)
    ]
    assert sorted(found, key=str) == sorted(expected, key=str)
    assert all(len({piece.cell.task.algorithm for piece in one.pieces}) == 1 for one in packed)


def test_shards_hold_enough_work():
    cells = [cell("a", replicates=7, seconds=0.9, horizon=i) for i in range(60)]
    packed = pack(*cells, shard_seconds=20.0)
    assert [shard.seconds for shard in packed] == pytest.approx([23 * 0.9] * 14 + [14 * 0.9] * 7)
    assert math.fsum(shard.work for shard in packed) == pytest.approx(60 * 7 * 0.9)


def test_more_replicates_are_more_shards():
    before, after = (pack(cell("a", replicates=n, seconds=6.0)) for n in (9, 20))
    kept = {one.name for one in before} & {one.name for one in after}
    assert len(kept) == 4  # of two replicates each; the ninth alone is simulated again


def test_name_rests_on_all_that_determines_rows():
    def name(root_seed=1, **changes):
        return pack(cell("a", **changes), root_seed=root_seed)[0].name

    assert name() == name()
    assert len({name(), name(root_seed=2), name(horizon=101), name(replicates=20)}) == 4
    assert name().startswith("a-0-")


def test_an_edit_renames_shards_of_its_algorithm(monkeypatch):
    before = pack(cell("a"), cell("b"))
    monkeypatch.setattr(shards, "code_hash", lambda *m: "new" if "module-b" in m else "-".join(m))
    after = pack(cell("a"), cell("b"))
    assert [one.name == old.name for one, old in zip(after, before, strict=True)] == [True, False]
    assert [one.is_current() for one in before] == [True, False]


def test_part_of_a_shard_has_its_own_name():
    cells = [cell("a", replicates=8), cell("a", replicates=8, horizon=7)]
    (whole,) = pack(*cells)
    part = whole.part({shards.cell_key(cells[1])}, shards.hashes_of(cells))
    assert [piece.cell for piece in part.pieces] == cells[1:]
    assert part.name != whole.name
    assert part.seconds == whole.seconds / 2


def test_two_cells_of_the_same_settings_are_refused():
    (first, *_) = experiments_of("private_online")
    cells = [cell("ucb1"), cell("dp-se"), cell("ucb1")]
    message = r"regret: two cells of algorithm=ucb1, horizon=100; allowed"
    with pytest.raises(ConfigurationError, match=message):
        dataclasses.replace(first, listed=lambda config: cells).cells(None)


@pytest.mark.parametrize(
    ("work", "cores", "seconds"),
    [(1000.0, 2, 20.0), (120.0, 2, 10.0), (6.0, 2, 2.0), (1000.0, 100, 5.0), (120.0, 12, 5.0)],
)
def test_little_work_is_divided_so_that_no_core_waits_for_long(monkeypatch, work, cores, seconds):
    monkeypatch.setattr(shards, "cores", lambda: cores)
    assert shards.least_seconds(work) == seconds


@pytest.mark.parametrize(("cores", "blocks"), [(2, 16), (5, 16), (8, 8), (100, 4)])
def test_shards_are_shorter_where_cores_would_have_none(monkeypatch, cores, blocks):
    monkeypatch.setattr(shards, "cores", lambda: cores)
    packed = pack(cell("a", replicates=96))  # seconds
    assert [shard.seconds for shard in packed] == [blocks] * (96 // blocks)
