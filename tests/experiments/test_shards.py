"""Shards: every replicate once, enough work in each, names that rest on what determines rows."""

import dataclasses
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


def cell(name: str, *, replicates: int = 10, seconds: float = 1.0, horizon: int = 100) -> Cell:
    return Cell(
        paper="p",
        experiment="e",
        settings={"algorithm": name},
        replicates=replicates,
        task=Task(name, horizon),
        work=seconds,
    )


def rows(packed: list[shards.Shard]) -> list[tuple[str, int]]:
    return [
        (str(piece.cell.settings["algorithm"]), replicate)
        for shard in packed
        for piece in shard.pieces
        for replicate in range(piece.first, piece.last)
    ]


@pytest.mark.parametrize("shard_seconds", [0.5, 3.0, 7.0, 20.0, 1000.0])
def test_every_replicate_once_and_in_order_whatever_the_shard_size(shard_seconds):
    cells = [cell("a"), cell("b", replicates=33, seconds=0.1), cell("c", seconds=30.0)]
    packed = shards.pack(cells, paper="p", root_seed=1, shard_seconds=shard_seconds)
    expected = [(str(c.settings["algorithm"]), r) for c in cells for r in range(c.replicates)]
    assert rows(packed) == expected


def test_shards_hold_enough_work():
    cells = [cell(str(i), replicates=7, seconds=0.9) for i in range(30)]
    packed = shards.pack(cells, paper="p", root_seed=1, shard_seconds=20.0)
    assert all(shard.seconds >= 20.0 for shard in packed[:-1])
    assert all(shard.seconds < 40.0 for shard in packed)


def test_the_name_rests_on_everything_that_determines_the_rows():
    def name(root_seed: int = 1, **changes: float) -> str:
        return shards.pack([cell("a", **changes)], paper="p", root_seed=root_seed)[0].name

    assert name() == name()
    assert len({name(), name(root_seed=2), name(horizon=101), name(replicates=11)}) == 4


def test_editing_one_algorithm_renames_its_shards_only(monkeypatch):
    cells = [cell("a", seconds=30.0), cell("b", seconds=30.0)]
    before = shards.pack(cells, paper="p", root_seed=1)
    monkeypatch.setattr(shards, "code_hash", lambda *m: "new" if "module-b" in m else "-".join(m))
    after = shards.pack(cells, paper="p", root_seed=1)
    changed = {
        shard.pieces[0].cell.settings["algorithm"]
        for shard in after
        if shard.name not in {old.name for old in before}
    }
    assert changed == {"b"}


def test_two_cells_of_the_same_settings_are_refused():
    double = dataclasses.replace(
        experiments_of("private_online")[0],
        listed=lambda config: [cell("ucb1"), cell("dp-se"), cell("ucb1")],
    )
    with pytest.raises(ConfigurationError, match=r"regret: two cells of algorithm=ucb1; allowed"):
        double.cells(None)


@pytest.mark.parametrize(("work", "seconds"), [(1000.0, 20.0), (120.0, 10.0), (6.0, 2.0)])
def test_little_work_is_divided_so_that_no_core_waits_for_long(work, seconds):
    assert shards.least_seconds(work) == seconds
