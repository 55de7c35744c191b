"""Simulation of the paper's experiments: runs of one algorithm by a group of agents."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from bandit_replications.bandits.problems import Simulator
from bandit_replications.experiments.tasks import Columns, Recording, Replicates, rows
from bandit_replications.papers.cooperative.environments.contamination import ContaminationEntry
from bandit_replications.papers.cooperative.environments.instances import (
    Environment,
    MeansEntry,
    draw,
    life_in_rounds,
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
)


@dataclass(frozen=True, kw_only=True)
class Runs:
    """Runs of one algorithm on a network and arms that are drawn for each replicate.

    Attributes
    ----------
    algorithm : module
    options : Options of the module
    network, means : entries of the configuration
    message_life : int or str
        γ in rounds or as a word; 0 for algorithms that do not communicate.
    recording : Recording
    covers : bool
        Whether the clique cover is kept instead of the regret over time.

    """

    algorithm: Simulator
    options: BaseModel
    network: NetworkEntry
    means: MeansEntry
    message_life: int | str
    recording: Recording
    covers: bool = False

    def simulate(self, replicates: Replicates) -> Columns:
        """Return replicate, group regret, and either its rounds or the greedy clique cover."""
        blocks = []
        for replicate, generator in replicates:
            environment = draw(
                self.network, self.means, root_seed=replicates.root_seed, replicate=replicate
            )
            life = life_in_rounds(self.message_life, environment.diameter)
            points = self.recording.rounds()
            problem = self._problem(
                environment,
                rewards=environment.rewards,
                horizon=self.recording.horizon,
                checkpoints=points,
                distances=environment.lengths,
                message_life=life,
            )
            run = self.algorithm.simulate(problem, generator=generator, options=self.options)
            columns = {"regret": run.regret(environment.gaps)}
            if self.covers:
                adjacent = power_graph(environment.lengths, message_life=life)
                columns["clique_cover"] = len(greedy_clique_cover(adjacent))
            else:
                columns["round"] = points
            blocks.append((replicate, columns))
        return rows(blocks)

    def _problem(self, environment: Environment, **common: Any) -> GroupProblem:
        return GroupProblem(**common)


@dataclass(frozen=True, kw_only=True)
class PrivateRuns(Runs):
    """Runs of a private algorithm."""

    epsilon: float
    v: float

    def _problem(self, environment: Environment, **common: Any) -> GroupProblem:
        return PrivateProblem(epsilon=self.epsilon, v=self.v, **common)


@dataclass(frozen=True, kw_only=True)
class ByzantineRuns(Runs):
    """Runs of an algorithm against Byzantine agents; ε is assumed as it is unless given.

    Of the agents, whose order says nothing of their places in a random network, the first
    `fraction` are Byzantine, or those of `byzantine`.
    """

    contamination: ContaminationEntry
    assumed_contamination: float | None = None
    byzantine: tuple[int, ...] | None = None
    fraction: float = 1.0
    noise_scale: float = 0.0

    def _problem(self, environment: Environment, **common: Any) -> GroupProblem:
        entry, assumed = self.contamination, self.assumed_contamination
        byzantine: Sequence[int] | None = self.byzantine
        if self.fraction < 1:
            byzantine = range(round(self.fraction * len(environment.lengths)))
        return ByzantineProblem(
            contamination=entry.for_arms(environment.means),
            assumed_contamination=self.fraction * entry.probability if assumed is None else assumed,
            byzantine=byzantine,
            noise_scale=self.noise_scale,
            **common,
        )
