"""K independent EXP3 players: each learns alone, and takes a collision for a loss of 1.

A baseline that the paper does not have: nobody coordinates. Each player runs the EXP3 that Section
2.1 describes, which is Algorithm 1 with K = 1: an arm is drawn with probability proportional to
exp(-η L), L the cumulative loss estimates, and the loss of the drawn arm is divided by its
probability.
"""

import math

import numpy as np
from numba import njit
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from bandit_replications.papers.multiplayer.environments.game import play_game
from bandit_replications.papers.multiplayer.environments.losses import (
    Floats,
    Integers,
    Losses,
    segment_of,
)
from bandit_replications.papers.multiplayer.environments.online_run import (
    OnlineRun,
    check_multiplayer_run,
)
from bandit_replications.papers.multiplayer.environments.online_run_kernels import (
    end_piece,
    piece_ends,
    play_round,
)

# Weights are rescaled below this sum: what has underflowed then has a probability below 1e-290.
SMALL_TOTAL = 1e-30


class Options(BaseModel):
    """Constants of each player's EXP3."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    learning_rate: float | None = Field(
        default=None,
        gt=0,
        allow_inf_nan=False,
        description="learning rate η of each player; none: Lemma 3.1's with one player",
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
    """Simulate K independent EXP3 players round by round in compiled code.

    Source: Section 2.1 (EXP3); Lemma 3.1 with K = 1 for η = sqrt(ln N / (T N)).

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
        If an argument is of a wrong type or out of range.

    """
    points = check_multiplayer_run(
        losses=losses, players=players, horizon=horizon, checkpoints=checkpoints
    )
    player_losses, arm_losses, collisions = _simulate(
        losses,
        players,
        _learning_rate(options, losses.arms, horizon),
        points,
        piece_ends(losses, points),
        generator,
    )
    return OnlineRun(
        players=players,
        player_losses=player_losses,
        arm_losses=arm_losses,
        collisions=collisions,
        quiet=np.zeros_like(collisions),
    )


def _learning_rate(options: Options, arms: int, horizon: int) -> float:
    return options.learning_rate or math.sqrt(math.log(arms) / (horizon * arms))


@njit(cache=True)
def _simulate(
    losses: Losses,
    players: int,
    rate: float,
    checkpoints: Integers,
    ends: Integers,
    generator: np.random.Generator,
) -> tuple[Floats, Floats, Integers]:
    """Return player losses, arm losses and collisions at the checkpoints.

    Mutates the generator only. The log-weights -η L are kept, and the weights relative to the
    largest one of the last rescaling: an arm whose weight underflows comes back with the next
    rescaling, which starts from the log-weights.
    """
    arms = losses.means.shape[1]
    player_losses = np.zeros(checkpoints.size)
    recorded_losses = np.zeros((checkpoints.size, arms))
    recorded_collisions = np.zeros(checkpoints.size, dtype=np.int64)
    arm_losses, seen_losses = np.zeros(arms), np.zeros(arms)
    taken, seen = np.zeros(arms, dtype=np.int64), np.zeros(arms, dtype=np.int64)
    choices = np.zeros(players, dtype=np.int64)
    collided, incurred = np.zeros(players, dtype=np.bool_), np.zeros(players)
    log_weights, references = np.zeros((players, arms)), np.zeros(players)
    weights, sums = np.ones((players, arms)), np.zeros((players, arms))
    for player in range(players):
        _sum_weights(weights, sums, player, 0)
    table = losses.table
    total, collisions, now, point = 0.0, 0, 0, 0
    for end in ends:
        first, means = now, losses.means[segment_of(losses, now)]
        while now < end:
            for player in range(players):
                choices[player] = _draw(sums, player, generator)
            collisions += play_round(
                means,
                table,
                now,
                choices,
                taken,
                collided,
                incurred,
                seen,
                seen_losses,
                generator,
            )
            for player in range(players):
                total += incurred[player]
                if incurred[player] > 0.0:
                    arm = choices[player]
                    estimate = incurred[player] * sums[player, arms - 1] / weights[player, arm]
                    log_weights[player, arm] -= rate * estimate
                    weights[player, arm] = math.exp(log_weights[player, arm] - references[player])
                    _sum_weights(weights, sums, player, arm)
                    if sums[player, arms - 1] < SMALL_TOTAL:
                        references[player] = log_weights[player].max()
                        weights[player] = np.exp(log_weights[player] - references[player])
                        _sum_weights(weights, sums, player, 0)
            now += 1
        end_piece(losses, first, end - first, seen, seen_losses, arm_losses, generator)
        if end == checkpoints[point]:
            player_losses[point] = total
            recorded_losses[point] = arm_losses
            recorded_collisions[point] = collisions
            point += 1
    return player_losses, recorded_losses, recorded_collisions


@njit(cache=True)
def _sum_weights(weights: Floats, sums: Floats, player: int, first: int) -> None:
    """Sum a player's weights (players, arms) up to each arm from `first` on. Mutates sums.

    A row is read in place, here and below: a view of it would cost more than the sums.
    """
    total = sums[player, first - 1] if first > 0 else 0.0
    for arm in range(first, weights.shape[1]):
        total += weights[player, arm]
        sums[player, arm] = total


@njit(cache=True)
def _draw(sums: Floats, player: int, generator: np.random.Generator) -> int:
    """Return an arm drawn with probability proportional to its weight; mutates the generator.

    All sums of weights (players, arms) are compared with one number: nobody can predict which arm
    it is, and a processor that guesses wrong loses more time than the comparisons take.
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


class Exp3Player:
    """One player's EXP3, with cumulative loss estimates instead of weights."""

    def __init__(self, *, arms: int, rate: float, generator: np.random.Generator) -> None:
        self.estimates = np.zeros(arms)
        self.rate = rate
        self.generator = generator

    def choose(self) -> int:
        """Draw an arm with probability proportional to exp(-η L)."""
        weights = np.exp(-self.rate * (self.estimates - self.estimates.min()))
        self.probabilities = weights / weights.sum()
        chances = np.cumsum(self.probabilities)
        self.arm = int(np.searchsorted(chances, self.generator.random(), side="right"))
        return self.arm

    def observe(self, collided: bool, loss: float) -> None:
        """Add the loss over its probability to the drawn arm's estimate; a collision is loss 1."""
        self.estimates[self.arm] += loss / self.probabilities[self.arm]


def simulate_literal(
    *,
    losses: Losses,
    players: int,
    horizon: int,
    checkpoints: NDArray[np.int64],
    generator: np.random.Generator,
    options: Options = Options(),
) -> OnlineRun:
    """Simulate each player's EXP3 as described, round by round; parameters as for `simulate`."""
    points = check_multiplayer_run(
        losses=losses, players=players, horizon=horizon, checkpoints=checkpoints
    )
    rate = _learning_rate(options, losses.arms, horizon)
    group = [
        Exp3Player(arms=losses.arms, rate=rate, generator=own) for own in generator.spawn(players)
    ]
    return play_game(group, losses=losses, checkpoints=points, generator=generator)
