"""What cells cost: measured seconds by their texts, in proportion to their work."""

import pytest

from bandit_replications.experiments import costs
from bandit_replications.experiments.cells import Cell


def cell(algorithm, instance, *, work=1.0, horizon=10):
    settings = {"instance": instance, "algorithm": algorithm, "horizon": horizon}
    return Cell(experiment="e", settings=settings, replicates=1, task=None, work=work)


@pytest.fixture
def _written(tmp_path, monkeypatch):
    monkeypatch.setattr(costs, "table_path", lambda: tmp_path / "costs.csv")
    fast, slow = cell("a", "easy", work=10), cell("a", "hard", work=10, horizon=20)
    costs.write([], {("p", "compile_kernels"): 50.0, ("p", "claims"): 7.0})
    measured = [("p", fast, 5, 1.0), ("p", slow, 2, 8.0), ("p", slow, 2, 4.0)]
    costs.write(measured, {("p", "claims"): 9.0, ("q", "claims"): 12.0})
    yield
    costs._table.cache_clear()


@pytest.mark.usefixtures("_written")
def test_seconds_are_those_measured_in_proportion_to_the_work():
    assert costs.seconds("p", cell("a", "easy", work=20)) == pytest.approx(0.4)
    assert costs.seconds("p", cell("a", "hard", work=1)) == pytest.approx(12 / 4 / 10)


@pytest.mark.usefixtures("_written")
def test_what_was_not_measured_costs_as_the_slowest_of_its_kind():
    assert costs.seconds("p", cell("a", "new", work=1)) == pytest.approx(0.3)
    for paper, algorithm in (("p", "b"), ("q", "a")):
        assert costs.seconds(paper, cell(algorithm, "easy", work=3)) == 3 * costs.UNMEASURED


@pytest.mark.usefixtures("_written")
def test_jobs_take_what_was_measured_last_or_as_long_as_the_slowest():
    assert costs.job_seconds("p", "claims") == 9
    assert costs.job_seconds("p", "compile_kernels") == 50
    assert costs.job_seconds("new", "claims") == 12
    assert costs.job_seconds("p", "site") == costs.START
