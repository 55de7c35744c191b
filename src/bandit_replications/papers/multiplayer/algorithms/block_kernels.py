"""A compiled block of Coordinate and Play, round by round (Algorithms 2 and 3, Appendix A.3).

Players are indices. A role says what a player does in a block: 0 coordinates, r = 1, …, K - 1 is
the follower of sub-block r, UNRANKED has no rank. Arms count from 0; QUIET is no arm. A game whose
ranking failed lacks roles: then a follower without coordinator finds no arm.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.bandits.compiled import kernel
from bandit_replications.bandits.interrupts import interruptible
from bandit_replications.papers.multiplayer.environments.losses import (
    IN_ROUND,
    Losses,
    draw_losses,
    draw_round,
)
from bandit_replications.papers.multiplayer.environments.online_run_kernels import (
    COLLISIONS,
    QUIET_ROUNDS,
    RECORDED,
    ROUNDS,
    Recorder,
    at_checkpoint,
    record,
)
from bandit_replications.papers.multiplayer.environments.reacting import react_to_arms

QUIET = -1  # a choice: no arm
UNRANKED = -1  # a rank or role: none
NO_PLAYER = -1  # a player: no one has the role


class BlockSettings(NamedTuple):
    """Rules of a block.

    Attributes
    ----------
    block_length : int
        Rounds τ.
    rate : float
        Learning rate η.
    exploration : float
        γ of implicit exploration, or 0.
    fails_after : int
        Round from which on the player of rank 0 starts no block, as if it had no rank.
    uniform_unranked : bool
        Whether players without rank, and in Play followers who found no arm, choose uniform arms,
        or stay quiet.
    from_play : bool
        Whether the coordinator learns from the Play rounds alone, or from all her own over τ.
    collided_loss : float
        What a round counts in the estimate in which the coordinator collides on her own arm.
    random_start : bool
        Whether a follower's tries start on an arm drawn anew in each sub-block, or on arm 0.
    round_robin : bool
        Whether the coordinator changes after every block.
    waits_on_first_arm : bool
        Whether followers who wait stay on arm 0 instead of being quiet (A.3).
    stays_on_first_arm : bool
        Repair of A.3: the coordinator ignores collisions on arm 0.
    stays_throughout : bool
        The coordinator is on a follower's arm for the whole of its sub-block.

    """

    block_length: int
    rate: float
    exploration: float
    fails_after: int
    uniform_unranked: bool
    from_play: bool
    collided_loss: float
    random_start: bool
    round_robin: bool
    waits_on_first_arm: bool
    stays_on_first_arm: bool
    stays_throughout: bool


class Block(NamedTuple):
    """Roles and arms of the players in one block.

    Attributes
    ----------
    roles : int64 array, shape (players,)
        Role of each player.
    chosen : int64 array, shape (players,)
        The coordinator's choice: the arm of each role.
    found : int64 array, shape (players,)
        The arm that each player takes for its own, or QUIET.

    """

    roles: Integers
    chosen: Integers
    found: Integers


class Round(NamedTuple):
    """One round: arrays that are filled anew in each.

    Attributes
    ----------
    choices : int64 array, shape (players,)
    collided : bool array, shape (players,)
    occupancy : int64 array, shape (arms,)
        Number of players on each arm.
    losses : float64 array, shape (arms,)

    """

    choices: Integers
    collided: NDArray[np.bool_]
    occupancy: Integers
    losses: Floats


@kernel
def new_round(players: int, arms: int) -> Round:
    """Return the arrays of a round."""
    return Round(
        np.zeros(players, dtype=np.int64),
        np.zeros(players, dtype=np.bool_),
        np.zeros(arms, dtype=np.int64),
        np.zeros(arms),
    )


@kernel(inline="always")
def _find_collisions(choices: Integers, collided: NDArray[np.bool_], occupancy: Integers) -> None:
    """Fill the mask of collided players. Mutates occupancy and collided."""
    occupancy[:] = 0
    for arm in choices:
        if arm != QUIET:
            occupancy[arm] += 1
    for player in range(choices.size):
        arm = choices[player]
        collided[player] = arm != QUIET and occupancy[arm] > 1


@kernel(inline="always")
def _add_losses(
    choices: Integers,
    collided: NDArray[np.bool_],
    drawn: Floats,
    rounds: int,
    player_losses: Floats,
    arm_losses: Floats,
    counts: Integers,
) -> None:
    """Add so many rounds with these choices, their losses summed in `drawn` (arms,).

    Mutates the last three, which are the recorder's.
    """
    for player in range(choices.size):
        arm = choices[player]
        if arm == QUIET or collided[player]:
            player_losses[0] += rounds
            counts[COLLISIONS if collided[player] else QUIET_ROUNDS] += rounds
        else:
            player_losses[0] += drawn[arm]
    for arm in range(drawn.size):
        arm_losses[arm] += drawn[arm]
    counts[ROUNDS] += rounds


@kernel(inline="always")
def play_round(
    losses: Losses, this: Round, recorder: Recorder, generator: np.random.Generator
) -> None:
    """Play one round with the choices of `this`. Mutates this, recorder and generator."""
    choices, collided, drawn = this.choices, this.collided, this.losses
    counts = recorder.counts
    _find_collisions(choices, collided, this.occupancy)
    draw_round(losses.starts, losses.means, losses.table, counts[ROUNDS], drawn, generator)
    _add_losses(choices, collided, drawn, 1, recorder.player_losses, recorder.arm_losses, counts)
    if at_checkpoint(counts, recorder.checkpoints):
        record(recorder)


@kernel
def play_unchanged(
    losses: Losses,
    rounds: int,
    this: Round,
    recorder: Recorder,
    sums: Floats,
    generator: np.random.Generator,
) -> None:
    """Play so many rounds with the same choices; add each arm's loss to sums (arms,).

    Mutates this, recorder, sums and generator.
    """
    choices, collided, drawn = this.choices, this.collided, this.losses
    counts = recorder.counts
    _find_collisions(choices, collided, this.occupancy)
    sees = losses.reacts == IN_ROUND
    while rounds > 0:
        piece, point = rounds, counts[RECORDED]
        if point < recorder.checkpoints.size:
            piece = min(rounds, recorder.checkpoints[point] - counts[ROUNDS])
        piece = 1 if sees else piece
        for arm in range(sums.size):
            drawn[arm] = draw_losses(losses, arm, counts[ROUNDS], piece, generator)
            sums[arm] += drawn[arm]
        _add_losses(
            choices, collided, drawn, piece, recorder.player_losses, recorder.arm_losses, counts
        )
        record(recorder)
        rounds -= piece
        if sees:
            react_to_arms(losses, choices)
            sees = False
    if losses.reacts == IN_ROUND:
        losses.means[:] = 0.0


@kernel(inline="always")
def player_of(roles: Integers, role: int) -> int:
    """Return the player with this role, or NO_PLAYER."""
    for player in range(roles.size):
        if roles[player] == role:
            return player
    return NO_PLAYER


@kernel(inline="always")
def _wait(
    losses: Losses,
    settings: BlockSettings,
    roles: Integers,
    choices: Integers,
    generator: np.random.Generator,
) -> None:
    """Choose for every player as if it were not its turn. Mutates choices and generator."""
    arms = losses.means.shape[1]
    for player in range(roles.size):
        if roles[player] == UNRANKED:
            uniform = settings.uniform_unranked
            choices[player] = int(generator.integers(0, arms)) if uniform else QUIET
        else:
            choices[player] = 0 if settings.waits_on_first_arm else QUIET


@kernel(inline="always")
def _seen(this: Round, settings: BlockSettings, player: int) -> float:
    """Return the weight of a round on her own arm in the coordinator's estimate."""
    if this.collided[player]:
        return settings.collided_loss
    return float(this.losses[this.choices[player]])


@kernel
def _coordinate(
    losses: Losses,
    settings: BlockSettings,
    block: Block,
    this: Round,
    recorder: Recorder,
    generator: np.random.Generator,
) -> float:
    """Play a Coordinate phase; return the coordinator's loss on her own arm.

    `block.found` gets each player's arm. Mutates it, this, recorder and generator.
    """
    roles, chosen, found, choices = block.roles, block.chosen, block.found, this.choices
    seen, coordinator = 0.0, player_of(roles, 0)
    arms, start = losses.means.shape[1], 0
    found[:] = QUIET
    if coordinator != NO_PLAYER:
        found[coordinator] = chosen[0]
    for sub_block in range(1, roles.size):
        follower, met, arm = player_of(roles, sub_block), False, chosen[sub_block]
        # A.3 repaired: on arm 0 she collides with those who wait there, which says nothing
        stays = settings.stays_throughout or (settings.stays_on_first_arm and arm == 0)
        if settings.random_start and follower != NO_PLAYER:
            start = int(generator.integers(0, arms))
        for step in range(arms):
            tried = (start + step) % arms
            _wait(losses, settings, roles, choices, generator)
            on_own_arm = met and not stays
            if coordinator != NO_PLAYER:
                choices[coordinator] = chosen[0] if on_own_arm else arm
            if follower != NO_PLAYER:
                choices[follower] = tried if found[follower] == QUIET else found[follower]
            play_round(losses, this, recorder, generator)
            if coordinator != NO_PLAYER:
                met = met or this.collided[coordinator]
                if on_own_arm:
                    seen += _seen(this, settings, coordinator)
            tells = tried > 0 or not settings.waits_on_first_arm
            if follower != NO_PLAYER and this.collided[follower] and found[follower] == QUIET:
                found[follower] = tried if tells else QUIET
        if settings.waits_on_first_arm and follower != NO_PLAYER and found[follower] == QUIET:
            found[follower] = 0
    return seen


@kernel
def _play(
    losses: Losses,
    settings: BlockSettings,
    block: Block,
    this: Round,
    recorder: Recorder,
    generator: np.random.Generator,
) -> float:
    """Play a Play phase; return the loss that the coordinator saw on her arm.

    Mutates this, recorder and generator.
    """
    roles, arms = block.roles, losses.means.shape[1]
    rounds = settings.block_length - (roles.size - 1) * arms
    coordinator, moving = player_of(roles, 0), False
    for player in range(roles.size):
        this.choices[player] = block.found[player]
        moving = moving or (settings.uniform_unranked and block.found[player] == QUIET)
    if not moving:
        sums = np.zeros(arms)
        play_unchanged(losses, rounds, this, recorder, sums, generator)
        if coordinator == NO_PLAYER:
            return 0.0
        if this.collided[coordinator]:
            return settings.collided_loss * rounds
        return sums[block.found[coordinator]]
    seen = 0.0
    work = 0
    for _ in range(rounds):
        work = interruptible(work + roles.size)
        for player in range(roles.size):
            if block.found[player] == QUIET:
                this.choices[player] = int(generator.integers(0, arms))
        play_round(losses, this, recorder, generator)
        if coordinator != NO_PLAYER:
            seen += _seen(this, settings, coordinator)
    return seen


@kernel
def play_block(
    losses: Losses,
    settings: BlockSettings,
    block: Block,
    this: Round,
    recorder: Recorder,
    generator: np.random.Generator,
) -> float:
    """Play a block with these roles and chosen arms; return the mean that is learnt from.

    Mutates block.found, this, recorder and generator.
    """
    rounds = settings.block_length - (block.roles.size - 1) * losses.means.shape[1]
    coordinate_loss = _coordinate(losses, settings, block, this, recorder, generator)
    play_loss = _play(losses, settings, block, this, recorder, generator)
    if settings.from_play:
        return play_loss / rounds
    return (coordinate_loss + play_loss) / settings.block_length
