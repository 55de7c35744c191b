import numpy as np
import pytest

from bandit_replications.papers.cooperative.algorithms import centralised_ucb1
from support.cooperative import GRAPHS, group, same_actions


@pytest.mark.parametrize("graph", GRAPHS)
def test_it_acts_as_the_pseudo_code_and_makes_all_pulls(graph):
    problem = group(graph)
    for width in ("own", "algorithm-2", "algorithm-3"):
        assert same_actions(centralised_ucb1, problem, width=width)
    run = centralised_ucb1.simulate(problem, generator=np.random.default_rng(0))
    assert run.pulls.sum(axis=1).tolist() == (problem.agents * problem.points).tolist()
