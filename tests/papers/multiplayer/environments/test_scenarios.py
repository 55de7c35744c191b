import re
import warnings

import numpy as np
import pytest
from pydantic import ValidationError
from scipy import stats

from bandit_replications.papers.multiplayer.environments import scenarios
from bandit_replications.papers.multiplayer.environments.scenarios import (
    Change,
    RandomMeans,
    Scenario,
    Swinging,
)

ALPHA = 1e-4  # false-alarm rate of each distribution test
FAILURES = Scenario(
    name="failures",
    means=[0.1, 0.1, 0.3],
    changes=[Change(at="1/3", arm=2, mean=0.9), Change(at="1/4", arm=1, mean=0.8)],
)


def test_experiment_2_changes_means_at_fractions_of_the_horizon():
    losses = FAILURES.losses(players=2, horizon=100)
    assert losses.starts.tolist() == [0, 25, 33]
    assert losses.means.tolist() == [[0.1, 0.1, 0.3], [0.8, 0.1, 0.3], [0.8, 0.9, 0.3]]
    assert FAILURES.change_times(100) == [25, 33]


def test_a_change_after_the_end_never_happens():
    late = Scenario(name="late", means=[0.1, 0.2, 0.3], changes=[Change(at=50, arm=1, mean=0.9)])
    assert late.losses(players=1, horizon=50).starts.tolist() == [0]
    assert late.losses(players=1, horizon=51).starts.tolist() == [0, 50]


def drawn_until_the_gap(rng, *, arms, players, gap):
    while True:
        means = rng.random(arms)
        best = np.sort(means)
        if best[players] - best[players - 1] >= gap:
            return means


def test_random_means_have_the_law_of_drawing_until_the_gap():
    rng = np.random.default_rng(3)
    sizes = {"arms": 4, "players": 2, "gap": 0.3}
    ours = np.array([scenarios.means_with_gap(**sizes, generator=rng) for _ in range(3000)])
    slow = np.array([drawn_until_the_gap(rng, **sizes) for _ in range(3000)])
    for column in range(4):  # one law for all arms
        assert stats.ks_2samp(ours[:, column], slow[:, column]).pvalue > ALPHA
    ours, slow = np.sort(ours), np.sort(slow)
    assert np.diff(ours)[:, 1].min() >= 0.3
    for column in range(4):
        assert stats.ks_2samp(ours[:, column], slow[:, column]).pvalue > ALPHA
    assert stats.ks_2samp(np.diff(ours)[:, 1], np.diff(slow)[:, 1]).pvalue > ALPHA


def test_swinging_losses_are_a_sine_of_the_doublings():
    swing = Swinging(arms=4, amplitude=0.5, doublings=2)
    losses = Scenario(name="swing", swinging=swing).losses(players=2, horizon=4)
    # half a swing from round 1 to 2, and from 2 to 4
    assert losses.table[0] == pytest.approx([0.5, 1.0, 0.5, 0.0])
    assert losses.table[1] == pytest.approx([0.5, 0.0, 0.5, 1.0])
    assert losses.table[3] == pytest.approx(losses.table[0])


def test_a_file_gives_losses_and_the_horizon(tmp_path):
    file = tmp_path / "rewards.csv"
    table = np.random.default_rng(4).random((30, 3))
    np.savetxt(file, table, delimiter=",", fmt="%.17g")
    rewards = Scenario(name="mine", file=str(file), holds="rewards")
    assert (rewards.arms, rewards.horizon(999)) == (3, 30)
    assert np.allclose(rewards.losses(players=2, horizon=30).table, 1 - table)
    plain = Scenario(name="mine", file=str(file))
    assert np.allclose(plain.losses(players=2, horizon=30).table, table)
    assert plain.digest != rewards.digest
    np.savetxt(file, table[:20])
    assert Scenario(name="mine", file=str(file)).horizon(999) == 20


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("0.1 0.2\n0.3 1.3\n", "1.3 in row 2, column 2; allowed: in"),
        ("0.1\n0.2\n", "rounds x arms"),
        ("0.1 0.2\n0.3\n", "columns changed from 2 to 1 at row 2; allowed: rows of numbers$"),
        ("0.1,0.2\n# note\n0.3,\n", "'' to float64 at row 1, column 2.; allowed: rows of numbers$"),
        ("", "no rows; allowed: rounds x arms$"),
        (None, "cannot be read"),
    ],
)
def test_files_that_cannot_be_used_are_refused(tmp_path, content, message):
    file = tmp_path / "losses.txt"
    if content is not None:
        file.write_text(content)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(ValidationError) as error:
            Scenario(name="mine", file=str(file))
    assert re.search(message, error.value.errors()[0]["msg"])


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({}, "no losses; allowed: exactly one of"),
        ({"means": [0.1, 0.2], "random_means": RandomMeans(arms=3, gap=0.1)}, "means and"),
        ({"means": [0.1, 0.2], "changes": [Change(at=3, arm=3, mean=0.1)]}, "arm 3; allowed: from"),
    ],
)
def test_scenarios_that_cannot_be_used_are_refused(values, message):
    with pytest.raises(ValidationError, match=message):
        Scenario(name="bad", **values)


@pytest.mark.parametrize("at", ["1", "soon", "1/0", 0.25, True])
def test_times_outside_the_game_or_of_another_kind_are_refused(at):
    with pytest.raises(ValidationError, match="allowed") as error:
        Change(at=at, arm=1, mean=0.5)
    assert error.value.error_count() == 1


def test_random_means_need_a_generator():
    drawn = Scenario(name="drawn", random_means=RandomMeans(arms=4, gap=0.1))
    with pytest.raises(ValueError, match="with a generator"):
        drawn.losses(players=2, horizon=10)


def test_milestones_are_the_fractions_and_the_others():
    assert scenarios.milestones(24).tolist() == [3, 6, 8, 10, 12, 18, 24]
    assert scenarios.milestones(24, [5, 30]).tolist() == [3, 5, 6, 8, 10, 12, 18, 24]
    assert scenarios.milestones(2).tolist() == [1, 2]
