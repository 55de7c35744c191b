"""Line styles of algorithms, the same in every figure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from bandit_replications.playing.catalogue import (
    DASH_DOT,
    DASHED,
    SHORT,
    SOLID,
    Entries,
    LineStyle,
    first,
)

__all__ = ["DASHED", "DASH_DOT", "SHORT", "SOLID", "SPARE_STYLES", "LineStyle", "LineStyles"]

# For algorithms of a user, in the order in which a figure meets them.
SPARE_STYLES = (
    LineStyle("#009E73", SHORT, "p"),
    LineStyle("#CC79A7", SHORT, ">"),
    LineStyle("#56B4E9", SHORT, "H"),
    LineStyle("#7F7F7F", SHORT, "8"),
    LineStyle("#8C6D1F", SHORT, "d"),
)


@dataclass(frozen=True)
class LineStyles:
    """The styles of a paper's algorithms by id.

    Attributes
    ----------
    table : mapping
        Algorithm's id -> style.

    """

    table: Mapping[str, LineStyle]

    def __post_init__(self) -> None:
        named = {name: replace(style, algorithm=name) for name, style in self.table.items()}
        object.__setattr__(self, "table", named)

    @classmethod
    def of_entries(cls, entries: Entries) -> Self:
        """Return the styles that a catalogue gives."""
        return cls({name: entry.style for name, entry in first(entries).items() if entry.style})

    def __getitem__(self, algorithm: str) -> LineStyle:
        return self.table[algorithm]

    def of(self, algorithms: Sequence[str]) -> dict[str, LineStyle]:
        """Return the style of each algorithm; those of a user get the spare ones in order."""
        unknown = [name for name in algorithms if name not in self.table]
        spare = {name: SPARE_STYLES[i % len(SPARE_STYLES)] for i, name in enumerate(unknown)}
        return {name: self.table.get(name) or spare[name] for name in algorithms}

    def name(self, algorithm: str) -> str:
        """Return an algorithm's name for a legend: a user's is its id."""
        return self.table[algorithm].name if algorithm in self.table else algorithm
