"""The table of costs: measured seconds by algorithm, in proportion to the work."""

import pytest

from bandit_replications.experiments import costs
from bandit_replications.experiments.cells import Cell


def seconds(paper, algorithm, work=1.0):
    settings = {"instance": "easy", "algorithm": algorithm}
    cell = Cell(experiment="e", settings=settings, replicates=1, task=None, work=work)
    return costs.seconds(paper, cell)


def test_seconds_grow_with_work_and_jobs_with_the_slowest(tmp_path, monkeypatch):
    path = tmp_path / "costs.csv"
    path.write_text("paper,experiment,algorithm,seconds\np,job,figures,50\nq,e,a,2\n")
    monkeypatch.setattr(costs, "table_path", lambda: path)
    costs._table.cache_clear()
    try:
        costs.write({("p", "e", "a"): 0.02, ("p", "job", "claims"): 9.0})
        assert seconds("p", "a", work=20) == pytest.approx(0.4)
        assert seconds("q", "a") == 2
        assert seconds("p", "b", work=3) == 3 * costs.UNMEASURED
        jobs = [("p", "claims"), ("p", "figures"), ("new", "claims"), ("p", "site")]
        assert [costs.job_seconds(*one) for one in jobs] == [9, 50, 9, costs.START]
    finally:
        costs._table.cache_clear()
