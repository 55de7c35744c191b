"""Open Problem 1: rates against direct enumeration of closings."""

import itertools
import math
from fractions import Fraction

import pytest

from bandit_replications.papers.anonymous.algorithms.decompositions.random_closing import closed_law
from bandit_replications.papers.anonymous.theory import open_problem_1 as steps


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
        assert opened == steps.worst_case(arms)
        left = 1 - steps.worst_case(arms) - steps.all_closed(arms, a)
        assert others == left / (a - 1)


def test_random_closing_s_bound():
    bound = steps.random_closing_bound(arms=5, users=25, total=10**8)
    assert bound == pytest.approx(1.8e8, rel=1e-2)
