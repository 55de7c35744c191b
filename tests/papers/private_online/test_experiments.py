import pytest

from bandit_replications.configuration import validation as configuration
from bandit_replications.papers.private_online.experiments import EXPERIMENTS


@pytest.fixture(scope="module")
def cells():
    config = configuration.load("private_online")
    return [cell for experiment in EXPERIMENTS for cell in experiment.cells(config)]


def test_the_papers_scale(cells):
    # Section 6: T = 2 x 2^21, K = 5, seven epsilons, 15 runs at least.
    regret = [cell for cell in cells if cell.experiment == "regret"]
    assert {cell.task.recording.horizon for cell in regret} == {2 * 2**21}
    assert all(cell.replicates >= 15 for cell in regret)
    private = [c for c in regret if c.settings["algorithm"] == "hybrid-ucb"]
    assert len(private) == 3 * 7
