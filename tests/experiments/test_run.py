"""A run simulates what it lacks, and only that."""

import dataclasses
import sys
from dataclasses import dataclass

import numpy as np
import pytest

from bandit_replications.experiments import run as runs
from bandit_replications.experiments import shards, store
from bandit_replications.experiments.cells import ALGORITHM, Cell, Choice, Experiment, cell, number
from bandit_replications.experiments.needs import Need
from bandit_replications.experiments.tasks import rows
from bandit_replications.runtime.errors import ConfigurationError, ResultsError

SIMULATED = []


@dataclass(frozen=True)
class Task:
    algorithm: str
    scale: float

    def simulate(self, replicates):
        SIMULATED.append((self.algorithm, replicates.first, replicates.last))
        return rows(
            (replicate, {"regret": self.scale * generator.random()})
            for replicate, generator in replicates
        )


class Configuration:
    root_seed = 5
    replicates = 4
    epsilons = (None, 0.1)

    def __init__(self, algorithms):
        self.algorithms = algorithms


def cells(config):
    return [
        cell(
            Task(name, epsilon or 1.0),
            replicates=config.replicates,
            algorithm=name,
            epsilon=epsilon,
        )
        for epsilon in config.epsilons
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


@pytest.fixture(autouse=True)
def _no_code_and_no_table(tmp_path, monkeypatch):
    monkeypatch.setattr(runs, "experiments_of", lambda paper: (EXPERIMENT,))
    monkeypatch.setattr(runs.Run, "directory", tmp_path)
    monkeypatch.setattr(shards, "modules_of", lambda task: (task.algorithm,))
    monkeypatch.setattr(shards, "code_hash", lambda name: "")
    monkeypatch.setattr(shards.costs, "seconds", lambda paper, cell: 1.0)
    monkeypatch.setattr(runs.configuration, "to_values", lambda config: {})
    SIMULATED.clear()


@pytest.fixture
def made(monkeypatch):
    """Return what simulates some algorithms, given code and seconds of a replicate."""

    def simulate(algorithms, *, code="", seconds=1.0):
        monkeypatch.setattr(shards, "code_hash", lambda name: code if name == "b" else "")
        monkeypatch.setattr(shards.costs, "seconds", lambda paper, cell: seconds)
        SIMULATED.clear()
        run = runs.Run("quick", {"paper": Configuration(algorithms)})
        table = run.read("paper", "regret").to_pandas()
        return table, list(SIMULATED)

    return simulate


def test_only_what_changed_is_simulated_again(made):
    before, first = made(["a", "b", "c"])
    assert len(first) == 6
    assert len(before) == 24
    after, second = made(["a", "b", "c"], code="edited")
    assert {name for name, *_ in second} == {"b"}
    np.testing.assert_array_equal(before["regret"], after["regret"])
    more, third = made(["a", "b", "c", "d"], code="edited")
    assert {name for name, *_ in third} == {"d"}
    assert more[more["algorithm"] != "d"].reset_index(drop=True).equals(after)


def test_an_altered_file_is_not_used(made, tmp_path):
    before, _ = made(["a", "b"])
    for path in tmp_path.rglob("*.parquet"):
        path.write_bytes(path.read_bytes()[:-1])
    after, simulated = made(["a", "b"])
    assert {name for name, *_ in simulated} == {"a", "b"}
    assert after.equals(before)


def test_more_replicates_keep_what_is_there(made, monkeypatch):
    before, _ = made(["a"], seconds=8.0)  # a replicate of both cells a shard
    monkeypatch.setattr(Configuration, "replicates", 6)
    after, simulated = made(["a"], seconds=8.0)
    assert {first for _, first, _ in simulated} == {4, 5}
    assert after[after["replicate"] < 4].reset_index(drop=True).equals(before)


@pytest.mark.parametrize("shard_seconds", [0.5, 3.0, 100.0])
@pytest.mark.parametrize("settings", [EXPERIMENT.settings, EXPERIMENT.settings[::-1]])
def test_rows_are_gathered_in_one_order(made, monkeypatch, shard_seconds, settings):
    monkeypatch.setattr(runs, "lock_hash", lambda: "")
    monkeypatch.setattr(Configuration, "model_dump", lambda *_, **__: {"regret": {}}, raising=False)
    made([])
    experiment = dataclasses.replace(EXPERIMENT, settings=settings)
    monkeypatch.setattr(runs, "experiments_of", lambda paper: (experiment,))
    run = runs.Run("quick", {"paper": Configuration(["c", "a", "b"])}, shard_seconds)
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
def test_part_of_partly_made_run_counts_runs_once(made, monkeypatch, there):
    monkeypatch.setattr(Configuration, "epsilons", (0.2, 0.1))
    made([])
    run = runs.Run("quick", {"paper": Configuration(["a", "b"])}, 3.0)
    for shard in run.shards("paper")[:there]:
        run.simulate(shard)
    needs = (Need(experiment="regret", where={"algorithm": ["a"], "epsilon": [0.1]}),)
    found = run.read("paper", "regret", needs).to_pandas()
    assert set(found["algorithm"]) == {"a"}
    assert len(found) == 4 + min(there, 4)  # a whole shard has a run with the other epsilon
    assert not found.duplicated().any()
    assert len(run.read("paper", "regret")) == 16


def tuned_cells(config):
    grid = [
        Cell(
            paper="paper",
            experiment="tuning",
            settings={"algorithm": "b", "epsilon": scale},
            replicates=30,
            task=Task("b", scale),
        )
        for scale in (2.0, 0.5, 1.0)
    ]
    if config.algorithms == ["grid"]:
        return grid
    return [
        cell(
            Task("b", 2.0),
            replicates=4,
            choice=Choice(metric="regret", candidates=tuple((one, one.task) for one in grid)),
            algorithm="b",
            epsilon=None,
        )
    ]


@pytest.fixture
def tuned(monkeypatch):
    """Return a run whose data set's task is chosen by another data set."""
    regret = dataclasses.replace(EXPERIMENT, listed=tuned_cells)
    tuning = dataclasses.replace(
        EXPERIMENT, name="tuning", listed=lambda config: tuned_cells(Configuration(["grid"]))
    )
    monkeypatch.setattr(runs, "experiments_of", lambda paper: (regret, tuning))
    return runs.Run("quick", {"paper": Configuration(["b"])})


def test_a_task_is_chosen_by_validation_runs(tuned):
    """Scale 0.5 has the least mean; its runs have the streams of the cell that chose it."""
    found = tuned.read("paper", "regret").to_pandas()
    (chosen,) = tuned.experiment("paper", "regret").cells(tuned.configurations["paper"])
    plain = dataclasses.replace(chosen, choice=None, task=Task("b", 0.5))
    expected = plain.simulate(0, 4, root_seed=5)["regret"]
    np.testing.assert_array_equal(found["regret"], expected)
    SIMULATED.clear()
    tuned.read("paper", "tuning")
    assert SIMULATED == []  # they were kept when the choice was made


def test_what_chooses_comes_before_and_is_part_of_the_name(tuned, monkeypatch):
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
    return runs.open_run("quick", "paper")


def test_job_uses_planned_shards_while_others_finish(made, monkeypatch):
    monkeypatch.setattr(Configuration, "epsilons", (0.2, 0.1))
    made([])
    run = runs.Run("quick", {"paper": Configuration(["a", "b"])}, 3.0)
    needs = (Need(experiment="regret", where={"algorithm": ["a"], "epsilon": [0.1]}),)
    run.simulate(run.shards("paper")[0])
    planned = run.shards("paper", needs)
    job = saved(run, planned)
    assert list(job.handed) == planned
    for shard in run.shards("paper")[1:3]:
        run.simulate(shard)
    assert run.shards("paper", needs) != planned
    expected = {run.shard_path(shard) for shard in planned}
    before = {*run.directory.rglob("*.parquet")}
    job.read("paper", "regret", needs)
    assert {*run.directory.rglob("*.parquet")} - before == expected - before


def test_choice_rests_on_planned_shards(tuned):
    planned = tuned.shards("paper", [Need(experiment="regret")])
    job = saved(tuned, planned)
    assert list(job.handed) == planned
    (regret,) = (shard for shard in job.handed if shard.waits)
    job.simulate(regret)
    made = {path.stem for path in tuned.directory.rglob("*.parquet")}
    assert made == {shard.name for shard in planned}


def test_shard_of_other_code_is_refused(made, monkeypatch):
    made([])
    run = runs.Run("quick", {"paper": Configuration(["a"])})
    job = saved(run, run.shards("paper"))
    monkeypatch.setattr(shards, "code_hash", lambda name: "edited")
    with pytest.raises(ConfigurationError, match="changed after run quick was planned"):
        job.simulate(job.handed[0])
    assert SIMULATED == []


def test_saved_run_that_cannot_be_used_is_refused(made, monkeypatch):
    made([])
    run = runs.Run("quick", {"paper": Configuration(["a"])})
    saved(run, run.shards("paper"))
    monkeypatch.delattr(sys.modules[__name__], "Task")  # as an edit may take a class away
    with pytest.raises(ConfigurationError, match="code changed after it was planned"):
        runs.open_run("quick", "paper")
    run.plan_path("paper").write_bytes(b"")
    with pytest.raises(ResultsError, match="missing, truncated or altered"):
        runs.open_run("quick", "paper")
