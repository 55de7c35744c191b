import numpy as np
import pytest

from bandit_replications.configuration import validation as configuration
from bandit_replications.papers.anonymous import simulation
from bandit_replications.papers.anonymous.environments.instances import min_cluster
from bandit_replications.papers.anonymous.experiments import EXPERIMENTS

CASES = {"all", "worst"}


@pytest.fixture(scope="module")
def config():
    return configuration.load(
        "anonymous",
        scale="quick",
        overrides={
            "regret": {"horizon": 2000, "checkpoints": 5, "curve_replicates": 2},
            "scaling": {"base": {"horizon": 2000}, "horizons": [2000], "gaps": [0.25]},
        },
    )


@pytest.mark.parametrize("experiment", [e for e in EXPERIMENTS if e.name != "lower-bounds"],
                         ids=lambda e: e.name)  # fmt: skip
def test_any_part_of_a_cell_gives_the_same_rows(config, experiment):
    """Columns as promised, and replicates 1 and 2 alone as among others."""
    for cell in _samples(experiment.cells(config)):
        last = min(3, cell.replicates)
        together = experiment.simulate(cell, 0, last, 5)
        names = {"replicate", *(column.name for column in experiment.metrics)}
        names |= {"round"} if experiment.rounds else set()
        assert set(together) == names
        alone = experiment.simulate(cell, last - 1, last, 5)
        rows = together["replicate"] == last - 1
        for name in names:
            np.testing.assert_array_equal(together[name][rows], alone[name])


def _samples(cells):
    """Return a cell for each algorithm, method or graph."""
    found = {}
    for cell in cells:
        settings = cell.settings
        names = ("algorithm", "decomposition", "method", "graph", "reading")
        found.setdefault(tuple(settings.get(name) for name in names[:3]), cell)
    return found.values()


def test_curves_are_kept_for_the_first_replicates_only(config):
    experiment = EXPERIMENTS[0]
    cell = next(c for c in experiment.cells(config) if c.settings["reading"] == "main")
    columns = experiment.simulate(cell, 0, 3, 5)
    counts = np.bincount(columns["replicate"])
    assert counts[0] == counts[1] > 5
    assert counts[2] == 1
    assert np.all(np.diff(columns["regret"][columns["replicate"] == 0]) >= 0)


def test_min_cluster_is_that_of_the_instance(config):
    experiment = EXPERIMENTS[0]
    cells = [c for c in experiment.cells(config) if c.settings["reading"] == "main"]
    for cell in cells[:2]:
        columns = experiment.simulate(cell, 0, 2, 5)
        for replicate, cluster in zip(columns["replicate"], columns["min_cluster"], strict=True):
            assert cluster == min_cluster(simulation.means_of(cell, int(replicate), 5))
    clustered = next(c for c in cells if c.settings["instance"] == "clustered")
    assert set(experiment.simulate(clustered, 0, 2, 5)["min_cluster"]) == {25}


def test_a_demand_that_a_method_cannot_meet_is_null(config):
    experiment = next(e for e in EXPERIMENTS if e.name == "decompositions")
    cell = next(
        c
        for c in experiment.cells(config)
        if (c.settings["graph"], c.settings["method"]) == ("worst", "lp")
    )
    assert np.isnan(experiment.simulate(cell, 0, 1, 5)["assignments"]).all()


def test_warming_runs_everything():
    simulation.warm()
