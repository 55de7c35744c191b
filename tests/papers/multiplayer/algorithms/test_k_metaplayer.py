"""K-Metaplayer: fast against literal, mutants, bounds."""

import functools

import numpy as np
import pytest
from pydantic import ValidationError

from bandit_replications.papers.multiplayer.algorithms import k_metaplayer
from bandit_replications.papers.multiplayer.environments.losses import (
    bernoulli_losses,
    changing_losses,
    given_losses,
)
from bandit_replications.papers.multiplayer.environments.problems import MultiplayerProblem
from bandit_replications.papers.multiplayer.theory import bounds
from support.two_samples import ALPHA, smallest_p, statistics_of


def problem(losses, players, *checkpoints):
    return MultiplayerProblem(
        losses=losses, players=players, horizon=checkpoints[-1], checkpoints=checkpoints
    )


CHANGING = [[0.0, 0.3, 1.0, 0.7, 0.5], [1.0, 0.9, 0.0, 0.1, 0.5]]
EIGHTHS = np.random.default_rng(6).integers(0, 9, (25, 3)) / 8
CASES = {
    "stochastic": (problem(bernoulli_losses([0.1, 0.8, 0.5, 0.9]), 2, 7, 30), 0.3),
    "changing": (problem(changing_losses([0, 11], CHANGING), 3, 12, 24), 0.3),
    "given, one player": (problem(given_losses(EIGHTHS), 1, 10, 25), None),
}


def sample(simulate, name, *, runs, seed, factor=1.0):
    game, rate = CASES[name]
    options = k_metaplayer.Options(learning_rate=rate and factor * rate)
    return statistics_of(simulate, game, runs=runs, seed=seed, options=options)


@pytest.mark.parametrize("name", CASES)
def test_fast_and_literal_have_one_law(name):
    fast = sample(k_metaplayer.simulate, name, runs=1000, seed=0)
    slow = sample(k_metaplayer.simulate_literal, name, runs=200, seed=1)
    assert smallest_p(fast, slow)[0] > ALPHA


@functools.cache
def unaltered():
    return sample(k_metaplayer.simulate, "changing", runs=4000, seed=1)


def test_another_learning_rate_is_caught():
    other = sample(k_metaplayer.simulate, "changing", runs=1000, seed=0, factor=1 / 3)
    assert smallest_p(other, unaltered())[0] < ALPHA


@pytest.mark.full
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("members[int(generator.random() * players)]", "members[0]"),
        ("if arm == watched:", "if arm == members[1]:"),
        ("feedback / chance", "feedback"),
    ],
)
def test_altered_versions_are_caught(altered, old, new):
    mutant = altered(k_metaplayer, old, new)
    mutated = sample(mutant.simulate, "changing", runs=1000, seed=0)
    assert smallest_p(mutated, unaltered())[0] < ALPHA


def test_regret_grows_slower_than_the_rounds_and_stays_below_lemma_3_1():
    horizon = 20000
    regret = [
        k_metaplayer.simulate(
            problem(bernoulli_losses([0.2] * 2 + [0.5] * 4), 2, horizon // 2, horizon),
            generator=stream,
        ).regret
        for stream in np.random.default_rng(2).spawn(20)
    ]
    first, last = np.mean(regret, axis=0)
    assert 0 < last < bounds.lemma_3_1_regret(players=2, arms=6, horizon=horizon)
    assert last - first < 0.8 * first


def test_options_are_checked():
    with pytest.raises(ValidationError, match="learning_rate"):
        k_metaplayer.Options(learning_rate=0)
