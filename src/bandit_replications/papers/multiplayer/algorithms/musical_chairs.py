"""Musical Chairs (Rosenski, Shamir, Szlak, 2016) as Section 5 describes it, with K given.

Each player explores uniformly for T0 rounds, estimates means from the rounds on which it did not
collide, and then plays chairs on its own K best arms: uniform ones until it is alone on one, on
which it stays. Readings: an arm never seen alone counts as loss 1, the estimate that an unseen
reward has in Rosenski et al.; of equal means the arm with the lowest number is the better one.
"""

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from bandit_replications.papers.multiplayer.algorithms.musical_chairs_kernels import simulate_run
from bandit_replications.papers.multiplayer.environments.game import play_game
from bandit_replications.papers.multiplayer.environments.losses import Losses
from bandit_replications.papers.multiplayer.environments.online_run import (
    OnlineRun,
    check_multiplayer_run,
)
from bandit_replications.papers.multiplayer.environments.online_run_kernels import piece_ends


class Options(BaseModel):
    """Constants of Musical Chairs."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    exploration_rounds: int = Field(
        default=3000, ge=1, description="rounds T0 of uniform exploration; Section 5: 3000"
    )


def simulate(
    *,
    losses: Losses,
    players: int,
    horizon: int,
    checkpoints: NDArray[np.int64],
    generator: np.random.Generator,
    options: Options = Options(),
) -> OnlineRun:
    """Simulate Musical Chairs: exact in distribution, at a cost that does not grow with T.

    Source: Section 5, after Rosenski et al. (2016), Algorithm 1.

    Parameters
    ----------
    losses : Losses
        What the adversary chose, for N arms.
    players, horizon : int
        K < N and T > N, in rounds; T0 may exceed T.
    checkpoints : int64 array, increasing, the last one the horizon
        Rounds after which the run is recorded.
    generator : numpy.random.Generator
    options : Options

    Returns
    -------
    OnlineRun

    Raises
    ------
    TypeError, ValueError
        If an argument is of a wrong type or out of range.

    """
    points = check_multiplayer_run(
        losses=losses, players=players, horizon=horizon, checkpoints=checkpoints
    )
    exploration = options.exploration_rounds
    player_losses, arm_losses, collisions = simulate_run(
        losses, players, exploration, points, piece_ends(losses, points, exploration), generator
    )
    return OnlineRun(
        players=players,
        player_losses=player_losses,
        arm_losses=arm_losses,
        collisions=collisions,
        quiet=np.zeros_like(collisions),
    )


# --- Round by round -------------------------------------------------------------------------


class ChairsPlayer:
    """One player of Musical Chairs."""

    def __init__(
        self, *, arms: int, players: int, exploration_rounds: int, generator: np.random.Generator
    ) -> None:
        self.arms, self.players = arms, players
        self.exploration_rounds = exploration_rounds
        self.generator = generator
        self.t = 0
        self.rewards: list[list[float]] = [[] for _ in range(arms)]
        self.chairs: list[int] = []
        self.seat: int | None = None

    def choose(self) -> int:
        """Explore, then look for a chair, then stay on it."""
        self.t += 1
        if self.t <= self.exploration_rounds:
            self.arm = int(self.generator.integers(0, self.arms))
        elif self.seat is None:
            self.chairs = self.chairs or self.best_arms()
            self.arm = self.chairs[self.generator.integers(0, self.players)]
        else:
            self.arm = self.seat
        return self.arm

    def observe(self, collided: bool, loss: float) -> None:
        """Keep the reward of a round without collision; the first one alone gives the seat."""
        if collided:
            return
        if self.t <= self.exploration_rounds:
            self.rewards[self.arm].append(1 - loss)
        elif self.seat is None:
            self.seat = self.arm

    def best_arms(self) -> list[int]:
        """Return the K arms of highest mean reward."""
        means = [float(np.mean(seen)) if seen else 0.0 for seen in self.rewards]
        return sorted(range(self.arms), key=lambda arm: -means[arm])[: self.players]


def simulate_literal(
    *,
    losses: Losses,
    players: int,
    horizon: int,
    checkpoints: NDArray[np.int64],
    generator: np.random.Generator,
    options: Options = Options(),
) -> OnlineRun:
    """Simulate Section 5's description round by round; parameters as for `simulate`."""
    points = check_multiplayer_run(
        losses=losses, players=players, horizon=horizon, checkpoints=checkpoints
    )
    group = [
        ChairsPlayer(
            arms=losses.arms,
            players=players,
            exploration_rounds=options.exploration_rounds,
            generator=own,
        )
        for own in generator.spawn(players)
    ]
    return play_game(group, losses=losses, checkpoints=points, generator=generator)
