"""A run simulates what it lacks, and only that."""

import dataclasses
from dataclasses import dataclass

import numpy as np
import pytest

from bandit_replications.experiments import gathering, handover, shards, store
from bandit_replications.experiments import run as runs
from bandit_replications.experiments.cells import (
    ALGORITHM,
    Cell,
    Choice,
    Experiment,
    cell,
    number,
)
from bandit_replications.experiments.needs import Need
from bandit_replications.experiments.tasks import rows
from bandit_replications.runtime.errors import ConfigurationError

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

    def __init__(self, algorithms):
        self.algorithms = algorithms


def cells(config):
    return [
        cell(Task(name, epsilon or 1.0), replicates=4, algorithm=name, epsilon=epsilon)
        for epsilon in (None, 0.1)
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


@pytest.fixture
def made(tmp_path, monkeypatch):
    """Return what simulates some algorithms, given code and seconds of a replicate."""
    monkeypatch.setattr(runs, "experiments_of", lambda paper: (EXPERIMENT,))
    monkeypatch.setattr(runs.Run, "directory", tmp_path)
    monkeypatch.setattr(shards, "modules_of", lambda task: (task.algorithm,))

    def simulate(algorithms, *, code="", seconds=1.0):
        monkeypatch.setattr(shards, "code_hash", lambda name: code if name == "b" else "")
        monkeypatch.setattr(shards.costs, "seconds", lambda paper, cell: seconds)
        SIMULATED.clear()
        run = runs.Run("quick", {"paper": Configuration(algorithms)})
        table = run.read_shards("paper", "regret").to_pandas()
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


def test_new_costs_pack_anew_and_simulate_nothing(made):
    before, _ = made(["a", "b"])
    after, simulated = made(["a", "b"], seconds=10.0)  # two replicates a piece
    assert simulated == []
    assert after.equals(before)


def test_a_file_that_was_altered_is_not_used(made, tmp_path):
    before, _ = made(["a", "b"])
    for path in tmp_path.rglob("*.parquet"):
        path.write_bytes(path.read_bytes()[:-1])
    after, simulated = made(["a", "b"], code="edited")
    assert {name for name, *_ in simulated} == {"a", "b"}
    assert after.equals(before)


@pytest.mark.parametrize("shard_seconds", [0.5, 3.0, 100.0])
def test_rows_are_gathered_in_one_order_piece_by_piece(made, monkeypatch, shard_seconds):
    monkeypatch.setattr(gathering, "_ROWS_HELD", 3)
    monkeypatch.setattr(gathering, "_FILES_HELD", 1)
    monkeypatch.setattr(store, "ROW_GROUP", 3)
    monkeypatch.setattr(runs.Run, "_record", lambda *names: {})
    made([])
    run = runs.Run("quick", {"paper": Configuration(["c", "a", "b"])}, shard_seconds)
    run.collect("paper", "regret")
    path = run.results_path("paper", "regret")
    found = store.read(path, columns=EXPERIMENT.columns)
    assert found.num_rows == 24
    keys = ["algorithm", "epsilon", "replicate"]
    assert found.equals(found.sort_by([(key, "ascending") for key in keys]))
    assert found["epsilon"].to_pylist()[:8] == [0.1] * 4 + [None] * 4
    assert run.read_shards("paper", "regret").equals(found)


@pytest.mark.parametrize("there", range(6))
def test_part_of_partly_made_run_counts_runs_once(made, there):
    made([])
    run = runs.Run("quick", {"paper": Configuration(["a", "b"])}, 3.0)
    for shard in run.shards("paper")[:there]:
        run.simulate(shard)
    needs = (Need(experiment="regret", where={"algorithm": ["a"]}),)
    found = run.read_shards("paper", "regret", needs).to_pandas()
    found = found[found["algorithm"] == "a"]
    assert len(found) == 8
    assert not found.duplicated().any()


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
def tuned(tmp_path, monkeypatch):
    """Return a run whose data set's task is chosen by another data set."""
    regret = dataclasses.replace(EXPERIMENT, listed=tuned_cells)
    tuning = dataclasses.replace(
        EXPERIMENT, name="tuning", listed=lambda config: tuned_cells(Configuration(["grid"]))
    )
    monkeypatch.setattr(runs, "experiments_of", lambda paper: (regret, tuning))
    monkeypatch.setattr(runs.Run, "directory", tmp_path)
    monkeypatch.setattr(shards, "modules_of", lambda task: (task.algorithm,))
    monkeypatch.setattr(shards, "code_hash", lambda name: "")
    monkeypatch.setattr(shards.costs, "seconds", lambda paper, cell: 1.0)
    SIMULATED.clear()
    return runs.Run("quick", {"paper": Configuration(["b"])})


def test_a_task_is_chosen_by_validation_runs(tuned):
    """Scale 0.5 has the least mean; its runs have the streams of the cell that chose it."""
    found = tuned.read_shards("paper", "regret").to_pandas()
    (chosen,) = tuned.experiment("paper", "regret").cells(tuned.configurations["paper"])
    plain = dataclasses.replace(chosen, choice=None, task=Task("b", 0.5))
    expected = plain.simulate(0, 4, root_seed=5)["regret"]
    np.testing.assert_array_equal(found["regret"], expected)
    SIMULATED.clear()
    tuned.read_shards("paper", "tuning")
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
    assert tuned.shards("paper")[0].name != regret.name


# --- Handed shards ---


def handed_over(run, planned):
    """Return the run as a job of the workflow opens it."""
    handover.write(run, "paper", planned)
    return dataclasses.replace(run, handed=handover.read(run, "paper"))


def test_job_uses_planned_shards_while_others_finish(made):
    made([])
    run = runs.Run("quick", {"paper": Configuration(["a", "b"])}, 3.0)
    needs = (Need(experiment="regret", where={"algorithm": ["a"]}),)
    planned = run.shards("paper", needs)
    job = handed_over(run, planned)
    assert list(job.handed) == planned
    for shard in run.shards("paper")[1:3]:
        run.simulate(shard)
    assert run.shards("paper", needs) != planned
    expected = {run.shard_path(shard) for shard in planned}
    before = {*run.directory.rglob("*.parquet")}
    job.read_shards("paper", "regret", needs)
    assert {*run.directory.rglob("*.parquet")} - before == expected - before


def test_handed_choice_rests_on_handed_shards(tuned, monkeypatch):
    planned = tuned.shards("paper", [Need(experiment="regret")])
    job = handed_over(tuned, planned)
    assert list(job.handed) == planned
    monkeypatch.setattr(shards.costs, "seconds", lambda paper, cell: 7.0)  # to cut anew
    (regret,) = (shard for shard in job.handed if shard.waits)
    job.simulate(regret)
    made = {path.stem for path in tuned.directory.rglob("*.parquet")}
    assert made == {shard.name for shard in planned}


def test_handed_shard_of_other_code_is_refused(made, monkeypatch):
    made([])
    run = runs.Run("quick", {"paper": Configuration(["a"])})
    job = handed_over(run, run.shards("paper"))
    monkeypatch.setattr(shards, "code_hash", lambda name: "edited")
    with pytest.raises(ConfigurationError, match="changed after run quick was planned"):
        job.simulate(job.handed[0])
    assert SIMULATED == []


def test_handed_shard_of_other_configuration_is_refused(made):
    made([])
    run = runs.Run("quick", {"paper": Configuration(["a", "b"])})
    handover.write(run, "paper", run.shards("paper"))
    edited = runs.Run("quick", {"paper": Configuration(["a"])})
    with pytest.raises(ConfigurationError, match="run quick: configuration changed"):
        handover.read(edited, "paper")


def test_unplanned_shard_is_refused(made):
    made([])
    run = runs.Run("quick", {"paper": Configuration(["a"])})
    (shard,) = planned = run.shards("paper")
    assert handover.find(planned, [shard.name]) == planned
    with pytest.raises(ConfigurationError, match="shard other: not planned"):
        handover.find(planned, [shard.name, "other"])
