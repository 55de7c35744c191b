"""Problems of the paper: K arms with rewards in [0, 1], bandit feedback or full information.

A bandit learner has a `BanditProblem`; full information differs in what a run may be short of.
"""

from dataclasses import dataclass
from typing import ClassVar

from bandit_replications.bandits.problems import BanditProblem, Problem
from bandit_replications.bandits.quantities import Epsilon, check_quantity
from bandit_replications.runtime.errors import BadValue


@dataclass(frozen=True, kw_only=True, eq=False)
class FullInformationProblem(BanditProblem):
    """One learner with full information: the rewards of all K actions (Section 5).

    Attributes are those of `BanditProblem`, but for the horizon: no action has to be tried first,
    so that T >= 1 may be below K.

    Raises
    ------
    TypeError, ValueError
        As `Problem`, and if ε is out of range.

    """

    feedback: ClassVar[str] = "full-information"

    def __post_init__(self) -> None:
        Problem.__post_init__(self)
        if self.epsilon is not None:
            check_quantity(Epsilon, epsilon=self.epsilon)


def check_not_private(problem: BanditProblem) -> None:
    """Raise ValueError if the problem asks a learner without privacy for it."""
    if problem.epsilon is not None:
        raise BadValue(f"epsilon: {problem.epsilon!r}; allowed: None, as nothing is private")


def check_first_action(problem: BanditProblem, first_action: int) -> None:
    """Raise ValueError unless this is one of the actions."""
    if first_action >= problem.arms:
        raise BadValue(f"first_action: {first_action}; allowed: 0 to {problem.arms - 1}")
