"""Base classes for the keyword arguments of `simulate` and `learner`.

The keywords of an algorithm are a model that makes its problem and says what is kept of a run; the
algorithm's own `Options` are keywords beside them. Its `Live` has the questions that a learner is
asked instead of the keywords that are hidden from it, and the learner's steps.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cached_property
from typing import Any, ClassVar, Literal, NamedTuple

import numpy as np
from pydantic import Field

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.bandits.entries import Section
from bandit_replications.bandits.instances import InstanceEntry
from bandit_replications.bandits.literal import Player
from bandit_replications.bandits.problems import BanditProblem, Problem, Simulator
from bandit_replications.bandits.quantities import Mean
from bandit_replications.runtime.errors import BadValue

HIDDEN: dict[str, Any] = {"hidden": True}  # of a keyword that the environment alone knows


class Rounds(NamedTuple):
    """The rounds of a run: length, checkpoints, and streams for draws before it.

    Attributes
    ----------
    horizon : int
    checkpoints : int64 array
    stream : function
        (name, fixed=) -> the generator of what is drawn under this name, such as "network": the
        same for all algorithms of the paper and, if it is fixed, for all runs.

    """

    horizon: int
    checkpoints: Integers
    stream: Callable[..., np.random.Generator]


class Recorded(NamedTuple):
    """Measurements of a run, each of shape (checkpoints,), pulls (checkpoints, arms)."""

    regret: Floats | None
    reward: Floats | None = None
    pulls: Integers | None = None
    communication: Integers | None = None
    collisions: Integers | None = None


class Keywords(Section, ABC):
    """Base of the keywords of an algorithm's problem.

    Attributes
    ----------
    kind : class
        Class of the problem.

    """

    kind: ClassVar[type[Problem]]

    def problem(self, rounds: Rounds) -> Problem:
        """Return the problem of a run."""
        drawn = self.attributes(rounds)
        return self.kind(horizon=rounds.horizon, checkpoints=rounds.checkpoints, **drawn)

    @abstractmethod
    def attributes(self, rounds: Rounds) -> dict[str, Any]:
        """Return the attributes of a run's problem, its rounds left out."""

    @property
    def given(self) -> dict[str, Any]:
        """The keywords with their values."""
        return {name: getattr(self, name) for name in type(self).model_fields}

    @classmethod
    def asked_of_learner(cls) -> tuple[str, ...]:
        """Return the names of the keywords that a learner is given, too."""
        return tuple(
            name for name, field in cls.model_fields.items() if field.json_schema_extra != HIDDEN
        )

    @abstractmethod
    def recorded(self, run: Any) -> Recorded:
        """Return the measurements of a run."""

    def check(self, algorithm: Simulator, problem: Any, options: Any) -> None:
        """Raise ValueError where the algorithm cannot work on the problem."""


def _of_entry(key: str) -> Any:
    """Return a keyword with the default and description of an instance's field."""
    field = InstanceEntry.model_fields[key]
    return Field(default=field.default, description=field.description, json_schema_extra=HIDDEN)


class ArmsKeywords(Keywords):
    """Arms with independent rewards in [0, 1], and numbers that the problem has as they are."""

    kind: ClassVar[type[Problem]] = BanditProblem

    means: list[Mean] | None = Field(
        default=None,
        description="mean reward of each arm, numbers in [0, 1], 2 arms or more",
        json_schema_extra=HIDDEN,
    )
    law: Literal["bernoulli", "finite", "beta"] = _of_entry("law")
    values: list[list[float]] | None = _of_entry("values")
    probabilities: list[list[float]] | None = _of_entry("probabilities")
    concentration: float | None = _of_entry("concentration")

    def instance(self) -> InstanceEntry:
        """Return the arms.

        Raises
        ------
        ValueError
            If they have no means, or the law does not fit them.

        """
        if self.means is None and self.law != "finite":
            described = type(self).model_fields["means"].description
            raise BadValue(f"means: missing; allowed: {described}")
        given = {name: getattr(self, name) for name in ArmsKeywords.model_fields}
        return InstanceEntry(name="means", **given)

    @cached_property
    def gaps(self) -> Floats:
        """Each arm's distance from the best mean."""
        return self.instance().gaps

    def attributes(self, rounds: Rounds) -> dict[str, Any]:
        """Return the rewards, and the keywords of subclasses."""
        numbers = {
            name: given
            for name, given in self.given.items()
            if name not in ArmsKeywords.model_fields
        }
        return {"rewards": self.instance().reward_table(), **numbers}

    def recorded(self, run: Any) -> Recorded:
        """Return the pulls and the regret of a trajectory."""
        return Recorded(regret=run.regret(self.gaps), pulls=run.pulls)


# --- Against something live -----------------------------------------------------------------


Observe = Callable[[int], Floats]


class Form(NamedTuple):
    """A literal form before it begins.

    Attributes
    ----------
    algorithm : module
    problem : Problem
        Of which it reads what a learner knows.
    generator : numpy.random.Generator
        Of its own random choices.
    options : the algorithm's Options
    observe : function
        step -> the set of actions shown in it, for a form that asks.

    """

    algorithm: Any
    problem: Any
    generator: np.random.Generator
    options: Any
    observe: Observe

    def play(self, **changes: Any) -> Player[Any, Any]:
        """Return its generator."""
        given = {"generator": self.generator, "options": self.options, **changes}
        player: Player[Any, Any] = self.algorithm.play(self.problem, **given)
        return player


class Steps(NamedTuple):
    """A literal form that waits for its first step.

    Attributes
    ----------
    player : generator
        Yields actions and is sent answers, see `bandits.literal`; it does not end before its last
        step.
    number : int
        How many steps there are.
    width : int or None
        How many numbers a step reveals, in a list; None is a single one.
    check_actions : function or None
        Of a form that asks for the set of actions of each step: what checks a set and returns it as
        an array.

    """

    player: Player[Any, Any]
    number: int
    width: int | None = None
    check_actions: Callable[[Any], Floats] | None = None


class Live(Section, ABC):
    """Base of a learner's keywords in place of the hidden ones.

    Attributes
    ----------
    observed : str
        Feedback of a step, such as "rewards".
    each : str
        For each of what there is a number in it, such as "agent".
    bounds : (float, float)
        Least and largest such number.
    reported : bool
        True if agents may report other numbers than they observe.

    """

    observed: ClassVar[str] = "rewards"
    each: ClassVar[str] = "agent"
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    reported: ClassVar[bool] = False

    @abstractmethod
    def stand_in(self) -> dict[str, Any]:
        """Return values of the hidden keywords, to make a problem; the learner reads none."""

    @abstractmethod
    def width(self, problem: Any) -> int | None:
        """Return the length of the list that a step reveals; None for a single number."""

    def steps(self, form: Form) -> Steps:
        """Return the literal form in steps."""
        return Steps(form.play(), form.problem.horizon, self.width(form.problem))

    def chosen(self, action: Any) -> Any:
        """Return the arm of an action of the literal form, or a sequence with one for each."""
        return action

    def answer(self, action: Any, observed: Any, reports: Any) -> Any:
        """Return the answer to the literal form: floats, from floats that an action revealed.

        `reports` are what agents report instead, None where it is what they observe.
        """
        return observed


class LiveArms(Live):
    """A single learner with the reward of its own arm as feedback."""

    observed = "reward"

    arms: int = Field(ge=2, description="number of arms, an integer >= 2")

    def stand_in(self) -> dict[str, Any]:
        """Return arms that are all alike."""
        return {"means": [0.5] * self.arms}

    def width(self, problem: Any) -> int | None:
        """Return None: a single reward."""
        return None
