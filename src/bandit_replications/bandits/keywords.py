"""What the library's front door asks of a paper: each algorithm's keywords, its problem, its run.

A paper's `library.py` has `ALGORITHMS`: by id, an `Entry` or, where one id has a module in each of
two settings, several. An entry's keywords are a model that makes the algorithm's problem and says
what is kept of a run; the algorithm's own `Options` are keywords beside them.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np
from pydantic import Field

from bandit_replications.bandits.entries import Section
from bandit_replications.bandits.instances import InstanceEntry
from bandit_replications.bandits.problems import Floats, Integers, Problem, Simulator

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


class Entry(NamedTuple):
    """An algorithm's module and the keywords of its problem."""

    algorithm: Simulator
    keywords: type[Keywords]

    @property
    def own(self) -> tuple[str, ...]:
        """Names of the problem's keywords."""
        return tuple(self.keywords.model_fields)

    @property
    def options(self) -> tuple[str, ...]:
        """Names of the algorithm's options."""
        return tuple(self.algorithm.Options.model_fields)


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
            raise ValueError(f"means: missing; allowed: {described}")
        given = {name: getattr(self, name) for name in ArmsKeywords.model_fields}
        return InstanceEntry(name="means", **given)

    def recorded(self, run: Any) -> Recorded:
        """Return the pulls and the regret of a trajectory."""
        return Recorded(regret=run.regret(self.instance().gaps), pulls=run.pulls)
