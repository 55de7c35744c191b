"""Data sets of the paper, their columns and scenarios; the numbers are in the configuration.

Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case.
"""

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np

from bandit_replications.experiments.cells import (
    ALGORITHM,
    Cell,
    Experiment,
    cell,
    data_sets,
    integer,
    number,
    text,
)
from bandit_replications.papers.multiplayer.algorithms.blocks import theorem_block_length
from bandit_replications.papers.multiplayer.catalogue import COORDINATED, ENTRIES, OWN
from bandit_replications.papers.multiplayer.environments.scenarios import Scenario, milestones
from bandit_replications.papers.multiplayer.parameters import (
    PAPER,
    Configuration,
    OnlineRegret,
    reading_options,
)
from bandit_replications.papers.multiplayer.simulation import Games, ListedRounds
from bandit_replications.papers.multiplayer.simulation.ranking import Rankings
from bandit_replications.playing.catalogue import entry_of

# --- Cells ----------------------------------------------------------------------------------


def _cell(
    losses_of: str,
    algorithm: str,
    scenario: Scenario,
    *,
    players: int,
    horizon: int,
    options: dict[str, Any],
    replicates: int,
    settings: dict[str, Any],
    rounds: tuple[int, ...] | None = None,
    shared_means: int = 1,
    spent: bool = False,
) -> Cell:
    """Return a cell of games whose losses are those of a data set, for all algorithms.

    Its work is the number of blocks of Coordinate and Play, of rounds of the others.
    """
    entry = entry_of(algorithm, ENTRIES, OWN)
    games = Games(
        algorithm=entry.algorithm,
        options=entry.Options(**options),
        recording=ListedRounds(horizon=horizon, listed=rounds),
        scenario=scenario,
        digest=scenario.digest,
        losses_stream=(PAPER, losses_of, "losses", scenario.name, players, horizon),
        players=players,
        shared_means=shared_means,
        spent=spent or rounds is not None,
    )
    work: float = horizon
    if algorithm not in ENTRIES:
        work = entry.work(players * horizon)
    elif algorithm in COORDINATED:
        theorem = theorem_block_length(players=players, arms=scenario.arms, horizon=horizon)
        work = horizon / (getattr(games.options, "block_length", None) or theorem)
    return cell(games, replicates=replicates, work=work, **settings)


def _names(algorithm: str, scenario: Scenario) -> dict[str, Any]:
    return {"algorithm": algorithm, "scenario": scenario.name}


def recorded_rounds(section: OnlineRegret, horizon: int) -> tuple[int, ...]:
    """Return the rounds that every run of Section 5's experiments records."""
    spaced = np.linspace(0, horizon, section.checkpoints + 1)[1:].round().astype(np.int64)
    return tuple(np.union1d(milestones(horizon, section.milestones), spaced).tolist())


def online_regret_cells(config: Configuration) -> Iterator[Cell]:
    """Yield the cells of Figures 2 to 4."""
    section = config.online_regret
    for scenario, algorithm in product(section.scenarios, section.algorithms):
        horizon = scenario.horizon(section.horizon)
        yield _cell(
            "online-regret",
            section.id_of(algorithm),
            scenario,
            players=section.players,
            horizon=horizon,
            options=section.options_given(algorithm),
            rounds=recorded_rounds(section, horizon),
            replicates=section.replicates_of(algorithm),
            settings=_names(algorithm, scenario),
        )


def readings_cells(config: Configuration) -> Iterator[Cell]:
    """Yield the cells of interpretations and repairs: the scenarios of Section 5, final regrets."""
    section = config.online_regret
    for entry, scenario in product(config.readings.entries, section.scenarios):
        if entry.shared_means > 1 and not scenario.random_means:
            continue
        yield _cell(
            "online-regret",
            entry.algorithm,
            scenario,
            players=section.players,
            horizon=scenario.horizon(section.horizon),
            options=reading_options(section, entry),
            shared_means=entry.shared_means,
            replicates=config.readings.replicates_of(entry),
            settings={**_names(entry.algorithm, scenario), "reading": entry.name},
        )


def horizon_sweep_cells(config: Configuration) -> Iterator[Cell]:
    """Yield the cells of Figures 5 to 7."""
    section = config.horizon_sweep
    for scenario, algorithm, horizon in product(
        section.scenarios, section.algorithms, section.horizons
    ):
        yield _cell(
            "horizon-sweep",
            section.id_of(algorithm),
            scenario,
            players=section.players,
            horizon=horizon,
            options=section.options_given(algorithm),
            replicates=section.replicates,
            settings={**_names(algorithm, scenario), "horizon": horizon},
        )


def ranking_cells(config: Configuration) -> Iterator[Cell]:
    """Yield the cells of Algorithm 4's failures: one row each."""
    section = config.ranking
    for players, rounds in product(section.players, section.ranking_rounds):
        settings: dict[str, Any] = {"players": players, "ranking_rounds": rounds}
        task = Rankings(**settings, samples=section.samples)
        yield cell(task, replicates=1, work=players * section.samples, **settings)


def sizes_cells(config: Configuration) -> Iterator[Cell]:
    """Yield the cells of several algorithms in games of many sizes."""
    section = config.sizes
    for algorithm, scenario, players, horizon, factor in section.games:
        yield _cell(
            "sizes",
            section.id_of(algorithm),
            scenario,
            players=players,
            horizon=horizon,
            options=section.options_of(algorithm, scenario, players, horizon, factor),
            replicates=section.replicates,
            spent=True,
            settings={
                **_names(algorithm, scenario),
                "players": players,
                "arms": scenario.arms,
                "horizon": horizon,
                "block_factor": factor,
            },
        )


# --- Data sets ------------------------------------------------------------------------------


SCENARIO = text("scenario", "name of the loss sequence")
PLAYERS = integer("players", "number of players K")
REGRET = number(
    "regret",
    "realised online regret R_t: losses of all players minus those of the K arms best in "
    "[t]; a quiet or colliding player loses 1",
    decimals=6,
)
SPENT = (
    integer("collisions", "rounds on which a player collided so far, summed over players"),
    integer("quiet", "rounds on which a player was quiet so far, summed over players"),
)

EXPERIMENTS = data_sets(
    PAPER,
    Experiment(
        name="online-regret",
        title="Online regret in the paper's scenarios and others (Section 5)",
        settings=(ALGORITHM, SCENARIO),
        metrics=(REGRET, *SPENT),
        listed=online_regret_cells,
    ),
    Experiment(
        name="readings",
        title="Final regret under other interpretations, and of repairs (Section 5)",
        settings=(ALGORITHM, SCENARIO, text("reading", "name of the interpretation or repair")),
        metrics=(REGRET,),
        listed=readings_cells,
        rounds=False,
    ),
    Experiment(
        name="horizon-sweep",
        title="Regret at the end of games of many lengths (Appendix A.5)",
        settings=(ALGORITHM, SCENARIO, integer("horizon", "rounds T of the game")),
        metrics=(REGRET,),
        listed=horizon_sweep_cells,
        rounds=False,
    ),
    Experiment(
        name="ranking",
        title="Probability that the ranking fails (Algorithm 4, Appendix A.2)",
        settings=(PLAYERS, integer("ranking_rounds", "rounds T_R of the ranking")),
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
        listed=ranking_cells,
        rounds=False,
    ),
    Experiment(
        name="sizes",
        title="Final regret over players, arms, horizon and block length (ours)",
        settings=(
            ALGORITHM,
            SCENARIO,
            PLAYERS,
            integer("arms", "number of arms N"),
            integer("horizon", "rounds T of the game"),
            number("block_factor", "block length over the algorithm's own", decimals=4),
        ),
        metrics=(REGRET, *SPENT),
        listed=sizes_cells,
        rounds=False,
    ),
)
