"""Compiled simulation of Musical Chairs: exploration and choice of chairs by rounds, then sums.

No choice depends on a loss before the exploration ends: what a player sees of one arm under one
mean is one binomial draw. Once every player has an arm, none moves again: losses up to the next
checkpoint are one sum per arm, and two players never share an arm. So a run costs the choices of
its exploration and some ten rounds of chairs, whatever the horizon.
"""

from typing import NamedTuple

import numpy as np

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.bandits.compiled import kernel
from bandit_replications.bandits.interrupts import interruptible
from bandit_replications.papers.multiplayer.environments.losses import (
    Losses,
    draw_losses,
    segment_of,
)
from bandit_replications.papers.multiplayer.environments.online_run_kernels import (
    COLLISIONS,
    ROUNDS,
    Recorder,
    end_piece,
    play_active_round,
)


class Samples(NamedTuple):
    """Observations of each player in its exploration, arrays of shape (players, arms).

    Attributes
    ----------
    counts : int64 array
        Rounds in which the player had the arm alone.
    losses : float64 array
        Sum of the arm's losses in these.

    """

    counts: Integers
    losses: Floats


@kernel
def explore_pieces(
    losses: Losses,
    ends: Integers,
    samples: Samples,
    recorder: Recorder,
    generator: np.random.Generator,
) -> None:
    """Play the exploring pieces, which end after these rounds.

    Mutates samples, recorder and generator.
    """
    observed = np.zeros((2, losses.means.shape[1]))
    for end in ends:
        rounds = end - recorder.counts[ROUNDS]
        recorder.player_losses[0] += _explore(
            losses, rounds, samples, observed, recorder.counts, generator
        )
        end_piece(losses, rounds, observed, recorder, generator)


@kernel
def play_pieces(
    losses: Losses,
    candidates: Integers,
    ends: Integers,
    recorder: Recorder,
    generator: np.random.Generator,
) -> None:
    """Play the pieces after the exploration, with the arms that each player chooses among.

    candidates has shape (players, players). Mutates recorder and generator.
    """
    players, arms, given = len(candidates), losses.means.shape[1], losses.table.shape[0] > 0
    chances = losses.table if given else losses.means
    choices, occupancy = np.zeros(players, dtype=np.int64), np.zeros(arms, dtype=np.int64)
    incurred, observed = np.zeros(players), np.zeros((2, arms))
    settled, unsettled = np.zeros(players, dtype=np.bool_), players
    counts, total, work = recorder.counts, recorder.player_losses, 0
    for end in ends:
        first = now = int(counts[ROUNDS])
        while now < end and unsettled > 0:
            work = interruptible(work + players)
            for player in range(players):
                if not settled[player]:
                    place = int(generator.random() * players)
                    choices[player] = candidates[player, place]
            row = now if given else segment_of(losses.starts, now)
            counts[COLLISIONS] += play_active_round(
                chances, row, given, choices, occupancy, incurred, observed, generator
            )
            lost = 0.0
            for player in range(players):
                lost += incurred[player]
                if not settled[player] and occupancy[choices[player]] == 1:
                    settled[player] = True
                    unsettled -= 1
            total[0] += lost
            now += 1
        if now > first:
            end_piece(losses, now - first, observed, recorder, generator)
        if now < end:
            for arm in choices:
                observed[0, arm] = end - now
                observed[1, arm] = draw_losses(losses, int(arm), now, end - now, generator)
                total[0] += observed[1, arm]
            end_piece(losses, end - now, observed, recorder, generator)


@kernel
def _explore(
    losses: Losses,
    rounds: int,
    samples: Samples,
    observed: Floats,
    counts: Integers,
    generator: np.random.Generator,
) -> float:
    """Play so many exploring rounds, one piece; return the losses of all players.

    Mutates samples, observed, the recorder's counts and the generator.
    """
    first, total, given = int(counts[ROUNDS]), 0.0, losses.table.shape[0] > 0
    players, arms = samples.counts.shape
    choices, occupancy = np.zeros(players, dtype=np.int64), np.zeros(arms, dtype=np.int64)
    alone, table, sums = np.zeros((players, arms), dtype=np.int64), losses.table, samples.losses
    work = 0
    for now in range(first, first + rounds):
        work = interruptible(work + players)
        for player in range(players):
            choices[player] = int(generator.random() * arms)
            occupancy[choices[player]] += 1
        for player in range(players):  # no branch: it would be mispredicted
            alone[player, choices[player]] += 1 if occupancy[choices[player]] == 1 else 0
        if given:
            total = _add_given_losses(table, now, choices, occupancy, sums, total)
        for chosen in choices:
            occupancy[chosen] = 0
    collisions = rounds * players
    for player in range(players):
        for arm in range(arms):
            collisions -= alone[player, arm]
            samples.counts[player, arm] += alone[player, arm]
    counts[COLLISIONS] += collisions
    if given:
        return total
    total += float(collisions)
    for player in range(players):
        for arm in range(arms):
            if alone[player, arm] > 0:
                loss = draw_losses(losses, arm, first, int(alone[player, arm]), generator)
                sums[player, arm] += loss
                observed[0, arm] += alone[player, arm]
                observed[1, arm] += loss
                total += loss
    return total


@kernel
def _add_given_losses(
    table: Floats, now: int, choices: Integers, occupancy: Integers, sums: Floats, total: float
) -> float:
    """Return the total plus the players' losses in round now + 1 of a table.

    Adds what players see who are alone on their arms to sums (players, arms); mutates these.
    """
    for player in range(choices.size):
        arm = choices[player]
        if occupancy[arm] > 1:
            total += 1.0
        else:
            sums[player, arm] += table[now, arm]
            total += table[now, arm]
    return total
