"""Options of Coordinate and Play. A variant of the algorithm is a class of options.

Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case (Section 4, Appendix A.3,
Discussion).
"""

import math
from typing import ClassVar, Literal, NamedTuple

from pydantic import Field

from bandit_replications.bandits.options import AlgorithmOptions
from bandit_replications.papers.multiplayer.algorithms.blocks import (
    RANKING_ROUNDS,
    check_block_length,
    check_phases,
    theorem_block_length,
    theorem_learning_rate,
    theorem_ranking_rounds,
)
from bandit_replications.papers.multiplayer.algorithms.coordinator import (
    Collided,
    Estimate,
    Waiting,
)
from bandit_replications.papers.multiplayer.algorithms.follower import Tries, Unranked
from bandit_replications.papers.multiplayer.environments.problems import MultiplayerProblem


class Epoch(NamedTuple):
    """A stretch of rounds, those of its ranking first, with block length τ and learning rate η."""

    ranking: int
    rounds: int
    block_length: int
    rate: float


class Options(AlgorithmOptions):
    """Constants and interpretations of Coordinate and Play."""

    # What a variant changes: whether coordinators take turns, and what waiting followers do.
    round_robin: ClassVar[bool] = False

    ranking_rounds: int | None = Field(
        default=RANKING_ROUNDS,
        ge=1,
        description="rounds T_R of the ranking; none: Theorem 4.1's K e ln T",
    )
    block_length: int | None = Field(
        default=None, ge=1, description="rounds τ of a block; none: Theorem 4.1's"
    )
    learning_rate: float | None = Field(
        default=None,
        gt=0,
        allow_inf_nan=False,
        description="learning rate η of the coordinator; none: Theorem 4.1's",
    )
    rate_factor: float = Field(
        default=1.0, gt=0, allow_inf_nan=False, description="factor on the learning rate"
    )
    unranked: Unranked = Field(
        default="quiet",
        description="what a player does whom the ranking left without a rank, and in Play a "
        "follower whom nobody told an arm: it stays quiet, or chooses uniform arms; the paper "
        "leaves it open",
    )
    tries: Tries = Field(
        default="in-order",
        description="where a follower's tries start: on arm 1, or on an arm drawn anew in each "
        "block; the paper says no more than that they go round",
    )
    estimate: Estimate = Field(
        default="as-printed",
        description="mean loss that the coordinator learns from: all rounds on her own arm over "
        "the block length as printed, or the Play rounds over their number, which is unbiased",
    )
    collided_rounds: Collided = Field(
        default="zero",
        description="what a round on her own arm counts in which the coordinator collides: "
        "nothing, as no loss is seen, or the loss of 1 that she incurs",
    )
    exploration: Literal["none", "implicit"] = Field(
        default="none",
        description="whether half the learning rate is added to the chance by which an observed "
        "loss is divided (Neu's implicit exploration)",
    )
    coordinator_fails_at: float | None = Field(
        default=None,
        gt=0,
        lt=1,
        description="share of the game after which the player of rank 1 starts no block any more "
        "and is quiet, as one without a rank; none: never",
    )

    def fails_after(self, horizon: int) -> int:
        """Return the round from which on the player of rank 1 starts no block any more."""
        share = self.coordinator_fails_at
        return horizon + 1 if share is None else math.ceil(share * horizon)

    def explored(self, rate: float) -> float:
        """Return γ for a learning rate."""
        return rate / 2 if self.exploration == "implicit" else 0.0

    @property
    def waiting(self) -> Waiting:
        """Conduct of followers that wait for their sub-block."""
        return "quiet"

    def epochs(self, problem: MultiplayerProblem) -> tuple[Epoch, ...]:
        """Return the epochs: the whole game.

        Raises
        ------
        ValueError
            If a block cannot hold its Coordinate phase, or a block or the ranking outlasts the
            game.

        """
        rounds = problem.horizon
        ranking = self.ranking(problem, rounds)
        check_phases(ranking_rounds=ranking, block_length=self.block_length, horizon=rounds)
        return (self.epoch(problem, horizon=rounds, rounds=rounds, ranking=ranking),)

    def ranking(self, problem: MultiplayerProblem, horizon: int) -> int:
        """Return T_R in a game of `horizon` rounds."""
        theorem = theorem_ranking_rounds(players=problem.players, horizon=horizon)
        return self.ranking_rounds or theorem

    def epoch(
        self, problem: MultiplayerProblem, *, horizon: int, rounds: int, ranking: int = 0
    ) -> Epoch:
        """Return so many rounds with the constants of a game of `horizon` rounds."""
        players, arms = problem.players, problem.arms
        theorem = theorem_block_length(players=players, arms=arms, horizon=horizon)
        length = self.block_length or theorem
        check_block_length(length, players=players, arms=arms)
        rate = self.learning_rate or theorem_learning_rate(
            arms=arms, horizon=horizon, block_length=length
        )
        return Epoch(min(ranking, rounds), rounds, length, self.rate_factor * rate)
