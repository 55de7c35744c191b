"""Demands, flows and clusters, against enumeration and Hall's condition."""

import numpy as np
import pytest
from scipy.optimize import linprog

from bandit_replications.papers.anonymous.algorithms.decompositions import demands
from bandit_replications.papers.anonymous.algorithms.decompositions.demands import (
    Decomposition,
    Demand,
    DemandError,
)
from bandit_replications.papers.anonymous.environments import graphs


def test_needs_are_rounded_up():
    active = np.array([[True, True, True], [True, False, False], [False, False, False]])
    demand = Demand(active=active, total=10, group_size=1)
    assert demand.needs.tolist() == [[4, 4, 4], [10, 0, 0], [0, 0, 0]]
    assert demand.weights.sum(axis=1).tolist() == [1, 1, 0]


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"active": np.ones((2, 2))}, TypeError, "active: allowed: an array of bool"),
        ({"active": np.zeros((2, 2), bool)}, ValueError, "at least one active pair"),
        ({"total": 0}, ValueError, "total: 0; allowed: >= 1"),
    ],
)
def test_unsuitable_demands(changes, error, message):
    arguments = {"active": np.ones((4, 2), bool), "total": 3, "group_size": 1} | changes
    with pytest.raises(error, match=message):
        Demand(**arguments)


def test_informative_pairs_by_hand():
    rows = np.array([[0, 0, 1], [1, 1, 1]])
    pairs = demands.informative_pairs(rows, arms=2, enough=2)
    assert pairs[0].tolist() == [[True, False], [True, False], [False, False]]
    assert pairs[1].tolist() == [[False, True]] * 3


def test_unmet_counts_repeats():
    demand = Demand(active=np.ones((2, 1), bool), total=3, group_size=1)
    for copies, short in ((2, True), (3, False)):
        run = Decomposition(
            assignments=np.zeros((1, 2), np.int64), multiplicities=np.array([copies])
        )
        assert demands.unmet(run, demand).any() == short


@pytest.mark.parametrize(("arms", "users"), [(2, 5), (3, 5)])
def test_cluster_by_flows_is_halls(arms, users):
    """Oracle: Hall's condition (`graphs.cluster`), on every graph."""
    for counts in graphs.all_graphs(arms=arms, users=users, least_cluster=0):
        active = graphs.active_sets(counts, arms=arms)
        assert demands.matched_cluster(active) == graphs.cluster(counts, arms=arms)


def test_random_active_is_uniform():
    """False alarm 1e-6 for each count, normal approximation."""
    active = np.array([[True, False, True], [True, True, True], [False, False, False]])
    rows = demands.random_active(active, np.random.default_rng(1), rows=30_000)
    assert (rows[:, 2] == demands.IDLE).all()
    for user, arms in ((0, [0, 2]), (1, [0, 1, 2])):
        counts = np.bincount(rows[:, user], minlength=3)
        assert set(np.flatnonzero(counts)) == set(arms)
        chance = 1 / len(arms)
        spread = np.sqrt(30_000 * chance * (1 - chance))
        assert np.abs(counts[arms] - 30_000 * chance).max() < 4.9 * spread


def feasible(supply, allowed, low, high):
    """Return whether a transport of everything exists: a linear program (integral vertices)."""
    users, arms = allowed.shape
    rows = np.kron(np.eye(users), np.ones(arms))
    sums = np.kron(np.ones(users), np.eye(arms))
    found = linprog(
        np.zeros(users * arms),
        A_eq=rows,
        b_eq=supply,
        A_ub=np.vstack([sums, -sums]),
        b_ub=np.concatenate([high, -low]),
        bounds=[(0, None if yes else 0) for yes in allowed.ravel()],
    )
    return found.status == 0


@pytest.fixture(scope="module")
def transports():
    """Return problems, about half of them solvable, each with the answer of a linear program."""
    stream = np.random.default_rng(6)
    found = []
    for most in [1] * 60 + [11] * 200:  # units of a user
        users, arms = stream.integers(2, 9), stream.integers(2, 5)
        allowed = stream.random((users, arms)) < 0.5
        allowed[np.arange(users), stream.integers(0, arms, users)] = True
        supply = stream.integers(0, most, users, endpoint=True)
        low = stream.integers(0, 1 + max(1, 2 * supply.sum() // arms // 2), arms)
        high = low + stream.integers(0, most, arms, endpoint=True)
        found.append(((supply, allowed, low, high), feasible(supply, allowed, low, high)))
    return found


def test_route_exists_when_a_linear_program_does(transports):
    assert 60 < sum(exists for _, exists in transports) < 200
    for (supply, allowed, low, high), exists in transports:
        if not exists:
            with pytest.raises(DemandError):
                demands.route(supply, allowed, low, high)
            continue
        flow = demands.route(supply, allowed, low, high)
        assert (flow.sum(axis=1) == supply).all()
        assert (flow[~allowed] == 0).all()
        assert (flow >= 0).all()
        assert (flow.sum(axis=0) >= low).all()
        assert (flow.sum(axis=0) <= high).all()
