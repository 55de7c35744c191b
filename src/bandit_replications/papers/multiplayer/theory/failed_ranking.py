"""What a failed ranking does to a run of Coordinate and Play: measured, ranks given.

The paper does not say what a player without rank does. Here it stays quiet, or chooses uniform
arms (the option `unranked`). Stationary Bernoulli losses, 8 arms and 4 players.
"""

import numpy as np

from bandit_replications.inference.checks import Check, at_least, at_most
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
    settings = block_settings(options.epoch(problem, horizon=horizon, rounds=horizon), options)
    ranks = np.arange(PLAYERS)
    if missing is not None:
        ranks[missing] = UNRANKED
    regrets = []
    for stream in np.random.default_rng(1).spawn(runs):
        recorder = new_recorder(problem)
        play_epoch(losses, settings, ranks, horizon, recorder, stream)
        regrets.append(recorded_run(PLAYERS, recorder).regret[0] / horizon)
    return float(np.mean(regrets))


def without_coordinator() -> Check:
    """Check that without rank 0 the team does no better than if all stayed quiet, but for 10%.

    Nobody collides with a coordinator, so no follower has an arm to play.
    """
    return at_least(
        "regret of a round without coordinator against 0.9 of everybody quiet",
        loss_per_round(missing=0),
        0.9 * float(PLAYERS - np.sum(np.sort(MEANS)[:PLAYERS])),
    )


def without_follower() -> Check:
    """Check that without a follower the team loses about one arm more: its player is quiet."""
    return at_most(
        "regret of a round without a follower against that of a good ranking plus 1",
        loss_per_round(missing=2),
        loss_per_round(missing=None) + 1.0,
    )


def uniform_against_quiet() -> Check:
    """Check that a player without rank that chooses uniform arms does less well than a quiet one.

    It meets the others, and makes followers take wrong arms.
    """
    return at_least(
        "regret of a round without a follower, uniform arms against quiet",
        loss_per_round(missing=2, unranked="uniform"),
        loss_per_round(missing=2),
    )
