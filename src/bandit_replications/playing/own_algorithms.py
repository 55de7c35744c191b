"""Simulation of a user's class, round by round, in place of a built-in algorithm.

A paper's `own_algorithms` has the rules of each setting.
"""

import inspect
import reprlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np
from pydantic import BaseModel

from bandit_replications.bandits.arrays import Integers
from bandit_replications.bandits.literal import Action, Observation, Player
from bandit_replications.playing import extensions
from bandit_replications.runtime.code_version import code_hash, file_hash
from bandit_replications.runtime.errors import UserError, joined
from bandit_replications.runtime.faults import TRACEBACK, place_in_users_code


class ExtensionFailed(UserError):
    """A user's class raised, or its choice is not allowed."""


@dataclass(frozen=True, kw_only=True)
class OwnAlgorithm(ABC):
    """A user's class in place of a built-in algorithm's module; papers derive their own.

    Attributes
    ----------
    name : str
        Its id, or `module:Class`.
    source : str
        Hash of its file and of the code that plays it, which determine its rows.
    given : class or None
        The class itself, where nobody needs to find it by its id.

    """

    name: str
    source: str = ""
    given: type | None = None

    @classmethod
    def of(cls, algorithm: str) -> Self:
        """Return the user's algorithm of this id, as the code is now."""
        file = inspect.getfile(extensions.found(algorithm))
        return cls(name=algorithm, source=f"{file_hash(Path(file))} {code_hash(cls.__module__)}")

    @property
    def Options(self) -> type[BaseModel]:  # noqa: N802
        """Model of the class's options."""
        return extensions.options_of(self.cls)

    @property
    def cls(self) -> type:
        """The class; its file may have been written again since the last run."""
        return extensions.found(self.name) if self.given is None else self.given

    @abstractmethod
    def simulate(self, problem: Any, *, generator: np.random.Generator, options: Any) -> Any:
        """Return one run of the class on a problem of its paper."""

    def play(
        self,
        problem: Any,
        *,
        options: BaseModel,
        generator: np.random.Generator,
        checked: Callable[[Any], Any],
        seen: Callable[[int], tuple[Any, ...]] = lambda t: (),
        send: Callable[[Any, int, Any], None] = lambda learner, t, messages: None,
    ) -> Player[Any, Any]:
        """Yield the choice of each round; be sent its feedback.

        Parameters
        ----------
        problem : Problem, or the part of it that an algorithm may know
        options : model of `Options`
        generator : numpy.random.Generator
            Of the class's own random choices.
        checked : callable
            choice -> the choice as the environment takes it; raises where it cannot be made.
        seen : callable
            round -> what `choose` is shown besides.
        send : callable
            (learner, round, what `update` returned): delivers messages.

        Raises
        ------
        ExtensionFailed
            If the class raises, or chooses what it cannot.

        """
        learner, t = self.begin(problem, options, generator), 0
        try:
            for t in range(1, problem.horizon + 1):
                choice = learner.choose(t, *seen(t))
                feedback = yield checked(choice)
                send(learner, t, learner.update(t, choice, feedback))
        except Exception as error:
            raise failure(self.name, f"round {t}", error) from error

    def begin(self, problem: Any, options: BaseModel, generator: np.random.Generator) -> Any:
        """Return an object of the class, made with the known quantities that it asks for.

        Raises
        ------
        ExtensionFailed
            If the class raises.

        """
        cls = self.cls
        asked = {
            word: generator if word == "generator" else self.told(problem, word)
            for word in extensions.known_to(cls)
        }
        try:
            return cls(**asked, **dict(options))
        except Exception as error:
            raise failure(self.name, "at the start", error) from error

    def told(self, problem: Any, word: str) -> Any:
        """Return a known quantity of a problem, or None where it has none."""
        return getattr(problem, word, None)


def failure(algorithm: str, when: str, error: Exception) -> ExtensionFailed:
    """Return the error for an exception of a user's class."""
    said = f"{algorithm}, {when}: {type(error).__name__}: {joined(str(error))[:120]}"
    place = place_in_users_code(error)
    return ExtensionFailed(f"{said} ({place}; {TRACEBACK})" if place else said)


def played(
    player: Player[Action, Observation], respond: Callable[[Action], Observation]
) -> Iterator[Action]:
    """Yield the choice of each round to the player's end; each is answered, the last one, too."""
    with suppress(StopIteration):
        choice = next(player)
        while True:
            yield choice
            choice = player.send(respond(choice))


def pulls_of_all(rounds: Iterator[Sequence[int]], *, arms: int, checkpoints: Integers) -> Integers:
    """Return the pulls of each arm by all together, shape (checkpoints, arms)."""
    points, rows = set(checkpoints.tolist()), []
    pulls = np.zeros(arms, dtype=np.int64)
    for t, chosen in enumerate(rounds, start=1):
        pulls += np.bincount(chosen, minlength=arms)
        if t in points:
            rows.append(pulls.copy())
    return np.array(rows)


def one_of(arms: int) -> Callable[[Any], int]:
    """Return a check of a choice: one of so many arms."""

    def checked(arm: Any) -> int:
        if isinstance(arm, bool) or not isinstance(arm, (int, np.integer)):
            raise TypeError(f"choose returned {reprlib.repr(arm)}; allowed: a whole number")
        if not 0 <= arm < arms:
            raise ValueError(f"choose returned {arm}; allowed: 0 to {arms - 1}")
        return int(arm)

    return checked


def one_for_each(number: int, arms: int, *, least: int = 0) -> Callable[[Any], Integers]:
    """Return a check of a group's choice: for each of so many one of so many arms."""

    def checked(chosen: Any) -> Integers:
        array = np.asarray(chosen)
        if array.dtype.kind not in "iu" or array.shape != (number,):
            raise TypeError(
                f"choose returned {reprlib.repr(chosen)}; allowed: {number} whole numbers"
            )
        if array.min() < least or array.max() >= arms:
            raise ValueError(
                f"choose returned {reprlib.repr(chosen)}; allowed: {least} to {arms - 1}"
            )
        return array.astype(np.int64, copy=False)

    return checked
