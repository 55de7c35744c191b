"""Options of Coordinate in bits."""

from typing import Literal

from pydantic import Field

from bandit_replications.bandits.options import AlgorithmOptions
from bandit_replications.papers.multiplayer.algorithms.bit_blocks import (
    BitBlocks,
    BitSizes,
    bit_blocks,
)
from bandit_replications.papers.multiplayer.environments.problems import MultiplayerProblem


class Options(AlgorithmOptions):
    """Constants and variants; those of the theorem by default."""

    report: Literal["bit", "none"] = Field(
        default="bit",
        description="what a follower sends back: a random bit whose mean is its mean loss, or "
        "nothing, so that the coordinator learns from her own arm alone",
    )
    law: Literal["mirror-descent", "exponential"] = Field(
        default="mirror-descent",
        description="how the K arms are drawn: mirror descent over the chances of the arms with "
        "systematic sampling, or exponential weights over sets as in Algorithm 1",
    )
    ranking_rounds: int | None = Field(
        default=None, ge=1, description="rounds T_R of the ranking; none: K e ln T"
    )
    block_length: int | None = Field(
        default=None, ge=1, description="rounds τ of a block; none: the theorem's"
    )
    learning_rate: float | None = Field(
        default=None,
        gt=0,
        allow_inf_nan=False,
        description="learning rate η of the coordinator; none: the theorem's",
    )

    exploration: Literal["none", "implicit"] = Field(
        default="none",
        description="whether half the learning rate is added to the chance by which an observed "
        "loss is divided (Neu's implicit exploration), for bounds with high probability",
    )

    def sizes(self, *, players: int, arms: int, horizon: int) -> BitSizes:
        """Return a game with these options' variant."""
        reports, descent = self.report == "bit", self.law == "mirror-descent"
        return BitSizes(players, arms, horizon, reports, descent)

    def blocks(self, *, players: int, arms: int, horizon: int) -> BitBlocks:
        """Return the blocks of a game.

        Raises
        ------
        ValueError
            If a block cannot hold its messages, or a block or the ranking outlasts the game.

        """
        return bit_blocks(
            self.sizes(players=players, arms=arms, horizon=horizon),
            ranking_rounds=self.ranking_rounds,
            block_length=self.block_length,
            learning_rate=self.learning_rate,
            implicit=self.exploration == "implicit",
        )

    def epochs(self, problem: MultiplayerProblem) -> BitBlocks:
        """Return the blocks of a problem; errors as in `blocks`."""
        return self.blocks(players=problem.players, arms=problem.arms, horizon=problem.horizon)
