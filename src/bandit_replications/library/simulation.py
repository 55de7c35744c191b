"""Simulations: the runs of one algorithm, their data frame and their plot."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from bandit_replications.bandits.streams import generator
from bandit_replications.configuration.messages import SHOWN, unknown
from bandit_replications.inference.intervals import mean_interval
from bandit_replications.library.files import as_json, write
from bandit_replications.library.values import optional_module
from bandit_replications.runtime.errors import ConfigurationError

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.axes import Axes
    from pandas import DataFrame

CONFIDENCE = 0.95
COUNTED = ("runs", "checkpoints")  # settings that the rows of a frame show themselves
LOG_AXES = ("", "x", "y", "xy")


@dataclass(frozen=True, kw_only=True, eq=False)
class Simulation:
    """Independent runs of one algorithm at their checkpoints.

    Attributes
    ----------
    algorithm, paper : str
        Their ids.
    settings : mapping
        All keywords of the call as plain values, horizon, runs, seed and the options at their
        defaults included: `simulate(algorithm, paper=paper, **settings)` makes the same again.
    versions : mapping
        Of Python, this package and what computes for it.
    checkpoints : int64 array, shape (checkpoints,)
        Rounds after which runs are recorded, the last one the horizon.
    regret : float64 array, shape (runs, checkpoints)
        Cumulative pseudo-regret of all agents or users together; in `multiplayer` realised, against
        the best arms so far. None for rewards of your own whose means are not known.
    reward : float64 array, shape (runs, checkpoints), or None
        Rewards of your own received so far, by all learners together.
    pulls : int64 array, shape (runs, checkpoints, arms), or None
        Pulls of each arm by all agents together; None where a simulator does not count them
        (`anonymous`, `multiplayer`, linear bandits).
    communication : int64 array, shape (runs, checkpoints), or None
        Numbers sent so far (`distributed`).
    collisions : int64 array, shape (runs, checkpoints), or None
        Rounds with a collision so far, summed over players (`multiplayer`).

    """

    algorithm: str
    paper: str
    settings: Mapping[str, Any]
    versions: Mapping[str, str]
    checkpoints: NDArray[np.int64]
    regret: NDArray[np.float64] | None = None
    reward: NDArray[np.float64] | None = None
    pulls: NDArray[np.int64] | None = None
    communication: NDArray[np.int64] | None = None
    collisions: NDArray[np.int64] | None = None

    def __getstate__(self) -> dict[str, Any]:
        """Return all fields, the settings as a dictionary."""
        return {**self.__dict__, "settings": dict(self.settings)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take the fields of `__getstate__`; the settings are read-only again."""
        self.__dict__.update(state, settings=MappingProxyType(state["settings"]))

    @property
    def runs(self) -> int:
        """Number of runs."""
        return len(self.curves)

    @property
    def measure(self) -> str:
        """The main measurement: "regret" or, where it is not known, "reward"."""
        return "reward" if self.regret is None else "regret"

    @property
    def curves(self) -> NDArray[np.float64]:
        """The main measurement, shape (runs, checkpoints)."""
        curves: NDArray[np.float64] = getattr(self, self.measure)
        return curves

    @property
    def horizon(self) -> int:
        """Rounds of each run."""
        return int(self.checkpoints[-1])

    def __repr__(self) -> str:
        runs = f"{self.runs} run{'s' if self.runs > 1 else ''}"
        return (
            f"Simulation: {self.algorithm} ({self.paper}), {runs}, horizon {self.horizon}, "
            f"mean {self.measure} {self.curves[:, -1].mean():.1f}"
        )

    def frame(self) -> "DataFrame":
        """Return one row for each run and checkpoint, as the published results have them.

        Returns
        -------
        pandas.DataFrame
            Columns algorithm, one for each setting, replicate (from 0), round, regret and, where
            they are known, communication, collisions and pulls_0, pulls_1, … of each arm. A list,
            such as the means, is its JSON text, of which a long one shows the beginning and a hash.

        Raises
        ------
        UserError
            If pandas is not installed.

        Examples
        --------
        >>> import bandit_replications as br
        >>> found = br.simulate("ucb1", paper="private_online", means=[0.9, 0.1], horizon=64)
        >>> found.frame().columns.tolist()
        ['algorithm', 'means', 'law', 'exploration_constant', 'tie_breaking', 'horizon', 'seed',
        'replicate', 'round', 'regret', 'pulls_0', 'pulls_1']
        >>> found.frame()["means"].unique().tolist()
        ['[0.9, 0.1]']

        """
        frame = optional_module("pandas").DataFrame
        columns = {key: cell(value) for key, value in self.settings.items() if key not in COUNTED}
        made: DataFrame = frame({"algorithm": self.algorithm, **columns, **self.measured()})
        return made

    def measured(self) -> dict[str, NDArray[Any]]:
        """Return the columns of `frame` after those of the settings."""
        points = len(self.checkpoints)
        columns: dict[str, NDArray[Any]] = {
            "replicate": np.repeat(np.arange(self.runs), points),
            "round": np.tile(self.checkpoints, self.runs),
        }
        for name in ("regret", "reward", "communication", "collisions"):
            values = getattr(self, name)
            if values is not None:
                columns[name] = values.ravel()
        if self.pulls is not None:
            by_arm = self.pulls.reshape(-1, self.pulls.shape[2]).T
            columns |= {f"pulls_{arm}": pulls for arm, pulls in enumerate(by_arm)}
        return columns

    def plot(
        self,
        axes: "Axes | None" = None,
        *,
        label: str | None = None,
        band: bool = True,
        log: str = "",
    ) -> "Axes":
        """Draw the mean regret (or reward) over time; return the axes.

        Parameters
        ----------
        axes : matplotlib.axes.Axes, optional
            Where to draw; by default on a new figure.
        label : str, optional
            Name of the line in the legend; by default the algorithm.
        band : bool
            True for the 95% interval of the mean at each checkpoint (see
            `inference.intervals.mean_interval`), False for each single run, pale.
        log : {"", "x", "y", "xy"}
            Logarithmic axes.

        Raises
        ------
        ConfigurationError
            If `log` is something else.
        UserError
            If matplotlib is not installed.

        """
        axes = drawn_on(axes, log)
        name = self.algorithm if label is None else label
        (line,) = axes.plot(self.checkpoints, self.curves.mean(axis=0), label=name)
        if self.runs > 1 and band:
            low, high = interval(self.curves)
            axes.fill_between(self.checkpoints, low, high, color=line.get_color(), alpha=0.2, lw=0)
        elif self.runs > 1:
            axes.plot(self.checkpoints, self.curves.T, color=line.get_color(), alpha=0.2, lw=0.7)
        axes.set(xlabel="round", ylabel=self.measure)
        axes.legend()
        return axes

    def save(self, path: "str | Path") -> None:
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
        write(path, None, [(self.algorithm, {}, self)])

    @classmethod
    def of(cls, told: Mapping[str, Any], columns: dict[str, Any]) -> "Simulation":
        """Return a simulation that was written, see `files.read`."""
        checkpoints, _ = columns.pop("round")[0], columns.pop("replicate")
        pulls = [columns.pop(key) for key in [*columns] if key.startswith("pulls_")]
        return cls(
            **{key: told[key] for key in ("algorithm", "paper", "versions")},
            settings=MappingProxyType(told["settings"]),
            checkpoints=checkpoints,
            pulls=np.stack(pulls, axis=-1) if pulls else None,
            **columns,
        )


def drawn_on(axes: "Axes | None", log: str) -> "Axes":
    """Return the axes, by default those of a new figure, logarithmic as asked.

    Raises
    ------
    ConfigurationError
        If `log` does not name axes.

    """
    if log not in LOG_AXES:
        raise ConfigurationError(unknown("log", log, [repr(axis) for axis in LOG_AXES]))
    if axes is None:
        axes = optional_module("matplotlib.pyplot").subplots()[1]
    axes.set(**{f"{axis}scale": "log" for axis in log})
    return axes


def interval(values: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the 95% interval of the mean over runs, shape (runs, …); NaN for a single run."""
    stream = generator(0, "intervals", "library")
    return mean_interval(values, confidence=CONFIDENCE, generator=stream)


def cell(value: Any) -> Any:
    """Return a setting as a column of a frame has it: a number or a text."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    text = as_json(value)
    if len(text) <= SHOWN:
        return text
    return f"{text[:SHOWN]}… #{hashlib.sha256(text.encode()).hexdigest()[:8]}"
