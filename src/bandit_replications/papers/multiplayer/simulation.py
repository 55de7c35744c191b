"""Simulation of the paper's experiments: games of one algorithm against an adversary's losses."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

from bandit_replications.bandits.problems import Simulator
from bandit_replications.bandits.streams import Key, generator
from bandit_replications.experiments.tasks import Columns, Recording, Replicates, rows
from bandit_replications.papers.multiplayer.environments.losses import Losses
from bandit_replications.papers.multiplayer.environments.problems import MultiplayerProblem
from bandit_replications.papers.multiplayer.environments.scenarios import Scenario, milestones


@dataclass(frozen=True, kw_only=True)
class Games:
    """Games of one algorithm in one scenario.

    Attributes
    ----------
    algorithm : module
    options : Options of the module
    scenario : Scenario
    digest : str or None
        Of the scenario's file, so that its content determines the rows.
    losses_stream : tuple
        Key of the streams of losses that are drawn before a game, the same for all algorithms.
    players : int
        K.
    recording : Recording
    milestones : tuple of int, optional
        Rounds that every game records besides `scenarios.milestones`; None keeps only the regret
        at the end.

    """

    algorithm: Simulator
    options: BaseModel
    scenario: Scenario
    digest: str | None
    losses_stream: tuple[Key, ...]
    players: int
    recording: Recording
    milestones: tuple[int, ...] | None = None

    def simulate(self, replicates: Replicates) -> Columns:
        """Return replicate, regret and, where milestones are kept, round and collisions."""
        players, horizon = self.players, self.recording.horizon
        fixed = None
        if not self.scenario.random_means:
            fixed = self.scenario.losses(players=players, horizon=horizon)
        blocks = []
        for replicate, stream in replicates:
            losses = self._drawn(replicate, replicates.root_seed) if fixed is None else fixed
            points = self._rounds(replicate)
            problem = MultiplayerProblem(
                losses=losses, players=players, horizon=horizon, checkpoints=points
            )
            run = self.algorithm.simulate(problem, generator=stream, options=self.options)
            columns = {"regret": run.regret}
            if self.milestones is not None:
                columns |= {"round": points, "collisions": run.collisions}
            blocks.append((replicate, columns))
        return rows(blocks)

    def _rounds(self, replicate: int) -> NDArray[np.int64]:
        points = self.recording.rounds(replicate)
        if self.milestones is None:
            return points
        return np.union1d(milestones(self.recording.horizon, self.milestones), points)

    def _drawn(self, replicate: int, root_seed: int) -> Losses:
        return self.scenario.losses(
            players=self.players,
            horizon=self.recording.horizon,
            generator=generator(root_seed, *self.losses_stream, replicate),
        )
