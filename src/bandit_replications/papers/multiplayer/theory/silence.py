"""Cost of silence in the scenarios of Section 5."""

from fractions import Fraction

from bandit_replications.papers.multiplayer.algorithms.blocks import (
    coordinate_rounds,
    theorem_block_length,
)

PLAYERS, ARMS, HORIZON = 4, 8, 240_000

# Mean losses before and after a change, and the share of Experiment 3 at which arm 1 improves.
GOOD, OTHER, FAILED = Fraction(1, 10), Fraction(3, 10), Fraction(9, 10)
IMPROVEMENT = Fraction(1, 4)
_IMPROVED = IMPROVEMENT * FAILED + (1 - IMPROVEMENT) * GOOD
UNCHANGED = Fraction(7, 10)  # the other arms of Experiment 3
NEVER_TRIED = UNCHANGED - _IMPROVED  # final regret over T of players who never try its arm 1


def silent_regret(experiment: int, *, gap: Fraction = Fraction(1, 20)) -> float:
    """Return the expected regret of a round if all players are quiet in the whole game.

    In Experiment 1 the sorted means are 1 - gap times uniform order statistics up to the K-th.
    """
    ordered = (1 - gap) * Fraction(PLAYERS * (PLAYERS + 1) // 2, ARMS + 1)
    best = {1: ordered, 2: 2 * GOOD + 2 * OTHER, 3: _IMPROVED + 3 * UNCHANGED}
    return float(PLAYERS - best[experiment])


def quiet_rounds(*, players: int = PLAYERS, arms: int = ARMS, horizon: int = HORIZON) -> int:
    """Return the player-rounds that the Coordinate phases of a whole game spend quiet.

    In each of the K - 1 sub-blocks of N rounds, K - 2 followers are quiet.
    """
    block_length = theorem_block_length(players=players, arms=arms, horizon=horizon)
    blocks = horizon // block_length
    return blocks * coordinate_rounds(players=players, arms=arms) * (players - 2)
