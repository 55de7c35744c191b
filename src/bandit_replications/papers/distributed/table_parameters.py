"""The parameters of Table 1 and of its gaps: sizes, instances, gaps."""

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, NamedTuple, Self

from pydantic import Field, model_validator

from bandit_replications.bandits import entries
from bandit_replications.bandits.quantities import (
    LEAST_GAP,
    Agents,
    Arms,
    Dimension,
    Horizon,
    Pulls,
    check_rounds,
)
from bandit_replications.configuration.sections import (
    AlgorithmIds,
    Algorithms,
    AnySettings,
    Options,
    Settings,
    check_options,
)
from bandit_replications.configuration.validation import Section
from bandit_replications.papers.distributed.catalogue import (
    ARMS,
    LINEAR,
    LINEAR_ELIMINATIONS,
)
from bandit_replications.papers.distributed.environments.instances import (
    ActionsInstance,
    ArmsInstance,
    check_law,
)
from bandit_replications.playing.catalogue import Entry

STEPS: dict[str, Any] = {"unit": "time steps"}

AnyTimes = Annotated[AnySettings[Horizon], Field(title="T", json_schema_extra=STEPS)]
Times = Annotated[
    Settings[Horizon], Field(title="T", description="horizons", json_schema_extra=STEPS)
]


class Size(NamedTuple):
    """A size: agents M, arms K or dimension d, and horizon T."""

    agents: int
    width: int
    horizon: int


def check_horizon(*, agents: int, horizon: int, arms: int | None = None) -> None:
    """Check the paper's assumption on the horizon (Section 1.1).

    Parameters
    ----------
    agents, horizon : int
        M and T.
    arms : int, optional
        K; None for linear bandits.

    Raises
    ------
    ValueError
        Unless T > max(M ln M / K, M, K, 2), or T > max(M, 2) for linear bandits; or if MT is too
        large to count.

    """
    check_rounds(agents=agents, horizon=horizon)
    if arms is None:
        least, rule = float(max(agents, 2)), "max(agents, 2)"
    else:
        least = max(agents * math.log(agents) / arms, agents, arms, 2)
        rule = "max(agents ln(agents) / arms, agents, arms, 2)"
    if horizon <= least:
        with_arms = "" if arms is None else f" and {arms} arms"
        raise ValueError(
            f"horizon: {horizon} with {agents} agents{with_arms}; allowed: more than {rule} = "
            f"{least:g}"
        )


def check_size(instance: ArmsInstance | ActionsInstance, size: Size) -> None:
    """Raise ValueError where an instance's horizon is too short, or its law's sums too long."""
    linear = isinstance(instance, ActionsInstance)
    check_horizon(agents=size.agents, arms=None if linear else size.width, horizon=size.horizon)
    law = instance.noise if isinstance(instance, ActionsInstance) else instance.law
    check_law(law, agents=size.agents, horizon=size.horizon)


class Played(entries.Section):
    """Sizes that change for an instance, and the algorithms that play it."""

    over: Sequence[str]
    algorithms: AlgorithmIds | None = Field(
        default=None, description="ids of those that play it; by default all"
    )


class PlayedArms(Played, ArmsInstance):
    """Means of arms, and the sizes that change for them."""

    over: Settings[Literal["horizon", "agents", "arms"]] = Field(
        default=["horizon", "agents", "arms"],
        description="sizes that change, the others at their base; arms only for a family",
    )


class PlayedActions(Played, ActionsInstance):
    """Sets of actions, and the sizes that change for them."""

    over: Settings[Literal["horizon", "agents", "dimension"]] = Field(
        default=["horizon", "agents", "dimension"],
        description="sizes that change, the others at their base; not a file's dimension",
    )


Cost = Annotated[
    Literal["numbers", "bits"],
    Field(
        description="unit of communication: numbers, or bits with log2(4MT) of them, rounded up, "
        "for each"
    ),
]


def unit_of_cost(cost: Cost, size: Size) -> int:
    """Return the cost of a number sent: 1, or the bits of a multiple of 1/(4MT) (Appendix B)."""
    return 1 if cost == "numbers" else (4 * size.agents * size.horizon - 1).bit_length()


class Base(Section):
    """What the other sizes keep while one changes."""

    agents: Agents
    horizons: Times = Field(
        description="horizons at which agents and arms (or the dimension) change"
    )


class ArmsBase(Base):
    """What the other sizes of the arms keep."""

    arms: Arms


class LinearBase(Base):
    """What the other sizes of linear bandits keep."""

    dimension: Dimension


class Table(Algorithms):
    """What both halves of Table 1 have."""

    if TYPE_CHECKING:
        base: Base

    width_name: ClassVar[str]
    widths_name: ClassVar[str]
    entries: ClassVar[Mapping[str, Entry]]
    feedback: ClassVar[str]

    agents: Settings[Agents] = Field(title="M", description="numbers of agents")
    horizons: Times
    most_pulls: dict[str, Pulls] = Field(
        description=(
            "the most pulls, agents times horizon, of an algorithm whose every pull is simulated: "
            "larger sizes are left out, {algorithm: pulls}"
        )
    )
    options: Options
    cost: Cost = "numbers"

    @property
    def width(self) -> int:
        """Arms, or the dimension, while another size changes."""
        return int(getattr(self.base, self.width_name))

    @property
    def widths(self) -> list[int]:
        """Numbers of arms, or dimensions."""
        return list(getattr(self, self.widths_name))

    def runs_at(self, algorithm: str, size: Size) -> bool:
        """Return whether an algorithm runs at a size."""
        pulls = size.agents * size.horizon
        most = self.value_for(algorithm, self.most_pulls)
        return most is None or pulls <= most

    def check_simulators(self) -> None:
        """Raise ValueError if an algorithm, a limit on its pulls or an option is not known."""
        self.check_algorithms(self.entries, feedback=(self.feedback,))
        known = dict.fromkeys((*self.entries, *self.algorithms, *self.ids))
        for name in self.most_pulls:
            if name not in known:
                raise ValueError(f"most_pulls: {name!r}; allowed: {', '.join(known)}")
        check_options(self.entries, self.options, self.ids)

    def sizes_over(self, over: Sequence[str], width: int, widths: Sequence[int]) -> list[Size]:
        """Return the sizes of which one changes while the others are at their base, each once."""
        base = self.base
        horizons = self.horizons if "horizon" in over else []
        found = [Size(base.agents, width, horizon) for horizon in horizons]
        for horizon in base.horizons:
            found.append(Size(base.agents, width, horizon))
            if "agents" in over:
                found += [Size(agents, width, horizon) for agents in self.agents]
            found += [Size(base.agents, other, horizon) for other in widths]
        return list(dict.fromkeys(found))


class TableOne(Table):
    """A half of Table 1: instances and the algorithms that play them."""

    instances: list[Any]

    @model_validator(mode="after")
    def _check(self) -> Self:
        self.check_simulators()
        known = (*self.entries, *self.algorithms)
        for entry in self.instances:
            for name in entry.algorithms or ():
                if name not in known:
                    raise ValueError(
                        f"instance {entry.name!r}: algorithms: {name!r}; allowed: "
                        f"{', '.join(known)}"
                    )
            for size in self.sizes(entry):
                check_size(entry, size)
        return self

    def sizes(self, entry: PlayedArms | PlayedActions) -> list[Size]:
        """Return the sizes at which an instance is played, each once."""
        own = entry.own_width()
        widths = self.widths if self.width_name in entry.over and own is None else []
        return self.sizes_over(entry.over, own or self.width, widths)

    def plays(self, algorithm: str, entry: PlayedArms | PlayedActions) -> bool:
        """Return whether an algorithm plays an instance: eliminations need one fixed set."""
        if entry.algorithms is not None and algorithm not in entry.algorithms:
            return False
        anew = isinstance(entry, ActionsInstance) and entry.anew
        return not (anew and self.id_of(algorithm) in LINEAR_ELIMINATIONS)


class Gaps(Table):
    """Regret at every gap between one good option and the others; bounds are on the worst.

    Gaps go from the largest down by the ratio to the first below sqrt(width/(MT)): at smaller ones
    nobody can lose more than sqrt(MKT) without a logarithm.
    """

    largest: float = Field(
        ge=LEAST_GAP,
        le=1,
        description="the largest gap; at a power of 2 whether a phase drops it would be a toss",
    )
    ratio: float = Field(ge=1.01, le=2, description="of a gap to the next smaller one")

    def gaps(self, size: Size) -> tuple[float, ...]:
        """Return the gaps at a size, the largest first."""
        least = math.sqrt(size.width / (size.agents * size.horizon))
        number = max(1, math.ceil(math.log(self.largest / least) / math.log(self.ratio)))
        return tuple(self.largest * self.ratio**-place for place in range(number + 1))

    @model_validator(mode="after")
    def _check(self) -> Self:
        self.check_simulators()
        for size in self.sizes():
            arms = size.width if self.width_name == "arms" else None
            check_horizon(agents=size.agents, arms=arms, horizon=size.horizon)
        return self

    def sizes(self) -> list[Size]:
        """Return the sizes, each once."""
        return self.sizes_over(("horizon", "agents"), self.width, self.widths)


class ArmsTable(Table):
    """Sizes of multi-armed bandits."""

    width_name, widths_name = "arms", "arms"
    entries, feedback = ARMS, "server"

    arms: Settings[Arms] = Field(title="K", description="numbers of arms")
    base: ArmsBase = Field(description="sizes that stay while another changes")


class LinearTable(Table):
    """Sizes of linear bandits."""

    width_name, widths_name = "dimension", "dimensions"
    entries, feedback = LINEAR, "linear-server"

    dimensions: Settings[Dimension] = Field(title="d", description="dimensions")
    base: LinearBase = Field(description="sizes that stay while another changes")


class TableOneArms(ArmsTable, TableOne):
    """Table 1, multi-armed bandits."""

    instances: Settings[PlayedArms] = Field(description="named means of the arms")


class TableOneLinear(LinearTable, TableOne):
    """Table 1, linear bandits."""

    instances: Settings[PlayedActions] = Field(description="named sets of actions")


class GapsArms(ArmsTable, Gaps):
    """One good arm, at every gap."""


class GapsLinear(LinearTable, Gaps):
    """Unit vectors as actions, at every length of the parameter."""
