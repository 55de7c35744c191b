"""Why players that learn alone need not do well together: one arm without loss, the others lost.

Not in the paper. On losses (0, 1, …, 1) a collision costs as much as any other arm, so a player
that shares arm 1 for ever has no regret of its own. Guarantees of single players (EXP3's, say)
therefore say nothing about the regret of Section 2.2, against K distinct arms.
"""

import numpy as np

from bandit_replications.inference.checks import Check, at_least, at_most


def one_good_arm(arms: int) -> list[float]:
    """Return the losses of a round: 0 for arm 1, 1 for the others."""
    return [0.0] + [1.0] * (arms - 1)


def own_regret(*, players: int, arms: int, rounds: int, others: float = 1.0) -> Check:
    """Check that a player that shares arm 1 in every round has no regret against a fixed arm.

    Given that the other players stay on arm 1: it loses 1 in each round there, and `others` in
    each round on another arm.
    """
    given_the_others = np.array(one_good_arm(arms)) * others
    given_the_others[0] = players > 1
    return at_most(
        f"own regret of one of {players} players on arm 1, {rounds} rounds",
        rounds * float(given_the_others[0] - given_the_others.min()),
        0.0,
    )


def team_regret(*, players: int, arms: int, rounds: int) -> Check:
    """Check that together the same players have regret T, the most there can be here."""
    losses = np.sort(one_good_arm(arms))
    return at_least(
        f"regret of {players} players on arm 1, {rounds} rounds",
        rounds * float(players - losses[:players].sum()),
        float(rounds),
    )


def good_arm_chance(*, players: int, arms: int, time: float, steps: int = 10000) -> float:
    """Return the chance x that a player chooses arm 1 after a time η t, by EXP3's mean drift.

    The mean drift of exponential weights is dx = x (mean loss - arm 1's loss): arm 1's mean loss
    is 1 - (1 - x)^(K - 1), that of the others 1, so that dx = x (1 - x) (1 - x)^(K - 1). All
    players start from 1/N and stay alike. x only grows. The noise of a run adds that a player
    which another one crowds out has no drift back: it may stay anywhere.

    Parameters
    ----------
    players, arms : int
        K >= 1 and N > K.
    time : float
        Learning rate times rounds, >= 0.
    steps : int
        Steps of Euler's method.

    """
    x = 1 / arms
    for _ in range(steps):
        x += time / steps * x * (1 - x) ** players
    return x


def drift_regret(*, players: int, arms: int, time: float) -> float:
    """Return the mean regret of a round when every player chooses arm 1 with that chance.

    Arm 1's loss of 0 is used when exactly one player chooses it; otherwise the round costs 1.
    """
    x = good_arm_chance(players=players, arms=arms, time=time)
    return float(1 - players * x * (1 - x) ** (players - 1))


def regret_rises(*, players: int, arms: int) -> Check:
    """Check that the mean regret of a round is larger later: the drift is towards sharing."""
    early, late = (drift_regret(players=players, arms=arms, time=time) for time in (10.0, 1000.0))
    name = f"regret of a round at η t = 1000 against η t = 10, {players} players"
    return at_least(name, late, early)
