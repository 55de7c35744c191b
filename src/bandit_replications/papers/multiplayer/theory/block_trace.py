"""Trace of separate players in one block of Coordinate and Play, round by round.

Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case (Figure 1, Algorithms 2 and 3).
"""

from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bandit_replications.bandits.literal import drive
from bandit_replications.inference.checks import Check, equal
from bandit_replications.papers.multiplayer.algorithms.coordinate_and_play_literal import play
from bandit_replications.papers.multiplayer.algorithms.coordinate_and_play_options import Options
from bandit_replications.papers.multiplayer.environments.game import feedback_of
from bandit_replications.papers.multiplayer.environments.losses import bernoulli_losses
from bandit_replications.papers.multiplayer.environments.problems import MultiplayerProblem

BLOCKS = 50  # played for Figure 1


class Trace(NamedTuple):
    """What the players did, in the order of their ranks.

    Attributes
    ----------
    choices : int64 array, shape (rounds, players)
        Arm, from 0, or -1 for a quiet player.
    collided : bool array, shape (rounds, players)

    """

    choices: NDArray[np.int64]
    collided: NDArray[np.bool_]


def block_trace(*, players: int, arms: int, rounds: int, stream: np.random.Generator) -> Trace:
    """Return the first rounds of a block, played by separate players.

    Parameters
    ----------
    players, arms, rounds : int
        K, N and the rounds of the block, at least (K - 1) N + 1.
    stream : numpy.random.Generator
        Draws the players' choices; all losses are 0, and collisions cost 1.

    """
    ranking_rounds = 50 * players  # a ranking fails with a chance below 1e-7
    problem = MultiplayerProblem(
        losses=bernoulli_losses([0.0] * arms), players=players, horizon=ranking_rounds + rounds
    )
    options = Options(ranking_rounds=ranking_rounds, block_length=rounds, learning_rate=1.0)
    choices = np.full((rounds, players), -1)
    collided = np.zeros((rounds, players), dtype=np.bool_)
    order, respond = np.arange(players), partial(feedback_of, losses=[0.0] * players)
    team = play(problem, generator=stream, options=options)
    for t, chosen in enumerate(drive(team, respond, rounds=problem.horizon)):
        played = np.array([-1 if arm is None else arm for arm in chosen])
        if t == ranking_rounds - 1:
            order = np.argsort(played)
        if t >= ranking_rounds:
            choices[t - ranking_rounds] = played[order]
            collided[t - ranking_rounds] = [respond(chosen)[player][0] for player in order]
    return Trace(choices, collided)


def figure_1(*, players: int, arms: int, blocks: int = BLOCKS) -> tuple[Check, ...]:
    """Count the played blocks that differ from Figure 1.

    A block is a Coordinate phase of K - 1 sub-blocks of N rounds, in each of which one follower
    moves, meets the coordinator once and the other followers are quiet, and a Play phase in which
    no player moves and all arms differ.

    Parameters
    ----------
    players, arms, blocks : int
        K, N and the number of blocks.

    """
    coordinate = (players - 1) * arms
    wrong_sub_blocks, wrong_plays = 0, 0
    for block in range(blocks):
        stream = np.random.default_rng(block)
        trace = block_trace(players=players, arms=arms, rounds=coordinate + 3, stream=stream)
        for sub_block in range(1, players):
            rounds = slice((sub_block - 1) * arms, sub_block * arms)
            met = trace.collided[rounds].sum(axis=0)
            active = (trace.choices[rounds] >= 0).all(axis=0)
            expected = np.isin(np.arange(players), (0, sub_block))
            wrong_sub_blocks += not (
                np.array_equal(active, expected) and np.array_equal(met, expected)
            )
        play = trace.choices[coordinate:]
        moved = (play != play[0]).any()
        wrong_plays += bool(moved or np.unique(play[0]).size < players or play.min() < 0)
    where = f"of {blocks} blocks that look otherwise, K = {players}, N = {arms}"
    return (
        equal(f"sub-blocks {where}", wrong_sub_blocks, 0),
        equal(f"Play phases {where}", wrong_plays, 0),
    )
