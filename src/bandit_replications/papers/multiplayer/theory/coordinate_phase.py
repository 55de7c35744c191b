"""The Coordinate phase (Algorithms 2 and 3), over all choices of arms, from the literal roles.

Section 4: a follower finds its arm within N trials, all have theirs after (K - 1) N rounds, and
the block fits where it should. Arms count from 0.
"""

import itertools
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bandit_replications.bandits.literal import drive
from bandit_replications.inference.checks import Check, above, equal, erratum
from bandit_replications.papers.multiplayer.algorithms.blocks import (
    coordinate_rounds,
    theorem_block_length,
)
from bandit_replications.papers.multiplayer.algorithms.coordinator import (
    Metaplayer,
    Waiting,
    coordinate,
)
from bandit_replications.papers.multiplayer.algorithms.follower import follow
from bandit_replications.papers.multiplayer.environments.game import feedback_of, play_together

QUIET = -1
PLAY_ROUNDS = 2


class _FixedChoice(Metaplayer):
    """A metaplayer that always chooses the same arms."""

    def __init__(self, order: tuple[int, ...], arms: int) -> None:
        super().__init__(arms=arms, players=len(order), rate=1.0)
        self.order = order

    def choose(self, generator: np.random.Generator) -> list[int]:
        return list(self.order)


def played_block(
    order: tuple[int, ...], *, arms: int, waiting: Waiting = "quiet"
) -> NDArray[np.int64]:
    """Return the choices in a block with two rounds of Play, shape (rounds, players).

    Parameters
    ----------
    order : tuple of int
        The arms of the coordinator and of the followers 1, …, K - 1.
    arms : int
        N.
    waiting : str
        As for `coordinator.coordinate`.

    Returns
    -------
    int64 array
        Arms from 0; -1 is quiet.

    """
    players = len(order)
    length = coordinate_rounds(players=players, arms=arms) + PLAY_ROUNDS
    generator = np.random.default_rng(0)
    sizes: dict[str, Any] = {"arms": arms, "players": players, "block_length": length}
    lead = coordinate(_FixedChoice(order, arms), **sizes, waiting=waiting, generator=generator)
    followers = [
        follow(rank, **sizes, waiting=waiting, generator=generator) for rank in range(1, players)
    ]
    team, respond = play_together([lead, *followers]), partial(feedback_of, losses=[0.0] * players)
    played = drive(team, respond, rounds=length)
    return np.array([[QUIET if arm is None else arm for arm in chosen] for chosen in played])


def orders(*, players: int, arms: int) -> Iterator[tuple[int, ...]]:
    """Yield all choices of K distinct arms in order."""
    return itertools.permutations(range(arms), players)


def misled(*, players: int, arms: int, waiting: Waiting = "quiet") -> int:
    """Return the number of choices that end with a follower on a wrong arm."""
    return sum(
        tuple(played_block(order, arms=arms, waiting=waiting)[-1]) != order
        for order in orders(players=players, arms=arms)
    )


def everyone_finds_the_arm(*, players: int, arms: int) -> Check:
    """Check that after (K - 1) N rounds every player is on the arm chosen for it."""
    wrong = misled(players=players, arms=arms)
    return equal(f"choices of {players} among {arms} arms that mislead a follower", wrong, 0)


def figure_1(*, players: int, arms: int) -> tuple[Check, ...]:
    """Count the choices whose block differs from Figure 1.

    A block is a Coordinate phase of K - 1 sub-blocks of N rounds, in each of which the coordinator
    and one follower move, meet once and the others are quiet, and a Play phase in which nobody
    moves and all arms differ.
    """
    wrong_sub_blocks, wrong_plays = 0, 0
    for order in orders(players=players, arms=arms):
        block = played_block(order, arms=arms)
        *phases, play = np.split(block, arms * np.arange(1, players))
        for follower, moves in enumerate(phases, start=1):
            active = np.isin(np.arange(players), (0, follower))
            met = (moves[:, 0] == moves[:, follower]).sum()
            quiet = np.array_equal((moves != QUIET).all(axis=0), active)
            wrong_sub_blocks += not (quiet and met == 1 and (moves[:, ~active] == QUIET).all())
        wrong_plays += bool((play != play[0]).any() or np.unique(play[0]).size < players)
    where = f"that look otherwise, K = {players}, N = {arms}"
    return (
        equal(f"sub-blocks {where}", wrong_sub_blocks, 0),
        equal(f"Play phases {where}", wrong_plays, 0),
    )


def coordination_cost(*, players: int, arms: int) -> tuple[Check, ...]:
    """Compare the least and the largest cost of a Coordinate phase with the exact one, losses 0.

    Every quiet player-round costs 1, (K-2) N in each of the K - 1 sub-blocks, and each collision 2:
    exactly (K-1) ((K-2) N + 2), most of the K (K-1) N that the proof charges.
    """
    exact = (players - 1) * ((players - 2) * arms + 2)
    costs = phase_costs([0] * arms, players=players).values()
    name = f"cost of a Coordinate phase, losses 0, {players} players, {arms} arms"
    return (equal(f"{name}, least", min(costs), exact), equal(f"{name}, most", max(costs), exact))


def phase_costs(losses: Sequence[int], *, players: int) -> dict[tuple[int, ...], int]:
    """Return the cost of a Coordinate phase for each choice of arms, from 0.

    Parameters
    ----------
    losses : sequence of int, shape (arms,)
        Of each arm, the same in all rounds.
    players : int
        K.

    """
    arms = len(losses)
    length = coordinate_rounds(players=players, arms=arms)
    return {
        order: sum(
            1 if arm == QUIET or list(row).count(arm) > 1 else losses[arm]
            for row in played_block(order, arms=arms)[:length]
            for arm in row
        )
        for order in orders(players=players, arms=arms)
    }


def good_arms_last(*, players: int, arms: int) -> tuple[Check, ...]:
    """Compare costs of a Coordinate phase with (K-1) ((K-1) N - K + 2), the K last arms losing 0.

    All other arms lose 1. No choice of arms costs less, and a choice of good arms exactly that: in
    each sub-block K - 2 players are quiet in N rounds, the follower tries the N - K bad arms first,
    and a collision costs 2.
    """
    exact = (players - 1) * ((players - 1) * arms - players + 2)
    bad = arms - players
    costs = phase_costs([1] * bad + [0] * players, players=players)
    good = max(cost for order, cost in costs.items() if min(order) >= bad)
    name = f"cost of a Coordinate phase, good arms last, {players} players, {arms} arms"
    return (
        equal(f"{name}, least", min(costs.values()), exact),
        equal(f"{name}, most on good arms", good, exact),
    )


@erratum("block-shorter-than-phase")
def block_holds_phase(*, players: int = 4, arms: int = 8, horizon: int) -> Check:
    """Check that Theorem 4.1's block is longer than its Coordinate phase."""
    return above(
        f"block of Theorem 4.1 against (K - 1) N, K = {players}, N = {arms}, T = {horizon}",
        theorem_block_length(players=players, arms=arms, horizon=horizon),
        coordinate_rounds(players=players, arms=arms),
    )
