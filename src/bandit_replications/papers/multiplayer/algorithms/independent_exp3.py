"""K independent EXP3 players: each learns alone, and takes a collision for a loss of 1.

A baseline that the paper does not have. Each player runs the EXP3 (Auer, Cesa-Bianchi, Freund,
Schapire, 2002) that Section 2.1 describes, which is Algorithm 1 with K = 1: an arm is drawn with
probability proportional to exp(-η L), L the cumulative loss estimates, and the loss of the drawn
arm is divided by its probability.

>>> from bandit_replications.papers.multiplayer.environments.losses import bernoulli_losses
>>> problem = MultiplayerProblem(losses=bernoulli_losses([0.2, 0.5, 0.9]), players=2, horizon=5000)
>>> run = simulate(problem, generator=np.random.default_rng(1))
>>> int(run.regret[-1]), int(run.collisions[-1])
(779, 958)
"""

import functools
import math

import numpy as np
from pydantic import Field

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.bandits.compiled import kernel
from bandit_replications.bandits.interrupts import interruptible
from bandit_replications.bandits.options import AlgorithmOptions
from bandit_replications.papers.multiplayer.algorithms.blocks import theorem_learning_rate
from bandit_replications.papers.multiplayer.environments.game import (
    SinglePlayer,
    play_apart,
    simulate_team,
)
from bandit_replications.papers.multiplayer.environments.losses import (
    Losses,
    segment_of,
)
from bandit_replications.papers.multiplayer.environments.online_run import OnlineRun
from bandit_replications.papers.multiplayer.environments.online_run_kernels import (
    COLLISIONS,
    Recorder,
    end_piece,
    new_recorder,
    piece_ends,
    play_active_round,
    recorded_run,
)
from bandit_replications.papers.multiplayer.environments.problems import MultiplayerProblem

# Weights are rescaled below this sum: what has underflowed then has a probability below 1e-290.
SMALL_TOTAL = 1e-30


class Options(AlgorithmOptions):
    """Constants of each player's EXP3."""

    learning_rate: float | None = Field(
        default=None,
        gt=0,
        allow_inf_nan=False,
        description="learning rate η of each player; none: Lemma 3.1's with one player",
    )

    rate_factor: float = Field(
        default=1.0, gt=0, allow_inf_nan=False, description="factor on the learning rate"
    )

    def rate(self, problem: MultiplayerProblem) -> float:
        """Return η, by default Lemma 3.1's sqrt(ln N / (T N))."""
        sizes = {"arms": problem.arms, "horizon": problem.horizon}
        rate = self.learning_rate or theorem_learning_rate(**sizes, block_length=1)
        return self.rate_factor * rate


def simulate(
    problem: MultiplayerProblem, *, generator: np.random.Generator, options: Options = Options()
) -> OnlineRun:
    """Simulate K independent EXP3 players round by round in compiled code.

    Source: Section 2.1 (EXP3); Lemma 3.1 with K = 1 for η. Exact in distribution.
    """
    recorder = new_recorder(problem)
    ends, rate = piece_ends(problem), options.rate(problem)
    _play_pieces(problem.losses, problem.players, rate, ends, recorder, generator)
    return recorded_run(problem.players, recorder)


@kernel
def _play_pieces(
    losses: Losses,
    players: int,
    rate: float,
    ends: Integers,
    recorder: Recorder,
    generator: np.random.Generator,
) -> None:
    """Play the pieces that end after these rounds. Mutates recorder and generator.

    The log-weights -η L are kept, and the weights relative to the largest one of the last
    rescaling: an arm whose weight underflows comes back with the next rescaling, which starts from
    the log-weights.
    """
    arms, given = losses.means.shape[1], losses.table.shape[0] > 0
    chances = losses.table if given else losses.means
    choices, occupancy = np.zeros(players, dtype=np.int64), np.zeros(arms, dtype=np.int64)
    incurred, observed = np.zeros(players), np.zeros((2, arms))
    logs, references = np.zeros((players, arms)), np.zeros(players)
    weights, sums = np.ones((players, arms)), np.zeros((players, arms))
    for player in range(players):
        _sum_weights(weights, sums, player, 0)
    total, collisions, now, work = 0.0, 0, 0, 0
    for end in ends:
        first, segment = now, segment_of(losses.starts, now)
        while now < end:
            work = interruptible(work + players)
            for player in range(players):
                choices[player] = _draw(sums, player, generator)
            row = now if given else segment
            collisions += play_active_round(
                chances, row, given, choices, occupancy, incurred, observed, generator
            )
            for player in range(players):
                loss, arm = incurred[player], choices[player]
                total += loss
                if loss > 0.0:
                    estimate = loss * sums[player, arms - 1] / weights[player, arm]
                    _learn(logs, references, weights, sums, player, arm, rate * estimate)
            now += 1
        recorder.player_losses[0], recorder.counts[COLLISIONS] = total, collisions
        end_piece(losses, end - first, observed, recorder, generator)


@kernel(inline="always")
def _learn(
    logs: Floats,
    references: Floats,
    weights: Floats,
    sums: Floats,
    player: int,
    arm: int,
    step: float,
) -> None:
    """Lower the log-weight of a player's arm. Mutates the arrays.

    Parameters
    ----------
    logs, weights, sums : float64 arrays, shape (players, arms)
        Log-weights, weights, and their sums up to each arm.
    references : float64 array, shape (players,)
        The log-weights that count as weight 1.
    player, arm : int
    step : float

    """
    logs[player, arm] -= step
    weights[player, arm] = math.exp(logs[player, arm] - references[player])
    _sum_weights(weights, sums, player, arm)
    if sums[player, logs.shape[1] - 1] < SMALL_TOTAL:
        references[player] = logs[player].max()
        weights[player] = np.exp(logs[player] - references[player])
        _sum_weights(weights, sums, player, 0)


@kernel(inline="always")
def _sum_weights(weights: Floats, sums: Floats, player: int, first: int) -> None:
    """Sum a player's weights up to each arm from `first` on. Mutates the sums."""
    total = sums[player, first - 1] if first > 0 else 0.0
    for arm in range(first, weights.shape[1]):
        total += weights[player, arm]
        sums[player, arm] = total


@kernel(inline="always")
def _draw(sums: Floats, player: int, generator: np.random.Generator) -> int:
    """Return an arm drawn with probability proportional to its weight; mutates the generator.

    All sums of weights (players, arms) are compared with one number: branches on a random arm would
    be mispredicted, which costs more than the comparisons.
    """
    arms = sums.shape[1]
    place = sums[player, arms - 1] * generator.random()
    arm = 0
    for other in range(arms):
        arm += 1 if sums[player, other] <= place else 0
    if arm < arms:
        return arm
    # the product was rounded up to the whole sum: the last arm that has a weight
    return int(np.searchsorted(sums[player], sums[player, arms - 1]))


# --- Round by round -------------------------------------------------------------------------


def player(
    problem: MultiplayerProblem, *, generator: np.random.Generator, options: Options = Options()
) -> SinglePlayer:
    """Play EXP3 as one player, with cumulative loss estimates instead of weights."""
    rate, estimates = options.rate(problem), np.zeros(problem.arms)
    while True:
        weights = np.exp(-rate * (estimates - estimates.min()))
        probabilities = weights / weights.sum()
        point = generator.random()
        arm = int(np.searchsorted(np.cumsum(probabilities), point, side="right"))
        _, loss = yield arm
        estimates[arm] += loss / probabilities[arm]


play = functools.partial(play_apart, player=player, options=Options())
simulate_literal = functools.partial(simulate_team, play=play, options=Options())
