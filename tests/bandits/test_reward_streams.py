"""Rewards handed out one at a time have the laws of the table.

Each comparison of a mean or variance with its closed form is a z-test at |z| < 5, a false-alarm
rate below 1e-6 on the fixed seeds.
"""

import math

import numpy as np
import pytest

from bandit_replications.bandits.reward_streams import BLOCK, RewardStream
from bandit_replications.bandits.rewards import bernoulli_table, beta_table, finite_table
from bandit_replications.bandits.streams import generator

DRAWS = 20 * BLOCK

# Means and variances: p and p(1-p); of a discrete law; a/(a+b) and ab/((a+b)^2 (a+b+1)).
LAWS = {
    "bernoulli": (bernoulli_table([0.3, 0.9]), [0.3, 0.9], [0.21, 0.09]),
    "finite": (
        finite_table([[0.0, 0.5, 1.0], [0.2, 0.4, 0.6]], [[0.5, 0.25, 0.25], [0.0, 1.0, 0.0]]),
        [0.375, 0.4],
        [0.5 * 0.375**2 + 0.25 * 0.125**2 + 0.25 * 0.625**2, 0.0],
    ),
    "beta": (beta_table([1.0, 2.0], [3.0, 2.0]), [0.25, 0.5], [3 / 80, 1 / 20]),
}


def check_law(rewards: np.ndarray, mean: float, variance: float) -> None:
    """Fail if the rewards' mean or their correlation from one to the next is off by 5 sigma."""
    if variance == 0:
        np.testing.assert_array_equal(rewards, mean)
        return
    scaled = (rewards - mean) / math.sqrt(variance)
    assert abs(scaled.mean()) * math.sqrt(scaled.size) < 5
    assert abs((scaled[1:] * scaled[:-1]).mean()) * math.sqrt(scaled.size) < 5
    assert abs((scaled[BLOCK:] * scaled[:-BLOCK]).mean()) * math.sqrt(scaled.size - BLOCK) < 5


@pytest.mark.parametrize("law", LAWS)
def test_rewards_of_each_arm_are_independent_with_the_arms_law(law: str) -> None:
    table, means, variances = LAWS[law]
    stream = RewardStream(table, generator(1, "streams", law))
    choices = generator(2, "choices").integers(0, 2, size=2 * DRAWS)
    drawn: list[list[float]] = [[], []]
    for arm in choices:
        drawn[arm].append(stream.draw(int(arm)))
    for arm in range(2):
        check_law(np.array(drawn[arm]), means[arm], variances[arm])


@pytest.mark.parametrize("law", LAWS)
def test_vectors_of_rewards_have_the_arms_laws(law: str) -> None:
    table, means, variances = LAWS[law]
    stream = RewardStream(table, generator(3, "vectors", law))
    drawn = np.array([stream.draw_all() for _ in range(DRAWS)])
    for arm in range(2):
        check_law(drawn[:, arm], means[arm], variances[arm])
    if all(variances):
        scaled = (drawn - means) / np.sqrt(variances)
        assert abs(scaled.prod(axis=1).mean()) * math.sqrt(DRAWS) < 5


def test_vectors_do_not_change_once_handed_out() -> None:
    stream = RewardStream(LAWS["beta"][0], generator(5))
    one = stream.draw_all()
    kept = one.copy()
    for _ in range(BLOCK + 1):
        stream.draw_all()
    np.testing.assert_array_equal(one, kept)
