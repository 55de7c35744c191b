"""Derivations beyond the ledger's cases: simulated, enumerated, by hand, or altered."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

from bandit_replications.papers.anonymous.algorithms.decompositions.random_closing import closed_law
from bandit_replications.papers.anonymous.environments.graphs import subsets
from bandit_replications.papers.anonymous.theory import (
    base_grid,
    bounds,
    lemma_3,
    lemma_5,
    lemma_6,
    lower_bounds,
    open_problem_1,
    polytope,
    theorem_1,
    theorem_3,
    theorem_4,
    theorem_5,
)
from support.anonymous_polytope import vertices


@pytest.mark.parametrize(
    ("holds", "derivation", "arguments"),
    [
        (True, base_grid.natural_logarithm, {"log_horizon": 1e4}),  # it fails far away only
        (False, base_grid.natural_logarithm, {"log_horizon": 1e16, "power": 20}),
        *((True, lemma_5.without_clusters, {"method": name}) for name in ("greedy", "closing")),
        *((False, lemma_5.without_clusters, {"method": name}) for name in ("random", "lp")),
        (True, lemma_6.uneven_blocks, {"shared": 5}),
        (False, lemma_6.uneven_blocks, {"arms": 14, "shared": 11}),
        (True, theorem_1.uneven_counts, {"tau": "fewest"}),
        (True, theorem_1.absolute_constant, {"constant": 30.0}),  # C < 2g
        (True, theorem_1.absolute_constant, {"log_horizon": 100.0}),
        (True, theorem_3.group_is_the_arm, {"users": 7}),  # 2C + 1
        (False, theorem_3.group_is_the_arm, {"users": 8}),
        (False, theorem_3.clustered_instances, {"users": 30}),
        (False, theorem_4.better_gap, {"factor": 1.0}),
    ],
)
def test_steps_at_other_sizes(holds, derivation, arguments):
    assert derivation(**arguments).holds is holds


def test_sides_by_hand():
    assert lemma_3.converse().left == pytest.approx(1 / 16, abs=1e-8)
    assert lemma_5.informs_seldom().left == pytest.approx(0.616, abs=5e-4)
    assert lemma_6.uneven_blocks().left == pytest.approx(-0.4)
    assert lemma_6.share_of_failures() == pytest.approx(0.188, abs=5e-4)
    assert theorem_1.horizon_overrun().left == 100_000 + 10 * 4 * 251
    assert theorem_1.uneven_counts().right == pytest.approx(0.2, abs=0.002)
    assert base_grid.last_loop().left == 105_135


def test_least_horizon():
    assert theorem_4.least_horizon() == 955
    assert theorem_4.explicit(horizon=955).holds
    assert not theorem_4.explicit(horizon=954).holds


def test_instances_with_another_user_are_noticed(monkeypatch):
    instances = lower_bounds.theorem_4_instances(horizon=1000)
    instances[1, 0] = [0, 1, 0]
    monkeypatch.setattr(theorem_4, "theorem_4_instances", lambda **_: instances)
    assert not theorem_4.which_inform().holds


def test_instances_that_inform_are_noticed(monkeypatch):
    instances = lower_bounds.theorem_5_instances()
    instances[1, 0] = [1, 1]
    monkeypatch.setattr(theorem_5, "theorem_5_instances", lambda: instances)
    assert not theorem_5.none_informs().holds
    assert not theorem_5.rewards_mirror().holds


def test_wrong_elimination_by_simulation():
    # six standard errors: false alarm below 1e-8
    size, pulls, product = 4, 50, 1e6
    check = theorem_1.wrong_elimination(group_size=size, product=product)
    stream = np.random.default_rng(0)
    averages = stream.normal(0, math.sqrt((4 * size + 1) / pulls), (2, 200_000))
    drop = averages[0] - averages[1] >= math.sqrt(6 * math.log(product) / pulls)
    error = math.sqrt(check.left / drop.size)
    assert abs(drop.mean() - check.left) < 6 * error


@pytest.mark.parametrize("group_size", [1, 2, 10])
@pytest.mark.parametrize("arms", [2, 50])
def test_order_constant_at_short_horizons(group_size, arms):
    for horizon in (1, 2 * group_size + 1, 2 * group_size + 2, 10**4):
        sizes = {"users": group_size + 1, "arms": arms, "horizon": horizon}
        bound = bounds.theorem_2(**sizes, group_size=group_size)
        logarithm = math.log(math.prod(sizes.values()))
        assert bound.informative <= 23 * bound.order * logarithm ** (1 / 3)


def test_cluster_failure_by_simulation():
    # six standard errors: false alarm below 1e-8
    bound = theorem_3.cluster_failure(users=40, group_size=2)
    counts = np.random.default_rng(2).multinomial(40, [1 / 3] * 3, size=100_000)
    share = (counts.min(axis=1) < 9).mean()
    assert share <= bound + 6 * (bound / 100_000) ** 0.5
    assert share > bound / 2


def test_binary_points_and_a_point_outside():
    parts = [vertices(4, opened, arms=2, group_size=1) for opened in subsets(2)]
    mean = np.concatenate(parts).mean(axis=0)
    assert polytope.distance(mean, group_size=1) <= polytope.TOLERANCE
    assert polytope.distance(np.eye(4, 2) * 0.9, group_size=1) > polytope.TOLERANCE


def test_distance_by_hand():
    for second in (0.0, 0.3, 1.0):
        found = polytope.distance(np.array([[1.0], [second]]), group_size=1)
        assert found == pytest.approx((1 - second) / 2, abs=1e-8)


@pytest.mark.parametrize("arms", [2, 4, 5])
def test_rates_by_enumeration_of_closed_sets(arms):
    """Oracle: all sets of closed arms; the user holds arm 0 and has the arms 0, …, a - 1."""
    for a in range(2, arms + 1):
        others = Fraction(0)
        opened = Fraction(0)
        for number, chance in closed_law(arms).items():
            each = chance / math.comb(arms, number)
            for closed in itertools.combinations(range(arms), number):
                opened += each * (0 not in closed)
                free = [j for j in range(a) if j not in closed]
                if 0 in closed and 1 in free:
                    others += each / len(free)
        assert opened == open_problem_1.worst_case(arms)
        ways = [Fraction(math.comb(n, a), math.comb(arms, a)) for n in closed_law(arms)]
        all_closed = sum(p * one for p, one in zip(closed_law(arms).values(), ways, strict=True))
        left = 1 - open_problem_1.worst_case(arms) - all_closed
        assert all_closed <= Fraction(arms - a, (2 * arms - 1) * a)
        assert others == left / (a - 1)
