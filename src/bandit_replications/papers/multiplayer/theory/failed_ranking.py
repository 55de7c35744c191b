"""Effect of a failed ranking on a run of Coordinate and Play, with given ranks.

The paper does not say what a player without rank does. Here it stays quiet, or chooses uniform
arms (the option `unranked`). Stationary Bernoulli losses, 8 arms and 4 players.
"""

import numpy as np

from bandit_replications.papers.multiplayer.algorithms.block_kernels import UNRANKED
from bandit_replications.papers.multiplayer.algorithms.coordinate_and_play import block_settings
from bandit_replications.papers.multiplayer.algorithms.coordinate_and_play_kernels import play_epoch
from bandit_replications.papers.multiplayer.algorithms.coordinate_and_play_options import Options
from bandit_replications.papers.multiplayer.environments.losses import bernoulli_losses
from bandit_replications.papers.multiplayer.environments.online_run_kernels import (
    new_recorder,
    recorded_run,
)
from bandit_replications.papers.multiplayer.environments.problems import MultiplayerProblem

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
    losses = bernoulli_losses(MEANS)
    problem = MultiplayerProblem(losses=losses, players=PLAYERS, horizon=horizon)
    options = Options.model_validate({"unranked": unranked})
    epoch = options.epoch(problem, horizon=horizon, rounds=horizon)
    settings = block_settings(epoch, options, horizon)
    ranks = np.arange(PLAYERS)
    if missing is not None:
        ranks[missing] = UNRANKED
    regrets = []
    for stream in np.random.default_rng(1).spawn(runs):
        recorder = new_recorder(problem)
        play_epoch(losses, settings, ranks, horizon, recorder, stream)
        regrets.append(recorded_run(PLAYERS, recorder).regret[0] / horizon)
    return float(np.mean(regrets))
