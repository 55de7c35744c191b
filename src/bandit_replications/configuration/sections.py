"""Sections of a configuration that run algorithms: ids, replicates, checked options."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import numpy as np
from pydantic import (
    AfterValidator,
    BaseModel,
    Field,
    ValidationError,
    field_serializer,
    model_validator,
)

from bandit_replications.bandits.instances import InstanceEntry
from bandit_replications.bandits.problems import HasOptions
from bandit_replications.bandits.quantities import (
    LEAST_GAP,
    MOST_VALUES,
    ROUNDS,
    Count,
    Epsilon,
    Horizon,
    Points,
)
from bandit_replications.configuration.messages import explain, shown, unknown
from bandit_replications.configuration.validation import Section
from bandit_replications.playing import extensions

Value = TypeVar("Value")
MAIN = "main"  # the interpretation that is chosen


def distinct(values: list[Any]) -> list[Any]:
    """Return the values of a list of settings: one given twice would be simulated twice.

    Entries with a name are told apart by it, as in results and figures.

    Raises
    ------
    ValueError
        If one is there twice.

    """
    for value in _again(values):
        given = value.model_dump(exclude_unset=True) if isinstance(value, BaseModel) else value
        raise ValueError(f"{shown(given)} twice; allowed: each value once")
    for name in _again([value.name for value in values if hasattr(value, "name")]):
        raise ValueError(f"name {name!r} twice; allowed: different names")
    return values


def _again(values: Sequence[Any]) -> list[Any]:
    """Return the values that stand earlier in the list, too."""
    return [value for number, value in enumerate(values) if value in values[:number]]


def distinct_by(*keys: str) -> AfterValidator:
    """Return a validator that refuses entries with the same values of these keys."""

    def check(values: list[Any]) -> list[Any]:
        for own in _again([{key: getattr(value, key) for key in keys} for value in values]):
            raise ValueError(f"{shown(own)} twice; allowed: each once")
        return values

    return AfterValidator(check)


Distinct = AfterValidator(distinct)
# A list of settings, each of which makes cells of its own; and one that may be empty.
Settings = Annotated[list[Value], Field(min_length=1, max_length=MOST_VALUES), Distinct]
AnySettings = Annotated[list[Value], Field(max_length=MOST_VALUES), Distinct]
AlgorithmIds = Annotated[list[str], Distinct]
Epsilons = Annotated[Settings[Epsilon], Field(title="ε", description="privacy parameters")]
Horizons = Annotated[
    Settings[Horizon],
    Field(title="T", description="lengths of runs", json_schema_extra=ROUNDS),
]
Options = Annotated[
    dict[str, dict[str, Any]],
    Field(description="constants and interpretations by algorithm, {algorithm: {option: value}}"),
]


def with_gap(entry: InstanceEntry) -> InstanceEntry:
    """Return an instance after checking its gap, by which bounds divide.

    Raises
    ------
    ValueError
        If all means are equal, or so near to it that no run could tell.

    """
    means = entry.resolve_means()
    if float(np.ptp(means)) < LEAST_GAP:
        raise ValueError(
            f"instance {entry.name!r}: means {shown(means)}; allowed: means that are not all "
            f"equal, the least at least {LEAST_GAP:g} below the best"
        )
    return entry


Instance = Annotated[InstanceEntry, AfterValidator(with_gap)]
Ids = Annotated[
    AlgorithmIds,
    Field(
        min_length=1,
        description="ids of the algorithms to run; an entry {algorithm, name, options} runs one of "
        "them under another name, with options of its own",
    ),
]


class NamedAlgorithm(Section):
    """An algorithm under a name of its own, with options of its own."""

    algorithm: str = Field(description="id of the algorithm, or module:Class")
    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._=+-]{0,59}$")] = Field(
        description="its name in results and figures: letters, digits and . _ = + -"
    )
    options: dict[str, Any] = Field(
        default={}, description="options, over those that the experiment gives the algorithm"
    )


class AlgorithmList(Section):
    """A section with algorithms: ids, and `{algorithm: …, name: …, options: {…}}`.

    The field `algorithms`, which subclasses declare, holds names; an id is the name of its
    algorithm.
    """

    if TYPE_CHECKING:
        algorithms: list[str]

    named: dict[str, NamedAlgorithm] = Field(
        default={},
        exclude=True,
        description="the entries of `algorithms` that have a name of their own, by that name",
    )

    @model_validator(mode="before")
    @classmethod
    def _take_names(cls, values: Any) -> Any:
        """Put the names of entries in their place."""
        if not isinstance(values, Mapping):
            return values
        if "named" in values:
            raise ValueError("named: unknown key; allowed: entries of algorithms with a name")
        listed = values.get("algorithms")
        if not isinstance(listed, list) or not any(isinstance(one, Mapping) for one in listed):
            return values
        entries = {
            number: _valid_entry(entry, number)
            for number, entry in enumerate(listed)
            if isinstance(entry, Mapping)
        }
        names = [entries[i].name if i in entries else one for i, one in enumerate(listed)]
        named = {entry.name: entry.model_dump() for entry in entries.values()}
        return {**values, "algorithms": names, "named": named}

    @field_serializer("algorithms", check_fields=False)
    def _give_entries(self, names: list[str]) -> list[Any]:
        return [self.named[one].model_dump() if one in self.named else one for one in names]

    def id_of(self, name: str) -> str:
        """Return the id of the algorithm behind a name."""
        return self.named[name].algorithm if name in self.named else name

    @property
    def ids(self) -> list[str]:
        """The ids of the algorithms that run, each once."""
        return list(dict.fromkeys(self.id_of(name) for name in self.algorithms))

    def options_given(self, name: str) -> dict[str, Any]:
        """Return the options of a name: its own over those that the section gives its algorithm."""
        common = getattr(self, "options", {}).get(self.id_of(name), {})
        return {**common, **(self.named[name].options if name in self.named else {})}

    def value_for(self, name: str, values: Mapping[str, Value]) -> Value | None:
        """Return the value of a mapping for a name, else for its algorithm, else for `default`."""
        keys = (name, self.id_of(name), "default")
        return next((values[key] for key in keys if key in values), None)

    def check_known(
        self, simulators: Mapping[str, HasOptions], *, feedback: Sequence[str] = ()
    ) -> None:
        """Check the ids, the names, and the options of entries that have a name.

        Parameters
        ----------
        simulators : mapping
            The algorithms that the experiment has, by id.
        feedback : sequence of str
            The kinds of feedback with which a user's classes may take part; none may without it.

        Raises
        ------
        ValueError
            If an id is unknown, or a name that of something else.
        ConfigurationError
            If a user's class cannot be used.
        ValidationError
            If an algorithm does not know an option or its value.

        """
        for algorithm in self.ids:
            if algorithm not in simulators:
                check_own(algorithm, simulators, feedback)
        for number, name in enumerate(self.algorithms):
            if name not in self.named:
                continue
            if name in extensions.reserved_names() or extensions.is_import(name):
                raise ValueError(
                    f"algorithms[{number}]: name {name!r} is built in; allowed: another name"
                )
            given = {self.id_of(name): self.options_given(name)}
            check_options(simulators, given, self.ids, path=("algorithms", number, "options"))


def _valid_entry(entry: Mapping[str, Any], number: int) -> NamedAlgorithm:
    try:
        return NamedAlgorithm.model_validate(entry)
    except ValidationError as error:
        problem = explain(error, NamedAlgorithm)
        raise ValueError(f"algorithms[{number}].{problem}") from error


def check_own(
    algorithm: str, simulators: Mapping[str, HasOptions], feedback: Sequence[str]
) -> None:
    """Check a user's algorithm: a class with such feedback.

    Raises
    ------
    ValueError
        If it is not.

    """
    found = extensions.find(algorithm) if feedback else None
    if found is None:
        known = (*simulators, *(extensions.ids(feedback) if feedback else ()))
        raise ValueError(unknown("algorithms", algorithm, known))
    given = extensions.feedback_of(found)
    if given not in feedback:
        allowed = " or ".join(map(repr, feedback))
        raise ValueError(
            f"algorithms: {shown(algorithm)} with feedback {given!r}; allowed here: {allowed}"
        )


class Algorithms(AlgorithmList):
    """A section of an experiment that runs algorithms, with the number of runs of each."""

    algorithms: Ids
    replicates: dict[str, Count] = Field(
        description="runs of each algorithm in each cell; `default` for those not named"
    )

    def replicates_of(self, name: str) -> int:
        """Return the number of runs of an algorithm."""
        return self.value_for(name, self.replicates) or 0

    def check_algorithms(
        self, simulators: Mapping[str, HasOptions], *, feedback: Sequence[str] = ()
    ) -> None:
        """Check as `check_known` does, and that each algorithm has replicates.

        Raises
        ------
        ValueError
            As `check_known`, and if an algorithm has no replicates.

        """
        self.check_known(simulators, feedback=feedback)
        for name in self.algorithms:
            if self.replicates_of(name) < 1:
                raise ValueError(f"replicates: none for {name!r}; allowed: its id or `default`")
        known = dict.fromkeys(("default", *simulators, *self.algorithms, *self.ids))
        for name in self.replicates:
            if name not in known:
                raise ValueError(unknown("replicates", name, [*known]))


class Curves(Algorithms):
    """A section of an experiment that records runs at checkpoints."""

    checkpoints: Points = Field(
        description=(
            "log-spaced rounds at which every run is recorded, and half as many equally spaced; "
            "0: its end alone"
        ),
    )


def check_options(
    simulators: Mapping[str, HasOptions],
    options: Mapping[str, Mapping[str, Any]],
    algorithms: Sequence[str],
    *,
    path: Sequence[int | str] | None = None,
) -> None:
    """Check options against the algorithms' own models.

    Parameters
    ----------
    simulators : mapping
        The paper's algorithms by id; others are a user's classes.
    options : mapping
        {algorithm: {option: value}}.
    algorithms : sequence of str
        Ids that run.
    path : sequence, optional
        Where an algorithm's options stand in the section; under `options.<algorithm>` without it.

    Raises
    ------
    ValueError
        If an algorithm does not run.
    ValidationError
        If an algorithm does not know the option or its value, at the option's own path.

    """
    for algorithm, values in options.items():
        if algorithm not in algorithms:
            raise ValueError(unknown("options", algorithm, algorithms))
        if algorithm in simulators:
            model = simulators[algorithm].Options
        else:
            model = extensions.options_of(extensions.found(algorithm))
        _check_values(model, values, path or ("options", algorithm))


class Variant(Section):
    """An interpretation of an algorithm: a name and the options that it changes."""

    reading: str = Field(min_length=1, description="name of the interpretation")
    algorithm: str = Field(description="id of the algorithm")
    options: dict[str, Any] = Field(description="options that differ from the main interpretation")


Variants = Annotated[Settings[Variant], distinct_by("algorithm", "reading")]


def check_variants(
    simulators: Mapping[str, HasOptions],
    variants: Sequence[Variant],
    algorithms: Sequence[str] | None = None,
) -> None:
    """Check that each variant has a name and that its algorithm knows its options.

    Parameters
    ----------
    simulators : mapping
        The paper's algorithms by id.
    variants : sequence of Variant
    algorithms : sequence of str, optional
        Of which there may be variants; all by default, one that does not run is then left out.

    Raises
    ------
    ValueError
        If one does not, or is called `main`.

    """
    for number, variant in enumerate(variants):
        if algorithms is None and variant.algorithm not in simulators:
            raise ValueError(unknown("variants", variant.algorithm, [*simulators]))
        if variant.reading == MAIN:
            raise ValueError(f"variants: interpretation {MAIN!r}; allowed: another name")
        path = ("variants", number, "options")
        options = {variant.algorithm: variant.options}
        check_options(simulators, options, algorithms or tuple(simulators), path=path)


def _check_values(model: type[BaseModel], values: Any, path: Sequence[int | str]) -> None:
    """Check one algorithm's options; a problem is reported where they stand in the section."""
    try:
        model.model_validate(values)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        message = explain(error, model)
        _, colon, problem = message.partition(": ")
        text = problem if first["loc"] and colon else message
        raise ValidationError.from_exception_data(
            error.title,
            [
                {
                    "type": "value_error",
                    "loc": (*path, *first["loc"]),
                    "input": first["input"],
                    "ctx": {"error": ValueError(text)},
                }
            ],
        ) from error
