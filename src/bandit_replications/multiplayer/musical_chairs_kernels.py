"""Compiled simulation of Musical Chairs: exploration and chairs by rounds, the rest at once.

Once every player sits, nobody moves again: losses up to the next checkpoint are one sum per arm,
and two players never share an arm. So a run costs its exploration and some ten rounds of chairs,
whatever the horizon.
"""

import numpy as np
from numba import njit

from bandit_replications.multiplayer.losses import Floats, Integers, Losses, draw_losses
from bandit_replications.multiplayer.online_run_kernels import Flags, end_piece, play_round

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
            while now < end and (now < exploration or standing > 0):
                exploring = now < exploration
                choose(choices, arms, exploring, chairs, seated, generator)
                collisions += play_round(
                    losses, now, choices, taken, collided, incurred, seen, seen_losses, generator
                )
                for player in range(players):
                    total += incurred[player]
                    if exploring and not collided[player]:
                        pulls[player, choices[player]] += 1
                        sums[player, choices[player]] += incurred[player]
                if not exploring:
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
def choose(
    choices: Integers,
    arms: int,
    exploring: bool,
    chairs: Integers,
    seated: Flags,
    generator: np.random.Generator,
) -> None:
    """Set the choice of each player (players,): any arm, one of its chairs, or where it sits.

    `chairs` (players, players) holds each player's own K best arms. Mutates choices and the
    generator.
    """
    players = choices.size
    for player in range(players):
        if exploring:
            choices[player] = int(generator.random() * arms)
        elif not seated[player]:
            choices[player] = chairs[player, int(generator.random() * players)]


@njit(cache=True)
def best_arms(pulls: Floats, sums: Floats, players: int) -> Integers:
    """Return the K arms of least mean observed loss; an arm never seen counts as loss 1."""
    means = np.ones(pulls.size)
    for arm in range(pulls.size):
        if pulls[arm] > 0:
            means[arm] = sums[arm] / pulls[arm]
    return np.argsort(means, kind="mergesort")[:players]
