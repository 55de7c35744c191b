"""A run simulates its missing rows, and only those."""

import dataclasses
import sys
from dataclasses import dataclass
from types import SimpleNamespace

import numpy as np
import pytest

from bandit_replications.experiments import run as runs
from bandit_replications.experiments import shards, store
from bandit_replications.experiments.cells import ALGORITHM, Cell, Choice, Experiment, cell, number
from bandit_replications.experiments.needs import Need
from bandit_replications.experiments.tasks import rows
from bandit_replications.runtime.errors import ConfigurationError, ResultsError

SIMULATED = []
PART = (Need(experiment="regret", where={"algorithm": ["a"], "epsilon": [0.1]}),)


@dataclass(frozen=True)
class Task:
    algorithm: str
    scale: float

    def simulate(self, replicates):
        SIMULATED.append((self.algorithm, replicates.first))
        return rows(
            (replicate, {"regret": self.scale * generator.random()})
            for replicate, generator in replicates
        )


@dataclass
class Configuration:
    algorithms: tuple[str, ...]
    epsilons: tuple[float | None, ...] = (None, 0.1)
    replicates: int = 4
    root_seed: int = 5

    def model_dump(self, **_):
        return {"regret": {}}


def cells(config):
    return [
        cell(Task(name, one or 1.0), replicates=config.replicates, algorithm=name, epsilon=one)
        for one in config.epsilons
        for name in config.algorithms
    ]


EXPERIMENT = Experiment(
    name="regret",
    title="",
    settings=(ALGORITHM, number("epsilon", "")),
    metrics=(number("regret", ""),),
    listed=cells,
    paper="paper",
    rounds=False,
)


def run_of(*algorithms, shard_seconds=shards.SHARD_SECONDS, **config):
    return runs.Run("quick", {"paper": Configuration(algorithms, **config)}, shard_seconds)


def made(run):
    """Return the rows of a run, and algorithm and first replicate of those simulated for it."""
    SIMULATED.clear()
    return run.read("paper", "regret").to_pandas(), list(SIMULATED)


@pytest.fixture(autouse=True)
def world(tmp_path, monkeypatch):
    """Return code by algorithm and seconds of a replicate, in place of modules and a table."""
    world = SimpleNamespace(code={}, seconds=1.0)
    monkeypatch.setattr(runs, "experiments_of", lambda paper: (EXPERIMENT,))
    monkeypatch.setattr(runs, "lock_hash", lambda: "")
    monkeypatch.setattr(runs.Run, "directory", tmp_path)
    monkeypatch.setattr(shards, "modules_of", lambda task: (task.algorithm,))
    monkeypatch.setattr(shards, "code_hash", lambda name: world.code.get(name, ""))
    monkeypatch.setattr(shards.costs, "seconds", lambda paper, cell: world.seconds)
    monkeypatch.setattr(runs.configuration, "to_values", lambda config: {})
    SIMULATED.clear()
    return world


def test_only_what_changed_is_simulated_again(world):
    before, first = made(run_of("a", "b", "c"))
    assert len(first) == 6
    assert len(before) == 24
    world.code["b"] = "edited"
    after, second = made(run_of("a", "b", "c"))
    assert {name for name, _ in second} == {"b"}
    np.testing.assert_array_equal(before["regret"], after["regret"])
    more, third = made(run_of("a", "b", "c", "d"))
    assert {name for name, _ in third} == {"d"}
    assert more[more["algorithm"] != "d"].reset_index(drop=True).equals(after)


def test_an_altered_file_is_not_used(tmp_path):
    before, first = made(run_of("a", "b"))
    for path in tmp_path.rglob("*.parquet"):
        path.write_bytes(path.read_bytes()[:-1])
    after, second = made(run_of("a", "b"))
    assert second == first
    assert after.equals(before)


def test_more_replicates_keep_what_is_there(world):
    world.seconds = 8.0  # a replicate of both cells a shard
    before, _ = made(run_of("a"))
    after, simulated = made(run_of("a", replicates=6))
    assert {first for _, first in simulated} == {4, 5}
    assert after[after["replicate"] < 4].reset_index(drop=True).equals(before)


@pytest.mark.parametrize("shard_seconds", [0.5, 3.0, 100.0])
@pytest.mark.parametrize("settings", [EXPERIMENT.settings, EXPERIMENT.settings[::-1]])
def test_rows_are_gathered_in_one_order(monkeypatch, shard_seconds, settings):
    experiment = dataclasses.replace(EXPERIMENT, settings=settings)
    monkeypatch.setattr(runs, "experiments_of", lambda paper: (experiment,))
    run = run_of("c", "a", "b", shard_seconds=shard_seconds)
    run.collect("paper", "regret")
    path = run.results_path("paper", "regret")
    found = store.read(path, columns=experiment.columns)
    assert found.num_rows == 24
    keys = [*(column.name for column in settings), "replicate"]
    assert found.equals(found.sort_by([(key, "ascending") for key in keys]))
    assert found["epsilon"].to_pylist()[-4:] == [None] * 4
    assert run.read("paper", "regret").equals(found)
    assert "code" not in store.read_record(path)


@pytest.mark.parametrize("there", range(6))
def test_part_of_partly_made_run_counts_runs_once(there):
    run = run_of("a", "b", epsilons=(0.2, 0.1), shard_seconds=3.0)
    for shard in run.shards("paper")[:there]:
        run.simulate(shard)
    found = run.read("paper", "regret", PART).to_pandas()
    assert set(found["algorithm"]) == {"a"}
    assert len(found) == 4 + min(there, 4)  # a whole shard has a run with the other epsilon
    assert not found.duplicated().any()
    assert len(run.read("paper", "regret")) == 16


# --- A task that another data set chooses ---

PLACE = {"paper": "paper", "experiment": "tuning", "replicates": 30}
GRID = [
    Cell(**PLACE, settings={"algorithm": "b", "epsilon": scale}, task=Task("b", scale))
    for scale in (2.0, 0.5, 1.0)
]


def chosen_cells(config):
    choice = Choice(metric="regret", candidates=tuple((one, one.task) for one in GRID))
    return [cell(Task("b", 2.0), replicates=4, choice=choice, algorithm="b", epsilon=None)]


@pytest.fixture
def tuned(monkeypatch):
    regret = dataclasses.replace(EXPERIMENT, listed=chosen_cells)
    tuning = dataclasses.replace(EXPERIMENT, name="tuning", listed=lambda config: GRID)
    monkeypatch.setattr(runs, "experiments_of", lambda paper: (regret, tuning))
    return run_of("b")


def test_a_task_is_chosen_by_validation_runs(tuned):
    """Scale 0.5 has the least mean; its runs have the streams of the cell that chose it."""
    found, _ = made(tuned)
    (chosen,) = tuned.experiment("paper", "regret").cells(tuned.configurations["paper"])
    plain = dataclasses.replace(chosen, choice=None, task=Task("b", 0.5))
    expected = plain.simulate(0, 4, root_seed=5)["regret"]
    np.testing.assert_array_equal(found["regret"], expected)
    SIMULATED.clear()
    tuned.read("paper", "tuning")
    assert SIMULATED == []  # they were kept when the choice was made


def test_validation_runs_come_before_and_name_the_shard(tuned, monkeypatch):
    (regret, *tuning) = tuned.shards("paper")
    assert shards.before(regret, [regret, *tuning]) == tuning
    assert shards.before(tuning[0], [regret, *tuning]) == []
    needed = tuned.cells("paper", [Need(experiment="regret")])
    assert [cell.experiment for cell in needed] == ["tuning"] * 3 + ["regret"]
    monkeypatch.setattr(
        shards, "content", lambda task: [task.scale + (task.scale == 1.0), task.algorithm]
    )
    assert runs.Run("quick", tuned.configurations).shards("paper")[0].name != regret.name


# --- Saved runs ---


def saved(run, planned):
    """Return the run as a job of the workflow opens it."""
    runs.save(dataclasses.replace(run, handed=tuple(planned)))
    job = runs.open_run("quick", "paper")
    assert list(job.handed) == planned
    return job


def test_job_uses_planned_shards_while_others_finish():
    run = run_of("a", "b", epsilons=(0.2, 0.1), shard_seconds=3.0)
    run.simulate(run.shards("paper")[0])
    planned = run.shards("paper", PART)
    job = saved(run, planned)
    for shard in run.shards("paper")[1:3]:
        run.simulate(shard)
    assert run.shards("paper", PART) != planned
    expected = {run.shard_path(shard) for shard in planned}
    before = {*run.directory.rglob("*.parquet")}
    job.read("paper", "regret", PART)
    assert {*run.directory.rglob("*.parquet")} - before == expected - before


def test_choice_rests_on_planned_shards(tuned):
    job = saved(tuned, tuned.shards("paper", [Need(experiment="regret")]))
    (regret,) = (shard for shard in job.handed if shard.waits)
    job.simulate(regret)
    files = {path.stem for path in tuned.directory.rglob("*.parquet")}
    assert files == {shard.name for shard in job.handed}


def test_shard_of_other_code_is_refused(world):
    run = run_of("a")
    job = saved(run, run.shards("paper"))
    world.code["a"] = "edited"
    with pytest.raises(ConfigurationError, match="changed after run quick was planned"):
        job.simulate(job.handed[0])
    assert SIMULATED == []


def test_saved_run_that_cannot_be_used_is_refused(monkeypatch):
    run = run_of("a")
    saved(run, run.shards("paper"))
    monkeypatch.delattr(sys.modules[__name__], "Task")  # as an edit may take a class away
    with pytest.raises(ConfigurationError, match="code changed after it was planned"):
        runs.open_run("quick", "paper")
    run.plan_path("paper").write_bytes(b"")
    with pytest.raises(ResultsError, match="missing, truncated or altered"):
        runs.open_run("quick", "paper")
