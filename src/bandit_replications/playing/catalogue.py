"""Entries of a paper's catalogue: an algorithm or a user's class, and its line style.

A paper's `catalogue` has `ENTRIES`: by id, an `Entry` or, where one id has a module in each of two
settings, several; and `OWN`: by the feedback of a user's class, an `Own`.
"""

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from pydantic import BaseModel

from bandit_replications.bandits.problems import Simulator
from bandit_replications.playing import extensions
from bandit_replications.playing.keywords import Keywords, Live, LiveArms
from bandit_replications.playing.own_algorithms import OwnAlgorithm


@dataclass(frozen=True)
class LineStyle:
    """An algorithm's line in every figure of every paper.

    Attributes
    ----------
    colour : str
        From Okabe and Ito's palette for the colour-blind; luminances differ.
    dashes : tuple of float
        Lengths of dash and gap in line widths; empty for a solid line.
    marker : str
    name : str
        Name in legends; a user's algorithm goes by its id.
    number : str
        Where the paper has it, such as "Algorithm 2"; empty for baselines that it only names.
    algorithm : str
        The algorithm's id; `LineStyles` sets it.

    """

    colour: str
    dashes: tuple[float, ...]
    marker: str
    name: str = ""
    number: str = ""
    algorithm: str = ""

    def label(self, series: str) -> str:
        """Return a series' name in a legend: the algorithm's name, or its own if it is another."""
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


@dataclass(frozen=True)
class Entry:
    """An algorithm of a paper, or a user's class in its place: all that is said of it, once.

    Attributes
    ----------
    algorithm : module, or OwnAlgorithm
    keywords : class
        Of its problem.
    live : class
        Keywords of a learner.
    style : LineStyle, optional
        None for a user's.
    by_round : bool
        True if its time grows with the rounds, False if it is about the same at any length.

    """

    algorithm: Simulator
    keywords: type[Keywords]
    live: type[Live] = LiveArms
    style: LineStyle | None = None
    by_round: bool = True

    @property
    def Options(self) -> type[BaseModel]:  # noqa: N802
        """Model of the algorithm's constants and interpretations."""
        return self.algorithm.Options

    @property
    def own(self) -> tuple[str, ...]:
        """Names of the problem's keywords."""
        return tuple(self.keywords.model_fields)

    @property
    def known(self) -> tuple[str, ...]:
        """Names of those of the problem's keywords that a learner is asked, too."""
        return self.keywords.asked_of_learner()

    @property
    def asked(self) -> tuple[str, ...]:
        """Names of all that a learner is asked of its problem."""
        return (*self.live.model_fields, *self.known)

    @property
    def options(self) -> tuple[str, ...]:
        """Names of the algorithm's options."""
        return tuple(self.Options.model_fields)

    def values(self, keyword: str, values: Iterable[Any]) -> list[Any]:
        """Return the values of a setting of a problem that it meets: None alone if it has none."""
        return list(values) if keyword in self.keywords.model_fields else [None]

    def work(self, rounds: float) -> float:
        """Return the work of a run of so many rounds, see `Cell.work`."""
        if isinstance(self.algorithm, OwnAlgorithm):
            return extensions.WORK * rounds
        return rounds if self.by_round else 1


# Of a catalogue; one id may have a module in each of two settings.
Entries = Mapping[str, Entry | tuple[Entry, ...]]


def first(entries: Entries) -> dict[str, Entry]:
    """Return the entry of each id, of two settings' entries the first."""
    return {
        name: entry[0] if isinstance(entry, tuple) else entry for name, entry in entries.items()
    }


def modules(entries: Entries) -> dict[str, Simulator]:
    """Return the module of each algorithm by its id, of two settings' modules the first."""
    return {name: entry.algorithm for name, entry in first(entries).items()}


class Own(NamedTuple):
    """The setting of a user's class.

    Attributes
    ----------
    player : class
        Which plays it.
    keywords : function
        The words that the class asks for -> the keywords of its problem.

    """

    player: type[OwnAlgorithm]
    keywords: Callable[[Container[str]], type[Keywords]]


def entry_of(algorithm: str, entries: Mapping[str, Entry], own: Mapping[str, Own]) -> Entry:
    """Return the entry of an algorithm: built in, or a user's class as its code is now."""
    if algorithm in entries:
        return entries[algorithm]
    cls = extensions.found(algorithm)
    met = own[extensions.feedback_of(cls)]
    asked = [word for word in extensions.known_to(cls) if extensions.asks_for(algorithm, word)]
    return Entry(met.player.of(algorithm), met.keywords(asked))
