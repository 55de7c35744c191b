import functools
import math

import numpy as np
import pytest
from pydantic import ValidationError
from scipy import stats

from bandit_replications.papers.multiplayer.algorithms import independent_exp3
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


Options = independent_exp3.Options
CASES = {
    "stochastic": (problem(bernoulli_losses([0.2, 0.7, 0.4, 0.9]), 3, 7, 40), 0.3),
    "changing": (
        problem(changing_losses([0, 12], [[0.1, 0.9, 0.9], [0.9, 0.9, 0.1]]), 1, 12, 30),
        0.5,
    ),
    # weights underflow at once; only the estimates remember which arm was less bad
    "large rate": (
        problem(changing_losses([0, 40], [[1.0] * 4, [0.0, 1.0, 1.0, 1.0]]), 1, 40, 120),
        60.0,
    ),
    "given, with the default rate": (
        problem(given_losses(np.random.default_rng(12).random((40, 3))), 2, 20, 40),
        None,
    ),
}


def sample(simulate, name, *, runs, seed, factor=1.0):
    game, rate = CASES[name]
    options = Options(learning_rate=rate and factor * rate)
    return statistics_of(simulate, game, runs=runs, seed=seed, options=options)


@functools.cache
def literal(name):
    return sample(independent_exp3.simulate_literal, name, runs=700, seed=13)


@pytest.mark.parametrize("name", CASES)
def test_fast_and_literal_have_one_law(name):
    fast = sample(independent_exp3.simulate, name, runs=4000, seed=14)
    p, statistic = smallest_p(fast, literal(name))
    assert p > ALPHA, statistic


def test_another_learning_rate_is_caught():
    other = sample(independent_exp3.simulate, "changing", runs=2000, seed=15, factor=0.1)
    assert smallest_p(other, literal("changing"))[0] < ALPHA


@pytest.mark.full
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("loss * sums[player, arms - 1] / weights[player, arm]", "loss"),
        ("sums[player, arms - 1] * generator", "0.5 * sums[player, arms - 1] * generator"),
        # what has underflowed is lost for ever
        ("np.exp(logs[player] - references[player])", "weights[player] / weights[player].sum()"),
    ],
)
def test_altered_kernels_are_caught(altered, old, new):
    mutant = altered(independent_exp3, old, new)
    assert any(
        smallest_p(sample(mutant.simulate, name, runs=500, seed=15), literal(name))[0] < ALPHA
        for name in ("large rate", "stochastic", "changing")
    )


@pytest.mark.parametrize("simulate", ["simulate", "simulate_literal"])
def test_the_second_draw_follows_the_estimate(simulate):
    # one player, losses (1, 0) twice: after the first arm, drawn with probability 1/2, its
    # estimate is 2, and it is drawn again with probability exp(-2 η) / (1 + exp(-2 η))
    rate = 0.8
    again = math.exp(-2 * rate) / (1 + math.exp(-2 * rate))
    law = np.array([[0.25, 0.25], [0.5 * (1 - again), 0.5 * again]])
    counts = np.zeros((2, 2))
    for stream in np.random.default_rng(16).spawn(4000):
        run = getattr(independent_exp3, simulate)(
            problem(given_losses([[1.0, 0.0]] * 3), 1, 1, 2, 3),
            generator=stream,
            options=Options(learning_rate=rate),
        )
        first, both, _ = run.player_losses.astype(int)
        counts[first, both - first] += 1
    assert stats.chisquare(counts.ravel(), 4000 * law.ravel()).pvalue > ALPHA


def test_a_draw_rounded_up_to_the_whole_sum_is_the_last_arm_with_a_weight():
    class Certain:
        def random(self):
            return 1.0

    sums = np.cumsum([[0.25, 0.5, 0.0]], axis=1)
    assert independent_exp3._draw.py_func(sums, 0, Certain()) == 1


def test_long_runs_keep_finite_weights():
    # losses of 1 shrink all weights for ever; the rescaling keeps them
    run = independent_exp3.simulate(
        problem(given_losses(np.ones((30000, 3))), 2, 30000),
        generator=np.random.default_rng(17),
        options=Options(learning_rate=0.5),
    )
    assert run.player_losses[0] == 60000
    assert run.regret[0] == 0


def test_options_are_checked():
    with pytest.raises(ValidationError, match="learning_rate"):
        Options(learning_rate=0.0)
