"""Coordinate and Play as separate players, which see nothing but their own feedback.

Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case (Section 4, Figure 1). A player's
whole game is one generator: the ranking, then blocks in the role of its rank, then uniform arms.
Nothing here comes from the compiled simulators.
"""

from collections.abc import Iterable
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bandit_replications.papers.multiplayer.algorithms.coordinator import (
    Estimate,
    Metaplayer,
    Role,
    Waiting,
    coordinate,
)
from bandit_replications.papers.multiplayer.algorithms.follower import follow
from bandit_replications.papers.multiplayer.algorithms.ranking import rank
from bandit_replications.papers.multiplayer.environments.game import play_game
from bandit_replications.papers.multiplayer.environments.losses import Losses
from bandit_replications.papers.multiplayer.environments.online_run import OnlineRun

Unranked = Literal["quiet", "uniform"]


class Epoch(NamedTuple):
    """A stretch of rounds with its block length τ and learning rate η."""

    rounds: int
    block_length: int
    rate: float


def play(
    *,
    arms: int,
    players: int,
    ranking_rounds: int,
    epochs: Iterable[Epoch],
    waiting: Waiting,
    estimate: Estimate,
    unranked: Unranked,
    in_turn: bool,
    generator: np.random.Generator,
) -> Role:
    """Play a whole game as one player.

    Parameters
    ----------
    arms, players, ranking_rounds : int
        N, K and T_R.
    epochs : iterable of Epoch
        Each starts to learn afresh, and plays uniform arms when no block fits any more.
    waiting, estimate : str
        As for `coordinate`.
    unranked : {"quiet", "uniform"}
        What a player does that the ranking left without rank.
    in_turn : bool
        Whether roles move on after every block: in block b (from 0) rank b mod K coordinates,
        with what it learnt itself.
    generator : numpy.random.Generator
        The player's own.

    """
    own = yield from rank(players=players, rounds=ranking_rounds, generator=generator)
    for epoch in epochs:
        meta = Metaplayer(arms=arms, players=players, rate=epoch.rate)
        for block in range(epoch.rounds // epoch.block_length):
            if own is None:
                for _ in range(epoch.block_length):
                    yield None if unranked == "quiet" else int(generator.integers(0, arms))
                continue
            role = (own - block) % players if in_turn else own
            if role == 0:
                yield from coordinate(
                    meta,
                    arms=arms,
                    players=players,
                    block_length=epoch.block_length,
                    waiting=waiting,
                    estimate=estimate,
                    generator=generator,
                )
            else:
                yield from follow(
                    role,
                    arms=arms,
                    players=players,
                    block_length=epoch.block_length,
                    waiting=waiting,
                )
        for _ in range(epoch.rounds % epoch.block_length):
            yield int(generator.integers(0, arms))
    while True:
        yield int(generator.integers(0, arms))


class Member:
    """A player of the game: it holds its generator and its next arm, nothing else."""

    def __init__(self, game: Role) -> None:
        self.game = game
        self.arm = next(game)

    def choose(self) -> int | None:
        """Return the arm of the next round, None to stay quiet."""
        return self.arm

    def observe(self, collided: bool, loss: float) -> None:
        """Go on to the next round with what this player saw."""
        self.arm = self.game.send((collided, loss))


def simulate_players(
    *,
    losses: Losses,
    players: int,
    checkpoints: NDArray[np.int64],
    generator: np.random.Generator,
    ranking_rounds: int,
    epochs: Iterable[Epoch],
    waiting: Waiting = "quiet",
    estimate: Estimate = "as-printed",
    unranked: Unranked = "quiet",
    in_turn: bool = False,
) -> OnlineRun:
    """Simulate K players round by round; parameters as for `play`."""
    plan = tuple(epochs)
    members = [
        Member(
            play(
                arms=losses.arms,
                players=players,
                ranking_rounds=ranking_rounds,
                epochs=plan,
                waiting=waiting,
                estimate=estimate,
                unranked=unranked,
                in_turn=in_turn,
                generator=own,
            )
        )
        for own in generator.spawn(players)
    ]
    return play_game(members, losses=losses, checkpoints=checkpoints, generator=generator)
