"""What sections of the papers' configurations share: algorithms, replicates, options."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field, ValidationInfo

from bandit_replications import extensions
from bandit_replications.configuration import CHECKED, Section
from bandit_replications.papers import load_module

Count = Annotated[int, Field(ge=1)]


class Algorithms(Section):
    """What every experiment that runs algorithms has."""

    algorithms: list[str] = Field(min_length=1, description="ids of the algorithms to run")
    replicates: dict[str, Count] = Field(
        description="runs of each algorithm in each cell; `default` for those not named"
    )
    curve_replicates: int = Field(
        ge=0, description="runs whose whole curve is kept; of the others the final round"
    )
    checkpoints: int = Field(
        ge=1, description="log-spaced rounds at which a curve is kept; half as many equally spaced"
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


def user_algorithms(feedback: str) -> list[str]:
    """Return the ids of the user's classes for this kind of feedback."""
    found: dict[str, Any] = dict(extensions.classes())
    return [name for name, cls in found.items() if cls.feedback == feedback]


def check_options(
    paper: str,
    options: Mapping[str, Mapping[str, Any]],
    algorithms: Sequence[str],
    info: ValidationInfo,
) -> None:
    """Check options against the algorithms' own models.

    A job whose configuration was checked when it was planned skips this: the models stand in the
    modules of compiled code, which take a second to load.

    Raises
    ------
    ValueError
        If an algorithm does not run or does not know the option or its value.

    """
    if info.context == CHECKED:
        return
    built_in = load_module(paper, "algorithms")
    for algorithm, values in options.items():
        if algorithm not in algorithms:
            raise ValueError(f"options: {algorithm!r}; allowed: {', '.join(algorithms)}")
        if algorithm in built_in.ALGORITHMS:
            built_in.load(algorithm).Options.model_validate(values)
