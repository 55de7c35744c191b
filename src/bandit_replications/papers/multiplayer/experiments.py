"""What is simulated for the paper: data sets, their columns and scenarios. Numbers live in config.

Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case.
"""

from typing import Any

from bandit_replications.experiments.cells import ALGORITHM, Cell, Column, Experiment, simulated_by
from bandit_replications.papers.multiplayer.algorithms.blocks import (
    theorem_block_length,
)
from bandit_replications.papers.multiplayer.catalogue import COORDINATED, module_name
from bandit_replications.papers.multiplayer.environments.scenarios import Scenario
from bandit_replications.papers.multiplayer.parameters import PAPER, SCALED, Configuration

# --- Cells ----------------------------------------------------------------------------------


# Seconds of one run on one of two busy cores. They shape shards and the time left, never results.
SECONDS_PER_BLOCK = {"coordinate-without-quiet": 17e-6}
SECONDS_PER_EVENT_BLOCK = 0.55e-6
SECONDS_PER_ROUND = {"independent-exp3": 1.2e-7, "k-metaplayer": 1.3e-7}
SECONDS_PER_RUN = 4.5e-4


def _seconds(
    algorithm: str, *, players: int, arms: int, horizon: int, options: Any = None
) -> float:
    if algorithm not in COORDINATED:
        return SECONDS_PER_RUN + SECONDS_PER_ROUND.get(algorithm, 0.0) * horizon
    block_length = (options or {}).get("block_length") or theorem_block_length(
        players=players, arms=arms, horizon=horizon
    )
    per_block = SECONDS_PER_BLOCK.get(algorithm, SECONDS_PER_EVENT_BLOCK) * (arms / 8)
    return SECONDS_PER_RUN + per_block * horizon / block_length


def _modules(*names: str) -> tuple[str, ...]:
    """Return the modules that simulate a cell: the simulation and what it loads by name."""
    return (module_name("simulation"), *(module_name(name) for name in names))


def _game(scenario: Scenario, players: int, horizon: int, options: Any) -> dict[str, Any]:
    """Return the parameters of a run; a file enters by its content."""
    return {
        "scenario": scenario.model_dump(),
        "file_digest": scenario.digest,
        "players": players,
        "horizon": scenario.horizon(horizon),
        "options": options,
    }


def online_regret_cells(config: Configuration) -> list[Cell]:
    """Return the cells of Figures 2 to 4."""
    section = config.online_regret
    return [
        Cell(
            experiment="online-regret",
            settings={"algorithm": algorithm, "scenario": scenario.name},
            replicates=section.replicates_of(algorithm),
            seconds=_seconds(
                algorithm,
                players=section.players,
                arms=scenario.arms,
                horizon=scenario.horizon(section.horizon),
                options=section.options.get(algorithm),
            ),
            parameters={
                **_game(
                    scenario,
                    section.players,
                    section.horizon,
                    section.options.get(algorithm, {}),
                ),
                "milestones": section.milestones,
                "curve_replicates": section.curve_replicates,
                "checkpoints": section.checkpoints,
            },
            modules=_modules(algorithm),
        )
        for scenario in section.scenarios
        for algorithm in section.algorithms
    ]


def horizon_sweep_cells(config: Configuration) -> list[Cell]:
    """Return the cells of Figures 5 to 7."""
    section = config.horizon_sweep
    return [
        Cell(
            experiment="horizon-sweep",
            settings={"algorithm": algorithm, "scenario": scenario.name, "horizon": horizon},
            replicates=section.replicates,
            seconds=_seconds(
                algorithm,
                players=section.players,
                arms=scenario.arms,
                horizon=horizon,
                options=section.options.get(algorithm),
            ),
            parameters=_game(
                scenario, section.players, horizon, section.options.get(algorithm, {})
            ),
            modules=_modules(algorithm),
        )
        for scenario in section.scenarios
        for algorithm in section.algorithms
        for horizon in section.horizons
    ]


def ranking_cells(config: Configuration) -> list[Cell]:
    """Return the cells of Algorithm 4's failures: one row each."""
    section = config.ranking
    return [
        Cell(
            experiment="ranking",
            settings={"players": players, "ranking_rounds": rounds},
            replicates=1,
            seconds=6e-8 * players * section.samples,
            parameters={"samples": section.samples},
            modules=_modules("ranking", "theory.ranking-probability"),
        )
        for players in section.players
        for rounds in section.ranking_rounds
    ]


def scaling_cells(config: Configuration) -> list[Cell]:
    """Return the cells of the scaling of Coordinate and Play."""
    section = config.scaling
    return [
        Cell(
            experiment="scaling",
            settings={
                "algorithm": SCALED,
                "players": size.players,
                "arms": size.arms,
                "block_length": block_length,
            },
            replicates=section.replicates,
            seconds=_seconds(
                SCALED,
                players=size.players,
                arms=size.arms,
                horizon=section.horizon,
                options={"block_length": block_length},
            ),
            parameters=_game(
                section.scenario(size),
                size.players,
                section.horizon,
                {**section.options, "block_length": block_length},
            ),
            modules=_modules(SCALED),
        )
        for size, block_length in section.cases
    ]


# --- Data sets ------------------------------------------------------------------------------


SCENARIO = Column(name="scenario", type="text", meaning="name of the loss sequence")
PLAYERS = Column(name="players", type="integer", meaning="number of players K")
REGRET = Column(
    name="regret",
    type="number",
    decimals=6,
    meaning="realised online regret R_t: losses of all players minus those of the K arms best in "
    "[t]; a quiet or colliding player loses 1",
)

EXPERIMENTS = (
    Experiment(
        name="online-regret",
        title="Online regret in the paper's scenarios and others (Section 5)",
        settings=(ALGORITHM, SCENARIO),
        metrics=(
            REGRET,
            Column(
                name="collisions",
                type="integer",
                meaning="rounds on which a player collided so far, summed over players",
            ),
        ),
        cells=online_regret_cells,
        simulate=simulated_by(PAPER, "simulate_online_regret"),
    ),
    Experiment(
        name="horizon-sweep",
        title="Regret at the end of games of many lengths (Appendix A.5)",
        settings=(
            ALGORITHM,
            SCENARIO,
            Column(name="horizon", type="integer", meaning="rounds T of the game"),
        ),
        metrics=(REGRET,),
        cells=horizon_sweep_cells,
        simulate=simulated_by(PAPER, "simulate_final_regret"),
        rounds=False,
    ),
    Experiment(
        name="ranking",
        title="Probability that the ranking fails (Algorithm 4, Appendix A.2)",
        settings=(
            PLAYERS,
            Column(name="ranking_rounds", type="integer", meaning="rounds T_R of the ranking"),
        ),
        metrics=(
            Column(
                name="failure_exact",
                type="number",
                decimals=15,
                meaning="probability that a player has no rank, from the exact Markov chain",
            ),
            Column(
                name="failure_simulated",
                type="number",
                decimals=15,
                meaning="share of simulated rankings that leave a player without rank",
            ),
            Column(
                name="bound",
                type="number",
                decimals=15,
                meaning="Appendix A.2's bound K exp(-T_R / (K e)) on that probability",
            ),
        ),
        cells=ranking_cells,
        simulate=simulated_by(PAPER, "simulate_ranking"),
        rounds=False,
    ),
    Experiment(
        name="scaling",
        title="Regret of Coordinate and Play against players, arms and block length",
        settings=(
            ALGORITHM,
            PLAYERS,
            Column(name="arms", type="integer", meaning="number of arms N"),
            Column(name="block_length", type="integer", meaning="rounds τ of a block"),
        ),
        metrics=(REGRET,),
        cells=scaling_cells,
        simulate=simulated_by(PAPER, "simulate_final_regret"),
        rounds=False,
    ),
)
