"""Probabilities of the counterexamples against draws."""

import math

import numpy as np
import pytest

from bandit_replications.papers.distributed.theory import (
    bounds,
    lemma_b_2,
    lemma_b_5,
    lemma_f_1,
    schedule,
)

DRAWS = 20_000  # a share is off by 0.018 at most, five standard errors


def noises(pulls, seed, draws=DRAWS):
    """Return average noises ±1 of two actions, shape (draws, 2)."""
    generator = np.random.default_rng(seed)
    return (2 * generator.binomial(pulls, 0.5, size=(draws, 2)) - pulls) / pulls


def errors_of_estimate(angle, noise):
    """Return least squares errors on e1 and (cos φ, sin φ), shape (2, draws)."""
    actions = np.array([[1.0, 0.0], [math.cos(angle), math.sin(angle)]])
    return np.linalg.solve(actions, noise.T)


def test_surviving_two_phases():
    generator = np.random.default_rng(8)
    alive = np.ones(DRAWS, dtype=bool)
    for phase in (1, 2):
        pulls = schedule.pulls(phase=phase, agents=2, arms=2, horizon=10**6)
        best, other = (generator.binomial(pulls, mean, size=DRAWS) / pulls for mean in (0.9, 0.64))
        alive &= other > best - 2.0**-phase
    assert lemma_b_2.alive_gap().left == pytest.approx(alive.mean(), abs=0.0042)
    assert lemma_b_2.alive_gap(phase=4).left < 1e-6


def test_keeping_all_arms_is_a_coin_at_phase_1():
    size = lemma_b_5.instance(4, 100)
    keep, drop = (f(**size, phases=1) for f in (lemma_b_5.keeps_all, lemma_b_5.drops_all))
    assert keep + drop == pytest.approx(1)
    assert keep == pytest.approx(0.5, abs=0.01)
    size["horizon"] = 10**12
    one, two = (lemma_b_5.keeps_all(**size, phases=phases) for phases in (1, 2))
    assert two == pytest.approx(one, abs=0.01)


def test_expected_moves():
    # the lower bound on the instance with constant rewards, by drawing allocation and coins
    agents, arms = 8, 500
    generator = np.random.default_rng(5)
    moved = []
    for _ in range(2000):
        keeps = generator.random(agents) < 0.5
        owners = generator.integers(agents, size=arms)
        counts = np.bincount(owners[1:][keeps[owners[1:]]], minlength=agents)
        counts[owners[0]] += 1
        unbalanced = counts.sum() > agents and counts.max() > 2 * counts.min()
        moved.append(np.maximum(counts - counts.sum() // agents, 0).sum() if unbalanced else 0)
    bound = lemma_b_5.expected_moved(agents=agents, arms=arms)
    assert bound <= np.mean(moved) <= bound + agents + 6


def test_estimate_far_off():
    errors = errors_of_estimate(1e-2, noises(10_000, 3, draws=2000))
    share = float(np.mean(np.linalg.norm(errors, axis=0) > 2))
    lower = lemma_f_1.far_estimate(angle=1e-2, pulls=10_000).left
    assert lower - 0.04 <= share <= lower + 0.06


def test_error_of_a_dropped_action():
    pulls = math.ceil(600 * 4**3 * 9 * math.log(1e8) / 2)
    share = float(np.mean(np.abs(errors_of_estimate(0.01, noises(pulls, 6))[1]) > 2.0**-3))
    check = lemma_f_1.eliminated_action(angle=0.01)
    assert share - 0.04 <= check.left <= share + 0.017
    assert not check.holds


def test_gap_of_phase_2():
    noise = noises(math.ceil(600 * 36 * math.log(1e8) / 3), 7)
    share = float(np.mean(1.001 + noise[:, 0] - noise[:, 1] <= 1))
    assert lemma_f_1.gap_in_phase_2().left == pytest.approx(share, abs=0.018)


@pytest.mark.parametrize("horizon", [2, 3, 4])
def test_averaged_bound_against_every_strategy(horizon):
    # all deterministic strategies on two arms, by backward induction over posterior weights
    epsilon = math.sqrt(2 / horizon) / 4

    def least(weights, left):
        if left == 0:
            return 0.0
        values = []
        for arm in (0, 1):
            value = epsilon * weights[1 - arm]
            for reward in (0, 1):
                means = [0.5 + epsilon * (arm == good) for good in (0, 1)]
                chances = [mean if reward else 1 - mean for mean in means]
                value += least([w * c for w, c in zip(weights, chances, strict=True)], left - 1)
            values.append(value)
        return min(values)

    best = least([0.5, 0.5], horizon)
    assert best >= bounds.uniform_good_arm_constant(arms=2) * math.sqrt(2 * horizon)
