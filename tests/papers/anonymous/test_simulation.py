from dataclasses import replace

import numpy as np
import pytest

from bandit_replications.configuration import validation as configuration
from bandit_replications.papers.anonymous.environments.instances import min_cluster
from bandit_replications.papers.anonymous.experiments import EXPERIMENTS

REGRET, DECOMPOSITIONS = (
    next(e for e in EXPERIMENTS if e.name == name) for name in ("regret", "decompositions")
)


@pytest.fixture(scope="module")
def config():
    return configuration.load(
        "anonymous",
        scale="quick",
        overrides={
            "regret": {"horizon": 2000, "checkpoints": 5},
            "tuning": {"replicates": 2},
            "scaling": {"base": {"horizon": 2000}, "horizons": [2000], "gaps": [0.25]},
        },
    )


@pytest.mark.parametrize("experiment", [e for e in EXPERIMENTS if e.name != "lower-bounds"],
                         ids=lambda e: e.name)  # fmt: skip
def test_any_part_of_a_cell_gives_the_same_rows(config, experiment):
    """Columns as promised, and replicates 1 and 2 alone as among others."""
    names = ("algorithm", "decomposition", "method")
    samples = {tuple(c.settings.get(n) for n in names): c for c in experiment.cells(config)}
    for cell in samples.values():
        last = min(3, cell.replicates)
        together = cell.simulate(0, last, root_seed=5)
        names = {"replicate", *(column.name for column in experiment.metrics)}
        names |= {"round"} if experiment.rounds else set()
        assert set(together) == names
        alone = cell.simulate(last - 1, last, root_seed=5)
        rows = together["replicate"] == last - 1
        for name in names:
            np.testing.assert_array_equal(together[name][rows], alone[name])


def cells_with(config, experiment, **settings):
    return [c for c in experiment.cells(config) if settings.items() <= c.settings.items()]


def test_curves_are_kept_for_all_replicates(config):
    cell = cells_with(config, REGRET, reading="main", decomposition="lp")[0]
    columns = cell.simulate(0, 3, root_seed=5)
    counts = np.bincount(columns["replicate"])
    assert counts[0] == counts[1] == counts[2] > 5
    assert np.all(np.diff(columns["regret"][columns["replicate"] == 0]) >= 0)


def test_a_run_keeps_the_constant_that_was_chosen_for_it(config):
    (cell,) = cells_with(config, REGRET, reading="main", decomposition="lp", instance="uniform")
    for candidate, task in cell.choice.candidates[::4]:
        columns = replace(cell, task=task).simulate(0, 2, root_seed=5)
        assert set(columns["constant"]) == {candidate.settings["constant"]}
    given = cells_with(config, REGRET, reading="printed-constants", decomposition="lp")[0]
    assert np.isnan(given.simulate(0, 1, root_seed=5)["constant"]).all()


@pytest.mark.parametrize("instance", ["uniform", "clustered"])
def test_min_cluster_is_that_of_the_instance(config, instance):
    cell = cells_with(config, REGRET, reading="main", instance=instance)[0]
    columns = cell.simulate(0, 2, root_seed=5)
    for replicate, cluster in zip(columns["replicate"], columns["min_cluster"], strict=True):
        assert cluster == min_cluster(cell.task.problem(int(replicate), 5).means)
    if instance == "clustered":
        assert set(columns["min_cluster"]) == {25}


def test_a_demand_that_a_method_cannot_meet_is_null(config):
    cell = cells_with(config, DECOMPOSITIONS, graph="worst", method="lp")[0]
    assert np.isnan(cell.simulate(0, 1, root_seed=5)["assignments"]).all()
