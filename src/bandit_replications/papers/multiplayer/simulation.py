"""Simulation of the paper's experiments: games of one algorithm against an adversary's losses."""

from dataclasses import dataclass

import numpy as np
from pydantic import BaseModel

from bandit_replications.bandits.problems import Simulator
from bandit_replications.bandits.streams import Key, generator
from bandit_replications.experiments.tasks import Columns, Replicates, rows
from bandit_replications.papers.multiplayer.environments.losses import Losses
from bandit_replications.papers.multiplayer.environments.problems import MultiplayerProblem
from bandit_replications.papers.multiplayer.environments.scenarios import Scenario


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
    horizon : int
        T.
    rounds : tuple of int, optional
        Rounds after which every game is recorded, the last one T; None keeps only the regret at
        the end.
    shared_means : int
        Consecutive replicates that share one draw of random means.

    """

    algorithm: Simulator
    options: BaseModel
    scenario: Scenario
    digest: str | None
    losses_stream: tuple[Key, ...]
    players: int
    horizon: int
    rounds: tuple[int, ...] | None = None
    shared_means: int = 1

    def simulate(self, replicates: Replicates) -> Columns:
        """Return replicate, regret and, where rounds are kept, round and collisions."""
        players, horizon = self.players, self.horizon
        points = np.array(self.rounds or (horizon,), dtype=np.int64)
        fixed = None
        if not self.scenario.random_means:
            fixed = self.scenario.losses(players=players, horizon=horizon)
        blocks = []
        for replicate, stream in replicates:
            losses = self._drawn(replicate, replicates.root_seed) if fixed is None else fixed
            problem = MultiplayerProblem(
                losses=losses, players=players, horizon=horizon, checkpoints=points
            )
            run = self.algorithm.simulate(problem, generator=stream, options=self.options)
            columns = {"regret": run.regret}
            if self.rounds is not None:
                columns |= {"round": points, "collisions": run.collisions}
            blocks.append((replicate, columns))
        return rows(blocks)

    def _drawn(self, replicate: int, root_seed: int) -> Losses:
        return self.scenario.losses(
            players=self.players,
            horizon=self.horizon,
            generator=generator(root_seed, *self.losses_stream, replicate // self.shared_means),
        )
