"""Series of figures and tables: an algorithm with the settings that a legend must tell."""

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from bandit_replications.inference import summaries
from bandit_replications.inference.ratios import ratios_to_main
from bandit_replications.papers.cooperative.algorithms.widths import Batches
from bandit_replications.papers.cooperative.catalogue import STYLES
from bandit_replications.papers.cooperative.parameters import Configuration, PrivateAndRobust
from bandit_replications.papers.cooperative.theory.bounds import on_complete_network
from bandit_replications.papers.cooperative.theory.private_and_robust import regret
from bandit_replications.reporting.styles import LineStyle
from bandit_replications.runtime.errors import NotApplicable

PAPER_RUNS = 100
REGRET = "group pseudo-regret\n(agents' pulls × gap)"

# How a setting changes the style of its algorithm: one dash pattern and marker for each value.
_DASHES: tuple[tuple[float, ...], ...] = (
    *((), (5.0, 1.8), (2.2, 1.2), (6.0, 1.6, 1.2, 1.6)),
    (6.0, 1.2, 1.2, 1.2, 1.2, 1.2),
)
_MARKERS = ("o", "s", "^", "D", "v")
_COLOURS = {  # of Algorithm 3 with another estimator than as printed, or without false reports
    "divided by senders": "#8C6D1F",
    "plain mean": "#CC79A7",
    "clipped mean (ours)": "#E69F00",
    "leftmost interval": "#56B4E9",
    "all shortest intervals": "#009E73",
    "contamination 0,": "#7F7F7F",
}


def label(row: Mapping[str, Any], *settings: str) -> str:
    """Return an algorithm's name with those of its settings that are not null."""
    words = [STYLES.name(str(row["algorithm"]))]
    for setting in settings:
        value = row.get(setting)
        if value is None or value in UNSAID:
            continue
        words.append(_VALUES.get(str(value), _WORDS[setting].format(value=value)))
    return ", ".join(words)


# Main interpretations, left out of legends.
UNSAID = ("left-out", "receiver-turns", "most-points", "own")

_VALUES = {
    "algorithm-2": "width of Algorithm 2",
    "algorithm-3": "width of Algorithm 3",
    "sender-turns": "divided by senders",
    "leftmost": "leftmost interval",
    "average": "all shortest intervals",
    "trimmed-mean": "trimmed mean",
    "mean": "plain mean",
    "clipped-mean": "clipped mean (ours)",
}
_WORDS = {
    "own_message": "own message counted",
    "width": "{value}",
    "halves": "{value}",
    "ties": "ties: {value}",
    "fraction": "fraction {value:g}",
    "epsilon": "ε = {value:g}",
    "v": "v = {value:g}",
    "contamination": "contamination {value:g}",
    "estimator": "{value}",
    "source": "{value}",
    "noise_scale": "noise {value:g}",
}


def labelled(frame: pd.DataFrame, *settings: str) -> pd.DataFrame:
    """Return the frame with a column `series` of labels."""
    columns = ["algorithm", *settings]
    parts = [
        part.assign(series=label(dict(zip(columns, values, strict=True)), *settings))
        for values, part in summaries.groups(frame, *columns)
    ]
    return pd.concat(parts)


def styles(frame: pd.DataFrame) -> dict[str, LineStyle]:
    """Return a style for each series: the algorithm's colour, a dash and marker of its own."""
    pairs = list(dict.fromkeys(zip(frame["algorithm"], frame["series"], strict=True)))
    by_algorithm: dict[str, list[str]] = {}
    for algorithm, series in pairs:
        by_algorithm.setdefault(algorithm, []).append(series)
    base = STYLES.of(list(by_algorithm))
    found: dict[str, LineStyle] = {}
    for algorithm, names in by_algorithm.items():
        for number, series in enumerate(names):
            dashes, marker = _DASHES[number % len(_DASHES)], _MARKERS[number % len(_MARKERS)]
            colour = next((c for word, c in _COLOURS.items() if word in series), "")
            own = replace(base[algorithm], dashes=dashes, marker=marker)
            own = replace(own, colour=colour or own.colour)
            found[series] = base[algorithm] if len(names) == 1 else own
    return found


def interpretation_ratios(frame: pd.DataFrame) -> pd.DataFrame:
    """Return each interpretation's mean final regret over that of the main one.

    Replicates share networks and means, so that the intervals are paired.
    """
    columns = ("algorithm", "reading", "epsilon")
    key = ("cooperative", "readings")
    return ratios_to_main(frame, *columns, key=key, main={"reading": "main"}, shared=True)


def bound_of_batches(section: PrivateAndRobust, epsilon: float, horizon: int) -> float:
    """Return the bound of `theory.private_and_robust` after so many rounds.

    Infinite where round robin has less regret: the bound is vacuous there.
    """
    network, means = section.network, section.means.instance
    if network.family != "complete" or means is None:
        raise NotApplicable("the run has no complete network, or random means")
    shares = [section.assumed_contamination or one.probability for one in section.contaminations]
    agents, gaps = network.agents or 1, max(means.resolve_means()) - np.array(means.resolve_means())
    found = regret(
        Batches(math.ceil(1 / epsilon**2), epsilon, max(shares)),
        gaps=gaps.tolist(),
        horizon=horizon,
        **on_complete_network(agents),
    )
    return float(found) if found < agents * horizon * gaps.mean() else math.inf


def over_sizes(frame: pd.DataFrame, config: Configuration) -> dict[str, tuple[str, pd.DataFrame]]:
    """Return the column and the runs that show growth with the agents, and with the rounds."""
    section = config.scaling
    return {
        "agents": ("agents", frame[frame["horizon"] == section.horizon]),
        "rounds": ("horizon", frame[frame["agents"] == section.network.agents]),
    }
