"""When a change of an arm's losses reaches the online regret, in the scenarios of Section 5.

The online regret R_t compares with the K arms that are best over the whole of [t]. So a player who
stays on an arm that fails pays for it in R_t only from the round on in which the arm's *cumulative*
loss passes that of the best arm outside the K. All rounds here are fractions of the horizon T, and
losses are expectations; the fractions are exact.
"""

from fractions import Fraction

from bandit_replications.inference.checks import Check, above, equal
from bandit_replications.papers.multiplayer.algorithms.blocks import (
    coordinate_rounds,
    theorem_block_length,
)

PLAYERS, ARMS, HORIZON, EXPLORATION = 4, 8, 240_000, 3000

# Section 5: mean losses before and after a change, and the share of the game at which it comes.
GOOD, OTHER, FAILED = Fraction(1, 10), Fraction(3, 10), Fraction(9, 10)
FIRST_FAILURE, SECOND_FAILURE = Fraction(1, 4), Fraction(1, 3)
IMPROVEMENT = Fraction(1, 4)


def crossing(*, before: Fraction, after: Fraction, rival: Fraction, change: Fraction) -> Fraction:
    """Return when an arm's cumulative loss meets that of a rival whose mean stays the same.

    The arm has mean `before` up to the share `change` of the game and `after` from then on; the
    two sums are equal at t with before c + after (t - c) = rival t.

    Raises
    ------
    ValueError
        If the change does not turn the order of the two means.

    """
    if (before - rival) * (after - rival) >= 0:
        raise ValueError(f"after: {after}; allowed: on the other side of {rival} than {before}")
    return change * (after - before) / (after - rival)


FIRST_LEAVES = crossing(before=GOOD, after=FAILED, rival=OTHER, change=FIRST_FAILURE)
SECOND_LEAVES = crossing(before=GOOD, after=FAILED, rival=OTHER, change=SECOND_FAILURE)


def first_link_leaves(*, claimed: Fraction = FIRST_FAILURE) -> Check:
    """Return that the first failed link leaves the K best of [t] later than it fails.

    Parameters
    ----------
    claimed : Fraction
        The share of the game at which the regret is said to start to rise.

    """
    return above(
        "share of T at which link 1 leaves the K best of [t], after the one at which it fails",
        float(FIRST_LEAVES),
        float(claimed),
    )


def first_link_leaves_as_the_second_fails() -> Check:
    """Return that link 1 leaves the K best of [t] exactly when link 3 fails, at T/3."""
    return equal(
        "share of T at which link 1 leaves the K best of [t], and at which link 3 fails",
        float(FIRST_LEAVES),
        float(SECOND_FAILURE),
    )


def fixed_arms_regret(time: Fraction) -> Fraction:
    """Return the online regret over T of players who stay on arms 1 to 4 of Experiment 2.

    Parameters
    ----------
    time : Fraction
        t / T, in [0, 1].

    """
    slope = FAILED - OTHER
    return slope * (max(time - FIRST_LEAVES, Fraction()) + max(time - SECOND_LEAVES, Fraction()))


def fixed_arms_by_sums(*, time: Fraction) -> Check:
    """Return the same regret from the arms' cumulative losses, without the shortcut.

    Left: four fixed arms minus the K smallest sums at `time`; right: `fixed_arms_regret`.
    """
    first, third = (
        GOOD * min(time, failure) + FAILED * max(time - failure, Fraction())
        for failure in (FIRST_FAILURE, SECOND_FAILURE)
    )
    played = [first, GOOD * time, third, GOOD * time]
    best = sorted([*played, *[OTHER * time] * (ARMS - PLAYERS)])[:PLAYERS]
    return equal(
        f"online regret over T of fixed arms at {time} T",
        float(sum(played) - sum(best)),
        float(fixed_arms_regret(time)),
    )


# --- What silence and coordination cost -----------------------------------------------------


def silent_regret(experiment: int, *, gap: Fraction = Fraction(1, 20)) -> float:
    """Return the expected regret of a round if all players are quiet in the whole game.

    In Experiment 1 the sorted means are 1 - gap times uniform order statistics up to the K-th.
    """
    ordered = (1 - gap) * Fraction(PLAYERS * (PLAYERS + 1) // 2, ARMS + 1)
    improved = IMPROVEMENT * FAILED + (1 - IMPROVEMENT) * GOOD
    best = {1: ordered, 2: 2 * GOOD + 2 * OTHER, 3: improved + 3 * Fraction(7, 10)}
    return float(PLAYERS - best[experiment])


def quiet_rounds(*, players: int = PLAYERS, arms: int = ARMS, horizon: int = HORIZON) -> int:
    """Return the player-rounds that the Coordinate phases of a whole game spend quiet.

    In each of the K - 1 sub-blocks of N rounds, K - 2 followers are quiet.
    """
    block_length = theorem_block_length(players=players, arms=arms, horizon=horizon)
    blocks = horizon // block_length
    return blocks * coordinate_rounds(players=players, arms=arms) * (players - 2)


def quiet_cost(*, best: float = 0.1) -> float:
    """Return the regret that quiet rounds cost when the K best arms have one mean loss `best`."""
    return quiet_rounds() * (1 - best)
