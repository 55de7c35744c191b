"""What a failed ranking does to a run of Coordinate and Play: measured, ranks given.

The paper does not say what a player without rank does. Here it stays quiet, or chooses uniform
arms (the option `unranked`). Stationary Bernoulli losses, 8 arms and 4 players.
"""

import numpy as np

from bandit_replications.papers.multiplayer.algorithms.blocks import (
    theorem_block_length,
    theorem_learning_rate,
)
from bandit_replications.papers.multiplayer.algorithms.coordinate_and_play_kernels import (
    UNRANKED,
    Settings,
    new_ledger,
    new_table,
    play_blocks,
)
from bandit_replications.papers.multiplayer.environments.losses import bernoulli_losses

MEANS = [0.1] * 4 + [0.3] * 4
PLAYERS = 4


def loss_per_round(
    *, missing: int | None, unranked: str = "quiet", horizon: int = 60000, runs: int = 10
) -> float:
    """Return the mean regret of a round after the ranking.

    Parameters
    ----------
    missing : int or None
        The rank that was not given: 0 is the coordinator's; none if all were.
    unranked : {"quiet", "uniform"}
    horizon, runs : int

    """
    arms = len(MEANS)
    length = theorem_block_length(players=PLAYERS, arms=arms, horizon=horizon)
    settings = Settings(
        players=PLAYERS,
        block_length=length,
        rate=theorem_learning_rate(arms=arms, horizon=horizon, block_length=length),
        random_unranked=unranked == "uniform",
        play_only=False,
        in_turn=False,
        home=False,
        patient=False,
    )
    ranks = np.arange(PLAYERS)
    if missing is not None:
        ranks[missing] = UNRANKED
    regrets = []
    for stream in np.random.default_rng(1).spawn(runs):
        ledger = new_ledger(arms, np.array([horizon]))
        table = new_table(PLAYERS, arms)
        play_blocks(bernoulli_losses(MEANS), settings, ranks, horizon, table, ledger, stream)
        best = np.sort(ledger.arm_losses[0])[:PLAYERS].sum()
        regrets.append((ledger.player_losses[0] - best) / horizon)
    return float(np.mean(regrets))
