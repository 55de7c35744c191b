"""Adversaries that react, against a simulator of blocks of its own."""

import itertools

import numpy as np
import pytest

from bandit_replications.papers.multiplayer.algorithms import (
    coordinate_and_play,
    coordinate_in_bits,
)
from bandit_replications.papers.multiplayer.environments.reacting import reacting_losses
from bandit_replications.papers.multiplayer.theory import reacting
from support.multiplayer_games import problem

PLAYERS, ARMS, BLOCKS, LENGTH, RATE = 2, 4, 300, 20, 0.05
SETS = np.array(list(itertools.combinations(range(ARMS), PLAYERS)))
OPTIONS = {"block_length": LENGTH, "learning_rate": RATE, "ranking_rounds": 60}


def own_regret(reacts, rng):
    """Return the regret of Coordinate and Play after the ranking, block by block."""
    estimates, arm_losses, paid = np.zeros(ARMS), np.zeros(ARMS), 0.0
    for _ in range(BLOCKS):
        totals = estimates[SETS].sum(axis=1)
        law = np.exp(-RATE * (totals - totals.min()))
        law /= law.sum()
        chances = np.array([law[(arm == SETS).any(axis=1)].sum() for arm in range(ARMS)])
        own, other = rng.permutation(SETS[rng.choice(len(SETS), p=law)])
        bad, first = np.zeros(ARMS), 0
        if reacts == "between-blocks":
            bad[np.argsort(-chances)[:PLAYERS]] = 1
            paid += bad[:other].sum() + bad[other] * other  # tries, and the coordinator waits
        after = (ARMS - 1 - other) * bad[own]
        paid += 2 + after + (ARMS - 1 - other) * bad[other]
        arm_losses += ARMS * bad
        if reacts == "in-round":
            bad[[own, other]], first = 1, 1
        rounds = LENGTH - ARMS - first
        paid += rounds * (bad[own] + bad[other])
        arm_losses += rounds * bad
        estimates[own] += PLAYERS * (after + rounds * bad[own]) / LENGTH / chances[own]
    return paid - np.sort(arm_losses)[:PLAYERS].sum()


@pytest.mark.parametrize("reacts", ["in-round", "between-blocks"])
def test_an_own_simulator_agrees(reacts):
    game = problem(reacting_losses(ARMS, reacts), PLAYERS, 60, 60 + BLOCKS * LENGTH)
    options = coordinate_and_play.Options(**OPTIONS)
    streams = np.random.default_rng(4).spawn(250)
    found = [
        coordinate_and_play.simulate(game, generator=one, options=options) for one in streams[:200]
    ]
    fast = np.array([run.regret[1] - run.player_losses[0] for run in found])
    own = np.array([own_regret(reacts, one) for one in streams[200:]])
    error = np.hypot(fast.std() / 200**0.5, own.std() / 50**0.5)
    assert abs(fast.mean() - own.mean()) < 4 * error


@pytest.mark.parametrize("module", [coordinate_and_play, coordinate_in_bits])
def test_regret_is_linear_on_every_path(module):
    game = problem(reacting_losses(8, "in-round"), 4, 40000)
    options = module.Options(ranking_rounds=None)
    blocks = {}
    if module is coordinate_in_bits:
        played = options.epochs(game)
        blocks = {"block_length": played.length, "messages": played.length - played.play}
    least = reacting.least_regret(players=4, arms=8, horizon=40000, **blocks)
    for stream in np.random.default_rng(5).spawn(20):
        assert module.simulate(game, generator=stream, options=options).regret[-1] >= least
    assert game.losses.means.max() == 0, "a run changed the losses of others"


def test_round_by_round_it_is_refused():
    game = problem(reacting_losses(4, "in-round"), 2, 2000)
    with pytest.raises(ValueError, match="an adversary that reacts"):
        coordinate_and_play.simulate_literal(game, generator=np.random.default_rng(1))
