"""K-Metaplayer (Algorithm 1): one player who chooses K distinct arms and sees one of them.

Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case (Section 3). The idealised game
with communication: nobody collides and nobody is ever quiet.
"""

import math

import numpy as np
from numba import njit
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from bandit_replications.papers.multiplayer.algorithms.subset_sampling import subset_distribution
from bandit_replications.papers.multiplayer.algorithms.subset_sampling_kernels import (
    draw_members,
    fill_suffixes,
    marginal,
    refer_anew,
    subset_work,
    widest,
)
from bandit_replications.papers.multiplayer.environments.losses import (
    Floats,
    Integers,
    Losses,
    round_losses,
    segment_of,
)
from bandit_replications.papers.multiplayer.environments.online_run import (
    OnlineRun,
    check_multiplayer_run,
)
from bandit_replications.papers.multiplayer.environments.online_run_kernels import (
    end_piece,
    piece_ends,
)
from bandit_replications.papers.multiplayer.theory.bounds import lemma_3_1_learning_rate


class Options(BaseModel):
    """Constants of Algorithm 1."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    learning_rate: float | None = Field(
        default=None,
        gt=0,
        allow_inf_nan=False,
        description="learning rate η; none: Lemma 3.1's sqrt(ln N / (T N))",
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
    """Simulate Algorithm 1 in compiled code: O(N K) a round, exact in distribution.

    Source: Algorithm 1, with Lemma 4.1's sampling.

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
    rate = options.learning_rate or lemma_3_1_learning_rate(arms=losses.arms, horizon=horizon)
    player_losses, arm_losses = _simulate(
        losses, players, rate, points, piece_ends(losses, points), generator
    )
    return _idealised_run(players, player_losses, arm_losses)


def _idealised_run(players: int, player_losses: Floats, arm_losses: Floats) -> OnlineRun:
    none = np.zeros(player_losses.size, dtype=np.int64)
    return OnlineRun(
        players=players,
        player_losses=player_losses,
        arm_losses=arm_losses,
        collisions=none,
        quiet=none,
    )


@njit(cache=True)
def _simulate(
    losses: Losses,
    players: int,
    rate: float,
    checkpoints: Integers,
    ends: Integers,
    generator: np.random.Generator,
) -> tuple[Floats, Floats]:
    """Return player losses (checkpoints,) and arm losses (checkpoints, arms).

    Mutates the generator only. The log-weights -η L are kept instead of the estimates L.
    """
    arms = losses.means.shape[1]
    player_losses = np.zeros(checkpoints.size)
    recorded_losses = np.zeros((checkpoints.size, arms))
    arm_losses, seen_losses = np.zeros(arms), np.zeros(arms)
    seen = np.zeros(arms, dtype=np.int64)
    log_weights, work = np.zeros((1, arms)), subset_work(arms, players)
    heads, tails, suffixes, prefix = work.heads, work.tails, work.suffixes, work.prefix
    means, table, given = losses.means, losses.table, losses.table.shape[0] > 0
    members = np.empty(players, dtype=np.int64)
    total, now, point = 0.0, 0, 0
    reference, wide = refer_anew(log_weights, 0, players, work), widest(arms, players)
    for end in ends:
        first, segment = now, segment_of(losses, now)
        while now < end:
            draw_members(heads, suffixes, players, generator, members)
            watched = members[int(generator.random() * players)]
            feedback = 0.0
            for arm in members:
                if given:
                    loss = table[now, arm]
                else:
                    loss = 1.0 if generator.random() < means[segment, arm] else 0.0
                seen[arm] += 1
                seen_losses[arm] += loss
                total += loss
                if arm == watched:
                    feedback = loss
            if feedback > 0.0:
                chance = marginal(heads, tails, suffixes, prefix, players, watched)
                log_weights[0, watched] -= rate * players * feedback / chance
                above = log_weights[0, watched] - reference
                if abs(above) <= wide:  # no number is close to NaN
                    heads[watched] = math.exp(above)
                    fill_suffixes(heads, tails, suffixes, watched)
                else:
                    reference = refer_anew(log_weights, 0, players, work)
            now += 1
        end_piece(losses, first, end - first, seen, seen_losses, arm_losses, generator)
        if end == checkpoints[point]:
            player_losses[point] = total
            recorded_losses[point] = arm_losses
            point += 1
    return player_losses, recorded_losses


def simulate_literal(
    *,
    losses: Losses,
    players: int,
    horizon: int,
    checkpoints: NDArray[np.int64],
    generator: np.random.Generator,
    options: Options = Options(),
) -> OnlineRun:
    """Simulate Algorithm 1 line by line over all meta-arms; parameters as for `simulate`."""
    points = check_multiplayer_run(
        losses=losses, players=players, horizon=horizon, checkpoints=checkpoints
    )
    rate = options.learning_rate or lemma_3_1_learning_rate(arms=losses.arms, horizon=horizon)
    estimates, arm_losses = np.zeros(losses.arms), np.zeros(losses.arms)
    total = 0.0
    rows: list[tuple[float, Floats]] = []
    for t in range(1, horizon + 1):
        meta_arms, chances = subset_distribution(-rate * estimates, size=players)  # lines 3, 4
        chosen = meta_arms[generator.choice(len(meta_arms), p=chances)]  # line 5
        watched = int(generator.choice(chosen))  # line 6
        loss = round_losses(losses, t - 1, generator)
        arm_losses += loss
        total += float(loss[list(chosen)].sum())  # line 7
        containing = np.array([watched in meta_arm for meta_arm in meta_arms])
        estimates[watched] += players * loss[watched] / chances[containing].sum()  # line 8
        if t in points:
            rows.append((total, arm_losses.copy()))
    return _idealised_run(
        players, np.array([row[0] for row in rows]), np.array([row[1] for row in rows])
    )
