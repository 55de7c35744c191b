"""Simulation of the paper's experiments: runs of one algorithm on one matrix of means."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from bandit_replications.bandits.streams import Key, generator
from bandit_replications.experiments import tasks
from bandit_replications.papers.anonymous.environments.instances import MeansEntry, min_cluster
from bandit_replications.papers.anonymous.environments.problems import AnonymousProblem


@dataclass(frozen=True, kw_only=True)
class Runs(tasks.Runs):
    """Runs of one algorithm on an instance that may be drawn for each replicate.

    Attributes
    ----------
    instance : MeansEntry
    instance_stream : tuple
        Key of the streams that draw the means, the same for all algorithms and
        interpretations. Those of test and validation instances differ, so none is both.
    group_size : int
        C.
    constant : str, optional
        The option that was tuned; its value is kept, too.
    details : bool
        Whether the smallest cluster of the means and the constant are kept, too.

    """

    instance: MeansEntry
    instance_stream: tuple[Key, ...]
    group_size: int
    constant: str | None = None
    details: bool = False

    def problem(self, replicate: int, root_seed: int) -> AnonymousProblem:
        """Return the problem of a replicate."""
        drawn = self.instance.draw(generator(root_seed, *self.instance_stream, replicate))
        return AnonymousProblem(
            means=drawn,
            group_size=self.group_size,
            horizon=self.recording.horizon,
            checkpoints=self.recording.rounds(),
            law=self.instance.law,
        )

    def columns(self, problem: AnonymousProblem, run: Any) -> dict[str, Any]:
        """Return round, regret and, if they are kept, min_cluster and constant."""
        columns = {"round": problem.points, "regret": run.regret}
        if self.details:
            constant = np.nan if self.constant is None else getattr(self.options, self.constant)
            columns |= {"min_cluster": min_cluster(problem.means), "constant": constant}
        return columns
