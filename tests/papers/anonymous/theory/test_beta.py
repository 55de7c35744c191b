"""β(G), against the convex hull of enumerated vertices."""

import numpy as np
import pytest
from scipy.optimize import linprog

from bandit_replications.papers.anonymous.environments import graphs
from bandit_replications.papers.anonymous.environments.graphs import subsets
from bandit_replications.papers.anonymous.theory import beta, polytope
from support.anonymous_polytope import vertices


def hull_beta(active, group_size, *, dominated):
    """Oracle: the largest β over combinations of all vertices, without inequalities (1)."""
    users, arms = active.shape
    sizes = {"arms": arms, "group_size": group_size}
    parts = [vertices(users, opened, **sizes) for opened in subsets(arms)]
    points = np.concatenate(parts)
    points = points[~np.any(points.astype(bool) & ~active, axis=(1, 2))].reshape(-1, users * arms)
    weights = (active / active.sum(axis=1, keepdims=True)).ravel()
    number = points.shape[0]
    gap = np.column_stack([-points.T, weights])
    total = np.append(np.ones(number), 0)[None]
    if dominated:
        bounds = {"A_ub": gap, "b_ub": np.zeros(users * arms), "A_eq": total, "b_eq": [1]}
    else:
        bounds = {
            "A_eq": np.vstack([gap, total]),
            "b_eq": np.append(np.zeros(users * arms), 1),
        }
    return -linprog(np.append(np.zeros(number), -1), **bounds).fun


@pytest.mark.parametrize("dominated", [True, False])
@pytest.mark.parametrize(("arms", "users", "group_size"), [(2, 5, 1), (3, 6, 1)])
def test_beta_is_that_of_the_enumerated_hull(arms, users, group_size, dominated):
    for counts in graphs.all_graphs(arms=arms, users=users, least_cluster=group_size + 1)[::24]:
        active = graphs.active_sets(counts, arms=arms)
        expected = hull_beta(active, group_size, dominated=dominated)
        found = beta.beta(counts, arms=arms, group_size=group_size, dominated=dominated)
        assert found == pytest.approx(expected, abs=1e-7)
        whole = polytope.largest_beta(active, group_size=group_size, dominated=dominated)
        assert whole == pytest.approx(expected, abs=1e-7)


def test_beta_does_not_depend_on_the_graphs_before():
    families = graphs.all_graphs(arms=3, users=6, least_cluster=2)
    for dominated in (False, True):
        alone = [
            beta.BetaProgram(arms=3, group_size=1, dominated=dominated)(counts)
            for counts in families[:3]
        ]
        program = beta.BetaProgram(arms=3, group_size=1, dominated=dominated)
        values = [program(counts) for counts in families]
        assert values[:3] == alone
        assert [program(counts) for counts in reversed(families)] == values[::-1]


def test_search_finds_the_worst_case_for_three_arms():
    value, counts = beta.search(
        arms=3,
        users=6,
        group_size=1,
        least_cluster=2,
        moves=60,
        generator=np.random.default_rng(0),
    )
    assert value == pytest.approx(3 / 5, abs=1e-7)
    assert graphs.cluster(counts, arms=3) >= 2


def test_bad_input_is_refused():
    for arguments, message in (
        ({"arms": 6, "group_size": 1}, "arms: 6; allowed: from 1 to 5"),
        ({"arms": 2, "group_size": 0}, "group_size: 0; allowed: >= 1"),
    ):
        with pytest.raises(ValueError, match=message):
            beta.BetaProgram(**arguments, dominated=True)
    program = beta.BetaProgram(arms=2, group_size=1, dominated=True)
    with pytest.raises(ValueError, match=r"counts: .* allowed: 3 numbers of users"):
        program((3, -1, 3))
