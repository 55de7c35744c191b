"""Problems with several players: an oblivious adversary's losses and the number of players.

Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case (Section 2).
"""

from dataclasses import dataclass
from typing import ClassVar

from bandit_replications.bandits.problems import Problem, check_integer
from bandit_replications.papers.multiplayer.algorithms.blocks import check_sizes
from bandit_replications.papers.multiplayer.environments.losses import Losses
from bandit_replications.runtime.errors import BadValue


@dataclass(frozen=True, kw_only=True, eq=False)
class MultiplayerProblem(Problem):
    """K players on N arms for T rounds; a player that collides or stays quiet loses 1.

    Attributes
    ----------
    losses : Losses
        What the adversary chose before the game, for N arms, each loss in [0, 1].
    players : int
        K, from 1 to N - 1.

    Raises
    ------
    TypeError
        If players or horizon is not an integer.
    ValueError
        If not 1 <= K < N < T, if the losses end before the horizon, or if the checkpoints do not
        increase up to it.

    """

    feedback: ClassVar[str] = "collisions"
    told: ClassVar[tuple[str, ...]] = ("players", "arms", "horizon")

    losses: Losses
    players: int

    def __post_init__(self) -> None:
        super().__post_init__()
        check_integer(least=1, players=self.players)
        check_sizes(players=self.players, arms=self.arms, horizon=self.horizon)
        rounds = self.losses.table.shape[0]
        if 0 < rounds < self.horizon:
            raise BadValue(
                f"horizon: {self.horizon}; allowed: at most the rounds of the losses, {rounds}"
            )

    @property
    def arms(self) -> int:
        """Number of arms N."""
        return self.losses.arms
