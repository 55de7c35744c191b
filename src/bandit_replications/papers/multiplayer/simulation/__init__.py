"""Simulation of the paper's experiments: games of one algorithm against an adversary's losses."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from bandit_replications.bandits.arrays import Integers
from bandit_replications.bandits.streams import Key, generator
from bandit_replications.experiments import tasks
from bandit_replications.experiments.tasks import Recording
from bandit_replications.papers.multiplayer.environments.losses import Losses
from bandit_replications.papers.multiplayer.environments.problems import MultiplayerProblem
from bandit_replications.papers.multiplayer.environments.scenarios import Scenario


@dataclass(frozen=True, kw_only=True)
class ListedRounds(Recording):
    """Rounds that are recorded, as a list; None keeps only the regret at the end."""

    listed: tuple[int, ...] | None = None

    def rounds(self) -> Integers:
        """Return the recorded rounds, the last one the horizon."""
        return np.array(self.listed or (self.horizon,), dtype=np.int64)


@dataclass(frozen=True, kw_only=True)
class Games(tasks.Runs):
    """Games of one algorithm in one scenario.

    Attributes
    ----------
    recording : ListedRounds
    scenario : Scenario
    digest : str or None
        Of the scenario's file, so that its content determines the rows.
    losses_stream : tuple
        Key of the streams of losses that are drawn before a game, the same for all algorithms.
    players : int
        K.
    shared_means : int
        Consecutive replicates that share one draw of random means.
    spent : bool
        Whether collided and quiet rounds are kept.

    """

    recording: ListedRounds
    scenario: Scenario
    digest: str | None
    losses_stream: tuple[Key, ...]
    players: int
    shared_means: int = 1
    spent: bool = False

    def problem(self, replicate: int, root_seed: int) -> MultiplayerProblem:
        """Return the game of a replicate."""
        if self.scenario.random_means:
            key = (*self.losses_stream, replicate // self.shared_means)
            losses = self._losses(generator(root_seed, *key))
        else:
            losses = self._fixed
        return MultiplayerProblem(
            losses=losses,
            players=self.players,
            horizon=self.recording.horizon,
            checkpoints=self.recording.rounds(),
        )

    @cached_property
    def _fixed(self) -> Losses:
        return self._losses()

    def _losses(self, chance: np.random.Generator | None = None) -> Losses:
        horizon = self.recording.horizon
        return self.scenario.losses(players=self.players, horizon=horizon, generator=chance)

    def columns(self, problem: MultiplayerProblem, run: Any) -> dict[str, Any]:
        """Return the regret and, where they are kept, rounds, and those collided and quiet."""
        rounds = {} if self.recording.listed is None else {"round": problem.points}
        spent = {"collisions": run.collisions, "quiet": run.quiet} if self.spent else {}
        return {**rounds, "regret": run.regret, **spent}
