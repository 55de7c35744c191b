"""Shared parts of the simulators: ties, and pulls at checkpoints."""

import itertools
from collections.abc import Callable, Iterator

import numpy as np

from bandit_replications.bandits.arguments import TieBreaking
from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.bandits.compiled import kernel
from bandit_replications.bandits.rewards import RewardTable, draw_reward
from bandit_replications.bandits.trajectories import Trajectory

# --- For the pseudo-code, round by round ----------------------------------------------------


def reward_source(rewards: RewardTable, generator: np.random.Generator) -> Callable[[int], float]:
    """Return a function that draws one reward of the arm it is given."""
    return lambda arm: draw_reward.py_func(*rewards, arm, generator)


def choose(indices: list[float], tie_breaking: TieBreaking, generator: np.random.Generator) -> int:
    """Return the arm with the highest index: of equal ones the lowest, or a uniform one."""
    highest = max(indices)
    leaders = [arm for arm, index in enumerate(indices) if index == highest]
    if tie_breaking == "uniform" and len(leaders) > 1:
        return leaders[generator.integers(0, len(leaders))]
    return leaders[0]


def count_pulls(played: Iterator[int], *, arms: int, checkpoints: Integers) -> Trajectory:
    """Return the pulls of each arm at the checkpoints, given the arm of each round."""
    horizon = int(checkpoints[-1])
    rounds = np.fromiter(itertools.islice(played, horizon), dtype=np.int64, count=horizon)
    pieces = np.split(rounds, checkpoints[:-1])
    pulls = np.array([np.bincount(piece, minlength=arms) for piece in pieces])
    return Trajectory(np.cumsum(pulls, axis=0))


# --- For the compiled simulators ------------------------------------------------------------


@kernel
def leader(indices: Floats, uniform_ties: bool | None, generator: np.random.Generator) -> int:
    """Return the arm (action) with the highest index: of equal ones a uniform one, or the lowest.

    The lowest where `uniform_ties` is False or None; where it is None, kernels are compiled without
    the draw, which takes a second. Mutates the generator where ties are uniform and there is one.
    """
    best, equals = 0, 1
    for arm in range(1, indices.size):
        if indices[arm] > indices[best]:
            best, equals = arm, 1
        elif indices[arm] == indices[best]:
            equals += 1
    if uniform_ties is None:
        return best
    if equals == 1 or not uniform_ties:
        return best
    left = generator.integers(0, equals)
    last = best
    while left > 0:
        last += 1
        left -= indices[last] == indices[best]
    return last


@kernel
def set_row(table: Floats | Integers, row: int, values: Floats | Integers) -> None:
    """Set a row of a table (rows, columns), mutating it, to values (columns,).

    In a loop: for an assignment of arrays numba 0.68 compiles an error message with both shapes,
    which takes two seconds.
    """
    for column in range(values.size):
        table[row, column] = values[column]


@kernel
def record_first_pulls(pulls: Integers, checkpoints: Integers) -> int:
    """Record that round t <= K pulls arm t - 1; return the first checkpoint after round K.

    Mutates pulls (checkpoints, arms).
    """
    arms = pulls.shape[1]
    point = 0
    while point < checkpoints.size and checkpoints[point] <= arms:
        pulls[point, : checkpoints[point]] = 1
        point += 1
    return point


@kernel
def record_run(
    pulls: Integers, point: int, checkpoints: Integers, played: Integers, arm: int, rounds: int
) -> int:
    """Pull one arm for a number of rounds; return the first checkpoint after them.

    `played` (arms,) holds the pulls so far. Mutates played and pulls (checkpoints, arms).
    """
    start = played.sum()
    while point < checkpoints.size and checkpoints[point] <= start + rounds:
        set_row(pulls, point, played)
        pulls[point, arm] += checkpoints[point] - start
        point += 1
    played[arm] += rounds
    return point
