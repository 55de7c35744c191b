"""Samples that comparisons take from a paper's data: rows, rounds and names."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Generic, TypeVar

import numpy as np
import pandas as pd

from bandit_replications.configuration.validation import PaperConfiguration
from bandit_replications.experiments.needs import Need
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.comparison_records import Chosen, ComparisonRecord
from bandit_replications.ledger.parts import Part, Sample
from bandit_replications.ledger.rules import Numbers, all_of
from bandit_replications.runtime.errors import NotApplicable

END = "end"  # of a run
NO_COLUMNS = ("data", "round", "since")


def cell_text(cell: Chosen) -> str:
    """Return the name of a cell."""
    return ", ".join(f"{column} {value}" for column, value in cell.items())


def values_of(config: PaperConfiguration, data: str, column: str, name: str) -> Sequence[Any]:
    """Return the values of a column as its section lists them."""
    values = getattr(section_of(config, data), f"{column}s")
    return [getattr(value, "name", value) for value in values]


def section_of(config: PaperConfiguration, data: str) -> Any:
    """Return the section of a data set."""
    return getattr(config, data.replace("-", "_"))


def require(
    config: PaperConfiguration, data: str, algorithms: Iterable[str], *, fewest: int = 2
) -> None:
    """Raise NotApplicable unless the run has so many runs of each algorithm in a data set."""
    section = section_of(config, data)
    for name in algorithms:
        if name not in section.algorithms:
            raise NotApplicable(f"the run has no {name} in {data}")
        runs = getattr(section, "replicates_of", lambda name: section.replicates)(name)
        if runs < fewest:
            raise NotApplicable(
                f"the run has {runs} runs of {name} in {data}; at least {fewest} are needed"
            )


def require_runs(config: PaperConfiguration, chosen: Sequence[Chosen]) -> None:
    """Raise NotApplicable unless the run has two runs of each algorithm that is compared."""
    for one in chosen:
        require(config, one["data"], [one["algorithm"]])


def at_round(cell: pd.DataFrame, point: str | int = END) -> pd.DataFrame:
    """Return the rows of one cell after a round, or a fraction of the horizon, by replicate.

    A data set without rounds has only the ends of runs.
    """
    rows = cell
    if "round" in cell:
        wanted = last = int(cell["round"].max())
        if point != END:
            wanted = point if isinstance(point, int) else int(Fraction(point) * last)
        rows = cell[cell["round"] == wanted]
    rows = rows.sort_values("replicate")
    if rows["replicate"].duplicated().any():
        raise ValueError("the rows of several cells; allowed: those of one")
    return rows


AnyConfiguration = TypeVar("AnyConfiguration", bound=PaperConfiguration)


@dataclass(frozen=True, kw_only=True)
class Samples:
    """How a paper's runs are selected and named.

    Attributes
    ----------
    place : str
        `module:name` of what stands for a claim's check.
    scope : callable
        (configuration, runs that are compared) raises NotApplicable for a run that the claim is
        not about.
    defaults : callable
        (configuration, runs) -> columns with the main interpretation's values.
    values : callable
        (configuration, data set, column, name) -> values that `over` names.
    cell : callable
        (configuration, columns with values) -> text.
    prepare : callable
        (frame, data set) -> frame.
    computed : mapping
        Name in an algorithm's place -> (reader, itself, other side) -> runs that are computed.
    pair : callable, optional
        (reader, runs, others) -> both, where which runs are compared depends on the data.
    resolve : callable
        (configuration, runs) -> runs, for values that depend on the configuration.
    pick : callable
        (reader, runs) -> runs, for names that stand for one of several algorithms.
    name : str
        Template of a comparison's name, where the record has none.
    parts : mapping
        Name in `hold` -> (reader, cell) -> inequalities.
    shown, caveats : mapping
        Names in `shown` and `caveat` -> functions of the reader, the record and, for `shown`, the
        parts.
    interpretations : callable
        (configuration, record) -> interpretations that the configuration lists, skipped where the
        run lacks one.
    needs : callable
        (configuration, runs) -> the rows that they stand in.
    facts : mapping
        Values that rules name in braces, beside those of all papers.
    join : callable
        The parts' finding.

    """

    place: str
    scope: Callable[[Any, Sequence[Chosen]], None] = require_runs
    defaults: Callable[[Any, Chosen], Mapping[str, Any]] = lambda config, chosen: {}
    values: Callable[[Any, str, str, str], Sequence[Any]] = values_of
    cell: Callable[[Any, Chosen], str] = lambda config, cell: cell_text(cell)
    prepare: Callable[[pd.DataFrame, str], pd.DataFrame] = lambda frame, data: frame
    computed: Mapping[str, Callable[["Reader", Chosen, Chosen], Sample]] = field(
        default_factory=dict
    )
    pair: Callable[["Reader", Chosen, Chosen], tuple[Sample, Sample]] | None = None
    resolve: Callable[[Any, Chosen], Chosen] = lambda config, chosen: chosen
    pick: Callable[["Reader", Chosen], Chosen] = lambda reader, chosen: chosen
    name: str = "{a[algorithm]} / {b[algorithm]}, {cell}"
    parts: Mapping[str, Callable[["Reader", Chosen], Sequence[Part]]] = field(default_factory=dict)
    shown: Mapping[str, Callable[["Reader", ComparisonRecord, Sequence[Any]], Numbers]] = field(
        default_factory=dict
    )
    caveats: Mapping[str, Callable[["Reader", ComparisonRecord], str]] = field(default_factory=dict)
    interpretations: Callable[[Any, ComparisonRecord], Mapping[str, Mapping[str, Any]]] = (
        lambda config, record: {}
    )
    needs: Callable[[Any, Sequence[Chosen]], tuple[Need, ...]] = lambda config, chosen: needs_of(
        chosen
    )
    facts: Mapping[str, object] = field(default_factory=dict)
    join: Callable[..., Finding] = all_of


def needs_of(chosen: Iterable[Chosen], keys: Sequence[str] = ()) -> tuple[Need, ...]:
    """Return the rows that some runs stand in: of each data set, by the columns common to all."""
    others = ("algorithm", *NO_COLUMNS)
    by_data: dict[str, list[Chosen]] = {}
    for one in chosen:
        by_data.setdefault(one["data"], []).append(one)
    return tuple(
        Need(
            experiment=data,
            where={
                column: tuple(dict.fromkeys(one[column] for one in ones))
                for column in ("algorithm", *sorted(ones[0].keys() - {*others, *keys}))
                if all(column in one for one in ones)
            },
        )
        for data, ones in by_data.items()
    )


class Reader(Generic[AnyConfiguration]):
    """The runs that a paper's comparisons are about, of one configuration."""

    def __init__(self, samples: Samples, results: Results, config: AnyConfiguration) -> None:
        self.samples = samples
        self.results = results
        self.config = config
        self._frames: dict[tuple[str, str], pd.DataFrame] = {}

    def __call__(self, chosen: Chosen) -> Sample:
        """Return the regrets of a cell, one for each run, in the order of replicates.

        After `round` (an integer, or a fraction of the horizon rounded down; default: the end),
        less those after `since`.

        Raises
        ------
        NotApplicable
            If the run has no such cell.

        """
        cell = self.cell(chosen)
        after = at_round(cell, chosen.get("round", END))["regret"].to_numpy(np.float64)
        if "since" in chosen:
            after = after - at_round(cell, chosen["since"])["regret"].to_numpy(np.float64)
        return after

    def cell(self, chosen: Chosen) -> pd.DataFrame:
        """Return the rows of a cell; a column without a value excludes no row."""
        frame = self._of(chosen["data"], chosen["algorithm"])
        columns = {**self.samples.defaults(self.config, chosen), **chosen}
        for column, value in columns.items():
            if column in frame and column != "algorithm" and column not in NO_COLUMNS:
                frame = frame[(frame[column] == value) | frame[column].isna()]
        if frame.empty:
            raise NotApplicable(f"the run has no {cell_text(columns)}")
        return frame

    def _of(self, data: str, algorithm: str) -> pd.DataFrame:
        if (data, algorithm) not in self._frames:
            frame = self.samples.prepare(self.results[data], data)
            self._frames[data, algorithm] = frame[frame["algorithm"] == algorithm]
        return self._frames[data, algorithm]

    def pair(self, a: Chosen, b: Chosen) -> tuple[Sample, Sample]:
        """Return the runs of both sides; either may be computed."""
        if self.samples.pair is not None:
            return self.samples.pair(self, a, b)
        computed = self.samples.computed
        first, second = (
            computed[one["algorithm"]](self, one, other)
            if one["algorithm"] in computed
            else self(one)
            for one, other in ((a, b), (b, a))
        )
        return first, second
