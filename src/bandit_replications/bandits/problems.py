"""Problems of a learner: a frozen, validated object, one class for each kind of problem.

The class of a problem says what a user's class with its feedback is told. The library's keywords, a
configuration's sections and the tasks of a cell make problems of the same quantities
(`bandits.quantities`).

A simulator of any paper is `simulate(problem, *, generator, options=Options())`: a pure function of
these three that returns a frozen run. `simulate_literal` has the same signature and the same law. A
checkpoint is a round after which the run is recorded; checkpoints increase, and the last one is the
horizon.
"""

from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import ArrayLike
from pydantic import BaseModel

from bandit_replications.bandits.arrays import Integers
from bandit_replications.bandits.quantities import Epsilon, check_quantity
from bandit_replications.bandits.rewards import RewardTable
from bandit_replications.bandits.trajectories import check_checkpoints
from bandit_replications.runtime.errors import BadType, BadValue


class HasOptions(Protocol):
    """An algorithm, or its entry in a catalogue."""

    @property
    def Options(self) -> type[BaseModel]:  # noqa: N802
        """Model of the algorithm's constants and interpretations."""


class Simulator(HasOptions, Protocol):
    """An algorithm's module: its options and its simulator."""

    def simulate(self, problem: Any, *, generator: np.random.Generator, options: Any) -> Any:
        """Return one run of the algorithm on a problem."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Problem:
    """Rounds to be played, and when to record them.

    Attributes
    ----------
    horizon : int
        Rounds T >= 1.
    checkpoints : int64 array, increasing, the last one the horizon
        Default: the horizon alone.

    The class's own attributes are `feedback`, by which a user's class asks for this kind of problem
    ("" where none can), `told`, the attributes that such a class may be told beforehand, and
    `messages`, whether it sends any.

    Raises
    ------
    TypeError
        If the horizon is not an integer.
    ValueError
        If it is below 1, or the checkpoints do not increase up to it.

    """

    feedback: ClassVar[str] = ""
    told: ClassVar[tuple[str, ...]] = ()
    messages: ClassVar[bool] = False

    horizon: int
    checkpoints: ArrayLike | None = None

    def __post_init__(self) -> None:
        check_integer(least=1, horizon=self.horizon)
        points = [self.horizon] if self.checkpoints is None else self.checkpoints
        checked = check_checkpoints(np.asarray(points, dtype=np.int64), horizon=int(self.horizon))
        object.__setattr__(self, "checkpoints", checked)
        object.__setattr__(self, "horizon", int(self.horizon))

    @property
    def points(self) -> Integers:
        """The checkpoints as an int64 array."""
        assert isinstance(self.checkpoints, np.ndarray)
        return self.checkpoints


@dataclass(frozen=True, kw_only=True, eq=False)
class BanditProblem(Problem):
    """One learner and K arms with independent rewards in [0, 1].

    Attributes
    ----------
    rewards : RewardTable
        Laws of the arms.
    epsilon : float, optional
        Privacy parameter ε > 0; None for a learner without privacy.

    Raises
    ------
    TypeError, ValueError
        As `Problem`, and if the horizon leaves an arm unpulled or ε is out of range.

    """

    feedback: ClassVar[str] = "bandit"
    told: ClassVar[tuple[str, ...]] = ("arms", "horizon", "epsilon")

    rewards: RewardTable
    epsilon: float | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.horizon < self.arms:
            raise BadValue(
                f"horizon: {self.horizon}; allowed: at least the number of arms, {self.arms}"
            )
        if self.epsilon is not None:
            check_quantity(Epsilon, epsilon=self.epsilon)

    @property
    def arms(self) -> int:
        """Number of arms K."""
        return len(self.rewards.values)

    @property
    def private_epsilon(self) -> float:
        """ε of a private learner.

        Raises
        ------
        TypeError
            If the problem has none.

        """
        check_quantity(Epsilon, epsilon=self.epsilon)
        return float(self.epsilon)  # type: ignore[arg-type]  # no None passes


def check_integer(*, least: int, **numbers: object) -> None:
    """Check that each number is an integer of at least `least`.

    Raises
    ------
    TypeError
        If one is not an integer.
    ValueError
        If one is smaller.

    """
    for name, number in numbers.items():
        if isinstance(number, bool) or not isinstance(number, (int, np.integer)):
            raise BadType(f"{name}: {number!r}; allowed: an integer")
        if number < least:
            raise BadValue(f"{name}: {number}; allowed: at least {least}")
