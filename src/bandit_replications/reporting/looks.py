"""Line styles of algorithms, the same in every figure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from bandit_replications.playing.keywords import (
    DASH_DOT,
    DASHED,
    SHORT,
    SOLID,
    Entries,
    Look,
    first,
)

__all__ = ["DASHED", "DASH_DOT", "SHORT", "SOLID", "SPARE_LOOKS", "Look", "Looks"]

# For algorithms of a user, in the order in which a figure meets them.
SPARE_LOOKS = (
    Look("#009E73", SHORT, "p"),
    Look("#CC79A7", SHORT, ">"),
    Look("#56B4E9", SHORT, "H"),
    Look("#7F7F7F", SHORT, "8"),
    Look("#8C6D1F", SHORT, "d"),
)


@dataclass(frozen=True)
class Looks:
    """The looks of a paper's algorithms by id.

    Attributes
    ----------
    table : mapping
        Algorithm's id -> look.

    """

    table: Mapping[str, Look]

    def __post_init__(self) -> None:
        named = {name: replace(look, algorithm=name) for name, look in self.table.items()}
        object.__setattr__(self, "table", named)

    @classmethod
    def of_entries(cls, entries: Entries) -> Self:
        """Return the looks that a catalogue gives."""
        return cls({name: entry.look for name, entry in first(entries).items() if entry.look})

    def __getitem__(self, algorithm: str) -> Look:
        return self.table[algorithm]

    def of(self, algorithms: Sequence[str]) -> dict[str, Look]:
        """Return the look of each algorithm; those of a user get the spare ones in order."""
        unknown = [name for name in algorithms if name not in self.table]
        spare = {name: SPARE_LOOKS[i % len(SPARE_LOOKS)] for i, name in enumerate(unknown)}
        return {name: self.table.get(name) or spare[name] for name in algorithms}

    def name(self, algorithm: str) -> str:
        """Return an algorithm's name for a legend: a user's is its id."""
        return self.table[algorithm].name if algorithm in self.table else algorithm
