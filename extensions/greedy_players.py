r"""Players of your own, who may collide: each plays ε-greedy (Sutton and Barto, 2018) by itself.

With probability ε_t = min(1, c N / t) a player explores an arm at random; else it plays the arm on
which it has lost least so far. A collision costs 1, so the players drift apart.

    python -m bandit_replications rerun multiplayer label=greedy online_regret.players=2 \
        'online_regret.algorithms=[coordinate-and-play, greedy-players]' \
        online_regret.horizon=20000 'online_regret.replicates={default: 10}' figure=2

`feedback = "collisions"`: `choose(t)` returns the arms of all players, -1 for one that stays quiet;
`update(t, arms, (losses, collided))` is told what each of them has lost, 1 if it collided or stayed
quiet, and whether it collided. That no player uses what another one saw is up to the class.

Two players: about 14,000 rounds a second in plain Python, 17,000 with the step compiled (processor
time of one core, measured once).
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


def best_arms(sums: Floats, counts: Floats) -> Integers:
    """Return each player's arm with the least mean loss; one that it has not played comes first."""
    players, arms = sums.shape
    best = np.zeros(players, dtype=np.int64)
    for player in range(players):
        least = np.inf
        for arm in range(arms):
            plays = counts[player, arm]
            mean = sums[player, arm] / plays if plays > 0 else -1.0
            if mean < least:
                best[player], least = arm, mean
    return best


class GreedyPlayers:
    """Players who explore ever more rarely."""

    name = "greedy-players"
    feedback = "collisions"
    best = staticmethod(best_arms)

    def __init__(
        self, *, players: int, arms: int, generator: np.random.Generator, exploration: float = 5.0
    ) -> None:
        """Ask for what is known beforehand by its name; other keywords are options."""
        self.players, self.arms = players, arms
        self.generator, self.exploration = generator, exploration
        self.sums, self.counts = np.zeros((players, arms)), np.zeros((players, arms))

    def choose(self, t: int) -> Integers:
        """Return the arm of each player."""
        exploring = self.generator.random(self.players) < self.exploration * self.arms / t
        explored = self.generator.integers(self.arms, size=self.players)
        return np.where(exploring, explored, self.best(self.sums, self.counts))

    def update(self, t: int, arms: Integers, feedback: tuple[Floats, NDArray[np.bool_]]) -> None:
        """Learn each player's own loss, that of a collision included."""
        losses, _ = feedback
        everyone = np.arange(self.players)
        self.sums[everyone, arms] += losses
        self.counts[everyone, arms] += 1


class CompiledGreedyPlayers(GreedyPlayers):
    """The same with its step compiled by numba."""

    name = "greedy-players-compiled"
    best = staticmethod(njit(best_arms))
