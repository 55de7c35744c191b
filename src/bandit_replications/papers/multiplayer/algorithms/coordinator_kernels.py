"""Compiled coordinator: its learning and choices (Algorithm 2, lines 4 to 7 and 16)."""

import math
from typing import NamedTuple

import numpy as np

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.bandits.compiled import kernel
from bandit_replications.papers.multiplayer.algorithms.subset_sampling_kernels import (
    SubsetWork,
    draw_members,
    marginal,
    subset_work,
    update_subset,
)


class Learner(NamedTuple):
    """Weights of coordinators, and tables of the current one's law.

    Attributes
    ----------
    log_weights : float64 array, shape (players, arms)
        -η L of each coordinator; a row of its own for each where they take turns, else the first.
    work : SubsetWork
        Tables of the current coordinator's law.
    reference : float64 array, shape (1,)
        The log-weight that counts as weight 1 there, as in `update_subset`.
    last : int64 array, shape (2,)
        The current coordinator's row, and her own arm, whose log-weight changes.

    """

    log_weights: Floats
    work: SubsetWork
    reference: Floats
    last: Integers


@kernel
def new_learner(players: int, arms: int) -> Learner:
    """Return a learner that knows nothing."""
    return Learner(
        np.zeros((players, arms)),
        subset_work(arms, players),
        np.full(1, math.nan),
        np.zeros(2, dtype=np.int64),
    )


@kernel(inline="always")
def choose_arms(
    learner: Learner, turn: int, chosen: Integers, generator: np.random.Generator
) -> None:
    """Sample a block's arms in uniform order: chosen[r] is that of role r.

    Mutates chosen (players,), the learner's tables and the generator.
    """
    work, players = learner.work, chosen.size
    if turn != learner.last[0]:
        learner.last[0], learner.reference[0] = turn, math.nan
    learner.reference[0] = update_subset(
        learner.log_weights, turn, learner.last[1], players, learner.reference[0], work
    )
    draw_members(work.heads, work.suffixes, players, generator, chosen)
    for last in range(players - 1, 0, -1):
        other = int(generator.random() * (last + 1))
        chosen[last], chosen[other] = chosen[other], chosen[last]
    learner.last[1] = chosen[0]


@kernel(inline="always")
def learn(
    log_weights: Floats, work: SubsetWork, turn: int, arm: int, step: float, exploration: float
) -> None:
    """Lower the log-weight of the coordinator's own arm by the step over the arm's probability.

    The step is η K times the mean loss; K times the exploration γ is added to the probability.
    Mutates log_weights and the tables.
    """
    players = log_weights.shape[0]
    chance = marginal(work.heads, work.tails, work.suffixes, work.prefix, players, arm)
    log_weights[turn, arm] -= step / (chance + players * exploration)
