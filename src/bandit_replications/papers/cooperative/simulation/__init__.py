"""Simulation of the paper's experiments: runs of one algorithm by a group of agents."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bandit_replications.experiments import tasks
from bandit_replications.experiments.tasks import Columns, Replicates, rows
from bandit_replications.papers.cooperative.environments.contamination import ContaminationEntry
from bandit_replications.papers.cooperative.environments.instances import (
    Environment,
    MeansEntry,
    draw,
)
from bandit_replications.papers.cooperative.environments.networks import (
    NetworkEntry,
    greedy_clique_cover,
    power_graph,
)
from bandit_replications.papers.cooperative.environments.problems import (
    ByzantineProblem,
    GroupProblem,
    PrivateProblem,
    life_in_rounds,
)


@dataclass(frozen=True, kw_only=True)
class Runs(tasks.Runs):
    """Runs of one algorithm on a network and arms that are drawn for each replicate.

    Attributes
    ----------
    network, means : entries of the configuration
    message_life : int or str
        γ in rounds or as a word; 0 for algorithms that do not communicate.
    covers : bool
        Whether the clique cover is kept instead of the regret over time.

    """

    network: NetworkEntry
    means: MeansEntry
    message_life: int | str = 0
    covers: bool = False

    def problem(self, replicate: int, root_seed: int) -> GroupProblem:
        """Return the problem of a replicate."""
        return self._problem(self._drawn(replicate, root_seed))

    def simulate(self, replicates: Replicates) -> Columns:
        """Return replicate, group regret, and either its rounds or the greedy clique cover."""
        blocks = []
        for replicate, generator in replicates:
            environment = self._drawn(replicate, replicates.root_seed)
            problem = self._problem(environment)
            run = self.algorithm.simulate(problem, generator=generator, options=self.options)
            columns = {"regret": run.regret(environment.gaps)}
            if self.covers:
                adjacent = power_graph(environment.lengths, message_life=problem.message_life)
                columns["clique_cover"] = len(greedy_clique_cover(adjacent))
            else:
                columns["round"] = problem.points
            blocks.append((replicate, columns))
        return rows(blocks)

    def _drawn(self, replicate: int, root_seed: int) -> Environment:
        return draw(self.network, self.means, root_seed=root_seed, replicate=replicate)

    def _problem(self, environment: Environment) -> GroupProblem:
        return self._of_kind(
            environment,
            rewards=environment.rewards,
            horizon=self.recording.horizon,
            checkpoints=self.recording.rounds(),
            distances=environment.lengths,
            message_life=life_in_rounds(self.message_life, environment.diameter),
        )

    def _of_kind(self, environment: Environment, **common: Any) -> GroupProblem:
        return GroupProblem(**common)


@dataclass(frozen=True, kw_only=True)
class PrivateRuns(Runs):
    """Runs of a private algorithm."""

    epsilon: float
    v: float

    def _of_kind(self, environment: Environment, **common: Any) -> GroupProblem:
        return PrivateProblem(epsilon=self.epsilon, v=self.v, **common)


@dataclass(frozen=True, kw_only=True)
class ByzantineRuns(Runs):
    """Runs of an algorithm against Byzantine agents; ε is assumed as it is unless given.

    Of the agents, whose order says nothing of their places in a random network, the first
    `fraction` are Byzantine, or those of `byzantine`. `epsilon` is for private algorithms.
    """

    contamination: ContaminationEntry
    assumed_contamination: float | None = None
    byzantine: tuple[int, ...] | None = None
    fraction: float = 1.0
    noise_scale: float = 0.0
    epsilon: float | None = None

    def _of_kind(self, environment: Environment, **common: Any) -> GroupProblem:
        entry, assumed = self.contamination, self.assumed_contamination
        byzantine: Sequence[int] | None = self.byzantine
        if self.fraction < 1:
            byzantine = range(round(self.fraction * len(environment.lengths)))
        return ByzantineProblem(
            contamination=entry.for_arms(environment.means),
            assumed_contamination=self.fraction * entry.probability if assumed is None else assumed,
            byzantine=byzantine,
            noise_scale=self.noise_scale,
            epsilon=self.epsilon,
            **common,
        )
