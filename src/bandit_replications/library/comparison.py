"""Comparisons of several algorithms over varied keywords."""

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from bandit_replications.bandits.arrays import Floats
from bandit_replications.bandits.streams import generator
from bandit_replications.configuration.messages import unknown
from bandit_replications.inference.intervals import paired_ratio_interval
from bandit_replications.library.files import read, write
from bandit_replications.library.simulation import (
    CONFIDENCE,
    Simulation,
    drawn_on,
    interval,
)
from bandit_replications.library.values import optional_module
from bandit_replications.runtime.errors import ConfigurationError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from pandas import DataFrame


class Cell(NamedTuple):
    """One algorithm with one value of each varied keyword.

    Attributes
    ----------
    name : str
        The algorithm's name in the comparison.
    varied : mapping
        The varied keywords that it takes, with their values as a frame has them.
    simulation : Simulation

    """

    name: str
    varied: Mapping[str, Any]
    simulation: Simulation

    @property
    def label(self) -> str:
        """The name with the varied values, for a legend."""
        return ", ".join([self.name, *(f"{key} {value}" for key, value in self.varied.items())])


@dataclass(frozen=True, kw_only=True, eq=False)
class Comparison:
    """Runs of several algorithms over varied keywords; `bandit_replications.compare` makes it.

    Attributes
    ----------
    cells : tuple of Cell
        In the order of the algorithms, and for each of the values.
    settings : mapping
        The call: `compare(**settings)` makes the same again.

    """

    cells: tuple[Cell, ...]
    settings: Mapping[str, Any]

    @property
    def common_rewards(self) -> bool:
        """Whether run r of all cells meets the same rewards; otherwise all are independent."""
        return bool(self.settings["common_rewards"])

    @property
    def varied(self) -> tuple[str, ...]:
        """Names of the varied keywords."""
        return tuple(dict.fromkeys(key for one in self.cells for key in one.varied))

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the algorithms."""
        return tuple(dict.fromkeys(one.name for one in self.cells))

    def __repr__(self) -> str:
        over = f" over {', '.join(self.varied)}" if self.varied else ""
        runs = "common rewards" if self.common_rewards else "independent runs"
        return (
            f"Comparison: {', '.join(self.names)}{over}, {len(self.cells)} cells of "
            f"{self.cells[0].simulation.runs} {runs}"
        )

    def frame(self) -> "DataFrame":
        """Return one row for each cell, run and checkpoint.

        Returns
        -------
        pandas.DataFrame
            Columns algorithm (its name here), one for each varied keyword (empty where the
            algorithm does not take it), replicate, round, regret, and what else is measured.

        Raises
        ------
        UserError
            If pandas is not installed.

        """
        pandas = optional_module("pandas")
        parts = [
            pandas.DataFrame({"algorithm": one.name, **one.varied, **one.simulation.measured()})
            for one in self.cells
        ]
        frame: DataFrame = pandas.concat(parts, ignore_index=True)
        first = ["algorithm", *self.varied]
        return frame[[*first, *(key for key in frame.columns if key not in first)]]

    def summary(self, *, reference: str | None = None) -> "DataFrame":
        """Return the mean final regret of each cell with its 95% interval.

        Parameters
        ----------
        reference : str, optional
            Name of the algorithm that others are compared with; by default the first one.

        Returns
        -------
        pandas.DataFrame
            Columns algorithm, one for each varied keyword, runs, mean, low, high. With common
            rewards also difference (cell minus reference, at the same varied values) and ratio
            (cell by reference), each with low and high: 95% intervals from runs in pairs. Intervals
            are bootstrap intervals (`inference.intervals`).

        Raises
        ------
        ConfigurationError
            If there is no such reference.
        UserError
            If pandas is not installed.

        """
        if reference is not None and reference not in self.names:
            raise ConfigurationError(unknown("reference", reference, self.names))
        rows = []
        for one in self.cells:
            final = one.simulation.curves[:, -1]
            low, high = map(float, interval(final))
            row = {"algorithm": one.name, **{key: one.varied.get(key) for key in self.varied}}
            row |= {"runs": final.size, "mean": final.mean(), "low": low, "high": high}
            if self.common_rewards:
                row |= _paired(final, self._partner(one, reference or self.names[0]))
            rows.append(row)
        frame: DataFrame = optional_module("pandas").DataFrame(rows)
        return frame

    def _partner(self, one: Cell, reference: str) -> Floats | None:
        """Return the final regrets of the reference at the same values; None if it has none."""
        for other in self.cells:
            shared = {*other.varied} & {*one.varied}
            same = all(other.varied[key] == one.varied[key] for key in shared)
            if other.name == reference and same and {*other.varied} <= {*one.varied}:
                return other.simulation.curves[:, -1]
        return None

    def plot(
        self, axes: "Axes | None" = None, *, x: str = "round", band: bool = True, log: str = ""
    ) -> "Axes":
        """Draw the mean regret of each cell over time, or over a varied keyword; return the axes.

        Parameters
        ----------
        axes : matplotlib.axes.Axes, optional
            Where to draw; by default on a new figure.
        x : str
            "round", or a varied keyword, over which final regret is drawn.
        band : bool
            Whether to draw the 95% interval of each mean; over rounds, False draws all runs.
        log : {"", "x", "y", "xy"}
            Logarithmic axes.

        Raises
        ------
        ConfigurationError
            If `x` or `log` is something else.
        UserError
            If matplotlib is not installed.

        """
        if x not in ("round", *self.varied):
            raise ConfigurationError(unknown("x", x, ["round", *self.varied]))
        axes = drawn_on(axes, log)
        if x == "round":
            for one in self.cells:
                one.simulation.plot(axes, label=one.label, band=band, log=log)
            return axes
        lines = itertools.groupby(self.cells, lambda one: _without(one, x).label)
        for label, group in lines:
            ends = [(one.varied.get(x), one.simulation.curves[:, -1]) for one in group]
            means = [final.mean() for _, final in ends]
            if ends[0][0] is None:  # an algorithm that does not take the keyword
                axes.axhline(means[0], label=label, color="0.3", linestyle="--")
                continue
            places: Any = [place for place, _ in ends]
            (line,) = axes.plot(places, means, marker="o", label=label)
            if band:
                low, high = zip(*(interval(final) for _, final in ends), strict=True)
                axes.fill_between(places, low, high, color=line.get_color(), alpha=0.2, lw=0)
        axes.set(xlabel=x, ylabel=self.cells[0].simulation.measure)
        axes.legend()
        return axes

    def save(self, path: str | Path) -> None:
        """Write all to a Parquet file that `bandit_replications.load` reads.

        Parameters
        ----------
        path : str or pathlib.Path
            A file that is there is replaced.

        Raises
        ------
        UserError
            If it cannot be written, or pyarrow is not installed.

        """
        write(path, {**self.settings}, self.cells)


def _without(one: Cell, keyword: str) -> Cell:
    return one._replace(varied={key: one.varied[key] for key in one.varied if key != keyword})


def _paired(final: Floats, other: Floats | None) -> dict[str, float]:
    """Return differences and ratios to the partner's runs, with their intervals."""
    names = [f"{kind}{end}" for kind in ("difference", "ratio") for end in ("", "_low", "_high")]
    if other is None:
        return dict.fromkeys(names, np.nan)
    stream = generator(0, "intervals", "library", "ratio")
    ends = paired_ratio_interval(final, other, confidence=CONFIDENCE, generator=stream)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = final.mean() / other.mean()
    numbers = ((final - other).mean(), *interval(final - other), ratio, *ends)
    return dict(zip(names, map(float, numbers), strict=True))


def load(path: str | Path) -> Simulation | Comparison:
    """Return a simulation or a comparison that was saved.

    Parameters
    ----------
    path : str or pathlib.Path
        A file that the `save` of a result has written.

    Raises
    ------
    UserError
        If there is no such file, it is another one, or pyarrow is not installed.

    Examples
    --------
    >>> import os, tempfile
    >>> import bandit_replications as br
    >>> path = os.path.join(tempfile.mkdtemp(), "ftnl.parquet")
    >>> br.simulate("ftnl", means=[0.9, 0.5], epsilon=1.0, horizon=500).save(path)
    >>> br.load(path).settings["epsilon"]
    1.0

    """
    call, written = read(path)
    found = [(told, Simulation.of(told, columns)) for told, columns in written]
    if call is None:
        return found[0][1]
    cells = (Cell(told["name"], told["varied"], simulation) for told, simulation in found)
    return Comparison(cells=tuple(cells), settings=call)
