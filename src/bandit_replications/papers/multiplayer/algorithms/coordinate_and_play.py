"""Coordinate and Play: K players without communication, coordinated by collisions.

Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case (Section 4, Algorithms 2, 3, 4).
After a ranking the player of rank 1 draws K arms for each block of τ rounds from the metaplayer's
law and signals every follower hers by waiting on it until they collide; then all stay on their
arms. The variants are classes of options: `coordinate_without_quiet`, `doubling` and
`round_robin_coordinator`.

>>> from bandit_replications.papers.multiplayer.environments.losses import bernoulli_losses
>>> problem = MultiplayerProblem(losses=bernoulli_losses([0.2, 0.5, 0.9]), players=2, horizon=5000)
>>> run = simulate(problem, generator=np.random.default_rng(1), options=Options(block_length=20))
>>> int(run.regret[-1]), int(run.collisions[-1]), int(run.quiet[-1])
(1083, 498, 0)
"""

import numpy as np

from bandit_replications.papers.multiplayer.algorithms.block_kernels import BlockSettings
from bandit_replications.papers.multiplayer.algorithms.coordinate_and_play_kernels import (
    play_epoch,
    rank_players,
)
from bandit_replications.papers.multiplayer.algorithms.coordinate_and_play_literal import (
    play,
    simulate_literal,
)
from bandit_replications.papers.multiplayer.algorithms.coordinate_and_play_options import (
    Epoch,
    Options,
)
from bandit_replications.papers.multiplayer.environments.online_run import OnlineRun
from bandit_replications.papers.multiplayer.environments.online_run_kernels import (
    new_recorder,
    recorded_run,
)
from bandit_replications.papers.multiplayer.environments.problems import MultiplayerProblem
from bandit_replications.papers.multiplayer.environments.reacting import of_this_run

__all__ = ["Options", "play", "simulate", "simulate_literal"]


def simulate(
    problem: MultiplayerProblem, *, generator: np.random.Generator, options: Options = Options()
) -> OnlineRun:
    """Simulate Coordinate and Play, a block at a time, exactly in distribution.

    Source: Algorithms 2, 3 and 4; Theorem 4.1 for block length and learning rate. Blocks start
    after the ranking; what is left after the last whole one is played with uniform arms.
    """
    epochs = options.epochs(problem)
    recorder, ranks = new_recorder(problem), np.empty(problem.players, dtype=np.int64)
    losses = of_this_run(problem.losses)
    fails_after = options.fails_after(problem.horizon)
    for epoch in epochs:
        if epoch.ranking:
            rank_players(losses, epoch.ranking, ranks, recorder, generator)
        settings = block_settings(epoch, options, fails_after)
        rounds = epoch.rounds - epoch.ranking
        play_epoch(losses, settings, ranks, rounds, recorder, generator)
    return recorded_run(problem.players, recorder)


def block_settings(epoch: Epoch, options: Options, fails_after: int) -> BlockSettings:
    """Return the rules of an epoch's blocks for compiled code."""
    return BlockSettings(
        block_length=epoch.block_length,
        rate=epoch.rate,
        exploration=options.explored(epoch.rate),
        fails_after=fails_after,
        uniform_unranked=options.unranked == "uniform",
        from_play=options.estimate == "play-rounds",
        collided_loss=float(options.collided_rounds == "one"),
        random_start=options.tries == "random-start",
        round_robin=options.round_robin,
        waits_on_first_arm=options.waiting != "quiet",
        stays_on_first_arm=options.waiting == "first-arm-repaired",
        stays_throughout=options.waiting == "first-arm-stays",
    )
