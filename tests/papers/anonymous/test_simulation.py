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


def cells_with(config, experiment, **settings):
    return [c for c in experiment.cells(config) if settings.items() <= c.settings.items()]


def test_curves_are_kept_for_all_replicates(config):
    cell = cells_with(config, REGRET, reading="main", decomposition="lp")[0]
    columns = cell.simulate(0, 3, root_seed=5)
    counts = np.bincount(columns["replicate"])
    assert counts[0] == counts[1] == counts[2] > 5
    assert np.all(np.diff(columns["regret"][columns["replicate"] == 0]) >= 0)


def test_a_run_keeps_its_chosen_constant(config):
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


def test_an_unmet_demand_is_null(config):
    cell = cells_with(config, DECOMPOSITIONS, graph="worst", method="lp")[0]
    assert np.isnan(cell.simulate(0, 1, root_seed=5)["assignments"]).all()
