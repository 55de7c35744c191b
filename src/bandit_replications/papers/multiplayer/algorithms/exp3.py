"""EXP3 (Auer, Cesa-Bianchi, Freund, Schapire, 2002) as Section 2.1 describes it: one player.

Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case (Section 2.1). It is Algorithm 1
with K = 1: an arm is drawn with probability proportional to exp(-η L), L the sum of the unbiased
estimates of its losses.
"""

import numpy as np
from numpy.typing import NDArray

from bandit_replications.papers.multiplayer.algorithms import k_metaplayer
from bandit_replications.papers.multiplayer.environments.game import play_game
from bandit_replications.papers.multiplayer.environments.losses import Losses
from bandit_replications.papers.multiplayer.environments.online_run import (
    OnlineRun,
    check_multiplayer_run,
)
from bandit_replications.papers.multiplayer.theory.bounds import lemma_3_1_learning_rate

Options = k_metaplayer.Options


def check_single(players: int) -> None:
    """Check that there is one player.

    Raises
    ------
    ValueError
        If there are more.

    """
    if players != 1:
        raise ValueError(f"players: {players}; allowed: 1, EXP3 is the game of a single player")


def simulate(
    *,
    losses: Losses,
    players: int = 1,
    horizon: int,
    checkpoints: NDArray[np.int64],
    generator: np.random.Generator,
    options: Options = Options(),
) -> OnlineRun:
    """Simulate EXP3 in compiled code; parameters as for `k_metaplayer.simulate`, with K = 1.

    Raises
    ------
    TypeError, ValueError
        If an argument is of a wrong type or out of range.

    """
    check_single(players)
    return k_metaplayer.simulate(
        losses=losses,
        players=1,
        horizon=horizon,
        checkpoints=checkpoints,
        generator=generator,
        options=options,
    )


class Exp3Player:
    """A player of EXP3."""

    def __init__(self, *, arms: int, learning_rate: float, generator: np.random.Generator) -> None:
        self.learning_rate = learning_rate
        self.estimates = np.zeros(arms)
        self.generator = generator

    def choose(self) -> int:
        """Draw an arm with probability proportional to exp(-η L)."""
        weights = np.exp(-self.learning_rate * (self.estimates - self.estimates.min()))
        self.chances = weights / weights.sum()
        self.arm = int(self.generator.choice(weights.size, p=self.chances))
        return self.arm

    def observe(self, collided: bool, loss: float) -> None:
        """Add the unbiased estimate of the drawn arm's loss."""
        self.estimates[self.arm] += loss / self.chances[self.arm]


def simulate_literal(
    *,
    losses: Losses,
    players: int = 1,
    horizon: int,
    checkpoints: NDArray[np.int64],
    generator: np.random.Generator,
    options: Options = Options(),
) -> OnlineRun:
    """Simulate EXP3 round by round; parameters as for `simulate`."""
    check_single(players)
    points = check_multiplayer_run(
        losses=losses, players=players, horizon=horizon, checkpoints=checkpoints
    )
    rate = options.learning_rate or lemma_3_1_learning_rate(arms=losses.arms, horizon=horizon)
    player = Exp3Player(arms=losses.arms, learning_rate=rate, generator=generator.spawn(1)[0])
    return play_game([player], losses=losses, checkpoints=points, generator=generator)
