"""Instances: named configuration entries that become means or sets of actions.

The paper has no experiments; linear, equal, one-good and hard are ours. `hard` scales the gap with
the size, as the worst case of a bound of order sqrt(K T) needs. The arms' order, the actions and
the parameter of a linear bandit have streams of their own, named by the instance, its size and the
replicate, so that all algorithms meet the same ones.
"""

import math
import re
from typing import ClassVar, Literal, NamedTuple, Self

import numpy as np
from pydantic import Field, model_validator

from bandit_replications.bandits.arrays import Floats
from bandit_replications.bandits.entries import FileName, Section, located
from bandit_replications.bandits.streams import generator
from bandit_replications.papers.distributed.environments.linear_environments import Noise
from bandit_replications.papers.distributed.environments.problems import (
    LENGTH_TOLERANCE,
    checked_sets,
)
from bandit_replications.papers.distributed.environments.reward_laws import LawName
from bandit_replications.runtime.errors import BadValue

MeansFamily = Literal["linear", "equal", "one-good", "hard"]

# Laws whose sums are drawn one pull after the other.
SLOW_LAWS = ("beta", "uniform")
MOST_SLOW_PULLS = 10**9


def check_law(law: str, *, agents: int, horizon: int) -> None:
    """Check that a law's sums can be drawn in time.

    Raises
    ------
    ValueError
        If each of more than `MOST_SLOW_PULLS` pulls would be drawn.

    """
    if law in SLOW_LAWS and agents * horizon > MOST_SLOW_PULLS:
        raise BadValue(
            f"horizon: {horizon} with {agents} agents and the law {law}; allowed: at most "
            f"{MOST_SLOW_PULLS} pulls in all, as each is drawn by itself"
        )


# --- Arms -----------------------------------------------------------------------------------


def hard_gap(*, agents: int, arms: int, horizon: int, factor: float = 16.0) -> float:
    """Return the gap of the instance `hard`: min(1, 16 sqrt(K ln(MKT) / (M T))).

    Parameters
    ----------
    agents, arms, horizon : int
        M, K and T, at least 1 each.
    factor : float
        In place of 16, with which DEMAB's last phase just fits into T.

    """
    logarithm = math.log(float(agents) * arms * horizon)
    return min(1.0, factor * math.sqrt(arms * logarithm / (float(agents) * horizon)))


class Instance(Section):
    """A named entry that has its number of arms, or its dimension, or takes that of a size."""

    width_name: ClassVar[str]

    name: str = Field(min_length=1, description="name of the instance in results and figures")

    def own_width(self) -> int | None:
        """Return its own number of arms, or dimension; None without one."""
        raise NotImplementedError

    def width(self, section: object) -> int:
        """Return its own number of arms, or dimension, or else that of a section."""
        return int(self.own_width() or getattr(section, self.width_name))


class ArmsInstance(Instance):
    """Means of arms with rewards in [0, 1]: a family, a list or a file."""

    width_name = "arms"

    family: MeansFamily | None = Field(
        default=None,
        description=(
            "linear: equally spaced from best to worst; equal: all best; one-good: one arm best, "
            "the others worst; hard: (1 ± gap)/2 with the gap factor sqrt(K ln(MKT)/(MT)), at "
            "most 1"
        ),
    )
    best: float = Field(default=0.9, ge=0, le=1, description="largest mean (families)")
    worst: float = Field(default=0.1, ge=0, le=1, description="least mean (linear and one-good)")
    factor: float = Field(default=16.0, gt=0, description="factor of the gap (hard)")
    means: list[float] | None = Field(default=None, description="mean reward of each arm instead")
    file: FileName | None = Field(
        default=None,
        description="text file with a mean in a line instead, from the current folder or the root",
    )
    law: LawName = Field(default="bernoulli", description="law of the rewards")

    @model_validator(mode="after")
    def _check(self) -> Self:
        given = [key for key in ("family", "means", "file") if getattr(self, key) is not None]
        if len(given) != 1:
            raise BadValue(
                f"instance {self.name!r} has {' and '.join(given) or 'no means'}; allowed: exactly "
                "one of family, means, file"
            )
        if self.family in ("linear", "one-good") and self.best < self.worst:
            raise BadValue(
                f"instance {self.name!r}: worst {self.worst:g}; allowed: at most best, "
                f"{self.best:g}"
            )
        own = self.own_means()
        if own is None:
            return self
        if own.size < 1:
            raise BadValue(f"instance {self.name!r} has 0 arms; allowed: at least 1")
        wrong = own[~((own >= 0) & (own <= 1))]
        if wrong.size:
            raise BadValue(f"instance {self.name!r}: mean {wrong[0]:g}; allowed: in [0, 1]")
        return self

    def own_means(self) -> Floats | None:
        """Return the means of a list or a file, None for a family.

        Raises
        ------
        ValueError
            If the file cannot be read.

        """
        if self.file is not None:
            return np.array([row[0] for rows in _blocks(self.name, self.file, 1) for row in rows])
        return None if self.means is None else np.array(self.means, dtype=np.float64)

    def own_width(self) -> int | None:
        """Return the number of arms of a list or a file, None for a family."""
        own = self.own_means()
        return None if own is None else own.size

    def resolve(self, *, agents: int, arms: int, horizon: int) -> Floats:
        """Return the means at a size, shape (arms,), the best arm first for a family.

        Parameters
        ----------
        agents, arms, horizon : int
            M, K and T, at least 1 each; a list or file has its own number of arms.

        """
        own = self.own_means()
        if own is not None:
            return own
        if self.family == "linear":
            return np.linspace(self.best, self.worst, arms)
        if self.family == "equal":
            return np.full(arms, self.best)
        low, high = self.worst, self.best
        if self.family == "hard":
            gap = hard_gap(agents=agents, arms=arms, horizon=horizon, factor=self.factor)
            low, high = 0.5 - gap / 2, 0.5 + gap / 2
        return np.array([high, *[low] * (arms - 1)])

    def in_order(
        self, means: Floats, *, agents: int, horizon: int, root_seed: int, replicate: int
    ) -> Floats:
        """Return the means of `resolve` in the order drawn for a replicate."""
        key = (self.name, agents, means.size, horizon, replicate)
        return generator(root_seed, "distributed", "order", *key).permutation(means)


# --- Linear bandits -------------------------------------------------------------------------


class LinearBandit(NamedTuple):
    """Sets of actions, shape (sets, actions, dimension), and the parameter, shape (dimension,).

    One set is fixed; of several, step t has number (t - 1) modulo their number.
    """

    action_sets: Floats
    parameter: Floats


class ActionsInstance(Instance):
    """Sets of actions in the unit ball, fixed or anew in each step."""

    width_name = "dimension"

    actions: int | None = Field(
        default=None, ge=1, description="random unit vectors in each set (unless from a file)"
    )
    file: FileName | None = Field(
        default=None,
        description=(
            "text file with one action in a line instead, from the current folder or the root; "
            "sets separated by empty lines are a sequence, which starts again when it ends"
        ),
    )
    anew: bool = Field(default=False, description="whether each step has a new set")
    parameter: list[float] | None = Field(
        default=None, description="the parameter; by default uniform on the unit sphere"
    )
    noise: Noise = Field(default="rademacher", description="law of the noise in [-1, 1]")

    @model_validator(mode="after")
    def _check(self) -> Self:
        if (self.actions is None) == (self.file is None):
            raise BadValue(f"instance {self.name!r}; allowed: either actions or a file")
        own = self.own_sets()
        self._check_parameter(None if own is None else own.shape[2])
        if own is not None:
            try:
                checked_sets(own)
            except ValueError as error:
                raise BadValue(f"instance {self.name!r}: {error}") from None
            if self.anew != (len(own) > 1):
                raise BadValue(
                    f"instance {self.name!r}: anew {self.anew} and {len(own)} sets in "
                    f"{self.file!r}; allowed: one set, or anew with several"
                )
        return self

    def _check_parameter(self, dimension: int | None) -> None:
        if self.parameter is None:
            return
        length = float(np.linalg.norm(self.parameter))
        if not length <= 1 + LENGTH_TOLERANCE:
            raise BadValue(
                f"instance {self.name!r}: a parameter of length {length:g}; allowed: at most 1"
            )
        if dimension is not None and len(self.parameter) != dimension:
            raise BadValue(
                f"instance {self.name!r}: a parameter of {len(self.parameter)} numbers; allowed: "
                f"{dimension}, as the actions"
            )

    def own_sets(self) -> Floats | None:
        """Return the sets of the file, shape (sets, actions, dimension); None without one.

        Raises
        ------
        ValueError
            If the file cannot be read or its sets differ in shape.

        """
        if self.file is None:
            return None
        blocks = _blocks(self.name, self.file, None)
        shapes = {(len(block), len(row)) for block in blocks for row in block}
        if len(shapes) != 1:
            raise BadValue(
                f"instance {self.name!r}: file {self.file!r} has sets of shapes {sorted(shapes)}; "
                "allowed: equally many actions in each set, of one dimension"
            )
        return np.array(blocks, dtype=np.float64)

    def own_width(self) -> int | None:
        """Return the dimension that a file or a given parameter has, None without them."""
        own = self.own_sets()
        if own is not None:
            return int(own.shape[2])
        return None if self.parameter is None else len(self.parameter)

    def draw(self, *, dimension: int, root_seed: int, replicate: int) -> LinearBandit:
        """Return a replicate's bandit: its (first) set of actions and its parameter.

        Random actions and the parameter are uniform on the unit sphere unless given. Sets that are
        random and anew are not drawn here but step by step, from the run's own stream:
        `action_sets` is then empty, of shape (0, actions, dimension).
        """
        own = self.own_sets()
        size = self.own_width() or dimension
        stream = generator(root_seed, "distributed", "actions", self.name, size, replicate)
        drawn = unit_vectors(1, size, stream)[0]
        parameter = drawn if self.parameter is None else np.array(self.parameter)
        if own is not None:
            return LinearBandit(own, parameter)
        assert self.actions is not None
        if self.anew:
            return LinearBandit(np.empty((0, self.actions, size)), parameter)
        return LinearBandit(unit_vectors(self.actions, size, stream)[None], parameter)


def unit_vectors(number: int, dimension: int, generator: np.random.Generator) -> Floats:
    """Return vectors uniform on the unit sphere, shape (number, dimension)."""
    normal = generator.standard_normal((number, dimension))
    return np.asarray(normal / np.linalg.norm(normal, axis=1, keepdims=True))


# --- Files ----------------------------------------------------------------------------------


def _blocks(name: str, file: str, columns: int | None) -> list[list[list[float]]]:
    """Return the numbers of a text file: blocks between empty lines, of lines, of numbers."""
    path = located(file)
    what = "one mean in a line" if columns == 1 else "one action in a line"
    try:
        text = path.read_text()
        blocks = [block.splitlines() for block in re.split(r"\n\s*\n", text.strip())]
        found = [
            [[float(word) for word in line.replace(",", " ").split()] for line in block]
            for block in blocks
        ]
    except (OSError, ValueError) as error:
        problem = error.strerror if isinstance(error, OSError) else str(error)
        raise BadValue(
            f"instance {name!r}: file {file!r}: {problem}; allowed: a text file with {what}"
        ) from None
    if not text.strip():
        raise BadValue(f"instance {name!r}: file {file!r} is empty; allowed: {what}")
    if columns is not None and any(len(row) != columns for block in found for row in block):
        raise BadValue(f"instance {name!r}: file {file!r}; allowed: {what}")
    return found
