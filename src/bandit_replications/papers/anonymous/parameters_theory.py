"""Parameters of graphs, hard instances and regrouping: Sections 3.1, 3.4 and 3.6."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from bandit_replications.bandits.quantities import (
    LEAST_GAP,
    MOST_USERS,
    REWARD,
    Constant,
    Count,
    Demand,
    GroupSize,
    Horizon,
    Replicates,
    SeveralArms,
    Users,
)
from bandit_replications.configuration.sections import (
    Horizons,
    Settings,
    distinct_by,
)
from bandit_replications.configuration.validation import Section
from bandit_replications.papers.anonymous.algorithms.batched_elimination import (
    Method as Decomposition,
)
from bandit_replications.papers.anonymous.algorithms.sub_algorithms import SubAlgorithm
from bandit_replications.papers.anonymous.environments.constructions import check_construction
from bandit_replications.papers.anonymous.theory.decomposition_cases import GRAPHS


class Decompositions(Section):
    """Section 3.4: assignments that each method needs."""

    graphs: Settings[str] = Field(description="families of graphs of demands")
    methods: Settings[Decomposition] = Field(description="decompositions to compare")
    users: Users
    arms: SeveralArms
    group_sizes: Settings[Users] = Field(
        title="C", description="smallest groups that report a total"
    )
    demands: Settings[Demand] = Field(
        title="D", description="instances of feedback that each user asks for"
    )
    replicates: Count = Field(description="graphs in each cell")

    @model_validator(mode="after")
    def _check(self) -> Self:
        for graph in self.graphs:
            if graph not in GRAPHS:
                raise ValueError(f"graphs: {graph!r}; allowed: {', '.join(GRAPHS)}")
        least = self.arms * (max(self.group_sizes) + 1)
        if self.users < least:
            raise ValueError(
                f"users: {self.users}; allowed: at least arms (group_size + 1), {least}, since no "
                "decomposition can meet a demand on every arm with fewer"
            )
        return self


class BetaCase(Section):
    """One family of graphs for β."""

    graph: Literal["all", "worst", "lone"] = Field(
        description="every graph, the worst one for U = C + 1, or that of a lone user for any U"
    )
    arms: SeveralArms
    group_size: GroupSize
    cluster: int = Field(
        ge=2, le=MOST_USERS, title="U", description="users of its own that each arm has"
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.cluster <= self.group_size:
            raise ValueError(
                f"cluster: {self.cluster}; allowed: more than group_size, {self.group_size}"
            )
        if self.graph == "worst" and self.cluster != self.group_size + 1:
            raise ValueError(
                f"cluster: {self.cluster}; allowed: group_size + 1, {self.group_size + 1}, "
                "for graph worst"
            )
        if self.graph == "all" and self.arms > 3:
            raise ValueError(f"arms: {self.arms}; allowed: 2 or 3 for graph all")
        return self


class Beta(Section):
    """Open Problem 1: share of the demand that fits into the anonymity polytope."""

    cases: Annotated[Settings[BetaCase], distinct_by("graph", "arms", "group_size", "cluster")] = (
        Field(description="families of graphs")
    )


class Price(Section):
    """Regrouping: how the regret of Algorithm 1 grows with the group size."""

    sub_algorithms: Settings[SubAlgorithm] = Field(description="how assignments inform")
    users: Users
    arms: SeveralArms
    horizon: Horizon
    group_sizes: Settings[Users] = Field(title="C", description="smallest groups")
    gaps: Settings[Annotated[float, Field(ge=LEAST_GAP, le=0.5)]] = Field(
        title="Δ",
        description="best mean minus the others, 0.5; each arm is best for as many users",
        json_schema_extra=REWARD,
    )
    gamma: Constant = Field(description="γ over the variance proxy of an estimate")
    replicates: Replicates

    @model_validator(mode="after")
    def _check(self) -> Self:
        least = 2 * self.arms**2 * max(self.group_sizes)
        if self.users < least:
            raise ValueError(f"users: {self.users}; allowed: at least 2 arms^2 group_size, {least}")
        return self


class LowerBoundCase(Section):
    """One construction of a lower bound, with its sizes."""

    construction: Literal["theorem-3", "theorem-3-printed", "theorem-4", "theorem-5"] = Field(
        description="theorem whose hard instances are drawn, or its printed gap"
    )
    users: Users
    arms: SeveralArms
    group_size: GroupSize
    horizons: Horizons

    @model_validator(mode="after")
    def _check(self) -> Self:
        for horizon in self.horizons:
            check_construction(
                self.construction,
                users=self.users,
                arms=self.arms,
                group_size=self.group_size,
                horizon=horizon,
            )
        return self
