"""The parameters of the paper's experiments: one section for each, with ranges and meanings."""

import math
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple, Self

from pydantic import Field, model_validator

from bandit_replications.bandits.problems import Simulator
from bandit_replications.configuration.quantities import (
    LEAST_GAP,
    MOST_AGENTS,
    MOST_ARMS,
    Agents,
    Arms,
    Count,
    Dimension,
    Horizon,
    Pulls,
    check_rounds,
)
from bandit_replications.configuration.sections import (
    AlgorithmIds,
    AlgorithmList,
    Algorithms,
    AnySettings,
    Settings,
    check_options,
    distinct_by,
)
from bandit_replications.configuration.validation import PaperConfiguration, Section
from bandit_replications.papers.distributed.catalogue import (
    ALGORITHMS,
    ARMS,
    CHANGED,
    LINEAR,
    LINEAR_ELIMINATIONS,
)
from bandit_replications.papers.distributed.environments.instances import (
    ActionsInstance,
    ArmsInstance,
    check_law,
)

PAPER = "distributed"
MAIN = "main"

STEPS: dict[str, Any] = {"unit": "time steps"}

FEEDBACK, LINEAR_FEEDBACK = ("server",), ("linear-server",)

Options = dict[str, dict[str, Any]]


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


# What of an instance decides which cells there are, and not what is in them.
NOT_DRAWN = {"over", "algorithms"}


class PlayedArms(ArmsInstance):
    """Means of arms, and the sizes that change for them."""

    over: Settings[Literal["horizon", "agents", "arms"]] = Field(
        default=["horizon", "agents", "arms"],
        description="sizes that change, the others at their base; arms only for a family",
    )
    algorithms: AlgorithmIds | None = Field(
        default=None, description="ids of those that play it; by default all"
    )


class PlayedActions(ActionsInstance):
    """Sets of actions, and the sizes that change for them."""

    over: Settings[Literal["horizon", "agents", "dimension"]] = Field(
        default=["horizon", "agents", "dimension"],
        description="sizes that change, the others at their base; not a file's dimension",
    )
    algorithms: AlgorithmIds | None = Field(
        default=None, description="ids of those that play it; by default all"
    )


Cost = Literal["numbers", "bits"]
COST_MEANING = (
    "unit of communication: numbers, or bits with log2(4MT) of them, rounded up, for each"
)


def unit_of_cost(cost: Cost, *, agents: int, horizon: int) -> int:
    """Return what a number sent costs: 1, or the bits of a multiple of 1/(4MT) (Appendix B)."""
    return 1 if cost == "numbers" else (4 * agents * horizon - 1).bit_length()


class Base(Section):
    """What the other sizes keep while one changes."""

    agents: Agents = Field(title="M", description="number of agents")
    horizons: Settings[Horizon] = Field(
        title="T",
        description="horizons at which agents and arms (or the dimension) change",
        json_schema_extra=STEPS,
    )


class ArmsBase(Base):
    """What the other sizes of the arms keep."""

    arms: Arms = Field(title="K", description="number of arms")


class LinearBase(Base):
    """What the other sizes of linear bandits keep."""

    dimension: Dimension = Field(title="d", description="dimension of the actions")


class Table(Algorithms):
    """What both halves of Table 1 have."""

    agents: Settings[Agents] = Field(title="M", description="numbers of agents")
    horizons: Settings[Horizon] = Field(title="T", description="horizons", json_schema_extra=STEPS)
    most_pulls: dict[str, Pulls] = Field(
        description=(
            "the most pulls, agents times horizon, of an algorithm whose every pull is simulated: "
            "larger sizes are left out, {algorithm: pulls}"
        )
    )
    options: Options = Field(
        description="constants and readings of each algorithm, {algorithm: {option: value}}"
    )
    cost: Cost = Field(default="numbers", description=COST_MEANING)

    def runs_at(self, algorithm: str, size: Size) -> bool:
        """Return whether an algorithm runs at a size."""
        pulls = size.agents * size.horizon
        most = self.value_for(algorithm, self.most_pulls)
        return most is None or pulls <= most

    def check_most_pulls(self, simulators: Mapping[str, Simulator]) -> None:
        """Raise ValueError if a limit is on an algorithm that is not known."""
        known = dict.fromkeys((*simulators, *self.algorithms, *self.ids))
        for name in self.most_pulls:
            if name not in known:
                raise ValueError(f"most_pulls: {name!r}; allowed: {', '.join(known)}")


class TableOneArms(Table):
    """Table 1, multi-armed bandits."""

    instances: Settings[PlayedArms] = Field(description="named means of the arms")
    arms: Settings[Arms] = Field(title="K", description="numbers of arms")
    base: ArmsBase = Field(description="sizes that stay while another changes")

    @model_validator(mode="after")
    def _check(self) -> Self:
        self.check_algorithms(ARMS, feedback=FEEDBACK)
        self.check_most_pulls(ARMS)
        _check_players(self.instances, (*ARMS, *self.algorithms))
        check_options(ARMS, self.options, self.ids)
        for entry in self.instances:
            for size in self.sizes(entry):
                check_horizon(agents=size.agents, arms=size.width, horizon=size.horizon)
                check_law(entry.law, agents=size.agents, horizon=size.horizon)
        return self

    def sizes(self, entry: PlayedArms) -> list[Size]:
        """Return the sizes at which an instance is played, each once."""
        own = entry.own_arms()
        widths = self.arms if "arms" in entry.over and own is None else []
        return _sizes(self, entry.over, own or self.base.arms, widths)


class TableOneLinear(Table):
    """Table 1, linear bandits."""

    instances: Settings[PlayedActions] = Field(description="named sets of actions")
    dimensions: Settings[Dimension] = Field(title="d", description="dimensions")
    base: LinearBase = Field(description="sizes that stay while another changes")

    @model_validator(mode="after")
    def _check(self) -> Self:
        self.check_algorithms(LINEAR, feedback=LINEAR_FEEDBACK)
        self.check_most_pulls(LINEAR)
        _check_players(self.instances, (*LINEAR, *self.algorithms))
        check_options(LINEAR, self.options, self.ids)
        for entry in self.instances:
            for size in self.sizes(entry):
                check_horizon(agents=size.agents, horizon=size.horizon)
                check_law(entry.noise, agents=size.agents, horizon=size.horizon)
        return self

    def sizes(self, entry: PlayedActions) -> list[Size]:
        """Return the sizes at which an instance is played, each once."""
        own = entry.own_dimension()
        widths = self.dimensions if "dimension" in entry.over and own is None else []
        return _sizes(self, entry.over, own or self.base.dimension, widths)

    def plays(self, algorithm: str, entry: PlayedActions) -> bool:
        """Return whether an algorithm plays an instance: eliminations need one fixed set."""
        if entry.algorithms is not None and algorithm not in entry.algorithms:
            return False
        return not (entry.anew and self.id_of(algorithm) in LINEAR_ELIMINATIONS)


def _sizes(section: Table, over: Sequence[str], width: int, widths: Sequence[int]) -> list[Size]:
    base: Any = section.base  # type: ignore[attr-defined]
    horizons = section.horizons if "horizon" in over else []
    found = [Size(base.agents, width, horizon) for horizon in horizons]
    for horizon in base.horizons:
        found.append(Size(base.agents, width, horizon))
        if "agents" in over:
            found += [Size(agents, width, horizon) for agents in section.agents]
        found += [Size(base.agents, other, horizon) for other in widths]
    return list(dict.fromkeys(found))


def _check_players(entries: Sequence[PlayedArms | PlayedActions], known: Sequence[str]) -> None:
    for entry in entries:
        for name in entry.algorithms or ():
            if name not in known:
                raise ValueError(
                    f"instance {entry.name!r}: algorithms: {name!r}; allowed: {', '.join(known)}"
                )


class Gaps(Table):
    """Regret at every gap between one good option and the others: its worst is what bounds are on.

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

    def _check_sizes(self, simulators: Mapping[str, Simulator], *, linear: bool) -> None:
        self.check_algorithms(simulators, feedback=LINEAR_FEEDBACK if linear else FEEDBACK)
        self.check_most_pulls(simulators)
        check_options(simulators, self.options, self.ids)
        for size in self.sizes():
            arms = None if linear else size.width
            check_horizon(agents=size.agents, arms=arms, horizon=size.horizon)

    def sizes(self) -> list[Size]:
        """Return the sizes, each once."""
        base: Any = self.base  # type: ignore[attr-defined]
        width = base.dimension if isinstance(base, LinearBase) else base.arms
        widths: Any = getattr(self, "dimensions", None) or getattr(self, "arms", [])
        return _sizes(self, ("horizon", "agents"), width, widths)


class GapsArms(Gaps):
    """One good arm, at every gap."""

    arms: Settings[Arms] = Field(title="K", description="numbers of arms")
    base: ArmsBase = Field(description="sizes that stay while another changes")

    @model_validator(mode="after")
    def _check(self) -> Self:
        self._check_sizes(ARMS, linear=False)
        return self


class GapsLinear(Gaps):
    """Unit vectors as actions, at every length of the parameter."""

    dimensions: Settings[Dimension] = Field(title="d", description="dimensions")
    base: LinearBase = Field(description="sizes that stay while another changes")

    @model_validator(mode="after")
    def _check(self) -> Self:
        self._check_sizes(LINEAR, linear=True)
        return self


class MovedArms(AlgorithmList):
    """Numbers that move arms, where stage 1 leaves agents with different arms."""

    algorithms: AlgorithmIds = Field(min_length=1, description="ids of variants of DEMAB")
    replicates: Count = Field(description="runs in each cell")
    agents: int = Field(ge=2, le=MOST_AGENTS, title="M", description="number of agents")
    arms: Settings[Annotated[int, Field(ge=2, le=MOST_ARMS)]] = Field(
        title="K", description="numbers of arms; one of mean 3/4, the others 1/4"
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        self.check_known({name: ARMS[name] for name in DEMABS})
        return self


DEMABS = ("demab", "demab-instance-dependent", "demab-repaired")


class Variant(Section):
    """One reading of a protocol, or one changed constant."""

    variant: str = Field(min_length=1, description="name of the variant")
    algorithm: str = Field(description="id of the algorithm")
    module: Literal["point-to-point", "public-randomness"] | None = Field(
        default=None, description="changed protocol that runs in demab's place"
    )
    options: dict[str, Any] = Field(
        default_factory=dict, description="options that differ from the main reading"
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.module is not None and self.algorithm != "demab":
            raise ValueError(f"module: {self.module!r} with {self.algorithm!r}; allowed: demab")
        return self


class Variants(Algorithms):
    """What each ambiguous place and each constant of the protocols changes."""

    instances: AnySettings[ArmsInstance] = Field(
        description="named means, for multi-armed protocols"
    )
    action_sets: AnySettings[ActionsInstance] = Field(
        description="named sets of actions, for linear protocols"
    )
    agents: Agents = Field(title="M", description="number of agents")
    arms: Arms = Field(title="K", description="number of arms")
    dimension: Dimension = Field(title="d", description="dimension of the actions")
    horizons: AnySettings[Horizon] = Field(
        title="T", description="horizons of multi-armed protocols", json_schema_extra=STEPS
    )
    linear_horizons: AnySettings[Horizon] = Field(
        title="T", description="horizons of delb", json_schema_extra=STEPS
    )
    short_horizons: AnySettings[Horizon] = Field(
        title="T", description="horizons of dislinucb", json_schema_extra=STEPS
    )
    options: Options = Field(
        description="options of the main reading, {algorithm: {option: value}}"
    )
    cost: Cost = Field(default="numbers", description=COST_MEANING)
    variants: Annotated[AnySettings[Variant], distinct_by("algorithm", "variant")] = Field(
        description="what is compared with the main reading"
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        self.check_algorithms({name: ALGORITHMS[name] for name in VARIED})
        check_options(ALGORITHMS, self.options, self.ids)
        for place, variant in enumerate(self.variants):
            if variant.algorithm not in self.algorithms:
                raise ValueError(
                    f"variant {variant.variant!r}: {variant.algorithm!r}; allowed: "
                    f"{', '.join(self.algorithms)}"
                )
            merged = {**self.options_given(variant.algorithm), **variant.options}
            path = ("variants", place, "options")
            simulators = {**ALGORITHMS, **CHANGED}
            runs = variant.module or self.id_of(variant.algorithm)
            check_options(simulators, {runs: merged}, (runs,), path=path)
        for horizon in self.horizons:
            for entry in self.instances:
                arms = entry.own_arms() or self.arms
                check_horizon(agents=self.agents, arms=arms, horizon=horizon)
                check_law(entry.law, agents=self.agents, horizon=horizon)
        for horizon in (*self.linear_horizons, *self.short_horizons):
            check_horizon(agents=self.agents, horizon=horizon)
            for action_set in self.action_sets:
                check_law(action_set.noise, agents=self.agents, horizon=horizon)
        return self

    def horizons_of(self, algorithm: str) -> list[int]:
        """Return the horizons of an algorithm."""
        if self.id_of(algorithm) in LINEAR_ELIMINATIONS:
            return self.linear_horizons
        return self.short_horizons if self.id_of(algorithm) in LINEAR else self.horizons

    def all_variants(self) -> list[Variant]:
        """Return the main reading of each algorithm, then the others."""
        main = [Variant(variant=MAIN, algorithm=name) for name in self.algorithms]
        return [*main, *self.variants]


VARIED = ("demab", "delb", "dislinucb", "independent-elimination")


class Messages(Section):
    """One run of each protocol with every number that it sends."""

    instance: ArmsInstance = Field(description="means of the arms")
    action_set: ActionsInstance = Field(description="set of actions, fixed")
    agents: Agents = Field(title="M", description="number of agents")
    arms: Arms = Field(title="K", description="number of arms")
    dimension: Dimension = Field(title="d", description="dimension of the actions")
    horizons: dict[str, Horizon] = Field(
        title="T", description="horizon of each algorithm", json_schema_extra=STEPS
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        for algorithm, horizon in self.horizons.items():
            if algorithm not in TRACED:
                raise ValueError(f"horizons: {algorithm!r}; allowed: {', '.join(TRACED)}")
            arms = self.instance.own_arms() or self.arms
            check_horizon(
                agents=self.agents,
                arms=None if algorithm in LINEAR else arms,
                horizon=horizon,
            )
        return self


TRACED = ("demab", "demab-instance-dependent", "delb", "dislinucb")


class LowerBound(Section):
    """Theorem 2: regret against the numbers that a protocol may send."""

    agents: int = Field(ge=2, le=MOST_AGENTS, title="M", description="number of agents")
    arms: int = Field(ge=2, le=MOST_ARMS, title="K", description="number of arms")
    horizon: Horizon = Field(title="T", description="horizon", json_schema_extra=STEPS)
    budgets: dict[
        Literal["demab", "immediate-sharing", "independent-elimination"],
        AnySettings[Pulls],
    ] = Field(min_length=1, description="numbers that all may send together, {protocol: numbers}")
    pulls_exponent: int = Field(
        ge=0,
        le=3,
        description="e in m_l = 4^(l + e) times the logarithm: 3 as printed, 1 is what proofs need",
    )
    replicates: Count = Field(description="runs in each cell")

    @model_validator(mode="after")
    def _check(self) -> Self:
        check_horizon(agents=self.agents, arms=self.arms, horizon=self.horizon)
        return self


class Configuration(PaperConfiguration):
    """Every parameter of the paper's data sets."""

    table_1_arms: TableOneArms = Field(description="Table 1, multi-armed bandits")
    table_1_linear: TableOneLinear = Field(description="Table 1, linear bandits")
    variants: Variants = Field(description="sensitivity to readings and constants")
    messages: Messages = Field(description="one run's messages over time")
    gaps_arms: GapsArms = Field(description="regret at every gap, multi-armed bandits")
    gaps_linear: GapsLinear = Field(description="regret at every gap, linear bandits")
    moved_arms: MovedArms = Field(description="numbers that move arms, DEMAB and its repair")
    lower_bound: LowerBound = Field(description="Theorem 2: regret against a budget")
