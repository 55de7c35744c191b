"""Exact expected regret of Algorithm 1 on short loss sequences, by following every course."""

import itertools

import numpy as np
import pytest

from bandit_replications.papers.multiplayer.algorithms import k_metaplayer
from bandit_replications.papers.multiplayer.environments.losses import given_losses
from bandit_replications.papers.multiplayer.theory import lemma_3_1
from support.multiplayer_games import problem


def regret_by_courses(table, *, players, learning_rate):
    """Oracle: a course is the sequence of arms that were watched; there are N^T of them."""
    arms = table.shape[1]
    every = itertools.combinations(range(arms), players)
    member = np.array([np.isin(range(arms), one) for one in every], dtype=float)
    estimates, chances, total = np.zeros((1, arms)), np.ones(1), 0.0
    for loss in table:
        logs = -learning_rate * estimates @ member.T
        weights = np.exp(logs - logs.max(axis=1, keepdims=True))
        included = (weights / weights.sum(axis=1, keepdims=True)) @ member
        total += chances @ (included @ loss)
        chances = (chances[:, None] * included / players).ravel()
        moved = np.eye(arms) * players * loss / np.maximum(included, 1e-100)[:, :, None]
        estimates = (estimates[:, None] + moved).reshape(-1, arms)
    return total - np.sort(table.sum(axis=0))[:players].sum()


def test_exact_regret_is_the_mean_of_simulated_ones():
    early = np.linspace(0, 1, 3)
    table = np.array([early] * 4 + [early[::-1]] * 5)
    exact = regret_by_courses(table, players=2, learning_rate=1.5)
    game, options = problem(given_losses(table), 2, 9), k_metaplayer.Options(learning_rate=1.5)
    streams = np.random.default_rng(1).spawn(3000)
    simulated = np.array(
        [k_metaplayer.simulate(game, generator=one, options=options).regret[0] for one in streams]
    )
    error = simulated.std() / np.sqrt(simulated.size)
    assert abs(simulated.mean() - exact) < 3.9 * error  # false-alarm rate 1e-4
    assert error < 0.03  # half the learning rate moves the regret by 0.31


def test_one_bad_arm_is_the_same_by_courses():
    for players, rounds in ((1, 12), (2, 9)):
        table = np.tile(np.arange(players + 1) >= players, (rounds, 1)).astype(float)
        exact = regret_by_courses(table, players=players, learning_rate=0.3)
        found = lemma_3_1.one_bad_arm_regret(players=players, horizon=rounds, learning_rate=0.3)
        assert found == pytest.approx(exact)


def test_the_hard_sequence_refuses_who_hardly_learns():
    for players in (1, 2):
        assert lemma_3_1.lemma_3_1(players=players).holds
        assert not lemma_3_1.lemma_3_1(players=players, slowed=100.0).holds
