"""The parameters of the paper's experiments: one section for each, with ranges and meanings."""

from collections.abc import Iterable, Mapping
from itertools import product
from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from bandit_replications.bandits.quantities import (
    Agents,
    Arms,
    Dimension,
    Horizon,
    Pulls,
    Replicates,
    SeveralAgents,
    SeveralArms,
)
from bandit_replications.configuration.sections import (
    MAIN,
    AlgorithmList,
    Algorithms,
    AnySettings,
    Ids,
    Options,
    Settings,
    check_options,
    distinct_by,
)
from bandit_replications.configuration.validation import PaperConfiguration, Section
from bandit_replications.papers.distributed.algorithms import demab_options
from bandit_replications.papers.distributed.algorithms.elimination import Setting
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
)
from bandit_replications.papers.distributed.table_parameters import (
    STEPS,
    AnyTimes,
    Cost,
    GapsArms,
    GapsLinear,
    Size,
    TableOneArms,
    TableOneLinear,
    check_horizon,
    check_size,
)

PAPER = "distributed"


class MovedArms(AlgorithmList):
    """Numbers that move arms, where stage 1 leaves agents with different arms."""

    algorithms: Ids = Field(description="ids of variants of DEMAB")
    replicates: Replicates
    agents: SeveralAgents
    arms: Settings[SeveralArms] = Field(
        title="K", description="numbers of arms; one of mean 3/4, the others 1/4"
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        self.check_known({name: ARMS[name] for name in DEMABS})
        return self


DEMABS = ("demab", "demab-instance-dependent", "demab-repaired")


class Variant(Section):
    """One interpretation of a protocol, or one changed constant."""

    variant: str = Field(min_length=1, description="name of the variant")
    algorithm: str = Field(description="id of the algorithm")
    module: Literal["point-to-point", "public-randomness"] | None = Field(
        default=None, description="changed protocol that runs in demab's place"
    )
    options: dict[str, Any] = Field(
        default_factory=dict, description="options that differ from the main interpretation"
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.module is not None and self.algorithm != "demab":
            raise ValueError(f"module: {self.module!r} with {self.algorithm!r}; allowed: demab")
        return self


class Variants(Algorithms):
    """Effects of each ambiguous place and each constant of the protocols."""

    instances: AnySettings[ArmsInstance] = Field(
        description="named means, for multi-armed protocols"
    )
    action_sets: AnySettings[ActionsInstance] = Field(
        description="named sets of actions, for linear protocols"
    )
    agents: Agents
    arms: Arms
    dimension: Dimension
    horizons: AnyTimes = Field(description="horizons of multi-armed protocols")
    linear_horizons: AnyTimes = Field(description="horizons of delb")
    short_horizons: AnyTimes = Field(description="horizons of dislinucb")
    options: Options = Field(
        description="options of the main interpretation, {algorithm: {option: value}}"
    )
    cost: Cost = "numbers"
    variants: Annotated[AnySettings[Variant], distinct_by("algorithm", "variant")] = Field(
        description="variants that are compared with the main interpretation"
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
        played: list[tuple[ArmsInstance | ActionsInstance, int]] = [
            *product(self.instances, self.horizons),
            *product(self.action_sets, [*self.linear_horizons, *self.short_horizons]),
        ]
        for instance, horizon in played:
            check_size(instance, Size(self.agents, instance.width(self), horizon))
        return self

    def horizons_of(self, algorithm: str) -> list[int]:
        """Return the horizons of an algorithm."""
        if self.id_of(algorithm) in LINEAR_ELIMINATIONS:
            return self.linear_horizons
        return self.short_horizons if self.id_of(algorithm) in LINEAR else self.horizons

    def all_variants(self) -> list[Variant]:
        """Return the main interpretation of each algorithm, then the others."""
        main = [Variant(variant=MAIN, algorithm=name) for name in self.algorithms]
        return [*main, *self.variants]


VARIED = ("demab", "delb", "dislinucb", "independent-elimination")


class Messages(Section):
    """One run of each protocol with every number that it sends."""

    instance: ArmsInstance = Field(description="means of the arms")
    action_set: ActionsInstance = Field(description="set of actions, fixed")
    agents: Agents
    arms: Arms
    dimension: Dimension
    horizons: dict[str, Horizon] = Field(
        title="T", description="horizon of each algorithm", json_schema_extra=STEPS
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        for algorithm, horizon in self.horizons.items():
            if algorithm not in TRACED:
                raise ValueError(f"horizons: {algorithm!r}; allowed: {', '.join(TRACED)}")
            instance = self.played_by(algorithm)
            check_size(instance, Size(self.agents, instance.width(self), horizon))
        return self

    def played_by(self, algorithm: str) -> ArmsInstance | ActionsInstance:
        """Return the instance that an algorithm plays."""
        return self.action_set if algorithm in LINEAR else self.instance


TRACED = ("demab", "demab-instance-dependent", "delb", "dislinucb")


class LowerBound(Section):
    """Theorem 2: regret against the numbers that a protocol may send."""

    agents: SeveralAgents
    arms: SeveralArms
    horizon: Horizon = Field(description="horizon", json_schema_extra=STEPS)
    budgets: dict[
        Literal["demab", "immediate-sharing", "independent-elimination"], AnySettings[Pulls]
    ] = Field(min_length=1, description="numbers that all may send together, {protocol: numbers}")
    pulls_exponent: int = Field(
        ge=0,
        le=3,
        description="e in m_l = 4^(l + e) times the logarithm: 3 as printed, 1 is what proofs need",
    )
    replicates: Replicates

    @model_validator(mode="after")
    def _check(self) -> Self:
        check_horizon(agents=self.agents, arms=self.arms, horizon=self.horizon)
        return self


class Pictures(Section):
    """Runs behind the pictures of mechanisms."""

    agents: Agents = Field(description="agents of the time line")
    arms: SeveralArms = Field(description="its arms")
    horizon: Horizon = Field(description="its horizon", json_schema_extra=STEPS)
    holders: SeveralAgents = Field(description="agents between which Reallocate moves arms")
    held: SeveralArms = Field(description="arms of that run, on the instance of moved_arms")
    estimates: Replicates = Field(description="estimates of DELB that are drawn (Lemma F.1)")


class Configuration(PaperConfiguration):
    """Every parameter of the paper's data sets."""

    table_1_arms: TableOneArms = Field(description="Table 1, multi-armed bandits")
    table_1_linear: TableOneLinear = Field(description="Table 1, linear bandits")
    variants: Variants = Field(description="sensitivity to interpretations and constants")
    messages: Messages = Field(description="one run's messages over time")
    gaps_arms: GapsArms = Field(description="regret at every gap, multi-armed bandits")
    gaps_linear: GapsLinear = Field(description="regret at every gap, linear bandits")
    few_exchanges: GapsArms = Field(description="worst regret against the number of exchanges")
    moved_arms: MovedArms = Field(description="numbers that move arms, DEMAB and its repair")
    lower_bound: LowerBound = Field(description="Theorem 2: regret against a budget")
    pictures: Pictures = Field(description="runs behind the pictures of mechanisms")

    def remarks(self, settings: Iterable[Mapping[str, Any]]) -> list[str]:
        """Return the sizes at which DEMAB, as printed, starts stage 2 before phase 1."""
        sizes = {
            Setting(cell["agents"], cell["arms"], cell["horizon"])
            for cell in settings
            if cell.get("algorithm") == "demab" and {"arms", "horizon"} <= cell.keys()
        }
        low = sorted(one for one in sizes if demab_options.Options().stages(one)[1] < 0)
        return [
            f"l0 < 0 at {len(low)} of DEMAB's {len(sizes)} sizes, such as M = {one.agents}, K = "
            f"{one.arms}, T = {one.horizon}: phases below 1 drop no arm (notebook, Section 4.2)"
            for one in low[:1]
        ]
