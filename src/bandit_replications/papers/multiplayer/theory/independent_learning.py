"""Regret of players that learn alone, on one arm without loss and others that lose 1.

Not in the paper. On losses (0, 1, …, 1) a collision costs as much as any other arm, so a player
that shares arm 1 for ever has no regret of its own. Guarantees of single players (EXP3's, say)
therefore say nothing about the regret of Section 2.2, against K distinct arms.
"""


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
