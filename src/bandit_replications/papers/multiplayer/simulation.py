"""Simulation of the paper's cells: replicates of one combination of settings, as columns.

Pure functions of a cell and a root seed. What is simulated stands in `experiments`; the algorithms
have modules of their own, loaded by name so that each cell depends on its own algorithm only.
"""

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from bandit_replications.bandits.streams import generator
from bandit_replications.experiments.cells import Cell, Columns, checkpoints, streams
from bandit_replications.papers.multiplayer.catalogue import ALGORITHMS, load
from bandit_replications.papers.multiplayer.environments.losses import (
    Losses,
    bernoulli_losses,
    given_losses,
)
from bandit_replications.papers.multiplayer.environments.problems import MultiplayerProblem
from bandit_replications.papers.multiplayer.environments.scenarios import Scenario, milestones

PAPER = "multiplayer"


def simulate_online_regret(cell: Cell, first: int, last: int, root_seed: int) -> Columns:
    """Return replicate, round, regret and collisions of an algorithm's runs.

    Runs whose curve is not kept are recorded at the milestones.
    """
    horizon = cell.parameters["horizon"]
    few = milestones(horizon, cell.parameters["milestones"])
    curve = np.union1d(few, checkpoints(horizon, number=cell.parameters["checkpoints"]))
    replicates, rounds, regrets, collisions = [], [], [], []
    game, runs = _Game.of(cell), streams(PAPER, cell, first, last, root_seed)
    for replicate, stream in zip(range(first, last), runs, strict=True):
        points = curve if replicate < cell.parameters["curve_replicates"] else few
        run = game.simulate(points, replicate, stream, root_seed)
        replicates.append(np.full(points.size, replicate))
        rounds.append(points)
        regrets.append(run.regret)
        collisions.append(run.collisions)
    return {
        "replicate": np.concatenate(replicates),
        "round": np.concatenate(rounds),
        "regret": np.concatenate(regrets),
        "collisions": np.concatenate(collisions),
    }


def simulate_final_regret(cell: Cell, first: int, last: int, root_seed: int) -> Columns:
    """Return replicate and regret at the end of an algorithm's runs."""
    final = np.array([cell.parameters["horizon"]], dtype=np.int64)
    game, runs = _Game.of(cell), streams(PAPER, cell, first, last, root_seed)
    regrets = [
        game.simulate(final, replicate, stream, root_seed).regret[0]
        for replicate, stream in zip(range(first, last), runs, strict=True)
    ]
    return {"replicate": np.arange(first, last), "regret": np.array(regrets)}


@dataclass(frozen=True, kw_only=True)
class _Game:
    """What the runs of a cell have in common, read from its parameters once."""

    cell: Cell
    module: Any
    options: Any
    scenario: Scenario
    players: int
    horizon: int
    fixed: Losses | None

    @classmethod
    def of(cls, cell: Cell) -> Self:
        module = load(str(cell.settings["algorithm"]))
        scenario = Scenario.model_validate(cell.parameters["scenario"])
        sizes = {"players": cell.parameters["players"], "horizon": cell.parameters["horizon"]}
        return cls(
            cell=cell,
            module=module,
            options=module.Options.model_validate(cell.parameters["options"]),
            scenario=scenario,
            fixed=None if scenario.random_means else scenario.losses(**sizes),
            **sizes,
        )

    def simulate(
        self,
        points: NDArray[np.int64],
        replicate: int,
        stream: np.random.Generator,
        root_seed: int,
    ) -> Any:
        problem = MultiplayerProblem(
            losses=self.losses(replicate, root_seed),
            players=self.players,
            horizon=self.horizon,
            checkpoints=points,
        )
        return self.module.simulate(problem, generator=stream, options=self.options)

    def losses(self, replicate: int, root_seed: int) -> Losses:
        """Return a run's losses; what is drawn before the game is the same for all algorithms."""
        if self.fixed is not None:  # the same in all runs
            return self.fixed
        sizes = (self.players, self.horizon)
        key = (PAPER, self.cell.experiment, "losses", self.scenario.name, *sizes, replicate)
        stream = generator(root_seed, *key)
        return self.scenario.losses(players=self.players, horizon=self.horizon, generator=stream)


def simulate_ranking(cell: Cell, first: int, last: int, root_seed: int) -> Columns:
    """Return exact and simulated probability of a failed ranking, and the bound on it."""
    chain, ranking = load("theory.ranking-probability"), load("ranking")
    sizes = {
        "players": int(cell.settings["players"] or 0),
        "ranking_rounds": int(cell.settings["ranking_rounds"] or 0),
    }
    samples = cell.parameters["samples"]
    shares = [
        ranking.count_failures(**sizes, samples=samples, generator=stream) / samples
        for stream in streams(PAPER, cell, first, last, root_seed)
    ]
    rows = last - first
    return {
        "replicate": np.arange(first, last),
        "failure_exact": np.full(rows, chain.failure_probability(**sizes)),
        "failure_simulated": np.array(shares),
        "bound": np.full(rows, chain.failure_bound(**sizes)),
    }


def warm() -> None:
    """Run every compiled simulator once on tiny problems, so that its kernels are cached."""
    horizon, players = 64, 2
    table = np.tile([0.25, 0.5, 0.75], (horizon, 1))
    for number, algorithm in enumerate(ALGORITHMS):
        module = load(algorithm)
        for losses in (bernoulli_losses([0.2, 0.5, 0.8]), given_losses(table)):
            module.simulate(
                MultiplayerProblem(losses=losses, players=players, horizon=horizon),
                generator=generator(0, "warm", number),
            )
    load("ranking").count_failures(
        players=2, ranking_rounds=4, samples=2, generator=generator(0, "warm")
    )
