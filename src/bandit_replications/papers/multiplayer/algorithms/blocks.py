"""Sizes of a game and of its blocks: those allowed, and those of Theorem 4.1.

Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case (Sections 2 and 4). Pure
arithmetic: plans read it.
"""

import math

from bandit_replications.runtime.errors import BadValue

# T_R in the experiments of Section 5.
RANKING_ROUNDS = 20


def theorem_block_length(*, players: int, arms: int, horizon: int) -> int:
    """Return Theorem 4.1's block length τ = (K² N T / ln N)^(1/3), rounded to the nearest round.

    Parameters
    ----------
    players, arms, horizon : int
        K, N >= 2 and T, in rounds.

    """
    return max(1, round((players**2 * arms * horizon / math.log(arms)) ** (1 / 3)))


def theorem_ranking_rounds(*, players: int, horizon: int) -> int:
    """Return T_R = K e ln T, rounded up, with which a ranking fails with probability K/T at most.

    Parameters
    ----------
    players, horizon : int
        K and T >= 2.

    """
    return math.ceil(players * math.e * math.log(horizon))


def theorem_learning_rate(*, arms: int, horizon: int, block_length: int) -> float:
    """Return Theorem 4.1's learning rate η = sqrt(ln N / ((T / τ) N)).

    Parameters
    ----------
    arms, horizon, block_length : int
        N >= 2, T and τ, in rounds.

    """
    return math.sqrt(math.log(arms) * block_length / (horizon * arms))


def coordinate_rounds(*, players: int, arms: int) -> int:
    """Return the rounds of a block's Coordinate phase, (K - 1) N: one sub-block each follower."""
    return (players - 1) * arms


def check_block_length(block_length: int, *, players: int, arms: int) -> None:
    """Check that a block holds its Coordinate phase and at least one round of Play.

    Raises
    ------
    ValueError
        If it does not.

    """
    least = coordinate_rounds(players=players, arms=arms) + 1
    if block_length < least:
        raise BadValue(
            f"block_length: {block_length}; allowed: at least {least}, one round more than the "
            f"Coordinate phase of {players} players on {arms} arms"
        )


def check_sizes(*, players: int, arms: int, horizon: int) -> None:
    """Check the paper's assumptions on sizes: 1 <= K < N < T.

    Raises
    ------
    ValueError
        If one is broken.

    """
    if not 1 <= players < arms:
        raise BadValue(f"players: {players}; allowed: from 1 to one fewer than the {arms} arms")
    if horizon <= arms:
        raise BadValue(f"horizon: {horizon}; allowed: more than the number of arms, {arms}")


def check_phases(*, ranking_rounds: int, block_length: int | None, horizon: int) -> None:
    """Check that neither the ranking nor a block, if its length is given, outlasts the game.

    Raises
    ------
    ValueError
        If one does.

    """
    for name, rounds in (("ranking_rounds", ranking_rounds), ("block_length", block_length or 0)):
        if rounds > horizon:
            raise BadValue(f"{name}: {rounds}; allowed: at most the horizon, {horizon}")
