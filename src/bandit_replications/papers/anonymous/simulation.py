"""Simulation of the paper's experiments: runs of one algorithm, and the validation of its constant.

Appendix B optimises hyper-parameters on independent instances. Here a constant is chosen where it
is used: before a cell's first run, on instances of its own, so that a rerun with other sizes has
other constants and nothing is copied by hand.
"""

import functools
from dataclasses import dataclass

import numpy as np
from pydantic import BaseModel

from bandit_replications.bandits.problems import Floats, Simulator
from bandit_replications.bandits.streams import Key, generator
from bandit_replications.experiments.tasks import Columns, Recording, Replicates, rows
from bandit_replications.papers.anonymous.environments.instances import MeansEntry, min_cluster
from bandit_replications.papers.anonymous.environments.problems import AnonymousProblem

RATIO = 2**0.5  # of neighbours on the grid of constants
BESIDE = 2  # grid points tried on either side of the chosen one, at least
MOST_POINTS = 40


@dataclass(frozen=True, kw_only=True)
class Walk:
    """Constants that were tried, in order, and the final regrets on each validation instance.

    Attributes
    ----------
    values : array, shape (points,)
    regrets : array, shape (points, instances)

    """

    values: Floats
    regrets: Floats

    @property
    def best(self) -> float:
        """The constant of the least mean regret."""
        return float(self.values[self.regrets.mean(axis=1).argmin()])


@dataclass(frozen=True, kw_only=True)
class Validation:
    """The constant with the least mean regret on validation instances, on a grid of ratio sqrt(2).

    The grid starts around `start` and goes on until two of its points stand on either side of the
    best: an edge is never chosen.

    Attributes
    ----------
    algorithm : module
    options : Options of the module
        All but the constant.
    instance : MeansEntry
    instance_stream : tuple
        Key of the streams that draw the means; those of the tests have another.
    stream : tuple
        Key of the runs' streams.
    group_size, horizon : int
        C and T.
    parameter : str
        The option that is chosen.
    start : float
    instances : int
        Validation instances, the same for every constant.

    """

    algorithm: Simulator
    options: BaseModel
    instance: MeansEntry
    instance_stream: tuple[Key, ...]
    stream: tuple[Key, ...]
    group_size: int
    horizon: int
    parameter: str
    start: float
    instances: int

    def value(self, place: int) -> float:
        """Return a point of the grid, to four digits."""
        return float(f"{self.start * RATIO**place:.4g}")

    def regrets(self, place: int, root_seed: int) -> Floats:
        """Return the final regret on each validation instance, shape (instances,)."""
        value = self.value(place)
        options = self.options.model_copy(update={self.parameter: value})
        found = []
        for number in range(self.instances):
            means = self.instance.draw(generator(root_seed, *self.instance_stream, number))
            problem = AnonymousProblem(
                means=means,
                group_size=self.group_size,
                horizon=self.horizon,
                checkpoints=np.array([self.horizon]),
                law=self.instance.law,
            )
            stream = generator(root_seed, *self.stream, value, number)
            run = self.algorithm.simulate(problem, generator=stream, options=options)
            found.append(run.regret[-1])
        return np.array(found)

    def walk(self, root_seed: int) -> Walk:
        """Return the points of the grid that are tried.

        Raises
        ------
        ArithmeticError
            If the best of `MOST_POINTS` still is at an edge.

        """
        at = functools.partial(self.regrets, root_seed=root_seed)
        found = {place: at(place) for place in range(-BESIDE, BESIDE + 1)}
        while len(found) <= MOST_POINTS:
            low, high = min(found), max(found)
            best = min(found, key=lambda place: float(found[place].mean()))
            if best - low < BESIDE:
                found[low - 1] = at(low - 1)
            elif high - best < BESIDE:
                found[high + 1] = at(high + 1)
            else:
                places = sorted(found)
                return Walk(
                    values=np.array([self.value(place) for place in places]),
                    regrets=np.array([found[place] for place in places]),
                )
        raise ArithmeticError(
            f"{self.parameter}: the least regret is at an edge of {MOST_POINTS} points around "
            f"{self.start:g}; allowed: a start nearer to the best"
        )

    def chosen(self, root_seed: int) -> tuple[BaseModel, float]:
        """Return the options with the chosen constant, and the constant."""
        best = self.walk(root_seed).best
        return self.options.model_copy(update={self.parameter: best}), best

    def simulate(self, replicates: Replicates) -> Columns:
        """Return a row for each point of the grid: constant, instances, regret, error."""
        blocks = []
        for replicate, _ in replicates:  # one walk: its streams are those of the validation
            walk = self.walk(replicates.root_seed)
            columns = {
                "constant": walk.values,
                "instances": self.instances,
                "regret": walk.regrets.mean(axis=1),
                "error": walk.regrets.std(axis=1, ddof=1) / self.instances**0.5,
            }
            blocks.append((replicate, columns))
        return rows(blocks)


@dataclass(frozen=True, kw_only=True)
class Runs:
    """Runs of one algorithm on an instance that may be drawn for each replicate.

    Attributes
    ----------
    algorithm : module
    options : Options of the module
    instance : MeansEntry
    instance_stream : tuple
        Key of the streams that draw the means, the same for all algorithms and readings. Those of
        test and validation instances differ, so none is both.
    group_size : int
        C.
    recording : Recording
    validation : Validation, optional
        What chooses the constant that `options` leave open.
    details : bool
        Whether the smallest cluster of the means and the constant are kept, too.

    """

    algorithm: Simulator
    options: BaseModel
    instance: MeansEntry
    instance_stream: tuple[Key, ...]
    group_size: int
    recording: Recording
    validation: Validation | None = None
    details: bool = False

    def problem(self, replicate: int, root_seed: int) -> AnonymousProblem:
        """Return what a replicate is up against."""
        drawn = self.instance.draw(generator(root_seed, *self.instance_stream, replicate))
        return AnonymousProblem(
            means=drawn,
            group_size=self.group_size,
            horizon=self.recording.horizon,
            checkpoints=self.recording.rounds(replicate),
            law=self.instance.law,
        )

    def simulate(self, replicates: Replicates) -> Columns:
        """Return replicate, round, regret and, if they are kept, min_cluster and constant."""
        options, constant = self.options, np.nan
        if self.validation is not None:
            options, constant = self.validation.chosen(replicates.root_seed)
        blocks = []
        for replicate, stream in replicates:
            problem = self.problem(replicate, replicates.root_seed)
            run = self.algorithm.simulate(problem, generator=stream, options=options)
            columns = {"round": problem.points, "regret": run.regret}
            if self.details:
                columns |= {"min_cluster": min_cluster(problem.means), "constant": constant}
            blocks.append((replicate, columns))
        return rows(blocks)
