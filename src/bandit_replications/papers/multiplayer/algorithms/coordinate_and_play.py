"""Coordinate and Play: K players without communication, one of whom coordinates by collisions.

Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case (Section 4, Algorithms 2, 3, 4).
After a ranking the player of rank 1 draws K arms for each block of τ rounds from the metaplayer's
law and tells every follower hers by waiting on it until they collide; then all stay on their arms.
"""

from typing import Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from bandit_replications.papers.multiplayer.algorithms.blocks import (
    RANKING_ROUNDS,
    check_block_length,
    check_phases,
    theorem_block_length,
    theorem_learning_rate,
)
from bandit_replications.papers.multiplayer.algorithms.coordinate_and_play_kernels import (
    Settings,
    new_ledger,
    new_table,
    play_blocks,
    rank_players,
)
from bandit_replications.papers.multiplayer.algorithms.coordinate_and_play_literal import (
    Epoch,
    simulate_players,
)
from bandit_replications.papers.multiplayer.algorithms.coordinator import Waiting
from bandit_replications.papers.multiplayer.environments.losses import Losses
from bandit_replications.papers.multiplayer.environments.online_run import (
    OnlineRun,
    check_multiplayer_run,
)


class Options(BaseModel):
    """Constants and readings of Coordinate and Play."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    ranking_rounds: int = Field(
        default=RANKING_ROUNDS, ge=1, description="rounds T_R of the ranking"
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
    unranked: Literal["quiet", "uniform"] = Field(
        default="quiet",
        description="what a player does whom the ranking left without a rank: it stays quiet, or "
        "chooses uniform arms; the paper leaves it open",
    )
    estimate: Literal["as-printed", "play-rounds"] = Field(
        default="as-printed",
        description="mean loss that the coordinator learns from: all rounds on her own arm over "
        "the block length as printed, or the Play rounds over their number, which is unbiased",
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
    """Simulate Coordinate and Play, a block at a time, exactly in distribution.

    Source: Algorithms 2, 3 and 4; Theorem 4.1 for block length and learning rate. Blocks start
    after the ranking; what is left after the last whole one is played with uniform arms.

    Parameters
    ----------
    losses : Losses
        What the adversary chose, for N arms.
    players, horizon : int
        K < N and T > N, in rounds.
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
        If an argument is of a wrong type or out of range, a block cannot hold its Coordinate phase,
        or a block or the ranking is longer than the game.

    """
    return run(
        losses=losses,
        players=players,
        horizon=horizon,
        checkpoints=checkpoints,
        generator=generator,
        options=options,
        epochs=one_epoch(losses, players, horizon, options),
    )


def simulate_literal(
    *,
    losses: Losses,
    players: int,
    horizon: int,
    checkpoints: NDArray[np.int64],
    generator: np.random.Generator,
    options: Options = Options(),
) -> OnlineRun:
    """Simulate separate players round by round; parameters as for `simulate`."""
    return run_literally(
        losses=losses,
        players=players,
        horizon=horizon,
        checkpoints=checkpoints,
        generator=generator,
        options=options,
        epochs=one_epoch(losses, players, horizon, options),
    )


# --- Shared with the variants ---------------------------------------------------------------


def one_epoch(losses: Losses, players: int, horizon: int, options: Options) -> list[Epoch]:
    """Return what is played after the ranking when the horizon is known."""
    sizes = {"players": players, "arms": losses.arms}
    length = options.block_length or theorem_block_length(**sizes, horizon=horizon)
    check_block_length(length, **sizes)
    rate = options.learning_rate or theorem_learning_rate(
        arms=losses.arms, horizon=horizon, block_length=length
    )
    return [Epoch(horizon - options.ranking_rounds, length, rate)]


def run(
    *,
    losses: Losses,
    players: int,
    horizon: int,
    checkpoints: NDArray[np.int64],
    generator: np.random.Generator,
    options: Options,
    epochs: list[Epoch],
    waiting: Waiting = "quiet",
    in_turn: bool = False,
) -> OnlineRun:
    """Simulate a variant in compiled code: how followers wait, whether coordinators take turns."""
    points = check_multiplayer_run(
        losses=losses, players=players, horizon=horizon, checkpoints=checkpoints
    )
    check_phases(
        ranking_rounds=options.ranking_rounds, block_length=options.block_length, horizon=horizon
    )
    ledger, table = new_ledger(losses.arms, points), new_table(players, losses.arms)
    ranks = np.empty(players, dtype=np.int64)
    rank_players(losses, options.ranking_rounds, ranks, table, ledger, generator)
    for rounds, length, rate in epochs:
        settings = Settings(
            players=players,
            block_length=length,
            rate=rate,
            random_unranked=options.unranked == "uniform",
            play_only=options.estimate == "play-rounds",
            in_turn=in_turn,
            home=waiting != "quiet",
            patient=waiting == "first-arm-repaired",
        )
        end = int(ledger.counts[2]) + rounds
        play_blocks(losses, settings, ranks, end, table, ledger, generator)
    return OnlineRun(
        players=players,
        player_losses=ledger.player_losses,
        arm_losses=ledger.arm_losses,
        collisions=ledger.collisions,
        quiet=ledger.quiet,
    )


def run_literally(
    *,
    losses: Losses,
    players: int,
    horizon: int,
    checkpoints: NDArray[np.int64],
    generator: np.random.Generator,
    options: Options,
    epochs: list[Epoch],
    waiting: Waiting = "quiet",
    in_turn: bool = False,
) -> OnlineRun:
    """Simulate a variant with separate players, round by round; parameters as for `run`."""
    points = check_multiplayer_run(
        losses=losses, players=players, horizon=horizon, checkpoints=checkpoints
    )
    check_phases(
        ranking_rounds=options.ranking_rounds, block_length=options.block_length, horizon=horizon
    )
    return simulate_players(
        losses=losses,
        players=players,
        checkpoints=points,
        generator=generator,
        ranking_rounds=options.ranking_rounds,
        epochs=epochs,
        waiting=waiting,
        estimate=options.estimate,
        unranked=options.unranked,
        in_turn=in_turn,
    )
