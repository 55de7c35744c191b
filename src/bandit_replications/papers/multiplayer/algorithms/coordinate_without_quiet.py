"""Coordinate and Play in which nobody stays quiet (Appendix A.3).

Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case (Appendix A.3). Followers who wait
stay on arm 1; the follower whose turn it is tries all arms until she collides on another one than
arm 1, and if there is none, arm 1 is hers. With line 10 of Algorithm 2 as printed the coordinator
leaves arm 1 after her first collision there, which told the follower nothing: the follower then
meets her on the coordinator's own arm and takes that one. The repair: on arm 1 the coordinator
stays for the whole sub-block.
"""

from typing import Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from bandit_replications.papers.multiplayer.algorithms import coordinate_and_play
from bandit_replications.papers.multiplayer.algorithms.coordinate_and_play import (
    one_epoch,
    run,
    run_literally,
)
from bandit_replications.papers.multiplayer.algorithms.coordinator import Waiting
from bandit_replications.papers.multiplayer.environments.losses import Losses
from bandit_replications.papers.multiplayer.environments.online_run import OnlineRun


class Options(coordinate_and_play.Options):
    """Constants and readings, those of Coordinate and Play among them."""

    collision_rule: Literal["as-printed", "repaired"] = Field(
        default="as-printed",
        description="when the coordinator leaves a follower's arm: after her first collision as "
        "printed, or never if the arm is arm 1",
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
    """Simulate Coordinate and Play without staying quiet, exactly in distribution.

    Parameters, Returns and Raises as for `coordinate_and_play.simulate`.
    """
    return run(
        losses=losses,
        players=players,
        horizon=horizon,
        checkpoints=checkpoints,
        generator=generator,
        options=options,
        epochs=one_epoch(losses, players, horizon, options),
        waiting=_waiting(options),
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
        waiting=_waiting(options),
    )


def _waiting(options: Options) -> Waiting:
    return "first-arm" if options.collision_rule == "as-printed" else "first-arm-repaired"
