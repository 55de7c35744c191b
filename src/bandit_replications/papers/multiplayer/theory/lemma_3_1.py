"""Lemma 3.1 on games that are hard: its bound against the K-Metaplayer's exact expected regret."""

import numpy as np

from bandit_replications.inference.checks import Check, at_most
from bandit_replications.papers.multiplayer.theory import bounds

LEAST_CHANCE = 1e-100
HARD_ROUNDS = 200


def one_bad_arm_regret(*, players: int, horizon: int, learning_rate: float) -> float:
    """Return the exact expected regret where K arms lose nothing and the last of K + 1 always 1.

    Only the bad arm's estimate moves, by K / q when it is watched, q being the probability that it
    is among the arms played: so the course is how often it was watched, and games may be long.

    Parameters
    ----------
    players : int
        K; there are K + 1 arms.
    horizon : int
    learning_rate : float
        η > 0.

    """
    included = np.zeros(horizon + 1)  # q after so many observations of the bad arm
    estimate = 0.0
    for count in range(horizon + 1):
        weight = players * np.exp(-learning_rate * estimate)  # K of the meta-arms have it
        included[count] = weight / (1 + weight)
        estimate += players / max(included[count], LEAST_CHANCE)
    chances = np.zeros(horizon + 1)
    chances[0], regret = 1.0, 0.0
    for _ in range(horizon):
        regret += float(chances @ included)
        watched = chances * included / players
        chances = chances - watched
        chances[1:] += watched[:-1]
    return regret


def lemma_3_1(*, players: int = 1, horizon: int = HARD_ROUNDS, slowed: float = 1.0) -> Check:
    """Check Lemma 3.1 on a hard sequence, K good arms and a bad one, its expected regret exact.

    The game is so long that who learns too slowly, at a learning rate divided by `slowed`, breaks
    the bound: the best K of K + 1 arms chosen at random have regret T / (1 + 1/K).
    """
    rate = bounds.lemma_3_1_learning_rate(arms=players + 1, horizon=horizon) / slowed
    return at_most(
        f"exact regret, K = {players}, N = {players + 1}, T = {horizon}",
        one_bad_arm_regret(players=players, horizon=horizon, learning_rate=rate),
        bounds.lemma_3_1_regret(players=players, arms=players + 1, horizon=horizon),
    )
