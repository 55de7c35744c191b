"""Records of pulls, choices of a leader, problems that are refused."""

import itertools

import numpy as np
import pytest

from bandit_replications.bandits.problems import BanditProblem
from bandit_replications.bandits.rewards import bernoulli_table
from bandit_replications.bandits.runs import (
    choose,
    count_pulls,
    leader,
    record_first_pulls,
    record_run,
)


def record(runs, arms, checkpoints):
    pulls = np.zeros((checkpoints.size, arms), dtype=np.int64)
    point = record_first_pulls(pulls, checkpoints)
    played = np.ones(arms, dtype=np.int64)
    for arm, rounds in runs:
        point = record_run(pulls, point, checkpoints, played, arm, rounds)
    assert point == checkpoints.size
    return pulls


@pytest.mark.parametrize("seed", range(5))
def test_runs_of_rounds_and_single_rounds_leave_the_same_pulls(seed):
    rng = np.random.default_rng(seed)
    runs = [(int(rng.integers(4)), int(rng.integers(1, 9))) for _ in range(12)]
    rounds = [*range(4), *itertools.chain.from_iterable([arm] * n for arm, n in runs)]
    horizon = len(rounds)
    for number in (1, 5, horizon):
        some = rng.choice(np.arange(1, horizon), number - 1, replace=False)
        checkpoints = np.sort(np.append(some, horizon))
        single = count_pulls(iter(rounds), arms=4, checkpoints=checkpoints).pulls
        np.testing.assert_array_equal(record(runs, 4, checkpoints), single)
        np.testing.assert_array_equal(single.sum(axis=1), checkpoints)
        by_hand = [[rounds[:t].count(arm) for arm in range(4)] for t in checkpoints]
        np.testing.assert_array_equal(single, by_hand)


def test_both_choices_of_a_leader_agree_draw_for_draw():
    rng = np.random.default_rng(1)
    one, other = np.random.default_rng(2), np.random.default_rng(2)
    for _ in range(500):
        indices = rng.integers(0, 3, 5).astype(float)
        highest = np.flatnonzero(indices == indices.max())
        assert leader(indices, False, one) == choose(list(indices), "lowest-index", other)
        assert leader(indices, False, one) == highest[0]
        picked = leader(indices, True, one)
        assert picked == choose(list(indices), "uniform", other)
        assert picked in highest
    assert one.random() == other.random()


def test_uniform_ties_are_uniform():
    generator = np.random.default_rng(3)
    indices = np.array([1.0, 2.0, 0.0, 2.0, 2.0])
    picks = np.bincount([leader(indices, True, generator) for _ in range(6000)], minlength=5)
    assert picks[0] == picks[2] == 0
    # false-alarm rate 1e-4: 3.9 standard deviations of a binomial, for each of three
    assert np.all(np.abs(picks[[1, 3, 4]] - 2000) < 4.1 * np.sqrt(6000 * 2 / 9))


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"horizon": 2, "checkpoints": [2]}, ValueError, "horizon: 2; .* number of arms, 3"),
        ({"horizon": 9.0}, TypeError, "horizon: 9.0; allowed: an integer"),
        ({"horizon": True}, TypeError, "horizon: True"),
        ({"checkpoints": np.array([3, 8])}, ValueError, "checkpoints: last is 8"),
        ({"checkpoints": np.array([4, 4, 9])}, ValueError, "checkpoints"),
    ],
)
def test_bad_problems_are_refused(change, error, message):
    arguments = {"horizon": 9, "checkpoints": np.array([9])}
    with pytest.raises(error, match=message):
        BanditProblem(rewards=bernoulli_table([0.1, 0.2, 0.3]), **(arguments | change))
