"""The parameters of the paper's experiments: one section for each, with ranges and meanings."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from bandit_replications.bandits.problems import Simulator
from bandit_replications.bandits.quantities import (
    LEAST_GAP,
    LONGEST,
    MOST_ARMS,
    MOST_SAMPLES,
    Count,
    Epsilon,
    Gap,
    Horizon,
)
from bandit_replications.configuration.sections import (
    Algorithms,
    AnySettings,
    Curves,
    Instance,
    Settings,
    check_options,
    distinct_by,
)
from bandit_replications.configuration.validation import PaperConfiguration, Section
from bandit_replications.papers.private_online.catalogue import BANDIT, FULL_INFORMATION

PAPER = "private_online"
MAIN = "main"

ROUNDS: dict[str, Any] = {"unit": "rounds"}
REWARD: dict[str, Any] = {"unit": "reward per round"}

Arms = Annotated[int, Field(ge=2, le=MOST_ARMS)]
Named = distinct_by("algorithm", "reading")


class BanditExperiment(Algorithms):
    """What the experiments with bandit feedback share."""

    settings: Settings[Instance] = Field(description="named mean-reward settings")
    epsilons: Settings[Epsilon] = Field(title="ε", description="privacy parameters")
    horizon: Horizon = Field(title="T", description="length of a run", json_schema_extra=ROUNDS)

    @model_validator(mode="after")
    def _check(self) -> Self:
        self.check_algorithms(BANDIT, feedback=("bandit",))
        for setting in self.settings:
            arms = len(setting.resolve_means())
            if self.horizon < arms:
                raise ValueError(
                    f"horizon: {self.horizon}; allowed: at least the number of arms, "
                    f"{arms} in setting {setting.name!r}"
                )
        return self


class Regret(BanditExperiment, Curves):
    """Section 6 and Appendix I: regret of the bandit algorithms."""

    options: dict[str, dict[str, Any]] = Field(
        description="constants and readings of each algorithm, {algorithm: {option: value}}"
    )

    @model_validator(mode="after")
    def _check_options(self) -> Self:
        check_options(BANDIT, self.options, self.ids)
        return self


class Variant(Section):
    """One reading of an algorithm: a name and the options that it changes."""

    reading: str = Field(min_length=1, description="name of the reading")
    algorithm: str = Field(description="id of the algorithm")
    options: dict[str, Any] = Field(description="options that differ from the main reading")


class Part(Section):
    """The settings and epsilons to which an algorithm is limited: runs of it that cost much."""

    settings: Settings[str] = Field(description="names of settings")
    epsilons: Settings[Epsilon] = Field(description="privacy parameters")


def check_variants(simulators: Mapping[str, Simulator], variants: Sequence[Variant]) -> None:
    """Check that each variant's algorithm knows its options; one that does not run is left out.

    Raises
    ------
    ValueError
        If one does not.

    """
    for number, variant in enumerate(variants):
        if variant.algorithm not in simulators:
            allowed = ", ".join(simulators)
            raise ValueError(f"variants: {variant.algorithm!r}; allowed: {allowed}")
        if variant.reading == MAIN:
            raise ValueError(f"variants: reading {MAIN!r}; allowed: another name")
        path = ("variants", number, "options")
        options = {variant.algorithm: variant.options}
        check_options(simulators, options, tuple(simulators), path=path)


class Readings(BanditExperiment):
    """How far each ambiguous reading of the paper moves the regret."""

    variants: Annotated[Settings[Variant], Named] = Field(description="readings to compare")
    only: dict[str, Part] = Field(
        description="{algorithm: part}: algorithms that run in a part of the cells"
    )

    @model_validator(mode="after")
    def _check_variants(self) -> Self:
        check_variants(BANDIT, self.variants)
        return self


class Anytime(Section):
    """Section 7: what it costs DP-SE not to know the horizon."""

    settings: Settings[Instance] = Field(description="named mean-reward settings")
    epsilons: Settings[Epsilon] = Field(title="ε", description="privacy parameters")
    horizons: Settings[Annotated[int, Field(ge=64, le=LONGEST)]] = Field(
        title="T", description="lengths of runs", json_schema_extra=ROUNDS
    )
    restarts: Settings[Literal["squaring", "doubling"]] = Field(
        description="how the horizons of DP-SE's restarts grow"
    )
    replicates: Count = Field(description="runs in each cell")


class FullInformation(Algorithms):
    """Section 5: regret of the full-information algorithms."""

    instances: Settings[Literal["equal", "doubling"]] = Field(
        description="families of instances: equal gaps, or the Conclusion's doubling"
    )
    arms: Settings[Arms] = Field(title="K", description="numbers of actions")
    min_gaps: Settings[Gap] = Field(
        title="Δ_min", description="smallest gaps", json_schema_extra=REWARD
    )
    best: float = Field(
        ge=0, le=1, description="mean reward of the best action", json_schema_extra=REWARD
    )
    best_position: Literal["first", "last"] = Field(
        description="where the best action stands; FTNL plays the first one in epoch 0"
    )
    epsilons: Settings[Epsilon] = Field(title="ε", description="privacy parameters")
    horizon: Horizon = Field(title="T", description="length of a run", json_schema_extra=ROUNDS)
    options: dict[str, dict[str, Any]] = Field(
        description="constants and readings of each algorithm, {algorithm: {option: value}}"
    )
    variants: Annotated[AnySettings[Variant], Named] = Field(
        description="readings and repairs, beside the main reading"
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        self.check_algorithms(FULL_INFORMATION, feedback=("full-information",))
        check_options(FULL_INFORMATION, self.options, self.ids)
        check_variants(FULL_INFORMATION, self.variants)
        if self.horizon < max(self.arms):
            raise ValueError(
                f"horizon: {self.horizon}; allowed: at least the number of arms, {max(self.arms)}"
            )
        if max(self.min_gaps) > self.best:
            raise ValueError(
                f"min_gaps: {max(self.min_gaps)}; allowed: at most best, {self.best} (means >= 0)"
            )
        return self


class PrivacyAudit(Section):
    """Theorems 2, 5, 6 and the mechanisms they rest on: exact or certified privacy loss."""

    epsilons: Settings[Epsilon] = Field(title="ε", description="claimed privacy parameters")
    samples: int = Field(
        ge=1000,
        le=MOST_SAMPLES,
        description="runs on each of two neighbouring inputs of a statistical audit",
    )


class LowerBound(Section):
    """Theorem 10: regret on the packing, beside the bound."""

    algorithms: Settings[Literal["ftnl", "naive-ftnl"]] = Field(
        description="ids of the algorithms to run"
    )
    arms: Settings[Arms] = Field(title="K", description="numbers of actions")
    min_gaps: Settings[Annotated[float, Field(ge=LEAST_GAP, le=0.5)]] = Field(
        title="Δ",
        description="gap of the packing; means 1/2 and 1/2 + Δ",
        json_schema_extra=REWARD,
    )
    epsilons: Settings[Epsilon] = Field(title="ε", description="privacy parameters")
    replicates: Count = Field(description="runs in each cell")


class Configuration(PaperConfiguration):
    """Every parameter of the paper's experiments."""

    regret: Regret = Field(description="Section 6 and Appendix I: Figures 1 to 12")
    readings: Readings = Field(description="sensitivity to the readings of the bandit algorithms")
    anytime: Anytime = Field(description="Section 7: restarts of DP-SE")
    full_information: FullInformation = Field(description="Section 5: Theorem 7, Corollary 9")
    privacy_audit: PrivacyAudit = Field(description="Theorems 2, 5 and 6")
    lower_bound: LowerBound = Field(description="Theorem 10")
