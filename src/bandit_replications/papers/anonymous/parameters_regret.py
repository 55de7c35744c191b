"""Parameters of Appendix B: the runs of Figures 1 and 2, their interpretations and tuning."""

import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Self, get_args

from pydantic import Field, model_validator

from bandit_replications.bandits.quantities import (
    MOST_POINTS,
    MOST_REPLICATES,
    Constant,
    Count,
    GroupSize,
    Horizon,
)
from bandit_replications.configuration import sections
from bandit_replications.configuration.messages import shown
from bandit_replications.configuration.sections import (
    MAIN,
    AlgorithmList,
    AnySettings,
    Ids,
    Options,
    Settings,
    check_options,
    check_variants,
)
from bandit_replications.configuration.validation import Section
from bandit_replications.papers.anonymous.algorithms.batched_elimination import (
    Method as Decomposition,
)
from bandit_replications.papers.anonymous.catalogue import ENTRIES, NAMED, OWN
from bandit_replications.papers.anonymous.environments.instances import MeansEntry
from bandit_replications.papers.anonymous.environments.sizes import Sizes
from bandit_replications.playing.catalogue import entry_of

PAPER = "anonymous"
BATCHED = "batched-elimination"
PRODUCT = "product: "  # before the names of the interpretations that are combined
ON = " on "  # between a series and the instance for which its replicates are given

# The constant of each algorithm that Appendix B tunes: "the learning rate of BaSE", and that of
# T_exp. UCB is no algorithm of the paper and keeps its own.
TUNED = {BATCHED: "gamma", "explore-then-commit": "exploration_constant"}

LARGEST_RATIO = 1.5  # of neighbours on a grid of constants


Decomposed = Annotated[
    Settings[Decomposition], Field(description="decompositions that Algorithm 1 runs with")
]


class Played(AlgorithmList):
    """A list of algorithms, and decompositions for Algorithm 1."""

    if TYPE_CHECKING:
        decompositions: list[Decomposition]
        options: dict[str, dict[str, Any]]

    @model_validator(mode="after")
    def _check_played(self) -> Self:
        self.check_known(ENTRIES, feedback=("totals",))
        check_options(ENTRIES, self.options, self.ids)
        return self

    def runs(self) -> list[tuple[str, str | None]]:
        """Return algorithms with their decompositions, None where they have none."""
        return [
            (name, decomposition)
            for name in self.algorithms
            for decomposition in self._decompositions_of(name)
        ]

    def _decompositions_of(self, name: str) -> list[Any]:
        """Return those that Algorithm 1 runs with: all, or its own; None for other algorithms."""
        if self.id_of(name) != BATCHED:
            return [None]
        own = self.named[name].options.get("decomposition") if name in self.named else None
        return [own] if own else list(self.decompositions)

    def check_run(self, name: str, options: dict[str, Any], **sizes: int) -> None:
        """Raise ValueError where an algorithm cannot work on a problem of these `Sizes`."""
        entry = entry_of(self.id_of(name), ENTRIES, OWN)
        checked = entry.Options.model_validate(options)
        entry.algorithm.check_problem(Sizes(**sizes), checked)  # type: ignore[attr-defined]


class Variant(sections.Variant):
    """One interpretation of an algorithm, and where it is run."""

    decompositions: AnySettings[Decomposition] | None = Field(
        None, description="decompositions that are run under it; null is all"
    )
    instances: AnySettings[str] | None = Field(
        None, description="names of the instances of which it is run; null is all"
    )

    def runs_with(self, algorithm: str, decomposition: str | None) -> bool:
        """Return True for an algorithm and decomposition that it changes."""
        allowed = self.decompositions is None or decomposition in self.decompositions
        return self.algorithm == algorithm and allowed


class Products(Section):
    """Interpretations of Algorithm 1 that are run in every combination."""

    decompositions: Settings[Decomposition] = Field(description="decompositions that are run")
    instances: Settings[str] = Field(description="names of the instances that are run")
    options: dict[str, dict[str, Any]] = Field(
        description="the interpretations, {name: {option: value}}"
    )

    def variants(self) -> list[Variant]:
        """Return every combination as an interpretation, each with a tuned constant of its own."""
        sizes = range(1, len(self.options) + 1)
        return [
            Variant(
                reading=PRODUCT + ", ".join(names),
                algorithm=BATCHED,
                decompositions=self.decompositions,
                instances=self.instances,
                options=dict(pair for name in names for pair in self.options[name].items()),
            )
            for names in itertools.chain(*(itertools.combinations(self.options, n) for n in sizes))
        ]


class Regret(Played):
    """Appendix B, Figures 1 and 2, and a regime with larger clusters."""

    algorithms: Ids
    instances: Settings[MeansEntry] = Field(description="named matrices of means")
    decompositions: Decomposed
    replicates: dict[str, Count] = Field(
        description="runs in each cell, by decomposition or else by algorithm, of all instances or "
        "as `random on clustered` of one; `default` for those not named"
    )
    checkpoints: int = Field(
        ge=1,
        le=MOST_POINTS,
        description="log-spaced rounds at which a curve is kept; half as many equally spaced",
    )
    group_size: GroupSize
    horizon: Horizon
    options: Options = Field(
        description="constants and interpretations of each algorithm, {algorithm: {option: "
        "value}}; a constant that is given is not tuned"
    )
    variants: AnySettings[Variant] = Field(
        description="other interpretations, each with a tuned constant of its own"
    )
    products: Products | None = Field(
        None, description="interpretations in every combination; null is none"
    )
    variant_replicates: dict[str, Count] = Field(
        description="runs under another interpretation, by decomposition or else by algorithm; "
        "`default` for those not named"
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        names = [entry.name for entry in self.instances]
        own = (*self.algorithms, *self.ids)
        check_replicates("replicates", self.replicates, names, own)
        for algorithm, decomposition in self.runs():
            if not self._replicates_in(self.replicates, algorithm, decomposition):
                name = decomposition or algorithm
                raise ValueError(f"replicates: none for {name!r}; allowed: its name or `default`")
        check_replicates("variant_replicates", self.variant_replicates)
        check_variants(ENTRIES, self.every_variant)
        for entry, (algorithm, decomposition) in itertools.product(self.instances, self.runs()):
            for reading in self.readings_of(algorithm, decomposition, entry.name):
                users, arms = entry.shape
                self.check_run(
                    algorithm,
                    self.options_of(algorithm, decomposition, reading),
                    users=users,
                    arms=arms,
                    group_size=self.group_size,
                    horizon=self.horizon,
                )
        return self

    @property
    def every_variant(self) -> list[Variant]:
        """The other interpretations, one by one and in every combination."""
        return [*self.variants, *(self.products.variants() if self.products else [])]

    def readings_of(self, algorithm: str, decomposition: str | None, instance: str) -> list[str]:
        """Return the interpretations of an algorithm on an instance, the main one first."""
        others = [
            variant.reading
            for variant in self.every_variant
            if variant.runs_with(algorithm, decomposition)
            and (variant.instances is None or instance in variant.instances)
        ]
        return [MAIN, *others]

    def options_of(self, algorithm: str, decomposition: str | None, reading: str) -> dict[str, Any]:
        """Return the options that are given for a run."""
        merged = {"decomposition": decomposition} if decomposition else {}
        merged |= self.options_given(algorithm)
        for variant in self.every_variant:
            if variant.reading == reading and variant.runs_with(algorithm, decomposition):
                merged |= variant.options
        return merged

    def tuned(self, algorithm: str, decomposition: str | None, reading: str) -> str | None:
        """Return the option that validation chooses; None where it is given or there is none."""
        name = TUNED.get(self.id_of(algorithm))
        return None if name in self.options_of(algorithm, decomposition, reading) else name

    def replicates_under(
        self, algorithm: str, decomposition: str | None, reading: str, instance: str
    ) -> int:
        """Return the number of runs under an interpretation on an instance."""
        main = self._replicates_in(self.replicates, algorithm, decomposition, instance)
        if reading == MAIN:
            return main
        return self._replicates_in(self.variant_replicates, algorithm, decomposition) or main

    def _replicates_in(
        self, replicates: dict[str, int], name: str, decomposition: str | None, instance: str = ""
    ) -> int:
        """Return the replicates of a name of its own, the decomposition, the algorithm, or 0.

        What is given for one instance wins, `default` is last.
        """
        own = [name] if name in self.named else []
        series = decomposition or self.id_of(name)
        places = [f"{one}{ON}{instance}" for one in (*own, series)]
        keys = (*places, *own, series, self.id_of(name), "default")
        return next((replicates[key] for key in keys if key in replicates), 0)


class Tuning(Section):
    """Validation: one constant for each algorithm, on instances of `regret` drawn anew."""

    readings: Settings[str] = Field(
        description="interpretations with a constant of their own, `main` among them; others have "
        "its",
    )
    replicates: Annotated[int, Field(ge=2, le=MOST_REPLICATES)] = Field(
        description="validation instances, the same for every constant and algorithm"
    )
    grids: dict[str, AnySettings[Constant]] = Field(
        description="values that are tried, by decomposition or else by algorithm, of a ratio of "
        f"at most {LARGEST_RATIO}"
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        if MAIN not in self.readings:
            raise ValueError(f"readings: {', '.join(self.readings)}; allowed: {MAIN} among them")
        for name, grid in self.grids.items():
            if len(grid) < 3:
                raise ValueError(f"grids: {name}: {shown(grid)}; allowed: at least 3 values")
            for before, value in itertools.pairwise(grid):
                if not 1 < value / before <= LARGEST_RATIO:
                    raise ValueError(
                        f"grids: {name}: {value:g} after {before:g}; allowed: more, and at most "
                        f"{LARGEST_RATIO} times the one before"
                    )
        return self

    def tunes(self, reading: str) -> bool:
        """Return True for an interpretation with a constant of its own."""
        return reading in self.readings or reading.startswith(PRODUCT)

    def grid_of(self, section: Regret, name: str, decomposition: str | None) -> list[float]:
        """Return the values that are tried: of a name, a decomposition or else the algorithm."""
        own = [name] if name in section.named else []
        keys = (*own, decomposition or "", section.id_of(name))
        return next((self.grids[key] for key in keys if key in self.grids), [])


def check_replicates(
    key: str,
    replicates: dict[str, int],
    instances: Sequence[str] = (),
    own: Sequence[str] = (),
) -> None:
    """Raise ValueError if a name is unknown: not built in, nor one that the section has."""
    known = tuple(dict.fromkeys(("default", *ENTRIES, *get_args(Decomposition), *NAMED, *own)))
    for name in replicates:
        series, _, instance = name.partition(ON)
        if series not in known:
            raise ValueError(f"{key}: {name!r}; allowed: {', '.join(known)}")
        if ON in name and (series == "default" or instance not in instances):
            places = ", ".join(instances) or "no instance by itself"
            raise ValueError(f"{key}: {name!r}; allowed after {ON.strip()!r}: {places}")
