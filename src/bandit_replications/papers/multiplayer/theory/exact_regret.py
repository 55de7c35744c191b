"""Exact expected regret of Algorithm 1 on short loss sequences, by following every course.

Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case (Section 3). A course is the
sequence of arms that were watched; there are N^T of them, so N^T must be small.
"""

import itertools

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
MOST_COURSES = 10**6
LEAST_CHANCE = 1e-100  # courses that are less probable are left out


def membership(*, arms: int, players: int) -> Floats:
    """Return which arms each meta-arm has, 0 or 1, shape (meta-arms, arms)."""
    every = itertools.combinations(range(arms), players)
    return np.array([np.isin(range(arms), one) for one in every], dtype=np.float64)


def expected_losses(losses: ArrayLike, *, players: int, learning_rate: float) -> Floats:
    """Return the K-Metaplayer's expected loss in each round, shape (rounds,), without error.

    Parameters
    ----------
    losses : array, shape (rounds, arms)
        In [0, 1], chosen before the game.
    players : int
        K < N.
    learning_rate : float
        η > 0.

    Raises
    ------
    ValueError
        If there are more than a million courses.

    """
    table = np.asarray(losses, dtype=np.float64)
    rounds, arms = table.shape
    if arms ** (rounds - 1) > MOST_COURSES:
        raise ValueError(f"losses: {rounds} rounds of {arms} arms; allowed: 10^6 courses")
    member = membership(arms=arms, players=players)
    estimates, chances = np.zeros((1, arms)), np.ones(1)
    expected = np.zeros(rounds)
    for t, loss in enumerate(table):
        logs = -learning_rate * estimates @ member.T
        weights = np.exp(logs - logs.max(axis=1, keepdims=True))
        included = (weights / weights.sum(axis=1, keepdims=True)) @ member
        expected[t] = chances @ (included @ loss)
        following = chances[:, np.newaxis] * included / players
        course, watched = np.nonzero(following > LEAST_CHANCE)
        seen = included[course, watched]
        estimates = estimates[course]
        estimates[np.arange(course.size), watched] += players * loss[watched] / seen
        chances = following[course, watched]
    return expected


def expected_regret(losses: ArrayLike, *, players: int, learning_rate: float) -> float:
    """Return the exact expected regret; parameters and errors as for `expected_losses`."""
    table = np.asarray(losses, dtype=np.float64)
    expected = expected_losses(table, players=players, learning_rate=learning_rate)
    best = np.sort(table.sum(axis=0))[:players]
    return float(expected.sum() - best.sum())


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


def good_arms(*, rounds: int, arms: int, players: int) -> Floats:
    """Return losses (rounds, arms) of a hard sequence: K arms lose nothing, the others always 1."""
    return np.tile((np.arange(arms) >= players).astype(np.float64), (rounds, 1))


def reversed_order(*, rounds: int, arms: int) -> Floats:
    """Return losses (rounds, arms) whose order is reversed in the middle."""
    early = np.linspace(0, 1, arms)
    return np.where(np.arange(rounds)[:, np.newaxis] < rounds // 2, early, early[::-1])
