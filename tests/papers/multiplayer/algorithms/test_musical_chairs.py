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
from bandit_replications.papers.multiplayer.environments.online_run import OnlineRun
from bandit_replications.papers.multiplayer.environments.online_run_kernels import piece_ends
from support import two_samples

ALPHA, smallest_p, statistics_of = (
    two_samples.ALPHA,
    two_samples.smallest_p,
    two_samples.statistics_of,
)

Options = musical_chairs.Options
CASES = {
    "exploration ends between checkpoints": {
        "losses": bernoulli_losses([0.2, 0.7, 0.4, 0.9]),
        "players": 2,
        "checkpoints": [5, 18, 21, 40],
        "options": Options(exploration_rounds=15),
    },
    "means change while exploring, at the chairs and after": {
        "losses": changing_losses([0, 4, 13, 20], [[0.1, 0.5, 0.9], [0.9, 0.2, 0.5]] * 2),
        "players": 2,
        "checkpoints": [12, 14, 30],
        "options": Options(exploration_rounds=12),
    },
    "players disagree after one round": {
        "losses": given_losses(np.random.default_rng(6).random((25, 5))),
        "players": 3,
        "checkpoints": [3, 8, 25],
        "options": Options(exploration_rounds=2),
    },
    "known losses, which collisions must not enter": {
        "losses": given_losses(np.tile([0.1, 0.3, 0.4], (60, 1))),
        "players": 2,
        "checkpoints": [30, 60],
        "options": Options(exploration_rounds=30),
    },
    "exploration beyond the horizon": {
        "losses": bernoulli_losses([0.3, 0.6, 0.5]),
        "players": 2,
        "checkpoints": [10],
        "options": Options(exploration_rounds=99),
    },
}


@functools.cache
def literal(name):
    return statistics_of(musical_chairs.simulate_literal, runs=1000, seed=7, **CASES[name])


@pytest.mark.parametrize("name", CASES)
def test_fast_and_literal_have_one_law(name):
    fast = statistics_of(musical_chairs.simulate, runs=4000, seed=8, **CASES[name])
    p, statistic = smallest_p(fast, literal(name))
    assert p > ALPHA, statistic


@pytest.mark.parametrize(
    ("old", "new", "case"),
    [
        ("if taken[arm] > 1:", "if taken[arm] > choices.size:", 3),
        ("sums[player, arm] += loss\n", "pass\n", 0),
        ("total += loss\n", "total += 2 * loss\n", 0),
        ("seated |= ~collided", "seated |= collided", 0),
        ("int(generator.random() * players)", "0", 0),
        ("np.argsort(means, kind", "np.argsort(-means, kind", 0),
        ("if now >= exploration and standing == 0:", "if now >= exploration:", 2),
        ("seen[arm] = end - now", "seen[arm] = 0", 1),
    ],
)
def test_altered_kernels_are_caught(altered, old, new, case):
    mutant = altered(musical_chairs_kernels, old, new)
    name = list(CASES)[case]

    def simulate(*, losses, players, horizon, checkpoints, generator, options):
        exploration = options.exploration_rounds
        ends = piece_ends(losses, checkpoints, exploration)
        player_losses, arm_losses, collisions = mutant.simulate_run(
            losses, players, exploration, checkpoints, ends, generator
        )
        return OnlineRun(
            players=players,
            player_losses=player_losses,
            arm_losses=arm_losses,
            collisions=collisions,
            quiet=collisions,
        )

    sample = statistics_of(simulate, runs=800, seed=9, **CASES[name])
    assert smallest_p(sample, literal(name))[0] < ALPHA


def test_best_arms_put_unseen_ones_last_and_the_first_of_equals_first():
    best_arms = musical_chairs_kernels.best_arms.py_func
    pulls, sums = np.array([0.0, 2.0, 1.0, 4.0, 0.0]), np.array([0.0, 1.0, 0.9, 2.0, 0.0])
    assert best_arms(pulls, sums, 4).tolist() == [1, 3, 2, 0]
    player = musical_chairs.ChairsPlayer(
        arms=5, players=4, exploration_rounds=1, generator=np.random.default_rng(0)
    )
    player.rewards = [[], [0.0, 1.0], [0.1], [0.5] * 4, []]
    assert player.best_arms() == [1, 3, 2, 0]


def test_chairs_of_two_players_are_found_with_probability_one_half():
    # both know the arms 0 and 1; a round of chairs separates them with probability 1/2, and each
    # round before costs two collisions
    table = np.tile([0.0, 0.1, 0.9, 1.0], (460, 1))
    rounds = []
    for stream in np.random.default_rng(10).spawn(4000):
        run = musical_chairs.simulate(
            losses=given_losses(table),
            players=2,
            horizon=460,
            checkpoints=np.array([400, 460]),
            generator=stream,
            options=Options(exploration_rounds=400),
        )
        rounds.append((run.collisions[1] - run.collisions[0]) / 2)
    counts = np.bincount(np.minimum(rounds, 6).astype(int), minlength=7)
    law = [0.5**n for n in range(1, 7)] + [0.5**6]
    assert stats.chisquare(counts, 4000 * np.array(law)).pvalue > ALPHA


def test_regret_stops_when_the_right_arms_are_taken():
    run = musical_chairs.simulate(
        losses=given_losses(np.tile([0.9, 0.1, 0.8, 0.2], (5000, 1))),
        players=2,
        horizon=5000,
        checkpoints=np.array([1000, 5000]),
        generator=np.random.default_rng(11),
        options=Options(exploration_rounds=500),
    )
    assert run.regret[0] > 100
    assert run.regret[1] == pytest.approx(run.regret[0])


def test_options_are_checked():
    assert Options().exploration_rounds == 3000
    with pytest.raises(ValidationError, match="exploration_rounds"):
        Options(exploration_rounds=0)
