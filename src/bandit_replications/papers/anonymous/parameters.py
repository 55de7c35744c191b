"""The parameters of the paper's experiments: one section for each, with ranges and meanings."""

from typing import Annotated, Any, Self

from pydantic import Field, model_validator

from bandit_replications.bandits.quantities import (
    LEAST_GAP,
    REWARD,
    Count,
    GroupSize,
    Horizon,
    Replicates,
    SeveralArms,
    Users,
    check_cells,
)
from bandit_replications.configuration.sections import (
    MAIN,
    AnySettings,
    Horizons,
    Ids,
    Options,
    Settings,
    distinct_by,
)
from bandit_replications.configuration.validation import PaperConfiguration, Section
from bandit_replications.papers.anonymous.catalogue import ENTRIES
from bandit_replications.papers.anonymous.parameters_regret import (
    Decomposed,
    Played,
    Regret,
    Tuning,
    check_replicates,
)
from bandit_replications.papers.anonymous.parameters_theory import (
    Beta,
    Decompositions,
    LowerBoundCase,
    Price,
)


class SizesSection(Section):
    """One problem's size."""

    users: Users
    arms: SeveralArms
    group_size: GroupSize
    horizon: Horizon


class Scaling(Played):
    """How the regret of the worst of several gaps grows with T, K, C and N."""

    algorithms: Ids
    decompositions: Decomposed
    base: SizesSection = Field(description="the sizes that are kept while another one changes")
    horizons: Horizons
    arms_base: dict[str, Count] = Field(
        description="sizes in place of the base's while the number of arms changes: U >= K(C+1) "
        "asks for N >= K^2 (C+1)"
    )
    arms: dict[str, AnySettings[SeveralArms]] = Field(
        title="K", description="numbers of arms, {algorithm: values}"
    )
    group_sizes: Settings[Users] = Field(title="C", description="smallest groups")
    users: Settings[Users] = Field(title="N", description="numbers of users")
    gaps: Settings[Annotated[float, Field(ge=LEAST_GAP, le=0.5)]] = Field(
        title="Δ",
        description="best mean minus the others, 0.5; each arm is best for as many users",
        json_schema_extra=REWARD,
    )
    replicates: dict[str, Count] = Field(
        description="runs in each cell, by algorithm; `default` for those not named"
    )
    options: Options

    @model_validator(mode="after")
    def _check(self) -> Self:
        for key, given, allowed in (
            ("replicates", self.replicates, ("default", *ENTRIES, *self.named)),
            ("arms", self.arms, ENTRIES),
            ("arms_base", self.arms_base, ("users", "group_size", "horizon")),
        ):
            for name in given:
                if name not in allowed:
                    raise ValueError(f"{key}: {name!r}; allowed: {', '.join(allowed)}")
        for algorithm, decomposition in self.runs():
            for sizes in self.sizes(algorithm):
                options = self.options_of(algorithm, decomposition, sizes)
                self.check_run(algorithm, options, **sizes.model_dump())
        return self

    def replicates_of(self, name: str) -> int:
        """Return the number of runs of an algorithm in each cell."""
        return self.value_for(name, self.replicates) or 1

    def base_of(self, size: str) -> SizesSection:
        """Return the sizes that are kept while one changes."""
        return self.base.model_copy(update=self.arms_base if size == "arms" else {})

    def values_of(self, algorithm: str, size: str) -> list[int]:
        """Return the values that a size takes for an algorithm, the base's among them."""
        if size == "arms":
            return sorted(set(self.arms.get(self.id_of(algorithm), [])))
        plural = {"horizon": "horizons", "group_size": "group_sizes", "users": "users"}[size]
        return sorted({*getattr(self, plural), getattr(self.base, size)})

    def sizes(self, algorithm: str) -> list[SizesSection]:
        """Return the base, and the base with one size changed at a time."""
        found = [self.base]
        for key in ("horizon", "arms", "group_size", "users"):
            for value in self.values_of(algorithm, key):
                found.append(self.base_of(key).model_copy(update={key: value}))
        return list(dict.fromkeys(found))

    def options_of(
        self, algorithm: str, decomposition: str | None, sizes: SizesSection
    ) -> dict[str, Any]:
        """Return an algorithm's options; Algorithm 1 is told the cluster bound U = floor(N/K)."""
        given = self.options_given(algorithm)
        if not decomposition:
            return given
        return {"decomposition": decomposition, "cluster": sizes.users // sizes.arms} | given


class LowerBounds(Played):
    """Section 3.6: regret on the hard instances, whatever an algorithm would refuse."""

    cases: Annotated[
        Settings[LowerBoundCase], distinct_by("construction", "users", "arms", "group_size")
    ] = Field(description="constructions and sizes")
    algorithms: Ids
    decompositions: Decomposed
    replicates: Replicates
    options: Options


class Configuration(PaperConfiguration):
    """Every parameter of the paper's experiments."""

    regret: Regret = Field(description="Appendix B: Figures 1 and 2, and other interpretations")
    tuning: Tuning = Field(description="Appendix B: choice of the hyper-parameters")
    scaling: Scaling = Field(description="Theorems 1 and 2: growth of the regret")
    decompositions: Decompositions = Field(description="Section 3.4: Corollaries 1 and 2")
    beta: Beta = Field(description="Open Problem 1")
    price: Price = Field(description="Regrouping: growth of the regret with the group size")
    lower_bounds: LowerBounds = Field(description="Section 3.6: Theorems 3, 4 and 5")

    @model_validator(mode="after")
    def _check(self) -> Self:
        own = tuple(self.regret.named)
        check_replicates("tuning.grids", dict.fromkeys(self.tuning.grids, 1), own=own)
        constants = sum(len(grid) for grid in self.tuning.grids.values())
        check_cells(
            "tuning: interpretations and grids, with the instances of regret",
            len(self.tuning.readings) * constants * len(self.regret.instances),
        )
        readings = [MAIN, *(variant.reading for variant in self.regret.variants)]
        for algorithm, decomposition in self.regret.runs():
            grid = self.tuning.grid_of(self.regret, algorithm, decomposition)
            if self.regret.tuned(algorithm, decomposition, MAIN) and not grid:
                name = decomposition or algorithm
                raise ValueError(f"tuning.grids: none for {name!r}; allowed: a list of values")
        for name in self.tuning.readings:
            if name not in readings:
                raise ValueError(f"tuning.readings: {name!r}; allowed: {', '.join(readings)}")
        return self
