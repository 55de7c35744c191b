"""Compiled accounting of the game of Section 2.2: totals so far, and at checkpoints.

A round draws the losses that some player incurs. Losses that no player incurs are drawn at once for
a whole piece, rounds in which no mean changes: given the choices they are independent, and only
their sum enters the regret.
"""

from typing import NamedTuple

import numpy as np

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.bandits.compiled import kernel
from bandit_replications.bandits.runs import set_row
from bandit_replications.papers.multiplayer.environments.losses import Losses, segment_of
from bandit_replications.papers.multiplayer.environments.online_run import OnlineRun
from bandit_replications.papers.multiplayer.environments.problems import MultiplayerProblem

# Places in `Recorder.counts`.
COLLISIONS, QUIET_ROUNDS, ROUNDS, RECORDED = 0, 1, 2, 3


class Recorder(NamedTuple):
    """Totals of a run so far, and at its checkpoints.

    Attributes
    ----------
    player_losses : float64 array, shape (1,)
        Losses of all players.
    arm_losses : float64 array, shape (arms,)
        Losses of each arm, played or not.
    counts : int64 array, shape (4,)
        Collided and quiet rounds summed over players, rounds played, checkpoints recorded.
    checkpoints : int64 array
    player_losses_at, arm_losses_at, counts_at : arrays, first axis (checkpoints,)
        The totals at the checkpoints.

    """

    player_losses: Floats
    arm_losses: Floats
    counts: Integers
    checkpoints: Integers
    player_losses_at: Floats
    arm_losses_at: Floats
    counts_at: Integers


def new_recorder(problem: MultiplayerProblem) -> Recorder:
    """Return a recorder at the start of a game."""
    size, arms = problem.points.size, problem.arms
    return Recorder(
        player_losses=np.zeros(1),
        arm_losses=np.zeros(arms),
        counts=np.zeros(4, dtype=np.int64),
        checkpoints=problem.points,
        player_losses_at=np.zeros(size),
        arm_losses_at=np.zeros((size, arms)),
        counts_at=np.zeros((size, 4), dtype=np.int64),
    )


def recorded_run(players: int, recorder: Recorder) -> OnlineRun:
    """Return the recorded run."""
    return OnlineRun(
        players=players,
        player_losses=recorder.player_losses_at,
        arm_losses=recorder.arm_losses_at,
        collisions=recorder.counts_at[:, COLLISIONS],
        quiet=recorder.counts_at[:, QUIET_ROUNDS],
    )


def piece_ends(problem: MultiplayerProblem, *others: int) -> Integers:
    """Return the last rounds of pieces: checkpoints, changes of means, and others."""
    changes = problem.losses.starts[1:]
    ends = np.concatenate([problem.points, changes, np.array(others, dtype=np.int64)])
    return np.unique(ends[(ends >= 1) & (ends <= problem.horizon)])


@kernel(inline="always")
def at_checkpoint(counts: Integers, checkpoints: Integers) -> bool:
    """Return True at a checkpoint."""
    point = counts[RECORDED]
    return bool(point < checkpoints.size and counts[ROUNDS] == checkpoints[point])


@kernel
def record(recorder: Recorder) -> None:
    """Record the totals if the game has reached a checkpoint. Mutates the recorder."""
    if at_checkpoint(recorder.counts, recorder.checkpoints):
        point = recorder.counts[RECORDED]
        recorder.player_losses_at[point] = recorder.player_losses[0]
        set_row(recorder.arm_losses_at, point, recorder.arm_losses)
        set_row(recorder.counts_at, point, recorder.counts)
        recorder.counts[RECORDED] = point + 1


@kernel(inline="always")
def play_active_round(
    chances: Floats,
    row: int,
    given: bool,
    choices: Integers,
    occupancy: Integers,
    incurred: Floats,
    observed: Floats,
    generator: np.random.Generator,
) -> int:
    """Play a round without quiet players; return the number of collided players.

    Parameters
    ----------
    chances : float64 array, shape (rows, arms)
        Its row holds the round's losses if they are given, else their means.
    row, given : int, bool
    choices : int64 array, shape (players,)
    occupancy : int64 array, shape (arms,)
        Gets the number of players on each arm.
    incurred : float64 array, shape (players,)
        Gets each player's loss.
    observed : float64 array, shape (2, arms)
        Adds to the rounds in which one player had the arm alone, and to its losses in these.
    generator : numpy.random.Generator

    """
    for arm in range(occupancy.size):
        occupancy[arm] = 0
    for arm in choices:
        occupancy[arm] += 1
    collisions = 0
    for player in range(choices.size):
        arm = choices[player]
        if occupancy[arm] > 1:
            incurred[player] = 1.0
            collisions += 1
        else:
            if given:
                incurred[player] = chances[row, arm]
            else:
                incurred[player] = 1.0 if generator.random() < chances[row, arm] else 0.0
            observed[0, arm] += 1.0
            observed[1, arm] += incurred[player]
    return collisions


@kernel
def end_piece(
    losses: Losses,
    rounds: int,
    observed: Floats,
    recorder: Recorder,
    generator: np.random.Generator,
) -> None:
    """Add the losses of all arms in the next rounds, one piece, and record at a checkpoint.

    `observed` is that of `play_active_round`; losses that no player saw are drawn here. Mutates
    recorder and generator, and empties `observed`.
    """
    first, arm_losses = recorder.counts[ROUNDS], recorder.arm_losses
    segment = segment_of(losses.starts, first)
    for arm in range(arm_losses.size):
        if losses.table.shape[0] > 0:
            arm_losses[arm] += losses.sums[first + rounds, arm] - losses.sums[first, arm]
        else:
            unseen = rounds - int(observed[0, arm])
            hidden = generator.binomial(unseen, losses.means[segment, arm])
            arm_losses[arm] += observed[1, arm] + hidden
    observed[:] = 0.0
    recorder.counts[ROUNDS] += rounds
    record(recorder)
