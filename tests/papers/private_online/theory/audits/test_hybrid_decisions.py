import math

import numpy as np
import pytest
from scipy import integrate, stats

from bandit_replications.bandits.problems import BanditProblem
from bandit_replications.bandits.rewards import bernoulli_table
from bandit_replications.papers.private_online.algorithms import hybrid_ucb
from bandit_replications.papers.private_online.theory.audits import hybrid_decisions
from bandit_replications.papers.private_online.theory.audits.hybrid_decisions import (
    STRETCHES,
    Scenario,
    decision_loss,
    log_probability,
    loss_within,
)


class Given:
    """Noise that is given, in place of a generator."""

    def __init__(self):
        self.next = 0.0

    def laplace(self, location, scale):
        found, self.next = self.next, 0.0
        return found


def test_literal_algorithm_makes_the_decisions_where_the_sums_are_in_their_intervals():
    scenario = Scenario(epsilon=1.0, first_tree=3)
    times = [scenario.pulls(k) + 1 + k for k in range(1, STRETCHES + 1)]
    # arm 1's noise falls by 1 at t_k, so that s_k, in the middle, has an interval of its own
    sums = [k * scenario.lead(k, scenario.pulls(k)) - k * 0.5 for k in range(1, STRETCHES + 1)]
    falls = {scenario.pulls(k): -float(scenario.pulls(k)) for k in range(1, STRETCHES + 1)}
    problem = BanditProblem(
        rewards=bernoulli_table([0.0, 0.0]), horizon=scenario.horizon, epsilon=1.0
    )
    noise = Given()
    play = hybrid_ucb.play(problem, generator=noise, options=hybrid_ucb.Options(full_tree="root"))
    # noises of arm 0's sums one by one: array 0, leaf, root, array 1 (0) and nodes of tree 2
    first = sums[0]
    values = [first, sums[1] - first, sums[2] - first, sums[3] - first, sums[4] - first]
    values += [sums[5] - sums[4], sums[6] - first]
    pulls, rounds = [0, 0], []
    arm = next(play)
    for round_number in range(1, scenario.horizon + 1):
        pulls[arm] += 1
        if arm == 0:
            rounds.append(round_number)
            if pulls[0] == 4:  # array 1's noise is drawn first
                noise.laplace = _after_zero(noise, values[3])
            elif pulls[0] <= STRETCHES:
                noise.next = values[pulls[0] - 1]
        else:
            noise.next = falls.get(pulls[1], 0.0)
            if pulls[1] in falls:
                del falls[pulls[1]]
        if round_number < scenario.horizon:
            arm = play.send(0.0)
    assert rounds == [1, *times]
    assert times[-1] == scenario.horizon


def _after_zero(noise, value):
    """Return a draw that gives 0, then the value, then what is given."""
    draws = iter([0.0, value])
    plain = type(noise).laplace

    def laplace(location, scale):
        return next(draws, None) if draws.__length_hint__() else plain(noise, location, scale)

    return laplace


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 32.0])
def test_decisions_lose_all_of_the_sums_and_the_repairs_meet_the_claim(epsilon):
    assert decision_loss(scenario=Scenario(epsilon=epsilon)) == pytest.approx(1.5 * epsilon)
    for levels in ("repaired", "first-tree-repaired"):
        loss = decision_loss(scenario=Scenario(epsilon=epsilon, levels=levels))
        assert 0.5 * epsilon < loss <= epsilon * (1 + 1e-9)


def test_ratio_of_densities_of_array_1_is_bounded():
    scenario = Scenario(epsilon=1.0, first_tree=4)
    array, node = stats.laplace(scale=2), stats.laplace(scale=scenario.scale(2))
    points = [-12.0, -11.0, -25.0]

    def density(shift):
        def inside(z):
            return array.pdf(z) * np.prod([node.pdf(c - shift - z) for c in points])

        return integrate.quad(inside, -60, 30, points=[*points, 0, -13, -26], limit=400)[0]

    share = math.log(density(0.0) / density(1.0))
    far, growth = 11.0, 3 / 4 - 1 / 2
    near = -math.expm1(-growth) / growth + math.exp(-growth) / (1 / 2 + 3 / 4)
    assert 0.5 + math.log1p(-near * growth / math.expm1(growth * far)) <= share <= 0.5


def test_a_short_sequence_proves_nothing():
    short = Scenario(epsilon=1.0, first_tree=8)
    assert decision_loss(scenario=short) == -math.inf
    assert loss_within(short) == pytest.approx(1.5)
    assert hybrid_decisions.log_far(short) > log_probability(short)
