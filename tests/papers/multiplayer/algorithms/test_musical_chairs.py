import functools

import numpy as np
import pytest
from pydantic import ValidationError
from scipy import stats

from bandit_replications.papers.multiplayer.algorithms import musical_chairs, musical_chairs_kernels
from bandit_replications.papers.multiplayer.environments.losses import (
    bernoulli_losses,
    changing_losses,
    given_losses,
)
from bandit_replications.papers.multiplayer.environments.problems import MultiplayerProblem
from support.two_samples import ALPHA, smallest_p, statistics_of


def problem(losses, players, *checkpoints):
    return MultiplayerProblem(
        losses=losses, players=players, horizon=checkpoints[-1], checkpoints=checkpoints
    )


Options = musical_chairs.Options
RANDOM = np.random.default_rng(6).random((25, 5))
MEANS = [[0.1, 0.5, 0.9], [0.9, 0.2, 0.5]] * 2
BETWEEN, DISAGREE = "exploration ends between checkpoints", "players disagree after one round"
CHANGING = "means change while exploring, at the chairs and after"
KNOWN = "known losses, which collisions must not enter"
CASES = {
    BETWEEN: (problem(bernoulli_losses([0.2, 0.7, 0.4, 0.9]), 2, 5, 18, 21, 40), 15),
    CHANGING: (problem(changing_losses([0, 4, 13, 20], MEANS), 2, 12, 14, 30), 12),
    DISAGREE: (problem(given_losses(RANDOM), 3, 3, 8, 25), 2),
    KNOWN: (problem(given_losses(np.tile([0.1, 0.3, 0.4], (60, 1))), 2, 30, 60), 30),
    "exploration beyond the horizon": (problem(bernoulli_losses([0.3, 0.6, 0.5]), 2, 10), 99),
}


def sample(simulate, name, *, runs, seed, longer=0):
    game, rounds = CASES[name]
    options = Options(exploration_rounds=rounds + longer)
    return statistics_of(simulate, game, runs=runs, seed=seed, options=options)


@functools.cache
def literal(name):
    return sample(musical_chairs.simulate_literal, name, runs=1000, seed=7)


@pytest.mark.parametrize("name", CASES)
def test_fast_and_literal_have_one_law(name):
    fast = sample(musical_chairs.simulate, name, runs=4000, seed=8)
    p, statistic = smallest_p(fast, literal(name))
    assert p > ALPHA, statistic


def test_a_longer_exploration_is_caught():
    other = sample(musical_chairs.simulate, BETWEEN, runs=800, seed=9, longer=5)
    assert smallest_p(other, literal(BETWEEN))[0] < ALPHA


@pytest.mark.full
@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        ("if occupancy[arm] > 1:", "if occupancy[arm] > choices.size:", KNOWN),
        ("sums[player, arm] += loss\n", "pass\n", BETWEEN),
        ("total += loss\n", "total += 2 * loss\n", BETWEEN),
        ("occupancy[choices] == 1", "occupancy[choices] > 1", BETWEEN),
        ("int(generator.random() * players)", "0", BETWEEN),
        ("np.argsort(means, kind", "np.argsort(-means, kind", BETWEEN),
        ("observed[0, arm] = end - now", "observed[0, arm] = 0", CHANGING),
    ],
)
def test_altered_kernels_are_caught(altered, monkeypatch, old, new, name):
    mutant = altered(musical_chairs_kernels, old, new)
    monkeypatch.setattr(musical_chairs, "play_pieces", mutant.play_pieces)
    mutated = sample(musical_chairs.simulate, name, runs=800, seed=9)
    assert smallest_p(mutated, literal(name))[0] < ALPHA


def test_best_arms_put_unseen_ones_last_and_the_first_of_equals_first():
    counts, sums = np.array([[0, 2, 1, 4, 0]]), np.array([[0.0, 1.0, 0.9, 2.0, 0.0]])
    samples = musical_chairs_kernels.Samples(counts, sums)
    assert musical_chairs_kernels.best_arms.py_func(samples, 0, 4).tolist() == [1, 3, 2, 0]
    rewards = [[], [0.0, 1.0], [0.1], [0.5] * 4, []]
    assert musical_chairs.best_arms(rewards, 4) == [1, 3, 2, 0]


def test_chairs_of_two_players_are_found_with_probability_one_half():
    # both know the arms 0 and 1; a round of chairs separates them with probability 1/2, and each
    # round before costs two collisions
    table = np.tile([0.0, 0.1, 0.9, 1.0], (460, 1))
    rounds = []
    for stream in np.random.default_rng(10).spawn(4000):
        run = musical_chairs.simulate(
            problem(given_losses(table), 2, 400, 460),
            generator=stream,
            options=Options(exploration_rounds=400),
        )
        rounds.append((run.collisions[1] - run.collisions[0]) / 2)
    counts = np.bincount(np.minimum(rounds, 6).astype(int), minlength=7)
    law = [0.5**n for n in range(1, 7)] + [0.5**6]
    assert stats.chisquare(counts, 4000 * np.array(law)).pvalue > ALPHA


def test_regret_stops_when_the_right_arms_are_taken():
    run = musical_chairs.simulate(
        problem(given_losses(np.tile([0.9, 0.1, 0.8, 0.2], (5000, 1))), 2, 1000, 5000),
        generator=np.random.default_rng(11),
        options=Options(exploration_rounds=500),
    )
    assert run.regret[0] > 100
    assert run.regret[1] == pytest.approx(run.regret[0])


def test_options_are_checked():
    assert Options().exploration_rounds == 3000
    with pytest.raises(ValidationError, match="exploration_rounds"):
        Options(exploration_rounds=0)
