"""K-Metaplayer and EXP3: fast against literal, mutants, bounds."""

import functools

import numpy as np
import pytest
from pydantic import ValidationError

from bandit_replications.papers.multiplayer.algorithms import exp3, k_metaplayer
from bandit_replications.papers.multiplayer.environments.losses import (
    bernoulli_losses,
    changing_losses,
    given_losses,
)
from bandit_replications.papers.multiplayer.environments.online_run_kernels import piece_ends
from bandit_replications.papers.multiplayer.theory import bounds
from support import two_samples

FAST = k_metaplayer.Options(learning_rate=0.3)
CASES = {
    "stochastic": {
        "losses": bernoulli_losses([0.1, 0.8, 0.5, 0.9]),
        "players": 2,
        "checkpoints": [7, 30],
        "options": FAST,
    },
    "changing": {
        "losses": changing_losses([0, 11], [[0.0, 0.3, 1.0, 0.7, 0.5], [1.0, 0.9, 0.0, 0.1, 0.5]]),
        "players": 3,
        "checkpoints": [12, 24],
        "options": FAST,
    },
    "given": {
        "losses": given_losses(np.random.default_rng(6).integers(0, 9, (25, 3)) / 8),
        "players": 1,
        "checkpoints": [10, 25],
        "options": k_metaplayer.Options(),
    },
}


def p_value(first, second, name, *, runs=(1000, 200)):
    samples = [
        two_samples.statistics_of(simulate, runs=count, seed=seed, **CASES[name])
        for seed, (simulate, count) in enumerate(zip((first, second), runs, strict=True))
    ]
    return two_samples.smallest_p(*samples)[0]


@pytest.mark.parametrize("name", CASES)
def test_fast_and_literal_have_one_law(name):
    p = p_value(k_metaplayer.simulate, k_metaplayer.simulate_literal, name)
    assert p > two_samples.ALPHA


def test_exp3_is_the_metaplayer_with_one_player():
    assert p_value(exp3.simulate, exp3.simulate_literal, "given") > two_samples.ALPHA
    with pytest.raises(ValueError, match="players: 2"):
        exp3.simulate(
            losses=bernoulli_losses([0.1, 0.2, 0.3]),
            players=2,
            horizon=5,
            checkpoints=np.array([5]),
            generator=np.random.default_rng(0),
        )


@functools.cache
def unaltered():
    return two_samples.statistics_of(k_metaplayer.simulate, runs=4000, seed=1, **CASES["changing"])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("rate * players * feedback / chance", "rate * feedback / chance"),
        ("members[int(generator.random() * players)]", "members[0]"),
        ("if arm == watched:", "if arm == members[1]:"),
        ("feedback / chance", "feedback"),
    ],
)
def test_altered_versions_are_caught(altered, old, new):
    mutant = altered(k_metaplayer, old, new)

    def simulate(*, losses, players, horizon, checkpoints, generator, options):
        player_losses, arm_losses = mutant._simulate(
            losses,
            players,
            options.learning_rate,
            checkpoints,
            piece_ends(losses, checkpoints),
            generator,
        )
        return mutant._idealised_run(players, player_losses, arm_losses)

    sample = two_samples.statistics_of(simulate, runs=1000, seed=0, **CASES["changing"])
    assert two_samples.smallest_p(sample, unaltered())[0] < two_samples.ALPHA


def test_regret_grows_slower_than_the_rounds_and_stays_below_lemma_3_1():
    horizon = 20000
    regret = [
        k_metaplayer.simulate(
            losses=bernoulli_losses([0.2, 0.2, 0.5, 0.5, 0.5, 0.5]),
            players=2,
            horizon=horizon,
            checkpoints=np.array([horizon // 2, horizon]),
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
