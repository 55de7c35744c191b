"""Appendix A.2, step by step: how long the ranking (Algorithm 4) takes.

Each step is a Check. The chain behind the exact numbers is `ranking_probability`.
"""

import itertools
import math
from collections.abc import Callable

import numpy as np

from bandit_replications.inference.checks import (
    Check,
    at_least,
    at_most,
    equal,
    nearest_check,
)
from bandit_replications.papers.multiplayer.theory.ranking_probability import (
    failure_bound,
    failure_probability,
    rounds_needed,
    seated_probability,
    theorem_ranking_rounds,
    transition_matrix,
    unranked_distribution,
)

PLAYERS = (2, 3, 4, 8, 16)
HORIZONS = (100, 10**4, 240000, 1400000)  # beside K + 1


def seat_probability(*, players: int) -> tuple[Check, ...]:
    """Check A.2's q^t: u/K (1 - 1/K)^(u - 1) for each of u unranked players.

    The exact side is the mean number seated in a round over u, from inclusion and exclusion.
    """
    checks = []
    for u in range(1, players + 1):
        seated = [seated_probability(s, unranked=u, players=players) for s in range(u + 1)]
        mean = math.fsum(float(s * chance) for s, chance in enumerate(seated))
        printed = u / players * (1 - 1 / players) ** (u - 1)
        checks.append(equal(f"q for {u} unranked of {players} players", mean / u, printed))
    return tuple(checks)


def nearest_least_seat_probability() -> Check:
    """Check q >= (1/K) (1 - 1/K)^(K - 1) over all numbers of unranked players.

    Returned where it is nearest to breaking, for K from 2 to 200.
    """
    return nearest_check(
        [
            at_least(
                f"least q, {k} players",
                min(u / k * (1 - 1 / k) ** (u - 1) for u in range(1, k + 1)),
                (1 - 1 / k) ** (k - 1) / k,
            )
            for k in range(2, 201)
        ]
    )


def nearest_constant_e() -> Check:
    """Check (1 - 1/K)^(K - 1) >= 1/e; with K = 1 the left side is 0^0 = 1.

    Returned where it is nearest to breaking, for K up to 1000.
    """
    return nearest_check(
        [
            at_least(f"(1 - 1/K)^(K - 1) >= 1/e, K = {k}", (1 - 1 / k) ** (k - 1), 1 / math.e)
            for k in range(1, 1001)
        ]
    )


def one_player_unranked(*, players: int, ranking_rounds: int) -> Check:
    """Check that a given player has no rank after t rounds with probability <= (1 - 1/(K e))^t."""
    law = unranked_distribution(players=players, ranking_rounds=ranking_rounds)
    mean = math.fsum(u * float(chance) for u, chance in enumerate(law))
    return at_most(
        f"one player of {players} unranked after {ranking_rounds} rounds",
        mean / players,
        (1 - 1 / (players * math.e)) ** ranking_rounds,
    )


def union_bound(*, players: int, ranking_rounds: int) -> Check:
    """Check that some player is unranked with probability <= K exp(-T_R / (K e))."""
    return at_most(
        f"failure, {players} players, T_R = {ranking_rounds}",
        failure_probability(players=players, ranking_rounds=ranking_rounds),
        failure_bound(players=players, ranking_rounds=ranking_rounds),
    )


def nearest_over_rounds(check: Callable[..., Check]) -> Check:
    """Return a check of (players, ranking_rounds) where it is nearest to breaking."""
    return nearest_check(
        [check(players=k, ranking_rounds=t) for k in PLAYERS for t in range(1, 201)]
    )


def exponential(*, players: int, ranking_rounds: int) -> Check:
    """Check (1 - 1/(K e))^t <= exp(-t / (K e))."""
    return at_most(
        f"1 - x <= exp(-x), {players} players, {ranking_rounds} rounds",
        (1 - 1 / (players * math.e)) ** ranking_rounds,
        math.exp(-ranking_rounds / (players * math.e)),
    )


def theorem_rounds(*, players: int, horizon: int) -> Check:
    """Check that the bound at T_R = K e ln T is K / T."""
    rounds = theorem_ranking_rounds(players=players, horizon=horizon)
    return equal(
        f"bound at T_R = K e ln T = {rounds:.2f}",
        failure_bound(players=players, ranking_rounds=rounds),
        players / horizon,
    )


def nearest_failure_at_theorem_rounds() -> Check:
    """Check failure <= K / T at K e ln T rounds, rounded down; returned where nearest."""
    checks = []
    for k in PLAYERS:
        for horizon in (k + 1, *HORIZONS):
            rounds = int(theorem_ranking_rounds(players=k, horizon=horizon))
            failure = failure_probability(players=k, ranking_rounds=rounds)
            name = f"failure at T_R = {rounds}, {k} players, T = {horizon}"
            checks.append(at_most(name, failure, k / horizon))
    return nearest_check(checks)


def failure_in_experiments(*, players: int = 4, horizon: int = 240000, rounds: int = 20) -> Check:
    """Check failure <= K / T at the T_R of Section 5 (20) or of Appendix A.5 (25)."""
    return at_most(
        f"failure at T_R = {rounds}, {players} players, against K / T with T = {horizon}",
        failure_probability(players=players, ranking_rounds=rounds),
        players / horizon,
    )


def slack(*, players: int) -> float:
    """Return Theorem 4.1's T_R over the exact number of rounds for K / T, as T grows.

    Both grow with ln T: K e per unit of it, and -1 / ln d. The probability of failure falls by d
    in a round in the long run, the largest chance to stay at some u > 0: the chain only moves
    downwards.
    """
    return -players * math.e * math.log(np.diag(transition_matrix(players))[1:].max())


def rounds_over_needed(*, players: int, horizon: int) -> Check:
    """Check that Theorem 4.1's T_R is at least the exact number of rounds for K / T."""
    return at_least(
        f"K e ln T against the rounds needed, {players} players, T = {horizon}",
        theorem_ranking_rounds(players=players, horizon=horizon),
        float(rounds_needed(players=players, failure=players / horizon)),
    )


def ranks_are_distinct(*, players: int, rounds: int) -> Check:
    """Check that no two players own one arm, over all choices of all rounds (Algorithm 4)."""
    shared = 0
    for choices in itertools.product(range(players), repeat=players * rounds):
        ranks = _ranks(choices, players)
        owned = [rank for rank in ranks if rank is not None]
        shared += len(owned) != len(set(owned))
    return equal(
        f"choices of {players} players in {rounds} rounds that give a rank twice", shared, 0
    )


def _ranks(choices: tuple[int, ...], players: int) -> list[int | None]:
    """Return the ranks after rounds in which player k would choose choices[k], then [K + k], …."""
    ranks: list[int | None] = [None] * players
    for first in range(0, len(choices), players):
        arms = [choices[first + k] if rank is None else rank for k, rank in enumerate(ranks)]
        ranks = [
            arm if rank is None and arms.count(arm) == 1 else rank
            for arm, rank in zip(arms, ranks, strict=True)
        ]
    return ranks
