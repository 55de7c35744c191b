"""Problems with many users, whose means only the environment knows.

Esfandiari, Mirrokni, Schneider: Anonymous Bandits for Multi-User Systems (Section 2.1).
"""

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from bandit_replications.bandits.arguments import check_choice
from bandit_replications.bandits.arrays import Floats
from bandit_replications.bandits.problems import Problem, check_integer
from bandit_replications.papers.anonymous.environments.sizes import Sizes
from bandit_replications.runtime.errors import BadValue

Law = Literal["bernoulli", "gaussian"]
LAWS: dict[str, int] = {"bernoulli": 0, "gaussian": 1}


@dataclass(frozen=True, kw_only=True, eq=False)
class AnonymousProblem(Problem):
    """N users with K arms for T rounds; groups of C users and more report their total.

    User i's reward for arm j is drawn independently from a law with mean μ_ij.

    Attributes
    ----------
    means : float64 array, shape (users, arms)
        μ, in [0, 1], with two arms or more; copied.
    group_size : int
        C >= 1; 1 lets every user report alone.
    law : {"bernoulli", "gaussian"}
        Rewards are Bernoulli, or normal with variance 1.

    Raises
    ------
    TypeError
        If group_size or horizon is not an integer.
    ValueError
        If an attribute is out of range, or the checkpoints do not increase up to the horizon.

    """

    feedback: ClassVar[str] = "totals"
    told: ClassVar[tuple[str, ...]] = ("users", "arms", "group_size", "horizon")

    means: Floats
    group_size: int
    law: Law = "bernoulli"

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "means", _checked_means(self.means))
        check_integer(least=1, group_size=self.group_size)
        check_choice("law", self.law, list(LAWS))

    @property
    def users(self) -> int:
        """Number of users N."""
        return self.means.shape[0]

    @property
    def arms(self) -> int:
        """Number of arms K."""
        return self.means.shape[1]

    @property
    def gaps(self) -> Floats:
        """Each user's best mean minus the mean of each arm, shape (users, arms)."""
        return np.asarray(self.means.max(axis=1, keepdims=True) - self.means)

    @property
    def sizes(self) -> Sizes:
        """What an algorithm may know of the problem."""
        return Sizes(
            users=self.users,
            arms=self.arms,
            group_size=int(self.group_size),
            horizon=self.horizon,
        )


def _checked_means(means: Floats) -> Floats:
    checked = np.array(means, dtype=np.float64)
    if checked.ndim != 2 or checked.shape[0] < 1 or checked.shape[1] < 2:
        raise BadValue(f"means: shape {checked.shape}; allowed: (users, arms), arms >= 2")
    if not np.all((checked >= 0) & (checked <= 1)):
        raise BadValue("means: allowed: numbers in [0, 1]")
    return checked
