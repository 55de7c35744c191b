"""What is simulated for the paper: data sets, their columns and scenarios. Numbers live in config.

Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case.
"""

from typing import Any

import numpy as np

from bandit_replications.experiments.cells import (
    ALGORITHM,
    Cell,
    Experiment,
    integer,
    number,
    text,
)
from bandit_replications.experiments.tasks import Task
from bandit_replications.papers.multiplayer.algorithms.blocks import theorem_block_length
from bandit_replications.papers.multiplayer.catalogue import ALGORITHMS, COORDINATED
from bandit_replications.papers.multiplayer.environments.scenarios import (
    Scenario,
    Swinging,
    milestones,
)
from bandit_replications.papers.multiplayer.own_algorithms import OwnAlgorithm
from bandit_replications.papers.multiplayer.parameters import (
    PAPER,
    SCALED,
    Configuration,
    OnlineRegret,
    reading_options,
)
from bandit_replications.papers.multiplayer.simulation import Games
from bandit_replications.papers.multiplayer.theory.ranking_probability import Rankings
from bandit_replications.playing import extensions, own_algorithms

# --- Cells ----------------------------------------------------------------------------------


def _games(
    losses_of: str,
    algorithm: str,
    scenario: Scenario,
    *,
    players: int,
    horizon: int,
    options: dict[str, Any],
    rounds: tuple[int, ...] | None = None,
    shared_means: int = 1,
) -> Games:
    """Return games whose losses are those of a data set, for all algorithms and readings."""
    played = own_algorithms.simulator(algorithm, ALGORITHMS, OwnAlgorithm)
    return Games(
        algorithm=played,
        options=played.Options(**options),
        scenario=scenario,
        digest=scenario.digest,
        losses_stream=(PAPER, losses_of, "losses", scenario.name, players, horizon),
        players=players,
        horizon=horizon,
        rounds=rounds,
        shared_means=shared_means,
    )


def _work(algorithm: str, games: Games) -> float:
    """Return the blocks of Coordinate and Play, the rounds of the others."""
    horizon = games.horizon
    if algorithm not in ALGORITHMS:
        return extensions.WORK * games.players * horizon
    if algorithm not in COORDINATED:
        return horizon
    theorem = theorem_block_length(players=games.players, arms=games.scenario.arms, horizon=horizon)
    return horizon / (getattr(games.options, "block_length", None) or theorem)


def recorded_rounds(section: OnlineRegret, horizon: int) -> tuple[int, ...]:
    """Return the rounds that every run of Section 5's experiments records."""
    spaced = np.linspace(0, horizon, section.checkpoints + 1)[1:].round().astype(np.int64)
    return tuple(np.union1d(milestones(horizon, section.milestones), spaced).tolist())


def online_regret_cells(config: Configuration) -> list[Cell]:
    """Return the cells of Figures 2 to 4."""
    section = config.online_regret
    cells = []
    for scenario in section.scenarios:
        horizon = scenario.horizon(section.horizon)
        for algorithm in section.algorithms:
            games = _games(
                "online-regret",
                section.id_of(algorithm),
                scenario,
                players=section.players,
                horizon=horizon,
                options=section.options_given(algorithm),
                rounds=recorded_rounds(section, horizon),
            )
            cells.append(
                Cell(
                    experiment="online-regret",
                    settings={"algorithm": algorithm, "scenario": scenario.name},
                    stream=(PAPER, "online-regret", algorithm, scenario.name),
                    replicates=section.replicates_of(algorithm),
                    task=games,
                    work=_work(section.id_of(algorithm), games),
                )
            )
    return cells


def readings_cells(config: Configuration) -> list[Cell]:
    """Return the cells of readings and repairs: the scenarios of Section 5, final regrets."""
    section = config.online_regret
    cells = []
    for entry in config.readings.entries:
        for scenario in section.scenarios:
            if entry.shared_means > 1 and not scenario.random_means:
                continue
            games = _games(
                "online-regret",
                entry.algorithm,
                scenario,
                players=section.players,
                horizon=scenario.horizon(section.horizon),
                options=reading_options(section, entry),
                shared_means=entry.shared_means,
            )
            settings = {"algorithm": entry.algorithm, "scenario": scenario.name}
            cells.append(
                Cell(
                    experiment="readings",
                    settings={**settings, "reading": entry.name},
                    stream=(PAPER, "readings", *settings.values(), entry.name),
                    replicates=config.readings.replicates_of(entry),
                    task=games,
                    work=_work(entry.algorithm, games),
                )
            )
    return cells


def horizon_sweep_cells(config: Configuration) -> list[Cell]:
    """Return the cells of Figures 5 to 7."""
    section = config.horizon_sweep
    cells = []
    for scenario in section.scenarios:
        for algorithm in section.algorithms:
            for horizon in section.horizons:
                games = _games(
                    "horizon-sweep",
                    section.id_of(algorithm),
                    scenario,
                    players=section.players,
                    horizon=horizon,
                    options=section.options_given(algorithm),
                )
                cells.append(
                    Cell(
                        experiment="horizon-sweep",
                        settings={
                            "algorithm": algorithm,
                            "scenario": scenario.name,
                            "horizon": horizon,
                        },
                        stream=(PAPER, "horizon-sweep", algorithm, scenario.name, horizon),
                        replicates=section.replicates,
                        task=games,
                        work=_work(section.id_of(algorithm), games),
                    )
                )
    return cells


def ranking_cells(config: Configuration) -> list[Cell]:
    """Return the cells of Algorithm 4's failures: one row each."""
    section = config.ranking
    return [
        Cell(
            experiment="ranking",
            settings={"players": players, "ranking_rounds": rounds},
            stream=(PAPER, "ranking", players, rounds),
            replicates=1,
            task=Rankings(players=players, ranking_rounds=rounds, samples=section.samples),
            work=players * section.samples,
        )
        for players in section.players
        for rounds in section.ranking_rounds
    ]


def scaling_cells(config: Configuration) -> list[Cell]:
    """Return the cells of the scaling of Coordinate and Play."""
    section = config.scaling
    cells = []
    for size, block_length in section.cases:
        games = _games(
            "scaling",
            SCALED,
            section.scenario(size),
            players=size.players,
            horizon=section.horizon,
            options={**section.options, "block_length": block_length},
        )
        cells.append(
            Cell(
                experiment="scaling",
                settings={
                    "algorithm": SCALED,
                    "players": size.players,
                    "arms": size.arms,
                    "block_length": block_length,
                },
                stream=(PAPER, "scaling", SCALED, size.players, size.arms, block_length),
                replicates=section.replicates,
                task=games,
                work=_work(SCALED, games),
            )
        )
    return cells


def tiny_tasks() -> list[Task]:
    """Return games of every algorithm, with means and with a table of losses, and a ranking."""
    horizon = 64
    scenarios = [
        Scenario(name="means", means=[0.2, 0.5, 0.8]),
        Scenario(name="table", swinging=Swinging(arms=3, amplitude=0.25, doublings=1)),
    ]
    games = [
        _games("tiny", name, scenario, players=2, horizon=horizon, options={})
        for name in ALGORITHMS
        for scenario in scenarios
    ]
    return [*games, Rankings(players=2, ranking_rounds=4, samples=2)]


# --- Data sets ------------------------------------------------------------------------------


SCENARIO = text("scenario", "name of the loss sequence")
PLAYERS = integer("players", "number of players K")
REGRET = number(
    "regret",
    "realised online regret R_t: losses of all players minus those of the K arms best in "
    "[t]; a quiet or colliding player loses 1",
    decimals=6,
)

EXPERIMENTS = (
    Experiment(
        name="online-regret",
        title="Online regret in the paper's scenarios and others (Section 5)",
        settings=(ALGORITHM, SCENARIO),
        metrics=(
            REGRET,
            integer("collisions", "rounds on which a player collided so far, summed over players"),
        ),
        cells=online_regret_cells,
    ),
    Experiment(
        name="readings",
        title="Final regret under other readings, and of repairs (Section 5)",
        settings=(ALGORITHM, SCENARIO, text("reading", "name of the reading or repair")),
        metrics=(REGRET,),
        cells=readings_cells,
        rounds=False,
    ),
    Experiment(
        name="horizon-sweep",
        title="Regret at the end of games of many lengths (Appendix A.5)",
        settings=(
            ALGORITHM,
            SCENARIO,
            integer("horizon", "rounds T of the game"),
        ),
        metrics=(REGRET,),
        cells=horizon_sweep_cells,
        rounds=False,
    ),
    Experiment(
        name="ranking",
        title="Probability that the ranking fails (Algorithm 4, Appendix A.2)",
        settings=(
            PLAYERS,
            integer("ranking_rounds", "rounds T_R of the ranking"),
        ),
        metrics=(
            number(
                "failure_exact",
                "probability that a player has no rank, from the exact Markov chain",
                decimals=15,
            ),
            number(
                "failure_simulated",
                "share of simulated rankings that leave a player without rank",
                decimals=15,
            ),
            number(
                "bound", "Appendix A.2's bound K exp(-T_R / (K e)) on that probability", decimals=15
            ),
        ),
        cells=ranking_cells,
        rounds=False,
    ),
    Experiment(
        name="scaling",
        title="Regret of Coordinate and Play against players, arms and block length",
        settings=(
            ALGORITHM,
            PLAYERS,
            integer("arms", "number of arms N"),
            integer("block_length", "rounds τ of a block"),
        ),
        metrics=(REGRET,),
        cells=scaling_cells,
        rounds=False,
    ),
)
