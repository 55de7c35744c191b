"""Musical Chairs (Rosenski, Shamir, Szlak, 2016) as Section 5 describes it, with K given.

Each player explores uniformly for T0 rounds, estimates means from the rounds on which it did not
collide, and then chooses uniformly among its own K best arms until it is alone on one, on which it
stays. Interpretations: an arm never seen alone counts as loss 1, the estimate that an unseen reward
has in Rosenski et al.; of equal means the arm with the lowest number is the better one, or one at
random.

>>> from bandit_replications.papers.multiplayer.environments.losses import bernoulli_losses
>>> problem = MultiplayerProblem(losses=bernoulli_losses([0.2, 0.5, 0.9]), players=2, horizon=5000)
>>> options = Options(exploration_rounds=200)
>>> run = simulate(problem, generator=np.random.default_rng(1), options=options)
>>> int(run.regret[-1]), int(run.collisions[-1])
(139, 126)
"""

import functools
from typing import Literal

import numpy as np
from pydantic import Field

from bandit_replications.bandits.arrays import Integers
from bandit_replications.bandits.options import AlgorithmOptions
from bandit_replications.papers.multiplayer.algorithms.musical_chairs_kernels import (
    Samples,
    explore_pieces,
    play_pieces,
)
from bandit_replications.papers.multiplayer.environments.game import (
    SinglePlayer,
    play_apart,
    simulate_team,
)
from bandit_replications.papers.multiplayer.environments.online_run import OnlineRun
from bandit_replications.papers.multiplayer.environments.online_run_kernels import (
    new_recorder,
    piece_ends,
    recorded_run,
)
from bandit_replications.papers.multiplayer.environments.problems import MultiplayerProblem


class Options(AlgorithmOptions):
    """Constants of Musical Chairs; T0 may exceed the horizon."""

    exploration_rounds: int = Field(
        default=3000, ge=1, description="rounds T0 of uniform exploration; Section 5: 3000"
    )
    ties: Literal["lowest", "random"] = Field(
        default="lowest", description="which of several arms of one mean is taken for better"
    )


def simulate(
    problem: MultiplayerProblem, *, generator: np.random.Generator, options: Options = Options()
) -> OnlineRun:
    """Simulate Musical Chairs: exact in distribution, at a cost that does not grow with T.

    Source: Section 5, after Rosenski et al. (2016), Algorithm 1.
    """
    recorder, (players, arms) = new_recorder(problem), (problem.players, problem.arms)
    ends = piece_ends(problem, options.exploration_rounds)
    exploring = np.searchsorted(ends, options.exploration_rounds, side="right")
    samples = Samples(np.zeros((players, arms), dtype=np.int64), np.zeros((players, arms)))
    explore_pieces(problem.losses, ends[:exploring], samples, recorder, generator)
    if exploring < ends.size:
        random = generator if options.ties == "random" else None
        best = candidates(samples, random=random)
        play_pieces(problem.losses, best, ends[exploring:], recorder, generator)
    return recorded_run(problem.players, recorder)


def candidates(samples: Samples, *, random: np.random.Generator | None) -> Integers:
    """Return each player's K arms of least mean loss, shape (K, K); one never seen counts as 1.

    Of equal means the first comes first, or one at random with a generator. Not compiled: it is
    called once a run, and numba takes seconds for a permutation.
    """
    counts, losses = samples
    (players, arms), chosen = losses.shape, []
    for mean in np.divide(losses, counts, out=np.ones_like(losses), where=counts > 0):
        order = np.arange(arms) if random is None else random.permutation(arms)
        chosen.append(order[np.argsort(mean[order], kind="stable")][:players])
    return np.array(chosen)


# --- Round by round -------------------------------------------------------------------------


def player(
    problem: MultiplayerProblem, *, generator: np.random.Generator, options: Options = Options()
) -> SinglePlayer:
    """Play Musical Chairs as one player."""
    rewards: list[list[float]] = [[] for _ in range(problem.arms)]
    for _ in range(options.exploration_rounds):
        arm = int(generator.integers(0, problem.arms))
        collided, loss = yield arm
        if not collided:
            rewards[arm].append(1 - loss)
    order = np.arange(problem.arms)
    if options.ties == "random":
        order = generator.permutation(order)
    best = best_arms(rewards, problem.players, order.tolist())
    collided = True
    while collided:
        arm = best[generator.integers(0, problem.players)]
        collided, _ = yield arm
    while True:
        yield arm


def best_arms(rewards: list[list[float]], players: int, order: list[int]) -> list[int]:
    """Return the K arms of highest mean reward; of equal means the first in the order."""
    means = [float(np.mean(seen)) if seen else 0.0 for seen in rewards]
    return sorted(order, key=lambda arm: -means[arm])[:players]


play = functools.partial(play_apart, player=player, options=Options())
simulate_literal = functools.partial(simulate_team, play=play, options=Options())
