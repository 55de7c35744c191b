"""Whole blocks of Coordinate and Play as sums, where every player has a rank.

Sub-block r with arm j: the follower tries arms 0, …, j and meets the coordinator on j after j
rounds that she spent there alone; for the N - 1 - j rounds that are left she is on her own arm and
the follower on j; the others are quiet. So it is known beforehand who sees which arm in how many
rounds, and a block takes no more than the draw of its arms and one binomial draw of the loss that
the coordinator learns from. The other losses are independent of all that is learnt, and only their
sums are recorded: they are drawn at the next checkpoint or change of means.
"""

from typing import NamedTuple

import numpy as np

from bandit_replications.bandits.arrays import Integers
from bandit_replications.bandits.compiled import kernel
from bandit_replications.bandits.interrupts import interruptible
from bandit_replications.papers.multiplayer.algorithms.block_kernels import BlockSettings
from bandit_replications.papers.multiplayer.algorithms.coordinator_kernels import (
    Learner,
    choose_arms,
    learn,
)
from bandit_replications.papers.multiplayer.environments.losses import Losses, segment_of
from bandit_replications.papers.multiplayer.environments.online_run_kernels import (
    COLLISIONS,
    QUIET_ROUNDS,
    ROUNDS,
    Recorder,
)


class UnobservedRounds(NamedTuple):
    """Rounds whose losses are still to be drawn, all under the means of one segment.

    Attributes
    ----------
    alone : int64 array, shape (arms,)
        Rounds in which one player had the arm.
    others : int64 array, shape (arms,)
        Rounds in which no player had the arm, or two collided there.
    segment : int64 array, shape (1,)

    """

    alone: Integers
    others: Integers
    segment: Integers


class ArmCounts(NamedTuple):
    """Parts of each arm in some whole blocks, arrays of shape (arms,).

    Attributes
    ----------
    followed : int64 array
        Blocks in which the arm was a follower's.
    learnt : int64 array
        Rounds that the coordinator learnt from, on her own arm.
    unused : int64 array
        Rounds that she spent there without learning from them.

    """

    followed: Integers
    learnt: Integers
    unused: Integers


@kernel
def new_unobserved(arms: int) -> UnobservedRounds:
    """Return rounds to draw: none."""
    return UnobservedRounds(
        np.zeros(arms, dtype=np.int64),
        np.zeros(arms, dtype=np.int64),
        np.zeros(1, dtype=np.int64),
    )


@kernel
def draw_unobserved(
    losses: Losses,
    unobserved: UnobservedRounds,
    recorder: Recorder,
    generator: np.random.Generator,
) -> None:
    """Draw the losses that are left to draw. Mutates unobserved, recorder and generator."""
    means = losses.means[unobserved.segment[0]]
    for arm in range(means.size):
        if unobserved.alone[arm] > 0:
            seen = generator.binomial(unobserved.alone[arm], means[arm])
            recorder.player_losses[0] += seen
            recorder.arm_losses[arm] += seen
        if unobserved.others[arm] > 0:
            recorder.arm_losses[arm] += generator.binomial(unobserved.others[arm], means[arm])
    unobserved.alone[:] = 0
    unobserved.others[:] = 0


@kernel
def _add_unobserved(
    settings: BlockSettings, players: int, blocks: int, counts: ArmCounts, to: UnobservedRounds
) -> None:
    """Count the rounds of so many blocks, all but those learnt from. Mutates `to`."""
    arms, length = counts.followed.size, settings.block_length
    play_rounds, tried = length - (players - 1) * arms, 0
    for arm in range(arms - 1, -1, -1):
        alone = (arms - 1 + play_rounds) * counts.followed[arm] + tried + counts.unused[arm]
        to.alone[arm] += alone
        to.others[arm] += blocks * length - alone - counts.learnt[arm]
        tried += counts.followed[arm]  # the follower on this arm tried those before it


@kernel
def play_whole_blocks(
    losses: Losses,
    settings: BlockSettings,
    block: int,
    blocks: int,
    learner: Learner,
    unobserved: UnobservedRounds,
    recorder: Recorder,
    generator: np.random.Generator,
) -> None:
    """Play so many blocks `block`, `block` + 1, … without a change of means.

    Mutates learner, unobserved, recorder and generator.
    """
    segment = segment_of(losses.starts, recorder.counts[ROUNDS])
    if segment != unobserved.segment[0]:
        draw_unobserved(losses, unobserved, recorder, generator)
        unobserved.segment[0] = segment
    (players, arms), length = learner.log_weights.shape, settings.block_length
    chosen = np.empty(players, dtype=np.int64)
    followed, learnt_from, unused = np.zeros((3, arms), dtype=np.int64)
    counts = ArmCounts(followed, learnt_from, unused)
    turn, total, log_weights, work = 0, 0.0, learner.log_weights, learner.work
    steps = 0
    for number in range(block, block + blocks):
        steps = interruptible(steps + players * arms)
        if settings.round_robin:
            turn = number % players
        choose_arms(learner, turn, chosen, generator)
        own, coordinate = chosen[0], 0
        for role in range(1, players):
            counts.followed[chosen[role]] += 1
            coordinate += arms - 1 - chosen[role]
        learnt = length - (players - 1) * arms
        if settings.from_play:
            counts.unused[own] += coordinate
        else:
            learnt += coordinate
        counts.learnt[own] += learnt
        loss = float(generator.binomial(learnt, losses.means[segment, own]))
        recorder.arm_losses[own] += loss
        total += loss
        step = settings.rate * players * (loss / (learnt if settings.from_play else length))
        learn(log_weights, work, turn, own, step, settings.exploration)
    _add_unobserved(settings, players, blocks, counts, unobserved)
    collisions, quiet = _certain_losses(players, arms, blocks, recorder)
    recorder.player_losses[0] += total + quiet + collisions
    recorder.counts[ROUNDS] += blocks * length


@kernel
def _certain_losses(players: int, arms: int, blocks: int, recorder: Recorder) -> tuple[int, int]:
    """Count and return the collisions and quiet rounds of so many blocks. Mutates recorder."""
    collisions, quiet = blocks * 2 * (players - 1), blocks * (players - 1) * (players - 2) * arms
    recorder.counts[COLLISIONS] += collisions
    recorder.counts[QUIET_ROUNDS] += quiet
    return collisions, quiet


@kernel
def play_given_block(
    losses: Losses, settings: BlockSettings, chosen: Integers, recorder: Recorder
) -> float:
    """Play the same block on given losses, from their prefix sums; return the mean learnt from.

    Mutates the recorder.
    """
    table, sums, own = losses.table, losses.sums, chosen[0]
    arms, players, length = table.shape[1], chosen.size, settings.block_length
    first = recorder.counts[ROUNDS]
    play, last = first + (players - 1) * arms, first + length
    coordinate_loss, play_loss = 0.0, sums[last, own] - sums[play, own]
    total = play_loss
    for role in range(1, players):
        arm, start = chosen[role], first + (role - 1) * arms
        for step in range(arm):
            total += table[start + step, step]
        total += sums[start + arms, arm] - sums[start, arm] - table[start + arm, arm]
        coordinate_loss += sums[start + arms, own] - sums[start + arm + 1, own]
        total += sums[last, arm] - sums[play, arm]
    collisions, quiet = _certain_losses(players, arms, 1, recorder)
    recorder.player_losses[0] += total + coordinate_loss + quiet + collisions
    for arm in range(arms):  # rows at once take two seconds to compile
        recorder.arm_losses[arm] += sums[last, arm] - sums[first, arm]
    recorder.counts[ROUNDS] += length
    if settings.from_play:
        return play_loss / (last - play)
    return (coordinate_loss + play_loss) / length
