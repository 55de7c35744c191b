"""Single steps of the theory: simulated, enumerated or by hand."""

import itertools
import math
import re
from fractions import Fraction

import numpy as np
import pytest

from bandit_replications.papers.anonymous.algorithms import batched_successive_elimination
from bandit_replications.papers.anonymous.algorithms.decompositions.random_closing import closed_law
from bandit_replications.papers.anonymous.environments.graphs import subsets
from bandit_replications.papers.anonymous.theory import (
    bounds,
    lemma_1,
    open_problem_1,
    polytope,
    theorem_1,
    theorem_3,
)
from support.anonymous_polytope import vertices


def test_wrong_elimination_by_simulation():
    # six standard errors: false alarm below 1e-8
    size, pulls, product = 4, 50, 1e6
    check = theorem_1.wrong_elimination(group_size=size, product=product)
    stream = np.random.default_rng(0)
    averages = stream.normal(0, math.sqrt((4 * size + 1) / pulls), (2, 200_000))
    drop = averages[0] - averages[1] >= math.sqrt(6 * math.log(product) / pulls)
    error = math.sqrt(check.left / drop.size)
    assert abs(drop.mean() - check.left) < 6 * error


@pytest.mark.parametrize("group_size", [50, 1000])
def test_refuting_instances_have_enough_users(group_size):
    # α = 1 needs U >= K(C + 1), hence N >= K²(C + 1), and more if users lose their best arm
    step = theorem_1.absolute_constant(group_size=group_size).step
    (users,) = re.findall(r"N = (\d+)", step)
    assert int(users) >= 2 * 2 * (group_size + 1) + group_size + 1


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
    bound = theorem_3.cluster_failure(users=40)
    counts = np.random.default_rng(2).multinomial(40, [1 / 3] * 3, size=100_000)
    share = (counts.min(axis=1) < 9).mean()
    assert share <= bound + 6 * (bound / 100_000) ** 0.5
    assert share > bound / 2


def test_the_first_batch_explores_all_arms():
    costs = lemma_1.batch_costs(means=(0.6, 0.4, 0.4), horizon=10_000, runs=20)
    assert costs[0] == pytest.approx(
        0.2 * batched_successive_elimination.grid(horizon=10_000, batches=4)[0]
    )


@pytest.mark.full
def test_measured_notices_an_elimination_that_never_happens(altered, monkeypatch):
    wrong = altered(
        batched_successive_elimination, "averages[arm] < width]", "averages[arm] < 2 + width]"
    )
    monkeypatch.setattr(lemma_1, "alive_arms", wrong.alive_arms)
    monkeypatch.setattr(lemma_1, "Options", wrong.Options)
    assert not lemma_1.measured(horizon=10**7).holds


def test_binary_points_and_a_point_outside():
    parts = [vertices(4, opened, arms=2, group_size=1) for opened in subsets(2)]
    mean = np.concatenate(parts).mean(axis=0)
    assert polytope.distance(mean, group_size=1) <= polytope.TOLERANCE
    assert polytope.distance(np.eye(4, 2) * 0.9, group_size=1) > polytope.TOLERANCE


def test_distance_by_hand():
    """(1, t) is (1 - t)/2 away from the segment between (0, 0) and (1, 1)."""
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
        left = 1 - open_problem_1.worst_case(arms) - open_problem_1.all_closed(arms, a)
        assert others == left / (a - 1)


def test_random_closing_s_bound():
    bound = open_problem_1.random_closing_bound(arms=5, users=25, total=10**8)
    assert bound == pytest.approx(1.8e8, rel=1e-2)
