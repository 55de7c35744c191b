"""Coordinate in bits: each follower is told its arm by ceil(log2 N) collisions, and reports a bit.

Ours, on the model of Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case (Section
2.2). After the ranking (Algorithm 4) the player of rank r has arm r for a home. In a block the
player of rank 1 spells to each follower the number of its arm: in the round of a bit that is 1 she
is on the follower's home. If the ranking succeeds nobody is quiet, and only these two collide. All
play their arms; then each follower goes to arm 1, where the coordinator is, with probability its
mean loss: one bit that makes an unbiased estimate of each arm in use. Bits by forced collisions are
those of Boursier and Perchet's SIC-MMAB (stochastic) and of Shi and Shen (adversarial, collisions
not seen).

With the default options the expected regret is at most
3 K ((L + 1) N ln N)^(1/3) T^(2/3) + K² (e ln T + 2), L = ceil(log2 N), for 2 <= K < N and losses
that do not react.

>>> from bandit_replications.papers.multiplayer.environments.losses import bernoulli_losses
>>> problem = MultiplayerProblem(losses=bernoulli_losses([0.2, 0.5, 0.9]), players=2, horizon=5000)
>>> run = simulate(problem, generator=np.random.default_rng(1))
>>> int(run.regret[-1]), int(run.collisions[-1]), int(run.quiet[-1])
(780, 194, 0)
"""

import numpy as np

from bandit_replications.papers.multiplayer.algorithms.coordinate_and_play_kernels import (
    play_uniform,
    rank_players,
)
from bandit_replications.papers.multiplayer.algorithms.coordinate_in_bits_kernels import (
    play_bit_blocks,
)
from bandit_replications.papers.multiplayer.algorithms.coordinate_in_bits_literal import (
    play,
    simulate_literal,
)
from bandit_replications.papers.multiplayer.algorithms.coordinate_in_bits_options import Options
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
    """Simulate Coordinate in bits, exactly in distribution: messages round by round, Play at once.

    Source: ours. What is left after the last whole block is played with uniform arms.
    """
    blocks, descent = options.epochs(problem), options.law == "mirror-descent"
    recorder, ranks = new_recorder(problem), np.empty(problem.players, dtype=np.int64)
    losses = of_this_run(problem.losses)
    rank_players(losses, blocks.ranking_rounds, ranks, recorder, generator)
    play_bit_blocks(losses, blocks, descent, ranks, recorder, generator)
    play_uniform(losses, problem.players, problem.horizon, recorder, generator)
    return recorded_run(problem.players, recorder)
