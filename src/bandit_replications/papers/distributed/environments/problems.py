"""The problems of the paper: M agents on the same arms, or on the same sets of actions."""

from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from bandit_replications.bandits.arguments import check_choice
from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.bandits.problems import Problem, check_integer
from bandit_replications.papers.distributed.environments.linear_environments import (
    NOISES,
    LinearArrays,
    Noise,
)
from bandit_replications.papers.distributed.environments.reward_laws import (
    LawName,
    RewardLaws,
    reward_laws,
)
from bandit_replications.runtime.errors import BadValue

# All pulls together: below this, counts and their sums are exact floats.
LARGEST_PULLS = 2**52

# How much longer than 1 an action may be: a unit vector's decimals are rounded.
LENGTH_TOLERANCE = 1e-9


@dataclass(frozen=True, kw_only=True, eq=False)
class ArmsProblem(Problem):
    """M agents on the same K arms, each reward independent and in [0, 1].

    Attributes
    ----------
    means : float64 array, shape (arms,), in [0, 1]
        Mean reward of each arm; K >= 1.
    agents : int
        M >= 1, with M T <= 2^52.
    law : str or RewardLaws
        Law of the rewards, as in `reward_laws.reward_laws`.
    allocation : int64 array, shape (arms,), from 0 to M - 1, optional
        Public random numbers r_a of DEMAB: the agent that gets arm a after stage 1. By default
        a run draws them, first of all.
    laws : RewardLaws
        The law as arrays; derived.

    Raises
    ------
    TypeError, ValueError
        As `Problem`, and if an attribute is of a wrong type or out of range.

    """

    feedback: ClassVar[str] = "server"
    told: ClassVar[tuple[str, ...]] = ("agents", "arms", "horizon")
    messages: ClassVar[bool] = True

    means: Floats
    agents: int = 1
    law: LawName | RewardLaws = "bernoulli"
    allocation: ArrayLike | None = None
    laws: RewardLaws = field(init=False)

    def __post_init__(self) -> None:
        values = np.asarray(self.means, dtype=np.float64)
        if values.ndim != 1 or len(values) == 0:
            raise BadValue(f"means: {self.means!r}; allowed: a list of at least one number")
        if not np.all((values >= 0) & (values <= 1)):
            raise BadValue(f"means: {values.tolist()}; allowed: numbers in [0, 1]")
        check_integer(least=1, agents=self.agents)
        super().__post_init__()
        check_pulls(agents=self.agents, horizon=self.horizon)
        object.__setattr__(self, "means", values)
        object.__setattr__(self, "laws", reward_laws(self.law, values))
        if self.allocation is not None:
            numbers = np.asarray(self.allocation, dtype=np.int64)
            if numbers.shape != values.shape or np.any((numbers < 0) | (numbers >= self.agents)):
                raise BadValue(
                    f"allocation: {self.allocation!r}; allowed: {self.arms} integers below "
                    f"{self.agents}"
                )
            object.__setattr__(self, "allocation", numbers)

    @property
    def arms(self) -> int:
        """Number of arms K."""
        return len(self.means)

    def public_numbers(self, generator: np.random.Generator) -> Integers:
        """Return the public random numbers r_a, drawn unless given; shape (arms,)."""
        if self.allocation is None:
            return generator.integers(0, self.agents, size=self.arms)
        return np.asarray(self.allocation)

    def regret(self, pulls: Integers) -> Floats:
        """Return the pseudo-regret of pulls, shape (checkpoints, arms), at each checkpoint."""
        return np.asarray((pulls * (self.means.max() - self.means)).sum(axis=1))


@dataclass(frozen=True, kw_only=True, eq=False)
class LinearProblem(Problem):
    """M agents with the same set of actions in each step; the reward of x is <x, θ*> + η.

    Attributes
    ----------
    action_set : float64 array, shape (actions, dimension) or (sets, actions, dimension)
        Actions in the unit ball: one set; or a sequence, of which step t has number (t - 1) modulo
        the number of sets; with 0 sets, each step draws unit vectors.
    parameter : float64 array, shape (dimension,)
        θ*, in the unit ball.
    agents : int
        M >= 1; the horizon T > max(M, 2), as the paper assumes.
    noise : str
        Law of η, one of `NOISES`: "rademacher" (±1); "three-point" (-1, 0, 1 with 1/4, 1/2, 1/4);
        "uniform" on [-1, 1], whose sums take time in proportion to their length; "none" (0).
    sets : float64 array, shape (sets, actions, dimension)
        The action set; derived.

    Raises
    ------
    TypeError, ValueError
        As `Problem`, and if an attribute is of a wrong type or out of range.

    """

    feedback: ClassVar[str] = "linear-server"
    told: ClassVar[tuple[str, ...]] = ("agents", "actions", "dimension", "horizon")
    messages: ClassVar[bool] = True

    action_set: Floats
    parameter: Floats
    agents: int = 1
    noise: Noise = "rademacher"
    sets: Floats = field(init=False)

    def __post_init__(self) -> None:
        check_integer(least=1, agents=self.agents)
        super().__post_init__()
        least = max(self.agents, 2)
        if self.horizon <= least:
            raise BadValue(f"horizon: {self.horizon}; allowed: > max(agents, 2) = {least}")
        check_choice("noise", self.noise, NOISES)
        sets = checked_sets(self.action_set)
        theta = np.ascontiguousarray(self.parameter, dtype=np.float64)
        if theta.shape != (sets.shape[2],):
            raise BadValue(f"parameter: shape {theta.shape}; allowed: ({sets.shape[2]},)")
        if not np.isfinite(theta).all() or np.linalg.norm(theta) > 1 + LENGTH_TOLERANCE:
            raise BadValue(f"parameter: {theta}; allowed: finite and of length at most 1")
        object.__setattr__(self, "sets", sets)
        object.__setattr__(self, "parameter", theta)

    @property
    def dimension(self) -> int:
        """Dimension of the actions, d."""
        return int(self.sets.shape[2])

    @property
    def actions(self) -> int:
        """Number of actions in each set."""
        return int(self.sets.shape[1])

    @property
    def noise_kind(self) -> int:
        """Position of the noise's law in `NOISES`."""
        return NOISES.index(self.noise)

    @property
    def arrays(self) -> LinearArrays:
        """The problem for compiled code."""
        return LinearArrays(self.sets, self.parameter, self.agents, self.noise_kind, self.points)

    def fixed_set(self) -> Floats:
        """Return the only set of actions, shape (actions, dimension), for elimination by phases.

        Raises
        ------
        ValueError
            If there are several sets, or only the zero vector, or M T > 2^52.

        """
        if len(self.sets) != 1:
            raise BadValue(f"action_set: {len(self.sets)} sets; allowed: one fixed set")
        check_pulls(agents=self.agents, horizon=self.horizon)
        if not self.sets.any():
            raise BadValue("action_set: only the zero vector; allowed: an action that is not zero")
        return np.asarray(self.sets[0])


def check_pulls(*, agents: int, horizon: int) -> None:
    """Raise ValueError unless all pulls together are at most 2^52."""
    if agents * horizon > LARGEST_PULLS:
        raise BadValue(
            f"horizon: {horizon} with {agents} agents; allowed: at most 2^52 pulls in all"
        )


def checked_sets(action_set: Floats) -> Floats:
    """Return sets of actions, shape (sets, actions, dimension), after checking them.

    Raises
    ------
    ValueError
        If there is no action, one is not finite, or one is longer than 1.

    """
    sets = np.asarray(action_set, dtype=np.float64)
    if sets.ndim == 2:
        sets = sets[None]
    if sets.ndim != 3 or sets.shape[1] < 1 or sets.shape[2] < 1:
        raise BadValue(
            f"action_set: shape {np.shape(action_set)}; allowed: (actions, dimension) or "
            "(sets, actions, dimension), at least 1 action and dimension"
        )
    if not np.isfinite(sets).all():
        raise BadValue("action_set: an action is not finite; allowed: finite numbers")
    longest = np.linalg.norm(sets, axis=2).max(initial=0.0)
    if longest > 1 + LENGTH_TOLERANCE:
        raise BadValue(f"action_set: an action of length {longest:g}; allowed: at most 1")
    return np.ascontiguousarray(sets)
