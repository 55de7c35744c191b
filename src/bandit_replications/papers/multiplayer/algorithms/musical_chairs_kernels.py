"""Compiled simulation of Musical Chairs: exploration and chairs by rounds, the rest at once.

Nobody looks at a loss before the exploration ends: what a player sees of one arm under one mean is
one binomial draw. Once every player sits, nobody moves again: losses up to the next checkpoint are
one sum per arm, and two players never share an arm. So a run costs the choices of its exploration
and some ten rounds of chairs, whatever the horizon.
"""

import numpy as np
from numba import njit

from bandit_replications.papers.multiplayer.environments.losses import (
    Floats,
    Integers,
    Losses,
    draw_losses,
    segment_of,
)
from bandit_replications.papers.multiplayer.environments.online_run_kernels import (
    Flags,
    end_piece,
    play_round,
)

Record = tuple[Floats, Floats, Integers]


@njit(cache=True)
def simulate_run(
    losses: Losses,
    players: int,
    exploration: int,
    checkpoints: Integers,
    ends: Integers,
    generator: np.random.Generator,
) -> Record:
    """Return player losses (checkpoints,), arm losses (checkpoints, arms) and collisions.

    `ends` are the rounds after which a piece ends: checkpoints, changes of means and the end of
    the exploration. Mutates the generator only.
    """
    arms = losses.means.shape[1]
    player_losses = np.zeros(checkpoints.size)
    recorded_losses = np.zeros((checkpoints.size, arms))
    recorded_collisions = np.zeros(checkpoints.size, dtype=np.int64)
    arm_losses, seen_losses = np.zeros(arms), np.zeros(arms)
    taken, seen = np.zeros(arms, dtype=np.int64), np.zeros(arms, dtype=np.int64)
    choices = np.zeros(players, dtype=np.int64)
    collided, incurred = np.zeros(players, dtype=np.bool_), np.zeros(players)
    pulls, sums = np.zeros((players, arms)), np.zeros((players, arms))
    chairs = np.zeros((players, players), dtype=np.int64)
    seated = np.zeros(players, dtype=np.bool_)
    standing = players
    total, collisions, now, point = 0.0, 0, 0, 0
    for end in ends:
        if now == exploration:
            for player in range(players):
                chairs[player] = best_arms(pulls[player], sums[player], players)
        while now < end:
            first = now
            if now >= exploration and standing == 0:
                for arm in choices:
                    seen[arm] = end - now
                    seen_losses[arm] = draw_losses(losses, int(arm), now, end - now, generator)
                    total += seen_losses[arm]
                now = end
            if now < exploration:  # a piece ends with the exploration
                total += explore(
                    losses,
                    now,
                    end - now,
                    choices,
                    taken,
                    pulls,
                    sums,
                    seen,
                    seen_losses,
                    generator,
                )
                collisions += (end - now) * players - seen.sum()
                now = end
            while now < end and standing > 0:
                choose(choices, chairs, seated, generator)
                collisions += play_round(
                    losses.means[segment_of(losses, now)],
                    losses.table,
                    now,
                    choices,
                    taken,
                    collided,
                    incurred,
                    seen,
                    seen_losses,
                    generator,
                )
                total += incurred.sum()
                seated |= ~collided
                standing = players - seated.sum()
                now += 1
            end_piece(losses, first, now - first, seen, seen_losses, arm_losses, generator)
        if end == checkpoints[point]:
            player_losses[point] = total
            recorded_losses[point] = arm_losses
            recorded_collisions[point] = collisions
            point += 1
    return player_losses, recorded_losses, recorded_collisions


@njit(cache=True)
def explore(
    losses: Losses,
    first: int,
    rounds: int,
    choices: Integers,
    taken: Integers,
    pulls: Floats,
    sums: Floats,
    seen: Integers,
    seen_losses: Floats,
    generator: np.random.Generator,
) -> float:
    """Play exploring rounds first + 1, …, first + rounds, one piece; return the players' losses.

    Adds what each player sees to its pulls and sums (players, arms), and what anybody sees to
    `seen` and `seen_losses` (arms,). Mutates all but losses.
    """
    players, arms = pulls.shape
    table, given = losses.table, losses.table.shape[0] > 0
    alone = np.zeros((players, arms), dtype=np.int64)
    total = 0.0
    taken[:] = 0
    for now in range(first, first + rounds):
        for player in range(players):
            choices[player] = int(generator.random() * arms)
            taken[choices[player]] += 1
        for player in range(players):  # nobody can predict who is alone: no branch
            alone[player, choices[player]] += 1 if taken[choices[player]] == 1 else 0
        if given:
            total = _see(table, now, choices, taken, sums, seen_losses, total)
        for arm in choices:
            taken[arm] = 0
    if not given:
        total += rounds * players - alone.sum()
    for player in range(players):
        for arm in range(arms):
            pulls[player, arm] += alone[player, arm]
            seen[arm] += alone[player, arm]
            if not given and alone[player, arm] > 0:
                loss = draw_losses(losses, arm, first, alone[player, arm], generator)
                sums[player, arm] += loss
                seen_losses[arm] += loss
                total += loss
    return total


@njit(cache=True)
def _see(
    table: Floats,
    now: int,
    choices: Integers,
    taken: Integers,
    sums: Floats,
    seen_losses: Floats,
    total: float,
) -> float:
    """Add what players who are alone see of a table's losses in round now + 1; return the total.

    Mutates sums (players, arms) and seen_losses (arms,).
    """
    for player in range(choices.size):
        arm = choices[player]
        if taken[arm] > 1:
            total += 1.0
            continue
        sums[player, arm] += table[now, arm]
        seen_losses[arm] += table[now, arm]
        total += table[now, arm]
    return total


@njit(cache=True)
def choose(
    choices: Integers, chairs: Integers, seated: Flags, generator: np.random.Generator
) -> None:
    """Set the choice of each player (players,): one of its chairs, or where it sits.

    `chairs` (players, players) holds each player's own K best arms. Mutates choices and the
    generator.
    """
    players = choices.size
    for player in range(players):
        if not seated[player]:
            choices[player] = chairs[player, int(generator.random() * players)]


@njit(cache=True)
def best_arms(pulls: Floats, sums: Floats, players: int) -> Integers:
    """Return the K arms of least mean observed loss; an arm never seen counts as loss 1."""
    means = np.ones(pulls.size)
    for arm in range(pulls.size):
        if pulls[arm] > 0:
            means[arm] = sums[arm] / pulls[arm]
    return np.argsort(means, kind="mergesort")[:players]
