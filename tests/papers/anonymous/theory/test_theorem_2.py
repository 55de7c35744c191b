"""Theorem 2: the explicit bound against its order, short horizons among them."""

import math

import pytest

from bandit_replications.papers.anonymous.theory import bounds


@pytest.mark.parametrize("group_size", [1, 2, 10])
@pytest.mark.parametrize("arms", [2, 50])
def test_order_constant_at_short_horizons(group_size, arms):
    for horizon in (1, 2 * group_size + 1, 2 * group_size + 2, 10**4):
        sizes = {"users": group_size + 1, "arms": arms, "horizon": horizon}
        bound = bounds.theorem_2(**sizes, group_size=group_size)
        logarithm = math.log(math.prod(sizes.values()))
        assert bound.informative <= 23 * bound.order * logarithm ** (1 / 3)
