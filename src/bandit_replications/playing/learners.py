"""An algorithm against something live: its literal form, driven from outside step by step.

A literal form is a generator already (`bandits.literal`), so a learner needs no thread and no
callback: it holds the generator between two steps, and both go together.
"""

import math
import reprlib
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bandit_replications.playing.keywords import Live, Observe, Steps
from bandit_replications.runtime.errors import ConfigurationError

ROUNDING = 1e-9  # by how much a sum of a mean and a noise may exceed its bounds


class Learner:
    """An algorithm that is driven step by step: `choose`, `update`, `choose`, and so on.

    `bandit_replications.learner` makes it. A step is a round of the paper, of all agents, users or
    players at once; only where each sees the reward of the one before (`centralised-ucb1`,
    `dislinucb` with synchronisation "at-once") is it one pull of one of them, in a list of one.
    A learner cannot be saved; made anew with the same seed and sent the same rewards it stands
    where it stood. It keeps what the literal form keeps: in `cooperative` the name of every
    message, at each agent that it reaches.

    Attributes
    ----------
    algorithm, paper : str
        Their ids.
    settings : mapping
        The keywords that were given, as plain values.
    steps : int
        How many there are: the horizon or, pull by pull, agents times horizon.
    played : int
        How many are over.

    """

    def __init__(
        self,
        *,
        algorithm: str,
        paper: str,
        settings: Mapping[str, Any],
        live: Live,
        start: Callable[[Observe], Steps],
    ) -> None:
        self.algorithm, self.paper, self.settings = algorithm, paper, settings
        self._live, self._set = live, _ActionSet()
        self._player, self.steps, self._width, self._check_actions = start(self._set.observe)
        self.played = 0
        self._waits = False  # for what the last action reveals
        self._answer: Any = None
        # The first action at once, so that options that do not fit are refused at once; but a form
        # that asks for a set of actions has not seen one yet.
        self._first = self._player.send(None) if self._check_actions is None else None
        self._action: Any = None

    def __repr__(self) -> str:
        return f"Learner: {self.algorithm} ({self.paper}), {self.played} of {self.steps} steps"

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            f"{self!r} cannot be pickled or copied, since it holds a running generator; "
            "make it anew with the same seed and send it the same rewards"
        )

    @property
    def width(self) -> int | None:
        """How many arms a step chooses, in an array; None is a single one. See `Steps.width`."""
        return self._width

    @property
    def full_information(self) -> bool:
        """Whether a step reveals the rewards of all arms."""
        return self._live.each == "arm"

    @property
    def has_arms(self) -> bool:
        """Whether it chooses arms and observes rewards: no actions of linear bandits, no losses."""
        return "arms" in self.settings and self._live.observed != "losses"

    @property
    def action(self) -> Any:
        """The last action in the paper's terms; in `anonymous` its `groups` report their totals."""
        return self._action

    def choose(self, actions: ArrayLike | None = None) -> int | NDArray[np.int64]:
        """Return the arm to pull in the next step, from 0, or one for each.

        Parameters
        ----------
        actions : array, shape (actions, dimension), optional
            The set of actions of this step, in the unit ball, for a learner on a linear bandit that
            was given a `dimension` instead of an `action_set`.

        Returns
        -------
        int, or int64 array with an arm for each agent, user or player
            In linear bandits the row of an action. -1 is a player that stays quiet.

        Raises
        ------
        ConfigurationError
            If the step before lacks its `update`, if all steps are over, or if actions are missing,
            not asked for, or not in the unit ball.

        """
        if self._waits:
            raise ConfigurationError(
                f"choose: step {self.played + 1} is chosen; allowed: update, then choose"
            )
        if self.played == self.steps:
            raise ConfigurationError(
                f"choose: step {self.steps + 1}; allowed: {self.steps} steps, as the horizon sets"
            )
        self._show(actions)
        self._action = self._next()
        self._waits = True
        arms = self._live.chosen(self._action)
        return int(arms) if np.ndim(arms) == 0 else np.array(arms, dtype=np.int64)

    def update(self, observed: ArrayLike, *, reports: ArrayLike | None = None) -> None:
        """Learn from the rewards of the chosen arms. A call that is refused changes nothing.

        Parameters
        ----------
        observed : float, or array with a number for each agent, user or player
            Rewards, in `multiplayer` losses: in [0, 1]; in linear bandits in [-2, 2], in
            `anonymous` any finite numbers. Full information: the rewards of all arms. Of users'
            rewards the algorithm sees the totals of groups, nothing else. A player that collides or
            stays quiet loses 1, whatever is given.
        reports : array, shape (agents,), optional
            `byzantine-proof-ucb`: what each agent reports, any finite numbers, if not its reward.

        Raises
        ------
        ConfigurationError
            If nothing is chosen yet, or what is given is not as many numbers in that range.

        """
        if not self._waits:
            raise ConfigurationError(
                f"update: step {self.played + 1} is not chosen yet; allowed: choose, then update"
            )
        live = self._live
        seen = self._numbers(live.observed, observed, *live.bounds)
        said = None
        if reports is not None:
            if not live.reported:
                raise ConfigurationError(
                    f"reports: {shown(reports)}; allowed: for byzantine-proof-ucb"
                )
            said = self._numbers("reports", reports, -math.inf, math.inf)
        self._answer = live.answer(self._action, seen, said)
        self._waits = False
        self.played += 1

    def _show(self, actions: ArrayLike | None) -> None:
        """Take the step's set of actions."""
        if self._check_actions is not None:
            self._set.actions = self._check_actions(actions)
        elif actions is not None:
            raise ConfigurationError(
                f"actions: {shown(actions)}; allowed: nothing, unless the learner was given "
                "a dimension instead of an action_set"
            )

    def _next(self) -> Any:
        """Return the next action of the literal form."""
        if self._first is not None:
            first, self._first = self._first, None
            return first
        try:
            return self._player.send(self._answer)
        except StopIteration:  # an exception from outside, such as Ctrl-C, has ended it
            raise ConfigurationError(
                "choose: the learner was interrupted; allowed: a new one that is sent the same"
            ) from None

    def _numbers(self, name: str, given: ArrayLike, low: float, high: float) -> Any:
        """Return as many finite numbers as a step reveals, as plain floats."""
        shape = () if self._width is None else (self._width,)
        among = "finite numbers" if math.isinf(low) else f"numbers in [{low:g}, {high:g}]"
        allowed = f"a number in [{low:g}, {high:g}]"
        if self._width is not None:
            allowed = f"{among}, one for each {self._live.each}, {self._width} in all"
        numbers = as_numbers(given)
        if numbers is None or numbers.shape != shape:
            raise ConfigurationError(f"{name}: {shown(given)}; allowed: {allowed}")
        outside = ~(
            np.isfinite(numbers) & (numbers >= low - ROUNDING) & (numbers <= high + ROUNDING)
        )
        if outside.any():
            place = int(np.argmax(outside))
            key = name if self._width is None else f"{name}[{place}]"
            raise ConfigurationError(f"{key}: {numbers.flat[place]:g}; allowed: {allowed}")
        return numbers.tolist()


def as_numbers(given: ArrayLike) -> NDArray[np.float64] | None:
    """Return a copy as an array, or None if these are no numbers."""
    try:
        array = np.asarray(given)
    except ValueError:  # rows of different lengths
        return None
    return array.astype(np.float64) if array.dtype.kind in "biuf" else None


def shown(given: object) -> str:
    """Return a value as a message shows it, cut if it is long."""
    try:
        return reprlib.repr(given)
    except ValueError:  # a whole number of more digits than Python writes
        return "a number of thousands of digits"


class _ActionSet:
    """The set of actions of the step, where the literal form looks for it.

    Apart from the learner, so that the literal form does not hold its holder.
    """

    actions: NDArray[np.float64]

    def observe(self, _: int) -> NDArray[np.float64]:
        """Return the actions, shape (actions, dimension)."""
        return self.actions
