"""The table of costs: measured seconds by algorithm, in proportion to the work."""

import pytest

from bandit_replications.experiments import costs
from bandit_replications.experiments.cells import Cell


def cell(algorithm, *, work=1.0):
    settings = {"instance": "easy", "algorithm": algorithm}
    return Cell(experiment="e", settings=settings, replicates=1, task=None, work=work)


@pytest.fixture
def _written(tmp_path, monkeypatch):
    path = tmp_path / "costs.csv"
    path.write_text("paper,experiment,algorithm,seconds\np,job,figures,50\nq,e,a,2\n")
    monkeypatch.setattr(costs, "table_path", lambda: path)
    costs._table.cache_clear()
    costs.write({("p", "e", "a"): 0.02, ("p", "job", "claims"): 9.0})
    yield
    costs._table.cache_clear()


@pytest.mark.usefixtures("_written")
def test_seconds_grow_with_work():
    assert costs.seconds("p", cell("a", work=20)) == pytest.approx(0.4)
    assert costs.seconds("q", cell("a")) == 2
    assert costs.seconds("p", cell("b", work=3)) == 3 * costs.UNMEASURED


@pytest.mark.usefixtures("_written")
def test_unmeasured_job_takes_as_long_as_slowest():
    assert costs.job_seconds("p", "claims") == 9
    assert costs.job_seconds("p", "figures") == 50
    assert costs.job_seconds("new", "claims") == 9
    assert costs.job_seconds("p", "site") == costs.START
