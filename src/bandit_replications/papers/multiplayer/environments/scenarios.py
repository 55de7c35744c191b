"""Scenarios: named configuration entries that become a loss sequence for a horizon.

Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case (Section 5). An entry gives the
losses in one of four ways: `means`, `random_means` (Experiment 1), `swinging` or a `file`;
`changes` alter means at given times (Experiments 2 and 3). Arms count from 1, as in the paper.
"""

import functools
import hashlib
import warnings
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Literal, Self

import numpy as np
from pydantic import Field, field_validator, model_validator

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.bandits.entries import FileName, Section, located
from bandit_replications.bandits.quantities import Mean
from bandit_replications.papers.multiplayer.environments.losses import (
    Losses,
    changing_losses,
    given_losses,
)
from bandit_replications.papers.multiplayer.environments.reacting import Reacts, reacting_losses
from bandit_replications.runtime.errors import BadValue

Arms = Annotated[int, Field(ge=2)]


class Change(Section):
    """From a time on, an arm has another mean loss."""

    at: int | str = Field(
        description="rounds before the change, or a fraction of the horizon such as '1/4'"
    )
    arm: int = Field(ge=1, description="number of the arm, from 1")
    mean: Mean = Field(description="mean loss from then on, in [0, 1]")

    @field_validator("at", mode="before")
    @classmethod
    def _check_kind(cls, at: object) -> object:
        if isinstance(at, bool) or not isinstance(at, (int, str)):
            raise BadValue(f"{at!r}; allowed: rounds from 1 on, or a fraction such as '1/4'")
        return at

    @model_validator(mode="after")
    def _check(self) -> Self:
        self.after(4)
        return self

    def after(self, horizon: int) -> int:
        """Return the number of rounds before the change; a fraction of them is rounded down."""
        if isinstance(self.at, int):
            if self.at < 1:
                raise BadValue(f"at: {self.at}; allowed: rounds from 1 on, or a fraction")
            return self.at
        try:
            if "e" in self.at.lower():
                raise ValueError("an exponent: 1e-999999999 takes for ever")
            fraction = Fraction(self.at)
        except (ValueError, ZeroDivisionError) as error:
            raise BadValue(f"at: {self.at!r}; allowed: a fraction such as '1/4'") from error
        if not 0 < fraction < 1:
            raise BadValue(f"at: {self.at!r}; allowed: a fraction between 0 and 1")
        return int(fraction * horizon)


class RandomMeans(Section):
    """Means drawn for each run: uniform, given a gap between the K-th and (K+1)-th best."""

    arms: Arms = Field(description="number of arms N")
    gap: float = Field(ge=0, lt=1, description="least gap between the K-th and (K+1)-th best")


class Swinging(Section):
    """Losses 1/2 + a sin(2π (log2(t) / d + i / N)): the best arms of [t] change again and again."""

    arms: Arms = Field(description="number of arms N")
    amplitude: float = Field(gt=0, le=0.5, description="largest distance a from 1/2")
    doublings: float = Field(gt=0, description="doublings d of t that one swing takes")


class Reacting(Section):
    """Losses of 1 on arms in use, which the adversary sees or guesses."""

    arms: Arms = Field(description="number of arms N")
    when: Reacts = Field(
        description="in-round: the arms in use in a Play phase after its first round; "
        "between-blocks: the K arms that the coordinator is most likely to draw, for the block"
    )


class Scenario(Section):
    """One named loss sequence as a configuration entry."""

    name: str = Field(min_length=1, description="name of the scenario in results and figures")
    means: list[Mean] | None = Field(None, min_length=2, description="mean loss of each arm")
    random_means: RandomMeans | None = Field(None, description="means drawn for each run")
    swinging: Swinging | None = Field(None, description="losses that swing in the logarithm of t")
    reacting: Reacting | None = Field(None, description="an adversary that reacts to the players")
    file: FileName | None = Field(
        None,
        description="text file, rounds x arms, from the current folder or the root",
    )
    holds: Literal["losses", "rewards"] = Field(
        "losses", description="what the file holds; a reward is 1 minus a loss"
    )
    changes: list[Change] = Field(default=[], description="times at which an arm's mean changes")

    @model_validator(mode="after")
    def _check(self) -> Self:
        ways = ("means", "random_means", "swinging", "reacting", "file")
        given = [way for way in ways if getattr(self, way) is not None]
        if len(given) != 1:
            raise BadValue(
                f"scenario {self.name!r} has {' and '.join(given) or 'no losses'}; "
                f"allowed: exactly one of {', '.join(ways)}"
            )
        if self.changes and given[0] not in ("means", "random_means"):
            raise BadValue(f"changes: with {given[0]}; allowed: with means or random_means")
        for change in self.changes:
            if change.arm > self.arms:
                raise BadValue(f"changes: arm {change.arm}; allowed: from 1 to {self.arms}")
        if self.file is not None:
            self._table()  # read now: a file that cannot be used is refused before anything runs
        return self

    @property
    def arms(self) -> int:
        """Number of arms N."""
        if self.means is not None:
            return len(self.means)
        drawn = self.random_means or self.swinging or self.reacting
        return drawn.arms if drawn is not None else int(self._table().shape[1])

    def horizon(self, horizon: int) -> int:
        """Return the rounds of a run: the file's, or the horizon asked for."""
        return horizon if self.file is None else int(self._table().shape[0])

    def change_times(self, horizon: int) -> list[int]:
        """Return the numbers of rounds before a change of means, in order, each once."""
        times = {change.after(horizon) for change in self.changes}
        return sorted(time for time in times if time < horizon)

    def losses(
        self, *, players: int, horizon: int, generator: np.random.Generator | None = None
    ) -> Losses:
        """Return the losses of one run.

        Parameters
        ----------
        players, horizon : int
            K and T, in rounds.
        generator : numpy.random.Generator, optional
            Draws what is random before the game (`random_means`).

        Raises
        ------
        ValueError
            If the scenario needs a generator and has none.

        """
        if self.file is not None:
            return _given(*self._source())
        if self.reacting is not None:
            return reacting_losses(self.reacting.arms, self.reacting.when)
        if self.swinging is not None:
            return _swung(self.swinging, horizon)
        starts = sorted({0, *self.change_times(horizon)})
        means = np.tile(self._first_means(players, generator), (len(starts), 1))
        for change in self.changes:
            means[np.array(starts) >= change.after(horizon), change.arm - 1] = change.mean
        return changing_losses(starts, means)

    def _first_means(self, players: int, generator: np.random.Generator | None) -> Floats:
        if self.means is not None:
            return np.array(self.means)
        assert self.random_means is not None
        if generator is None:
            raise BadValue(f"scenario {self.name!r}: allowed: with a generator")
        drawn = self.random_means.model_dump()
        return means_with_gap(**drawn, players=players, generator=generator)

    @property
    def digest(self) -> str | None:
        """Hash of the file's losses, so that results of one never pass for those of another."""
        return None if self.file is None else hashlib.sha256(self._table().tobytes()).hexdigest()

    def _table(self) -> Floats:
        try:
            return _read(*self._source())
        except (OSError, UnicodeDecodeError) as error:
            raise BadValue(
                f"scenario {self.name!r}: file {self.file!r} cannot be read; "
                "allowed: a text file, rounds x arms"
            ) from error
        except ValueError as error:
            raise BadValue(f"scenario {self.name!r}: file {self.file!r}: {error}") from error

    def _source(self) -> tuple[Path, int, bool]:
        """Return the file, the time of its last change and a flag for rewards."""
        assert self.file is not None
        path = located(self.file)
        return path, path.stat().st_mtime_ns, self.holds == "rewards"


def milestones(horizon: int, others: Sequence[int] = ()) -> Integers:
    """Return the rounds that every run records, increasing to the horizon.

    They are T/8, T/4, T/3, 4T/9, T/2, 3T/4 and T, rounded down, and those of the others up to T.
    At T/3 and 4T/9 the K best arms of [t] change in the paper's Experiments 2 and 3.
    """
    shares = ((1, 8), (1, 4), (1, 3), (4, 9), (1, 2), (3, 4), (1, 1))
    points = np.unique([*(a * horizon // b for a, b in shares), *others]).astype(np.int64)
    return points[(points >= 1) & (points <= horizon)]


def means_with_gap(
    *, arms: int, players: int, gap: float, generator: np.random.Generator
) -> Floats:
    """Return uniform mean losses, given a gap between the K-th and the (K+1)-th best.

    Experiment 1. The N + 1 spacings of N uniform numbers are uniform on the simplex; given that
    one is at least the gap, the simplex of what remains is uniform again. So sorted uniform
    numbers are shrunk by 1 - gap, and those from the (K+1)-th on are moved up by the gap: the law
    of drawing until the gap is there.

    Parameters
    ----------
    arms, players : int
        N and K < N.
    gap : float
        In [0, 1).
    generator : numpy.random.Generator

    Returns
    -------
    float64 array, shape (arms,)

    """
    means = (1 - gap) * np.sort(generator.random(arms))
    means[players:] += gap
    return generator.permutation(means)


def swinging_losses(swing: Swinging, horizon: int) -> Floats:
    """Return the losses of a swing, shape (horizon, arms); they are no Bernoulli draws."""
    turns = np.log2(np.arange(1, horizon + 1)) / swing.doublings
    phases = np.arange(swing.arms) / swing.arms
    waves = np.sin(2 * np.pi * (turns[:, np.newaxis] + phases))
    return np.asarray(0.5 + swing.amplitude * waves)


@functools.lru_cache(maxsize=2)
def _swung(swing: Swinging, horizon: int) -> Losses:
    return given_losses(swinging_losses(swing, horizon))


# --- Files ----------------------------------------------------------------------------------


@functools.cache
def _read(path: Path, changed: int, rewards: bool) -> Floats:
    """Return the losses in a file; the time of its last change makes one entry of each version."""
    with path.open(encoding="utf-8") as lines:
        delimiter = "," if "," in lines.readline() else None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # an empty file is refused below, in our words
            table = np.loadtxt(path, delimiter=delimiter, ndmin=2, encoding="utf-8")
    except ValueError as error:
        raise BadValue(f"{str(error).partition(';')[0]}; allowed: rows of numbers") from error
    if table.size == 0:
        raise BadValue("no rows; allowed: rounds x arms")
    if table.shape[1] < 2:
        raise BadValue(f"shape {table.shape}; allowed: rounds x arms, at least 2 arms")
    outside = np.argwhere(~((table >= 0) & (table <= 1)))
    if outside.size:
        row, column = outside[0]
        raise BadValue(
            f"{table[row, column]:g} in row {row + 1}, column {column + 1}; allowed: in [0, 1]"
        )
    return 1 - table if rewards else table


@functools.cache
def _given(path: Path, changed: int, rewards: bool) -> Losses:
    return given_losses(_read(path, changed, rewards))
