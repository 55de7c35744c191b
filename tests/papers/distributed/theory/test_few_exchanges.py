"""Bounds on few exchanges against exact values, with the next stronger statements refused."""

import math

import numpy as np
import pytest

from bandit_replications.papers.distributed.theory import bounds, protocol_s


def least_regret(horizon, gap, prior):
    """Return the least expected regret of one agent with two coins, one of them 1/2 + gap.

    The other is 1/2; `prior` is the probability that arm 0 is the good one. By dynamic programming
    over successes and failures of arm 0 less those of arm 1.
    """
    up, down = math.log1p(2 * gap), math.log1p(-2 * gap)
    after, middle = np.zeros((2 * horizon + 3, 2 * horizon + 3)), horizon + 1
    for step in range(horizon - 1, -1, -1):
        every = np.arange(-step, step + 1)
        x, y = (one.ravel() for one in np.meshgrid(every, every))
        first = 1 / (1 + np.exp(-math.log(prior / (1 - prior)) - x * up - y * down))
        x, y = x + middle, y + middle
        values = []
        for chance, sign in ((first, 1), (1 - first, -1)):
            one = 0.5 + gap * chance
            later = one * after[x + sign, y] + (1 - one) * after[x, y + sign]
            values.append(gap * (1 - chance) + later)
        now = np.zeros_like(after)
        now[x, y] = np.minimum(*values)
        after = now
    return float(after[middle, middle])


@pytest.mark.parametrize("horizon", [4, 40, 100])
@pytest.mark.parametrize("share", [0, 0.2, 0.4, 0.475])
def test_sharp_bound_is_below_what_an_oracle_reaches(horizon, share):
    # a server that knows the good arm writes to a `share` of agents, who began with the other
    gap = (0.5 - share) / 2 * math.sqrt(2 / horizon)
    reached = (1 - share) * least_regret(horizon, gap, 0.5 / (1 - share))
    size = {"agents": 1000, "arms": 2, "horizon": horizon}
    bound = bounds.theorem_2_sharp(**size, budget=1000 * share) / 1000
    assert bound <= reached <= 5 * bound
    # the control, without 1/K
    without = (1 - share) ** 2 / 4 * (1 - (1 - share) ** 2 * 2 / horizon) * math.sqrt(2 * horizon)
    assert without > reached


def longest(spread, agents, exchanges):
    """Return the largest τ_(J+1) that regret c_K ρ sqrt(KMT) leaves room for (Theorem E)."""
    tau, square = 0.0, spread**2
    for _ in range(exchanges + 1):
        root = math.sqrt((square / agents) ** 2 + 4 * square * tau)
        tau = max((square / agents + root) / 2, 1 / agents)
    return tau


@pytest.mark.parametrize("exchanges", [0, 1, 2, 3])
@pytest.mark.parametrize("agents", [16, 10**4, 10**9])
def test_less_regret_than_theorem_e_leaves_no_room(exchanges, agents):
    spread = agents ** (2.0 ** -(exchanges + 1)) / math.sqrt(2)
    assert longest(max(spread, 1) * (1 - 1e-9), agents, exchanges) < 1 or spread < 1
    # the control, 2^-J in the exponent
    if agents > 16 and exchanges:
        assert longest(agents ** (2.0**-exchanges) / math.sqrt(2), agents, exchanges) > 1


def test_bounds_of_protocol_s_by_hand():
    size = {"agents": 100, "arms": 4, "horizon": 10**6}
    root = protocol_s.root(**size)
    assert root == pytest.approx(math.sqrt(4e8 * math.log(4e8)))
    halved = protocol_s.halved_regret(**size, constant=protocol_s.LEAST)
    assert halved == pytest.approx(9.8 * 2.003 * 1.5 * root, rel=2e-3)
    squared = protocol_s.squared_regret(**size, constant=protocol_s.LEAST)
    assert squared == pytest.approx((19.63 + 11.31 * 2.0126) * root, rel=2e-3)
    assert [protocol_s.most_exchanges(agents=m) for m in (2, 3, 9, 10, 78, 79, 2508, 2509)] == [
        *(0, 1, 1, 2, 2, 3, 3, 4)
    ]
    assert protocol_s.halved_numbers(agents=4, arms=4) == pytest.approx(16 * 4.2075, rel=1e-4)
    lower = protocol_s.fixed_times(**size, exchanges=1)
    constant = bounds.uniform_good_arm_constant(arms=4)
    assert lower == pytest.approx(constant / math.sqrt(2) * 100**0.25 * 2e4)


def test_upper_and_lower_bounds_of_exchanges_do_not_cross():
    for agents in (10, 10**3, 10**6, 10**12):
        size = {"agents": agents, "arms": 2, "horizon": 10 * agents}
        for exchanges in range(5):
            spread = agents**2.0 ** -(exchanges + 1)
            upper = protocol_s.squared_regret(**size, constant=protocol_s.LEAST, spread=spread)
            assert protocol_s.fixed_times(**size, exchanges=exchanges) < upper


def test_trade_off_is_not_refuted_at_few_agents():
    assert protocol_s.trade_off(exponent=10).holds
    assert not protocol_s.trade_off().holds
