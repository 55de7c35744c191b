"""How algorithms look: the same in every figure; each paper has a table of its own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True)
class Look:
    """How one algorithm is drawn in every figure of every paper.

    Attributes
    ----------
    colour : str
        From Okabe and Ito's palette for the colour-blind; luminances differ.
    dashes : tuple of float
        Lengths of dash and gap in line widths; empty for a solid line.
    marker : str
    name : str
        What legends call it; a user's algorithm goes by its id.
    number : str
        Where the paper has it, such as "Algorithm 2"; empty for baselines that it only names.
    algorithm : str
        The algorithm's id; `Looks` sets it.

    """

    colour: str
    dashes: tuple[float, ...]
    marker: str
    name: str = ""
    number: str = ""
    algorithm: str = ""

    def label(self, series: str) -> str:
        """Return what a legend calls a series: the algorithm's name if it is that, else its own."""
        return self.name if series == self.algorithm else series

    @property
    def line(self) -> dict[str, Any]:
        """Keyword arguments for a line with markers here and there."""
        style = (0, self.dashes) if self.dashes else "-"
        return {"color": self.colour, "linestyle": style, "marker": self.marker}


SOLID: tuple[float, ...] = ()
DASHED = (5.0, 1.8)
DASH_DOT = (6.0, 1.6, 1.2, 1.6)
SHORT = (2.2, 1.2)

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
