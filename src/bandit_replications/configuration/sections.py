"""Sections of a configuration that run algorithms: ids, replicates, checked options."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypeVar

import numpy as np
from pydantic import AfterValidator, BaseModel, Field, ValidationError

from bandit_replications.bandits import extensions
from bandit_replications.bandits.instances import InstanceEntry
from bandit_replications.bandits.problems import Simulator
from bandit_replications.configuration.messages import explain, shown
from bandit_replications.configuration.quantities import LEAST_GAP, MOST_VALUES, Count, Points
from bandit_replications.configuration.validation import Section

Value = TypeVar("Value")


def distinct(values: list[Any]) -> list[Any]:
    """Return the values of a list of settings: one given twice would be simulated twice.

    Entries with a name are told apart by it, as in results and figures.

    Raises
    ------
    ValueError
        If one is there twice.

    """
    for number, value in enumerate(values):
        if value in values[:number]:
            given = value.model_dump(exclude_unset=True) if isinstance(value, BaseModel) else value
            raise ValueError(f"{shown(given)} twice; allowed: each value once")
    names = [value.name for value in values if hasattr(value, "name")]
    for number, name in enumerate(names):
        if name in names[:number]:
            raise ValueError(f"name {name!r} twice; allowed: different names")
    return values


def distinct_by(*keys: str) -> AfterValidator:
    """Return what refuses entries of a list that agree in these keys, which tell cells apart."""

    def check(values: list[Any]) -> list[Any]:
        seen = [{key: getattr(value, key) for key in keys} for value in values]
        for number, own in enumerate(seen):
            if own in seen[:number]:
                raise ValueError(f"{shown(own)} twice; allowed: each once")
        return values

    return AfterValidator(check)


Distinct = AfterValidator(distinct)
# A list of settings, each of which makes cells of its own; and one that may be empty.
Settings = Annotated[list[Value], Field(min_length=1, max_length=MOST_VALUES), Distinct]
AnySettings = Annotated[list[Value], Field(max_length=MOST_VALUES), Distinct]
AlgorithmIds = Annotated[list[str], Distinct]


def with_gap(entry: InstanceEntry) -> InstanceEntry:
    """Return an instance in which an arm is worse than the best: bounds divide by its gap.

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


class Algorithms(Section):
    """What every experiment that runs algorithms has."""

    algorithms: AlgorithmIds = Field(min_length=1, description="ids of the algorithms to run")
    replicates: dict[str, Count] = Field(
        description="runs of each algorithm in each cell; `default` for those not named"
    )

    def replicates_of(self, algorithm: str) -> int:
        """Return the number of runs of an algorithm."""
        return self.replicates.get(algorithm, self.replicates.get("default", 0))

    def check_algorithms(self, built_in: Sequence[str], *, feedback: str | None = None) -> None:
        """Check the ids and that each has replicates.

        Parameters
        ----------
        built_in : sequence of str
            Ids that the experiment has.
        feedback : str, optional
            The kind of feedback with which a user's classes may take part; none may without it.

        Raises
        ------
        ValueError
            If an algorithm is unknown or has no replicates.

        """
        known = (*built_in, *(user_algorithms(feedback) if feedback else ()))
        for name in self.algorithms:
            if name not in known:
                raise ValueError(f"algorithms: {name!r}; allowed: {', '.join(known)}")
            if self.replicates_of(name) < 1:
                raise ValueError(f"replicates: none for {name!r}; allowed: its id or `default`")
        for name in self.replicates:
            if name not in (*known, "default"):
                raise ValueError(f"replicates: {name!r}; allowed: default, {', '.join(known)}")


class Curves(Algorithms):
    """What an experiment has whose runs are recorded on their way."""

    checkpoints: Points = Field(
        description=(
            "log-spaced rounds at which every run is recorded, and half as many equally spaced; "
            "0: its end alone"
        ),
    )


def user_algorithms(feedback: str) -> list[str]:
    """Return the ids of the user's classes for this kind of feedback."""
    found: dict[str, Any] = dict(extensions.classes())
    return [name for name, cls in found.items() if cls.feedback == feedback]


def check_options(
    simulators: Mapping[str, Simulator],
    options: Mapping[str, Mapping[str, Any]],
    algorithms: Sequence[str],
    *,
    path: Sequence[int | str] | None = None,
) -> None:
    """Check options against the algorithms' own models.

    Parameters
    ----------
    simulators : mapping
        The paper's algorithms by id; a user's own take no options.
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
            raise ValueError(f"options: {algorithm!r}; allowed: {', '.join(algorithms)}")
        if algorithm in simulators:
            model = simulators[algorithm].Options
            _check_values(model, values, path or ("options", algorithm))


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
