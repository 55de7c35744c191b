"""Rewards of a stream are fresh draws of the table's laws, each handed out once."""

import numpy as np
import pytest

from bandit_replications.bandits.reward_streams import BLOCK, RewardStream
from bandit_replications.bandits.rewards import (
    bernoulli_table,
    beta_table,
    draw_reward,
    finite_table,
)
from bandit_replications.bandits.streams import generator

TABLES = {
    "bernoulli": bernoulli_table([0.3, 0.9]),
    "finite": finite_table([[0.0, 0.5, 1.0], [0.2, 0.4, 0.6]], [[0.5, 0.25, 0.25], [0, 1, 0]]),
    "beta": beta_table([1.0, 2.0], [3.0, 2.0]),
}


def fresh_draws(table, arms):
    """Return the rewards of the arms, drawn a block at a time from the generator of the stream."""
    stream = generator(1, "streams")
    blocks: list[list[float]] = [[], []]
    rewards = []
    for arm in arms:
        if not blocks[arm]:
            blocks[arm] = [draw_reward.py_func(*table, arm, stream) for _ in range(BLOCK)]
        rewards.append(blocks[arm].pop(0))
    return rewards


@pytest.mark.parametrize("law", TABLES)
def test_arms_and_vectors_are_fresh_draws_in_their_order(law):
    arms = generator(2, "choices").integers(0, 2, size=5 * BLOCK).tolist()
    stream = RewardStream(TABLES[law], generator(1, "streams"))
    assert [stream.draw(arm) for arm in arms] == fresh_draws(TABLES[law], arms)
    rounds = 2 * BLOCK + 1
    stream = RewardStream(TABLES[law], generator(1, "streams"))
    vectors = [stream.draw_all() for _ in range(rounds)]  # which do not change once handed out
    expected = fresh_draws(TABLES[law], [0, 1] * rounds)
    np.testing.assert_array_equal(np.ravel(vectors), expected)
