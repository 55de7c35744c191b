"""Learners on rewards of your own: an array, a function, a logged file."""

from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.bandits.streams import generator
from bandit_replications.configuration.messages import shown
from bandit_replications.library.progress import Progress
from bandit_replications.library.simulation import Simulation
from bandit_replications.library.values import Runs, optional_module, plain, valid, versions
from bandit_replications.playing.keywords import Recorded
from bandit_replications.playing.learners import Learner, as_numbers
from bandit_replications.playing.own_algorithms import one_of
from bandit_replications.runtime.errors import ConfigurationError

ALLOWED = (
    "numbers, rounds x arms or rounds x learners x arms; a function (t, generator) -> a row; "
    "or a file of rows (.npy, .parquet, text)"
)


class Environment(NamedTuple):
    """Rewards of all arms, round by round.

    Attributes
    ----------
    row : function
        (t, generator) -> the rewards of round t = 1, 2, …, shape (arms,) or (learners, arms).
    rounds : int or None
        How many there are; None for a function.
    arms, learners : int

    """

    row: Callable[[int, np.random.Generator], Any]
    rounds: int | None
    arms: int
    learners: int


def environment(rewards: Any) -> Environment:
    """Return the rewards that a user gives.

    Raises
    ------
    ConfigurationError
        If they are none.

    """
    if callable(rewards):
        first = np.atleast_2d(rewards(1, np.random.default_rng(0)))
        return Environment(rewards, None, first.shape[-1], first.shape[0])
    given = _read(Path(rewards)) if isinstance(rewards, (str, Path)) else rewards
    table = as_numbers(given)
    if table is None or table.ndim not in (2, 3) or not table.size:
        raise ConfigurationError(f"rewards: {shown(rewards)}; allowed: {ALLOWED}")
    return Environment(
        lambda t, _: table[t - 1], len(table), table.shape[-1], table[0].size // table.shape[-1]
    )


def _read(path: Path) -> Any:
    try:
        if path.suffix == ".npy":
            return np.load(path)
        if path.suffix == ".parquet":
            return optional_module("pandas").read_parquet(path).to_numpy()
        lines = path.read_text().replace(",", " ").splitlines()
        if lines and any(map(str.isalpha, lines[0].replace("e", ""))):
            del lines[0]  # a heading
        return [[float(number) for number in line.split()] for line in lines if line.strip()]
    except (OSError, ValueError) as error:
        said = getattr(error, "strerror", None) or error
        raise ConfigurationError(f"rewards: {path}: {said}; allowed: {ALLOWED}") from error


def run(
    learner: Any,
    rewards: Any,
    *,
    means: ArrayLike | None = None,
    horizon: int | None = None,
    checkpoints: ArrayLike | None = None,
    seed: int = 0,
    quiet: bool = False,
) -> Simulation:
    """Play a learner on rewards of your own; record its regret where the means are known.

    Parameters
    ----------
    learner : Learner, or an object with `choose` and `update`
        From `learner`, not played yet; or an object of a class of your own with feedback "bandit":
        `choose(t)` returns an arm, `update(t, arm, reward)` learns, for rounds t = 1, 2, ….
    rewards : array, function, or path
        Shape (rounds, arms), or (rounds, learners, arms) for users and agents with rewards of
        their own; a function ``(t, generator) -> row`` of round t = 1, 2, …; or a file with a row
        for each round: .npy, .parquet, or text with commas or spaces, perhaps with a heading.
    means : array, shape (arms,) or (learners, arms), optional
        Mean rewards, from which the regret follows. Without them only the reward is recorded.
    horizon : int, optional
        Rounds; a `Learner` has its own, and an array has its length.
    checkpoints : sequence of int, optional
        As for `simulate`.
    seed : int
        Of the generator that a function gets.
    quiet : bool
        As for `simulate`; the bar is one of rounds.

    Returns
    -------
    Simulation
        One run, with `reward`, the sum that all learners received so far, and `pulls`; `regret` is
        None without means.

    Raises
    ------
    ConfigurationError
        If rewards or means do not fit the learner, which may be one of arms with rewards only (no
        linear bandits, no losses), or there are fewer rows than rounds.

    Examples
    --------
    >>> import bandit_replications as br
    >>> clicks = [[0, 1], [1, 1], [0, 1]] * 100  # of two pages, by visitor
    >>> page = br.learner("ucb1", paper="private_online", arms=2, horizon=300)
    >>> br.run(page, clicks).reward[0, -1] > 250
    np.True_
    >>> page = br.learner("ucb1", paper="private_online", arms=2, horizon=300)
    >>> br.run(page, lambda t, generator: generator.random(2) < [0.2, 0.8], means=[0.2, 0.8])
    Simulation: ucb1 (private_online), 1 run, horizon 300, mean regret 9.6

    """
    given = environment(rewards)
    if isinstance(learner, Learner):
        if learner.played or horizon not in (None, learner.settings["horizon"]):
            raise ConfigurationError(
                f"learner: {learner!r}; allowed: one that has not played, with its own horizon"
            )
        horizon, told = learner.settings["horizon"], learner.settings
    else:
        horizon = given.rounds if horizon is None else horizon
        told = {}
    asked = {"horizon": horizon, "checkpoints": checkpoints, "seed": seed}
    common = valid(Runs, {key: plain(one) for key, one in asked.items() if one is not None})
    chance = generator(common.seed, "library", "rewards", 0)
    player = learner if told else OwnLearner(learner, common.horizon, given.arms)
    name = getattr(learner, "algorithm", type(learner).__name__)
    with Progress(common.horizon, quiet=quiet, unit="round") as progress, progress.compiling(name):
        record = drive(
            player, given, points=common.points, chance=chance, means=means, progress=progress
        )
    return Simulation(
        algorithm=name,
        paper=getattr(learner, "paper", ""),
        settings=MappingProxyType({**common.model_dump(exclude_none=True), **told}),
        versions=versions(),
        checkpoints=common.points,
        **{key: kept[None] for key, kept in record._asdict().items() if kept is not None},
    )


class OwnLearner:
    """An object of a user's class of one learner, driven as a `Learner` is."""

    def __init__(
        self, given: Any, steps: int, arms: int, *, full_information: bool = False
    ) -> None:
        self.steps, self.width, self.full_information = steps, None, full_information
        self.played, self.arm, self._given, self._checked = 0, 0, given, one_of(arms)

    def choose(self) -> int:
        """Return the arm of the next round."""
        self.arm = self._checked(self._given.choose(self.played + 1))
        return self.arm

    def update(self, seen: Any) -> None:
        """Tell the object what its choice revealed."""
        self.played += 1
        self._given.update(self.played, self.arm, seen)


def drive(
    learner: Learner | OwnLearner,
    given: Environment,
    *,
    points: Integers,
    chance: np.random.Generator,
    means: ArrayLike | None,
    progress: Progress | None = None,
) -> Recorded:
    """Play a learner for all rounds; return its reward, its pulls and, by the means, its regret.

    Each round advances the progress, if there is one.

    Raises
    ------
    ConfigurationError
        If rewards or means do not fit the learner.

    """
    check_fit(learner, given, points)
    horizon = int(points[-1])
    acting = 1 if learner.width is None or learner.full_information else learner.width
    units = learner.steps * acting // horizon
    shape = (units, given.arms)
    chosen, got = np.empty((horizon, units), dtype=np.int64), np.zeros(horizon)
    turns = [np.arange(first, first + acting) for first in range(0, units, acting)]
    for t in range(horizon):
        row = _spread("rewards", given.row(t + 1, chance), shape)
        for now in turns:
            arms = learner.choose()
            own = row[now, arms]
            got[t] += own.sum()
            chosen[t, now] = arms
            seen = own if learner.width is not None else float(own[0])
            learner.update(row[0] if learner.full_information else seen)
        if progress is not None:
            progress.advance()
    counted = [(chosen == arm).sum(axis=1).cumsum()[points - 1] for arm in range(given.arms)]
    regret = None
    if means is not None:
        known = _spread("means", means, shape)
        gaps = known.max(axis=1, keepdims=True) - known
        regret = gaps[np.arange(units), chosen].sum(axis=1).cumsum()[points - 1]
    pulls = np.stack(counted, axis=1)
    return Recorded(regret=regret, pulls=pulls, reward=got.cumsum()[points - 1])


def check_fit(learner: Learner | OwnLearner, given: Environment, points: Integers) -> None:
    """Raise a ConfigurationError if rewards do not fit the learner or do not suffice."""
    if isinstance(learner, Learner) and not learner.has_arms:
        raise ConfigurationError(
            f"learner: {learner!r}; allowed: of arms and their rewards; in multiplayer, simulate "
            "takes losses"
        )
    if given.rounds is not None and given.rounds < points[-1]:
        raise ConfigurationError(
            f"rewards: {given.rounds} rounds; allowed: at least the horizon, {points[-1]}"
        )


def _spread(key: str, given: Any, shape: tuple[int, int]) -> Floats:
    """Return finite numbers of all arms for each learner.

    Raises
    ------
    ConfigurationError
        If they are something else.

    """
    row = as_numbers(given)
    fits = row is not None and row.shape in (shape, shape[1:])
    if row is None or not fits or not np.isfinite(row).all():
        raise ConfigurationError(
            f"{key}: {shown(given)}; allowed: {shape[1]} finite numbers, one for each arm"
            + (f", or {shape[0]} such rows" if shape[0] > 1 else "")
        )
    return row if row.shape == shape else row[None].repeat(shape[0], axis=0)
