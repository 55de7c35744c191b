"""β(G), against the convex hull of enumerated vertices."""

import numpy as np
import pytest
from scipy.optimize import linprog

from bandit_replications.papers.anonymous.environments import graphs
from bandit_replications.papers.anonymous.environments.graphs import subsets
from bandit_replications.papers.anonymous.theory import beta
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
        bounds = {"A_eq": np.vstack([gap, total]), "b_eq": np.append(np.zeros(users * arms), 1)}
    return -linprog(np.append(np.zeros(number), -1), **bounds).fun


@pytest.mark.parametrize("dominated", [True, False])
@pytest.mark.parametrize(("arms", "users", "group_size"), [(2, 5, 1), (3, 6, 1)])
def test_beta_is_that_of_the_enumerated_hull(arms, users, group_size, dominated):
    for counts in graphs.all_graphs(arms=arms, users=users, least_cluster=group_size + 1)[::24]:
        active = graphs.active_sets(counts, arms=arms)
        expected = hull_beta(active, group_size, dominated=dominated)
        found = beta.beta(counts, arms=arms, group_size=group_size, dominated=dominated)
        assert float(found) == pytest.approx(expected, abs=1e-7)


def test_basis_that_is_not_optimal_is_noticed(monkeypatch):
    counts, solved = graphs.lone_user_graph(arms=2, cluster=3), beta._solved
    monkeypatch.setattr(beta, "_solved", lambda rows, equal: solved(rows, np.zeros_like(equal)))
    with pytest.raises(RuntimeError, match="not optimal in fractions"):
        beta.beta(counts, arms=2, group_size=2, dominated=False)


def test_bad_input_is_refused():
    for arguments, message in (
        ({"arms": 6, "group_size": 1}, "arms: 6; allowed: from 1 to 5"),
        ({"arms": 2, "group_size": 0}, "group_size: 0; allowed: >= 1"),
        ({"arms": 2, "group_size": 1}, r"counts: .* allowed: 3 numbers of users"),
    ):
        with pytest.raises(ValueError, match=message):
            beta.beta((3, -1, 3), **arguments, dominated=True)
