"""Row filters on the data sets that a figure, table or claim requires."""

import functools
import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
import pyarrow.compute as pc

from bandit_replications.runtime.errors import NotApplicable


@dataclass(frozen=True, kw_only=True)
class Need:
    """Rows of one experiment.

    Attributes
    ----------
    experiment : str
        Name of the data set.
    where : mapping
        Setting column -> allowed values; no columns means all rows. A column that does not apply
        to a row (null) excludes nothing: non-private algorithms belong to every epsilon.

    """

    experiment: str
    where: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)

    def rows(self, frame: Any) -> Any:
        """Return a mask of the rows of a frame with an allowed value or none in each column."""
        chosen = np.ones(len(frame), dtype=np.bool_)
        for column, allowed in self.where.items():
            chosen &= (frame[column].isin(allowed) | frame[column].isna()).to_numpy(dtype=np.bool_)
        return chosen

    @property
    def expression(self) -> pc.Expression:
        """The same test of rows for a table of pyarrow."""
        fields = ((pc.field(column), list(allowed)) for column, allowed in self.where.items())
        tests = (field.isin(allowed) | field.is_null() for field, allowed in fields)
        return functools.reduce(operator.and_, tests, pc.scalar(True))


def every(*experiments: str) -> Callable[[Any], tuple[Need, ...]]:
    """Return the function that needs whole data sets, whatever the configuration."""
    return lambda config: tuple(Need(experiment=name) for name in experiments)


def require_several(values: Sequence[Any], name: str) -> None:
    """Raise NotApplicable unless a size of the run takes several values."""
    if len(values) < 2:
        raise NotApplicable(f"shows growth; {name} has one value")


def by_experiment(needs: Iterable[Need]) -> dict[str, list[Need]]:
    """Return needs by data set."""
    found: dict[str, list[Need]] = {}
    for need in needs:
        found.setdefault(need.experiment, []).append(need)
    return found


def select(needs: Iterable[Need], frames: Callable[[str], Any]) -> dict[str, Any]:
    """Return the rows that `needs` ask for, by experiment; `frames` gives a whole data set."""
    selected = {}
    for name, wanted in by_experiment(needs).items():
        frame = frames(name)
        keep = functools.reduce(operator.or_, (need.rows(frame) for need in wanted))
        selected[name] = frame[keep].reset_index(drop=True)
    return selected


class Needing(Protocol):
    """What rests on data: a claim, a figure, a table."""

    @property
    def needs(self) -> Callable[[Any], tuple[Need, ...]]:
        """Configuration -> needs; raises NotApplicable if the run lacks them."""


def needed(one: Needing, config: Any) -> tuple[Need, ...]:
    """Return the data that something rests on; none for a computation, or beyond this run."""
    try:
        return one.needs(config)
    except NotApplicable:
        return ()
