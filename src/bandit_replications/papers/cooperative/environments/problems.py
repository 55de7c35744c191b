"""Problems of the paper: agents on a network, private ones, and Byzantine ones."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from bandit_replications.bandits.arrays import Integers
from bandit_replications.bandits.problems import BanditProblem, check_integer
from bandit_replications.bandits.quantities import Corruption, Exponent, NoiseScale, check_quantity
from bandit_replications.papers.cooperative.environments.contamination import Contamination
from bandit_replications.runtime.errors import BadValue

Delay = Literal["distance", "distance-plus-one"]  # of a message at distance d: d rounds, or d + 1
LIVES = ("diameter", "half-diameter-down", "half-diameter-up")


@dataclass(frozen=True, kw_only=True, eq=False)
class GroupProblem(BanditProblem):
    """M agents on a network; all have the same K arms and play T rounds each.

    Attributes
    ----------
    distances : int64 array, shape (agents, agents)
        Lengths of the shortest paths in the network, in edges.
    message_life : int
        γ >= 0: how often a message is forwarded; 0 is no communication.

    Raises
    ------
    TypeError, ValueError
        As `BanditProblem`, and if the distances are not those of a connected network or the
        message life is not an integer >= 0.

    """

    feedback: ClassVar[str] = "network"
    told: ClassVar[tuple[str, ...]] = (
        "agents",
        "arms",
        "horizon",
        "message_life",
        "epsilon",
        "contamination",
    )
    messages: ClassVar[bool] = True

    distances: Integers
    message_life: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        shape = np.shape(self.distances)
        if len(shape) != 2 or shape[0] != shape[1] or shape[0] == 0:
            raise BadValue(f"distances: shape {shape}; allowed: (agents, agents)")
        if self.distances.min() < 0:
            raise BadValue("distances: no path between two agents; allowed: a connected network")
        check_integer(least=0, message_life=self.message_life)

    @property
    def agents(self) -> int:
        """Number of agents M."""
        return len(self.distances)


@dataclass(frozen=True, kw_only=True, eq=False)
class PrivateProblem(GroupProblem):
    """A group problem whose agents protect their rewards; ε must be given.

    Attributes
    ----------
    v : float
        Exponent of the noise, 1 < v < 1.5: after n pulls its scale is n^(v/2 - 1).

    Raises
    ------
    TypeError, ValueError
        As `GroupProblem`, and if there is no ε or v is out of range.

    """

    v: float

    def __post_init__(self) -> None:
        super().__post_init__()
        assert self.private_epsilon  # raises where there is none
        check_quantity(Exponent, v=self.v)


@dataclass(frozen=True, kw_only=True, eq=False)
class ByzantineProblem(GroupProblem):
    """A group problem with false reports of some agents.

    Attributes
    ----------
    contamination : Contamination
        How often and what Byzantine agents report instead of their rewards.
    assumed_contamination : float
        ε that the algorithm is given, 0 <= ε < 1/2.
    byzantine : sequence of int, optional
        The Byzantine agents, from 0; default all.
    noise_scale : float
        Scale of Laplace noise on every reported reward, >= 0: privacy besides robustness, which
        the paper leaves open. 0 is the paper's setting.

    Raises
    ------
    TypeError, ValueError
        As `GroupProblem`, and if a contamination or an agent is out of range.

    """

    contamination: Contamination
    assumed_contamination: float
    byzantine: Sequence[int] | None = None
    noise_scale: float = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        check_quantity(
            Corruption,
            contamination=self.contamination.probability,
            assumed_contamination=self.assumed_contamination,
        )
        check_quantity(NoiseScale, noise_scale=self.noise_scale)
        for agent in self.byzantine or ():
            if not 0 <= agent < self.agents:
                raise BadValue(f"byzantine: {agent}; allowed: agents 0 to {self.agents - 1}")

    @property
    def is_byzantine(self) -> NDArray[np.bool_]:
        """Whether each agent is Byzantine, shape (agents,)."""
        if self.byzantine is None:
            return np.ones(self.agents, dtype=np.bool_)
        return np.isin(np.arange(self.agents), self.byzantine)


def life_in_rounds(life: int | str, diameter: int) -> int:
    """Return a message life in rounds on a network of this diameter.

    Section 5 sets γ = diameter / 2, which is no integer for an odd diameter: both roundings have a
    word.

    Raises
    ------
    ValueError
        If the life is neither a word nor an integer >= 0.

    """
    words = dict(zip(LIVES, (diameter, diameter // 2, -(-diameter // 2)), strict=True))
    if life in words:
        return words[str(life)]
    if not str(life).isdigit():
        raise BadValue(f"message_life: {life!r}; allowed: an integer >= 0, {', '.join(words)}")
    return int(life)
