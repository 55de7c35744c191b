"""Simulations: the runs of one algorithm, their data frame and their plot."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from bandit_replications.library.values import optional_module

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from pandas import DataFrame


@dataclass(frozen=True, kw_only=True, eq=False)
class Simulation:
    """Independent runs of one algorithm at their checkpoints.

    Attributes
    ----------
    algorithm, paper : str
        Their ids.
    settings : mapping
        The keywords that were given, as plain values.
    checkpoints : int64 array, shape (checkpoints,)
        Rounds after which runs are recorded, the last one the horizon.
    regret : float64 array, shape (runs, checkpoints)
        Cumulative pseudo-regret of all agents or users together; in `multiplayer` realised, against
        the best arms so far.
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
    checkpoints: NDArray[np.int64]
    regret: NDArray[np.float64]
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
        return len(self.regret)

    @property
    def horizon(self) -> int:
        """Rounds of each run."""
        return int(self.checkpoints[-1])

    def __repr__(self) -> str:
        runs = f"{self.runs} run{'s' if self.runs > 1 else ''}"
        return (
            f"Simulation: {self.algorithm} ({self.paper}), {runs}, horizon {self.horizon}, "
            f"mean regret {self.regret[:, -1].mean():.1f}"
        )

    def frame(self) -> "DataFrame":
        """Return one row for each run and checkpoint, as the published results have them.

        Returns
        -------
        pandas.DataFrame
            Columns algorithm, replicate (from 0), round, regret and, where they are known,
            communication, collisions and pulls_0, pulls_1, … of each arm.

        Raises
        ------
        UserError
            If pandas is not installed.

        Examples
        --------
        >>> import bandit_replications as br
        >>> found = br.simulate("ucb1", paper="private_online", means=[0.9, 0.1], horizon=64)
        >>> found.frame().columns
        Index(['algorithm', 'replicate', 'round', 'regret', 'pulls_0', 'pulls_1'], dtype='str')

        """
        frame = optional_module("pandas").DataFrame
        points = len(self.checkpoints)
        columns: dict[str, Any] = {
            "algorithm": self.algorithm,
            "replicate": np.repeat(np.arange(self.runs), points),
            "round": np.tile(self.checkpoints, self.runs),
            "regret": self.regret.ravel(),
        }
        for name in ("communication", "collisions"):
            values = getattr(self, name)
            if values is not None:
                columns[name] = values.ravel()
        if self.pulls is not None:
            by_arm = self.pulls.reshape(-1, self.pulls.shape[2]).T
            columns |= {f"pulls_{arm}": pulls for arm, pulls in enumerate(by_arm)}
        made: DataFrame = frame(columns)
        return made

    def plot(self, axes: "Axes | None" = None) -> "Axes":
        """Draw the mean regret over time and, pale, each run; return the axes.

        Parameters
        ----------
        axes : matplotlib.axes.Axes, optional
            Where to draw; by default on a new figure.

        Raises
        ------
        UserError
            If matplotlib is not installed.

        """
        if axes is None:
            axes = optional_module("matplotlib.pyplot").subplots()[1]
        (line,) = axes.plot(self.checkpoints, self.regret.mean(axis=0), label=self.algorithm)
        if self.runs > 1:
            axes.plot(self.checkpoints, self.regret.T, color=line.get_color(), alpha=0.2, lw=0.7)
        axes.set(xlabel="round", ylabel="regret")
        axes.legend()
        return axes
