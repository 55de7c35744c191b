"""The parameters of the paper's experiments: one section for each, with ranges and meanings."""

import itertools
from typing import Annotated, Literal, Self

from pydantic import Discriminator, Field, Tag, model_validator

from bandit_replications.bandits.quantities import (
    LEAST_GAP,
    LONGEST,
    MOST_SAMPLES,
    REWARD,
    ROUNDS,
    Epsilon,
    Gap,
    Horizon,
    Replicates,
    SeveralArms,
)
from bandit_replications.configuration.sections import (
    Algorithms,
    AnySettings,
    Curves,
    Epsilons,
    Instance,
    Options,
    Settings,
    Variant,
    Variants,
    check_options,
    check_variants,
    distinct_by,
)
from bandit_replications.configuration.validation import PaperConfiguration, Section
from bandit_replications.papers.private_online.catalogue import BANDIT, FULL_INFORMATION
from bandit_replications.papers.private_online.environments.instances import (
    FAMILIES,
    Sized,
    of_family,
    of_means,
)

PAPER = "private_online"


class BanditExperiment(Algorithms):
    """What the experiments with bandit feedback share."""

    settings: Settings[Instance] = Field(description="named mean-reward settings")
    epsilons: Epsilons
    horizon: Horizon

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

    options: Options

    @model_validator(mode="after")
    def _check_options(self) -> Self:
        check_options(BANDIT, self.options, self.ids)
        return self


class Part(Section):
    """The settings and epsilons of an algorithm with costly runs."""

    settings: Settings[str] = Field(description="names of settings")
    epsilons: Settings[Epsilon] = Field(description="privacy parameters")


class MoreRuns(Part):
    """The settings and epsilons in which an interpretation has another number of runs."""

    replicates: Replicates


class Readings(BanditExperiment):
    """How far each ambiguous interpretation of the paper moves the regret."""

    variants: Variants = Field(description="readings to compare")
    only: dict[str, Part] = Field(
        description="{algorithm or algorithm/interpretation: part}: what runs in a part of cells"
    )
    more: dict[str, MoreRuns] = Field(
        {}, description="{algorithm/interpretation: part}: cells with another number of runs"
    )

    @model_validator(mode="after")
    def _check_variants(self) -> Self:
        check_variants(BANDIT, self.variants)
        return self

    def part(self, algorithm: str, reading: str) -> Part | None:
        """Return the part of the cells that an interpretation runs in, or None for all."""
        return self.only.get(f"{algorithm}/{reading}", self.only.get(algorithm))


class Anytime(Section):
    """Section 7: the cost of an unknown horizon for DP-SE."""

    settings: Settings[Instance] = Field(description="named mean-reward settings")
    epsilons: Epsilons
    horizons: Settings[Annotated[int, Field(ge=64, le=LONGEST)]] = Field(
        title="T", description="lengths of runs", json_schema_extra=ROUNDS
    )
    restarts: Settings[Literal["squaring", "doubling"]] = Field(
        description="how the horizons of DP-SE's restarts grow"
    )
    first_horizons: Settings[Annotated[int, Field(ge=2, le=LONGEST)]] = Field(
        title="T_0",
        description="first horizons of restarts, the main one first; the others: squared only",
        json_schema_extra=ROUNDS,
    )
    replicates: Replicates


FamilyOrInstance = Annotated[
    Annotated[Literal["equal", "doubling", "blocks"], Tag("str")]
    | Annotated[Instance, Tag("entry")],
    Discriminator(lambda given: "str" if isinstance(given, str) else "entry"),
]


class FullInformation(Algorithms):
    """Section 5: regret of the full-information algorithms."""

    instances: Settings[FamilyOrInstance] = Field(
        description="families of instances: equal gaps, the Conclusion's doubling, or blocks of "
        "actions at each doubling gap; an entry {name, means} is an instance of its own"
    )
    arms: Settings[SeveralArms] = Field(title="K", description="numbers of actions")
    min_gaps: Settings[Gap] = Field(
        title="Δ_min", description="smallest gaps", json_schema_extra=REWARD
    )
    best: float = Field(
        ge=0, le=1, description="mean reward of the best action", json_schema_extra=REWARD
    )
    best_position: Literal["first", "last"] = Field(
        description="where the best action stands; FTNL plays the first one in epoch 0"
    )
    epsilons: Epsilons
    horizon: Horizon
    options: Options
    variants: Annotated[AnySettings[Variant], distinct_by("algorithm", "reading")] = Field(
        description="interpretations and repairs, beside the main one"
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        self.check_algorithms(FULL_INFORMATION, feedback=("full-information",))
        check_options(FULL_INFORMATION, self.options, self.ids)
        check_variants(FULL_INFORMATION, self.variants)
        if max(self.min_gaps) > self.best:
            raise ValueError(
                f"min_gaps: {max(self.min_gaps)}; allowed: at most best, {self.best} (means >= 0)"
            )
        own = [one for one in self.instances if not isinstance(one, str)]
        for entry in own:
            if entry.name in FAMILIES:
                raise ValueError(f"instances: name {entry.name!r}; allowed: no name of a family")
        if self.horizon < (arms := max([*self.arms, *(one.gaps.size for one in own)])):
            raise ValueError(
                f"horizon: {self.horizon}; allowed: at least the number of arms, {arms}"
            )
        return self

    @property
    def families(self) -> list[str]:
        """The families that run, at each number of actions and smallest gap."""
        return [one for one in self.instances if isinstance(one, str)]

    @property
    def listed(self) -> list[Sized]:
        """Every instance that runs."""
        last, found = self.best_position == "last", []
        for one in self.instances:
            if isinstance(one, str):
                found += [
                    of_family(instance=one, arms=k, min_gap=gap, best=self.best, last=last)
                    for k, gap in itertools.product(self.arms, self.min_gaps)
                ]
            else:
                found.append(of_means(one))
        return found


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
    arms: Settings[SeveralArms] = Field(title="K", description="numbers of actions")
    min_gaps: Settings[Annotated[float, Field(ge=LEAST_GAP, le=0.5)]] = Field(
        title="Δ",
        description="gap of the packing; means 1/2 and 1/2 + Δ",
        json_schema_extra=REWARD,
    )
    epsilons: Epsilons
    replicates: Replicates


class Configuration(PaperConfiguration):
    """Every parameter of the paper's experiments."""

    regret: Regret = Field(description="Section 6 and Appendix I: Figures 1 to 12")
    readings: Readings = Field(description="sensitivity to the bandit algorithms' interpretations")
    anytime: Anytime = Field(description="Section 7: restarts of DP-SE")
    full_information: FullInformation = Field(description="Section 5: Theorem 7, Corollary 9")
    privacy_audit: PrivacyAudit = Field(description="Theorems 2, 5 and 6")
    lower_bound: LowerBound = Field(description="Theorem 10")
