"""The look of each algorithm: one table, so that it is the same in every figure of every paper."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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

    """

    colour: str
    dashes: tuple[float, ...]
    marker: str

    @property
    def line(self) -> dict[str, Any]:
        """Keyword arguments for a line with markers here and there."""
        style = (0, self.dashes) if self.dashes else "-"
        return {"color": self.colour, "linestyle": style, "marker": self.marker}


_SOLID: tuple[float, ...] = ()
_DASHED = (5.0, 1.8)
_DASH_DOT = (6.0, 1.6, 1.2, 1.6)
_SHORT = (2.2, 1.2)

LOOKS: Mapping[str, Look] = {
    "anytime-lazy-ucb": Look("#0072B2", _SOLID, "o"),
    "hybrid-ucb": Look("#D55E00", _DASHED, "s"),
    "dp-se": Look("#E69F00", _DASH_DOT, "^"),
    "ucb1": Look("#000000", _SHORT, "D"),
    "ftnl": Look("#0072B2", _SOLID, "o"),
    "naive-ftnl": Look("#D55E00", _DASHED, "s"),
    "follow-the-leader": Look("#000000", _SHORT, "D"),
    "private-multi-agent-ucb": Look("#0072B2", _SOLID, "o"),
    "byzantine-proof-ucb": Look("#D55E00", _SOLID, "s"),
    "multi-agent-ucb": Look("#009E73", _DASHED, "v"),
    "dp-ucb-int": Look("#E69F00", _DASHED, "^"),
    "centralised-ucb1": Look("#7F7F7F", _DASHED, "h"),
    "coordinate-and-play": Look("#009E73", _SOLID, "o"),
    "musical-chairs": Look("#0072B2", _DASHED, "s"),
    "independent-exp3": Look("#D55E00", _DASH_DOT, "^"),
    "coordinate-without-quiet": Look("#56B4E9", _DASHED, "v"),
    "round-robin-coordinator": Look("#CC79A7", _DASH_DOT, "P"),
    "doubling": Look("#E69F00", _SHORT, "X"),
    "k-metaplayer": Look("#000000", _SHORT, "D"),
    "ucb": Look("#000000", _SHORT, "D"),
    "explore-then-commit": Look("#E69F00", _DASH_DOT, "^"),
    "batched-elimination-greedy": Look("#D55E00", _DASHED, "s"),
    "batched-elimination-same-arm": Look("#8C6D1F", _DASH_DOT, "<"),
    "batched-elimination-random": Look("#009E73", _DASH_DOT, "v"),
    "batched-elimination-lp": Look("#0072B2", _SOLID, "o"),
    "batched-elimination-blocks": Look("#56B4E9", _DASHED, "X"),
    "batched-elimination-exact": Look("#CC79A7", _SOLID, "P"),
    "batched-elimination-random-closing": Look("#7F7F7F", _DASHED, "*"),
    "batched-elimination-closing": Look("#7F7F7F", _SOLID, "h"),
    "demab": Look("#0072B2", _SOLID, "o"),
    "demab-instance-dependent": Look("#56B4E9", _DASHED, "v"),
    "immediate-sharing": Look("#009E73", _DASH_DOT, "P"),
    "independent-elimination": Look("#D55E00", _DASHED, "s"),
    "independent-ucb1": Look("#000000", _SHORT, "D"),
    "delb": Look("#0072B2", _SOLID, "o"),
    "dislinucb": Look("#E69F00", _DASHED, "^"),
    "dcb": Look("#CC79A7", _DASH_DOT, "X"),
    "independent-delb": Look("#D55E00", _DASHED, "s"),
    "independent-linucb": Look("#000000", _SHORT, "D"),
}

# For algorithms of a user, in the order in which a figure meets them.
SPARE_LOOKS = (
    Look("#009E73", _SHORT, "p"),
    Look("#CC79A7", _SHORT, ">"),
    Look("#56B4E9", _SHORT, "H"),
    Look("#7F7F7F", _SHORT, "8"),
    Look("#8C6D1F", _SHORT, "d"),
)

NAMES: Mapping[str, str] = {
    "anytime-lazy-ucb": "Anytime-Lazy-UCB",
    "hybrid-ucb": "Hybrid-UCB",
    "dp-se": "DP-SE",
    "ucb1": "UCB1 (not private)",
    "ftnl": "FTNL",
    "naive-ftnl": "naive FTNL",
    "follow-the-leader": "Follow-the-Leader (not private)",
    "private-multi-agent-ucb": "private multi-agent UCB",
    "byzantine-proof-ucb": "Byzantine-proof UCB",
    "multi-agent-ucb": "multi-agent UCB (not private)",
    "dp-ucb-int": "DP-UCB-INT, alone",
    "centralised-ucb1": "one UCB1 with all pulls",
    "coordinate-and-play": "Coordinate & Play",
    "musical-chairs": "Musical Chairs",
    "independent-exp3": "independent EXP3",
    "coordinate-without-quiet": "C&P without quiet",
    "round-robin-coordinator": "C&P, coordinators in turn",
    "doubling": "C&P, doubling (T unknown)",
    "k-metaplayer": "K-Metaplayer (full communication)",
    "ucb": "UCB in parallel (not anonymous)",
    "explore-then-commit": "explore-then-commit",
    "batched-elimination-greedy": "Algorithm 1, greedy",
    "batched-elimination-same-arm": "Algorithm 1, same arm",
    "batched-elimination-random": "Algorithm 1, random",
    "batched-elimination-lp": "Algorithm 1, LP",
    "batched-elimination-blocks": "Algorithm 1, blocks",
    "batched-elimination-exact": "Algorithm 1, exact",
    "batched-elimination-random-closing": "Algorithm 1, random closing",
    "batched-elimination-closing": "Algorithm 1, closing",
    "demab": "DEMAB",
    "demab-instance-dependent": "DEMAB with D = l0 = 0",
    "immediate-sharing": "immediate sharing",
    "independent-elimination": "elimination, alone",
    "independent-ucb1": "UCB1, alone",
    "delb": "DELB",
    "dislinucb": "DisLinUCB",
    "dcb": "DCB (simplified)",
    "independent-delb": "DELB, alone",
    "independent-linucb": "LinUCB, alone",
}


def looks_of(algorithms: Sequence[str]) -> dict[str, Look]:
    """Return the look of each algorithm; those of a user get the spare ones in order."""
    unknown = [name for name in algorithms if name not in LOOKS]
    spare = {name: SPARE_LOOKS[i % len(SPARE_LOOKS)] for i, name in enumerate(unknown)}
    return {name: LOOKS.get(name) or spare[name] for name in algorithms}


def display_name(algorithm: str) -> str:
    """Return an algorithm's name for a legend: a user's is its id."""
    return NAMES.get(algorithm, algorithm)
