"""Loss sequences of the oblivious adversary, fixed before the game, for compiled code.

Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case (Section 2). Either the losses are
Bernoulli with means that are constant on segments of rounds (then sums over many rounds are
binomial and drawn at once), or a table gives every loss (then sums are differences of prefix
sums). Arms count from 0 here, and `first` is the number of rounds before the ones asked for.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.bandits.compiled import kernel
from bandit_replications.runtime.errors import BadValue

# When the adversary changes the means in the course of a run (`reacting`).
NEVER, IN_ROUND, BETWEEN_BLOCKS = 0, 1, 2


class Losses(NamedTuple):
    """Losses of N arms; the table counts where it is not empty.

    Attributes
    ----------
    starts : int64 array, shape (segments,)
        Rounds before each segment, increasing from 0.
    means : float64 array, shape (segments, arms)
        Mean losses of each segment, in [0, 1].
    table : float64 array, shape (rounds, arms) or (0, arms)
        The losses themselves, in [0, 1].
    sums : float64 array, shape (rounds + 1, arms)
        Prefix sums of the table.
    reacts : int
        NEVER, or when the adversary reacts.

    """

    starts: Integers
    means: Floats
    table: Floats
    sums: Floats
    reacts: int = NEVER

    @property
    def arms(self) -> int:
        """Number of arms N."""
        return int(self.means.shape[1])


def bernoulli_losses(means: ArrayLike) -> Losses:
    """Return losses that are Bernoulli with these means, shape (arms,), in every round."""
    return changing_losses([0], np.asarray(means, dtype=np.float64)[np.newaxis])


def changing_losses(starts: ArrayLike, means: ArrayLike) -> Losses:
    """Return losses that are Bernoulli with means constant on segments.

    Parameters
    ----------
    starts : array of int, shape (segments,)
        Rounds before each segment: increasing, the first one 0.
    means : array, shape (segments, arms)
        Mean losses in [0, 1].

    Raises
    ------
    ValueError
        If shapes differ, starts do not increase from 0 or a mean lies outside [0, 1].

    """
    rounds, values = np.asarray(starts, dtype=np.int64), np.asarray(means, dtype=np.float64)
    if values.ndim != 2 or rounds.shape != values.shape[:1]:
        raise BadValue(f"means: shape {values.shape}; allowed: one row for each of {rounds}")
    if rounds[0] != 0 or np.any(np.diff(rounds) <= 0):
        raise BadValue(f"starts: {rounds}; allowed: rounds that increase from 0")
    check_losses("means", values)
    arms = values.shape[1]
    return Losses(rounds, values, np.empty((0, arms)), np.zeros((1, arms)))


def given_losses(table: ArrayLike) -> Losses:
    """Return losses given one by one, shape (rounds, arms), each in [0, 1].

    Raises
    ------
    ValueError
        If there is no round or a loss lies outside [0, 1].

    """
    values = np.ascontiguousarray(table, dtype=np.float64)
    if values.ndim != 2 or values.shape[0] == 0:
        raise BadValue(f"losses: shape {values.shape}; allowed: rounds x arms")
    check_losses("losses", values)
    sums = np.zeros((values.shape[0] + 1, values.shape[1]))
    np.cumsum(values, axis=0, out=sums[1:])
    starts = np.zeros(1, dtype=np.int64)
    return Losses(starts, values.mean(axis=0, keepdims=True), values, sums)


def check_losses(name: str, values: Floats) -> None:
    """Check that there are at least two arms and every value lies in [0, 1].

    Raises
    ------
    ValueError
        If not.

    """
    if values.shape[1] < 2:
        raise BadValue(f"{name}: {values.shape[1]} arm; allowed: at least 2 arms")
    outside = ~((values >= 0) & (values <= 1))
    if outside.any():
        row, arm = np.argwhere(outside)[0]
        raise BadValue(
            f"{name}: {values[row, arm]:g} for arm {arm + 1} in row {row + 1}; allowed: in [0, 1]"
        )


@kernel
def draw_losses(
    losses: Losses, arm: int, first: int, rounds: int, generator: np.random.Generator
) -> float:
    """Return an arm's total loss in the rounds first + 1, …, first + rounds.

    Exact in distribution if each round of an arm is drawn at most once. Mutates the generator.
    """
    last = first + rounds
    if losses.table.shape[0] > 0:
        return losses.sums[last, arm] - losses.sums[first, arm]
    total = 0.0
    segments = losses.starts.size
    for segment in range(segments):
        start = max(first, losses.starts[segment])
        stop = min(last, losses.starts[segment + 1]) if segment + 1 < segments else last
        if start < stop:
            total += generator.binomial(stop - start, losses.means[segment, arm])
    return total


@kernel(inline="always")
def segment_of(starts: Integers, first: int) -> int:
    """Return the segment of means that holds round first + 1."""
    segment = starts.size - 1
    while starts[segment] > first:
        segment -= 1
    return segment


@kernel(inline="always")
def draw_round(
    starts: Integers,
    means: Floats,
    table: Floats,
    first: int,
    drawn: Floats,
    generator: np.random.Generator,
) -> None:
    """Fill `drawn` (arms,) with the losses of all arms in round first + 1.

    The first three are those of `Losses`. Mutates drawn and the generator.
    """
    if table.shape[0] > 0:
        for arm in range(drawn.size):
            drawn[arm] = table[first, arm]
        return
    segment = segment_of(starts, first)
    for arm in range(drawn.size):
        drawn[arm] = 1.0 if generator.random() < means[segment, arm] else 0.0


def round_losses(losses: Losses, first: int, generator: np.random.Generator) -> Floats:
    """Return the losses of all arms in round first + 1, shape (arms,); draws them where random."""
    drawn = np.empty(losses.arms)
    draw_round(*losses[:3], first, drawn, generator)
    return drawn
