"""The curve of Open Problem 1, against exact linear programs and changed constants."""

import itertools
from fractions import Fraction

import pytest

from bandit_replications.papers.anonymous.environments import graphs
from bandit_replications.papers.anonymous.theory import beta, beta_curve

SIZES = [(2, 1, 2), (2, 3, 5), (3, 1, 3), (3, 2, 7), (4, 2, 5), (5, 1, 4), (1, 2, 3)]


@pytest.mark.parametrize(("arms", "group_size", "cluster"), SIZES)
def test_lone_user_attains_the_curve(arms, group_size, cluster):
    sizes = {"arms": arms, "group_size": group_size, "cluster": cluster}
    counts = graphs.lone_user_graph(arms=arms, cluster=cluster)
    assert graphs.cluster(counts, arms=arms) == cluster
    assert beta_curve.attained(**sizes).holds
    literal = beta.beta(counts, arms=arms, group_size=group_size, dominated=False)
    assert literal == (cluster > arms * group_size)


def test_no_graph_is_below_the_curve():
    for arms, group_size, cluster in ((2, 2, 3), (2, 2, 4), (3, 1, 2)):
        family = graphs.all_graphs(arms=arms, users=arms * cluster, least_cluster=cluster)
        found = {
            beta.beta(counts, arms=arms, group_size=group_size, dominated=True) for counts in family
        }
        curve = beta_curve.least_beta(arms=arms, group_size=group_size, cluster=cluster)
        assert min(found) == curve


def test_curve_by_hand():
    values = [beta_curve.least_beta(arms=3, group_size=2, cluster=u) for u in range(3, 9)]
    assert values == [Fraction(3, 5), Fraction(3, 4), Fraction(6, 7), Fraction(15, 16), 1, 1]


def test_one_user_too_few_is_below():
    assert not beta_curve.attained(arms=3, group_size=2, cluster=5, short=1).holds


def test_slack_is_least_on_a_grid():
    grid = itertools.product(range(3, 13), range(12))
    for arms, n in grid:
        stays = Fraction(1, arms) + (1 - Fraction(1, arms)) * Fraction(n, 12)
        assert beta_curve.slack(arms=arms, stays=stays) >= 0
    for arms in (2, 3):  # no arm kept open
        assert beta_curve.slack(arms=arms, stays=Fraction(24, 25), kept=0) < 0
