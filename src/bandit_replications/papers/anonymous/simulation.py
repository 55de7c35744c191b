"""Simulation of the paper's experiments: runs of one algorithm on one matrix of means."""

from dataclasses import dataclass

import numpy as np
from pydantic import BaseModel

from bandit_replications.bandits.problems import Simulator
from bandit_replications.bandits.streams import Key, generator
from bandit_replications.experiments.tasks import Columns, Recording, Replicates, rows
from bandit_replications.papers.anonymous.environments.instances import MeansEntry, min_cluster
from bandit_replications.papers.anonymous.environments.problems import AnonymousProblem


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
    constant : str, optional
        The option that was tuned; its value is kept, too.
    details : bool
        Whether the smallest cluster of the means and the constant are kept, too.

    """

    algorithm: Simulator
    options: BaseModel
    instance: MeansEntry
    instance_stream: tuple[Key, ...]
    group_size: int
    recording: Recording
    constant: str | None = None
    details: bool = False

    def problem(self, replicate: int, root_seed: int) -> AnonymousProblem:
        """Return what a replicate is up against."""
        drawn = self.instance.draw(generator(root_seed, *self.instance_stream, replicate))
        return AnonymousProblem(
            means=drawn,
            group_size=self.group_size,
            horizon=self.recording.horizon,
            checkpoints=self.recording.rounds(),
            law=self.instance.law,
        )

    def simulate(self, replicates: Replicates) -> Columns:
        """Return replicate, round, regret and, if they are kept, min_cluster and constant."""
        constant = np.nan if self.constant is None else getattr(self.options, self.constant)
        blocks = []
        for replicate, stream in replicates:
            problem = self.problem(replicate, replicates.root_seed)
            run = self.algorithm.simulate(problem, generator=stream, options=self.options)
            columns = {"round": problem.points, "regret": run.regret}
            if self.details:
                columns |= {"min_cluster": min_cluster(problem.means), "constant": constant}
            blocks.append((replicate, columns))
        return rows(blocks)
