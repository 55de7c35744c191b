"""What the library's front door asks of a paper: each algorithm's keywords, its problem, its run.

A paper's `library.py` has `ALGORITHMS`: by id, an `Entry` or, where one id has a module in each of
two settings, several; and `OWN`: by a user's class's feedback, an `Own`. An entry's keywords are a
model that makes the algorithm's problem and says what is kept of a run; the algorithm's own
`Options` are keywords beside them. Its `Live` says what a learner that is driven from outside is
asked instead, and what its steps are.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Container
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

import numpy as np
from pydantic import Field

from bandit_replications.bandits.entries import Section
from bandit_replications.bandits.instances import InstanceEntry
from bandit_replications.bandits.literal import Player
from bandit_replications.bandits.problems import Floats, Integers, Problem, Simulator
from bandit_replications.playing.own_algorithms import OwnAlgorithm
from bandit_replications.runtime.errors import BadValue

Mean = Annotated[float, Field(ge=0, le=1)]
Epsilon = Annotated[
    float, Field(gt=0, allow_inf_nan=False, description="privacy parameter ε, a number > 0")
]


class Rounds(NamedTuple):
    """Of a run: its length, when it is recorded, and streams of what is drawn before it.

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
    """What is kept of a run, each of shape (checkpoints,), pulls (checkpoints, arms)."""

    regret: Floats
    pulls: Integers | None = None
    communication: Integers | None = None
    collisions: Integers | None = None


class Keywords(Section, ABC):
    """Base of the keywords that say what an algorithm is up against."""

    @abstractmethod
    def problem(self, rounds: Rounds) -> Problem:
        """Return what a run is up against."""

    @abstractmethod
    def recorded(self, run: Any) -> Recorded:
        """Return what is kept of a run."""

    def check(self, algorithm: Simulator, problem: Any, options: Any) -> None:
        """Raise ValueError where the algorithm cannot work on the problem."""


class ArmsKeywords(Keywords):
    """Arms with independent rewards in [0, 1]."""

    means: list[Mean] | None = Field(
        default=None, description="mean reward of each arm, numbers in [0, 1], 2 arms or more"
    )
    law: Literal["bernoulli", "finite", "beta"] = Field(
        default="bernoulli", description="reward law"
    )
    values: list[list[float]] | None = Field(
        default=None, description="law finite, instead of means: points of each arm, in [0, 1]"
    )
    probabilities: list[list[float]] | None = Field(
        default=None, description="law finite: probability of each point"
    )
    concentration: float | None = Field(
        default=None, gt=0, description="law beta: a + b; a is mean times concentration"
    )

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
    """Base of what a learner is asked in place of what its environment alone knows.

    Attributes
    ----------
    hides : tuple of str
        Keywords of the problem that a learner is not asked.
    observed : str
        What a step reveals, such as "rewards".
    each : str
        For each of what there is a number in it, such as "agent".
    bounds : (float, float)
        Least and largest such number.
    reported : bool
        Whether agents may report other numbers than they observe.

    """

    hides: ClassVar[tuple[str, ...]]
    observed: ClassVar[str] = "rewards"
    each: ClassVar[str] = "agent"
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    reported: ClassVar[bool] = False

    @abstractmethod
    def stand_in(self) -> dict[str, Any]:
        """Return hidden keywords with which the problem can be made; the learner reads none."""

    @abstractmethod
    def width(self, problem: Any) -> int | None:
        """Return how many numbers a step reveals, in a list; None is a single one."""

    def steps(self, form: Form) -> Steps:
        """Return the literal form in steps."""
        return Steps(form.play(), form.problem.horizon, self.width(form.problem))

    def chosen(self, action: Any) -> Any:
        """Return the arm of an action of the literal form, or a sequence with one for each."""
        return action

    def answer(self, action: Any, observed: Any, reports: Any) -> Any:
        """Return what the literal form is sent: floats, from floats that an action revealed.

        `reports` are what agents report instead, None where it is what they observe.
        """
        return observed


class LiveArms(Live):
    """One learner, who sees the reward of the arm that it pulls."""

    hides = tuple(ArmsKeywords.model_fields)
    observed = "reward"

    arms: int = Field(ge=2, description="number of arms, an integer >= 2")

    def stand_in(self) -> dict[str, Any]:
        """Return arms that are all alike."""
        return {"means": [0.5] * self.arms}

    def width(self, problem: Any) -> int | None:
        """Return None: a single reward."""
        return None


class Entry(NamedTuple):
    """An algorithm's module, the keywords of its problem, and what a learner is asked."""

    algorithm: Simulator
    keywords: type[Keywords]
    live: type[Live] = LiveArms

    @property
    def own(self) -> tuple[str, ...]:
        """Names of the problem's keywords."""
        return tuple(self.keywords.model_fields)

    @property
    def known(self) -> tuple[str, ...]:
        """Names of those of the problem's keywords that a learner is asked, too."""
        return tuple(name for name in self.own if name not in self.live.hides)

    @property
    def asked(self) -> tuple[str, ...]:
        """Names of all that a learner is asked of its problem."""
        return (*self.live.model_fields, *self.known)

    @property
    def options(self) -> tuple[str, ...]:
        """Names of the algorithm's options."""
        return tuple(self.algorithm.Options.model_fields)


class Own(NamedTuple):
    """What a user's class meets.

    Attributes
    ----------
    player : class
        Which plays it.
    keywords : function
        The words that the class asks for -> the keywords of its problem.

    """

    player: type[OwnAlgorithm]
    keywords: Callable[[Container[str]], type[Keywords]]
