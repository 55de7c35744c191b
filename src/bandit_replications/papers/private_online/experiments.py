"""What is simulated for the paper: data sets, their columns and instances. Numbers live in config.

Hu, Huang, Mehta: Near-Optimal Algorithms for Private Online Learning in a Stochastic Environment.
"""

from typing import Any

import numpy as np

from bandit_replications.bandits import extensions
from bandit_replications.experiments.cells import ALGORITHM, Cell, Column, Experiment, simulated_by
from bandit_replications.papers.private_online.catalogue import (
    NON_PRIVATE,
    load,
    module_name,
)
from bandit_replications.papers.private_online.parameters import PAPER, Configuration, Variant

# --- Cells ----------------------------------------------------------------------------------


# Seconds of one replicate on one core: a per-round algorithm's time a round, and for the
# event-driven ones a flat cost. They shape shards and the time left, never results.
SECONDS_PER_ROUND = {"hybrid-ucb": 35e-9, "ucb1": 9e-9}
SECONDS_PER_RUN = 2e-4
SECONDS_PER_USER_ROUND = 2e-6


def _seconds(algorithm: str, horizon: int, arms: int = 5) -> float:
    if algorithm in extensions.classes():
        return SECONDS_PER_USER_ROUND * horizon
    if algorithm == "follow-the-leader":
        return SECONDS_PER_RUN + 6e-10 * horizon * arms
    if algorithm in ("ftnl", "naive-ftnl"):
        return SECONDS_PER_RUN + 1e-7 * arms * np.log2(horizon)
    return SECONDS_PER_ROUND.get(algorithm, 0.0) * horizon * (arms / 5) + SECONDS_PER_RUN


def _modules(*names: str) -> tuple[str, ...]:
    """Return the modules that simulate a cell: the simulation and what it loads by name."""
    built_in = [name for name in names if name not in extensions.classes()]
    return (module_name("simulation"), *(module_name(name) for name in built_in))


def _epsilons(algorithm: str, epsilons: list[float]) -> list[float | None]:
    return [None] if algorithm in NON_PRIVATE else list(epsilons)


def _run_parameters(section: Any, algorithm: str, options: dict[str, Any]) -> dict[str, Any]:
    parameters = {
        "horizon": section.horizon,
        "curve_replicates": section.curve_replicates,
        "checkpoints": section.checkpoints,
        "options": options,
    }
    users = extensions.classes()
    if algorithm in users:
        parameters["user_code"] = extensions.source_hash(users[algorithm])
    return parameters


def regret_cells(config: Configuration) -> list[Cell]:
    """Return the cells of Figures 1 to 12."""
    section = config.regret
    return [
        Cell(
            experiment="regret",
            settings={"algorithm": algorithm, "setting": setting.name, "epsilon": epsilon},
            replicates=section.replicates_of(algorithm),
            seconds=_seconds(algorithm, section.horizon, len(setting.resolve_means())),
            parameters={
                "instance": setting.model_dump(),
                **_run_parameters(section, algorithm, section.options.get(algorithm, {})),
            },
            modules=_modules(algorithm),
        )
        for setting in section.settings
        for algorithm in section.algorithms
        for epsilon in _epsilons(algorithm, section.epsilons)
    ]


def readings_cells(config: Configuration) -> list[Cell]:
    """Return the cells of the sensitivity to the readings; `as-printed` is the main one."""
    section = config.readings
    main = [
        Variant(reading="main", algorithm=algorithm, options={}) for algorithm in section.algorithms
    ]
    return [
        Cell(
            experiment="readings",
            settings={
                "algorithm": variant.algorithm,
                "reading": variant.reading,
                "setting": setting.name,
                "epsilon": epsilon,
            },
            replicates=section.replicates_of(variant.algorithm),
            seconds=_seconds(variant.algorithm, section.horizon, len(setting.resolve_means())),
            parameters={
                "instance": setting.model_dump(),
                **_run_parameters(section, variant.algorithm, variant.options),
            },
            modules=_modules(variant.algorithm),
        )
        for setting in section.settings
        for variant in (*main, *section.variants)
        for epsilon in _epsilons(variant.algorithm, section.epsilons)
    ]


def full_information_cells(config: Configuration) -> list[Cell]:
    """Return the cells of Section 5."""
    section = config.full_information
    return [
        Cell(
            experiment="full-information",
            settings={
                "algorithm": algorithm,
                "instance": instance,
                "arms": arms,
                "min_gap": min_gap,
                "epsilon": epsilon,
            },
            replicates=section.replicates_of(algorithm),
            seconds=_seconds(algorithm, section.horizon, arms),
            parameters={
                "best": section.best,
                "best_position": section.best_position,
                **_run_parameters(section, algorithm, section.options.get(algorithm, {})),
            },
            modules=_modules(algorithm),
        )
        for instance in section.instances
        for arms in section.arms
        for min_gap in section.min_gaps
        for algorithm in section.algorithms
        for epsilon in _epsilons(algorithm, section.epsilons)
    ]


def privacy_audit_cells(config: Configuration) -> list[Cell]:
    """Return the cells of the privacy audit: one row each."""
    section = config.privacy_audit
    return [
        Cell(
            experiment="privacy-audit",
            settings={"mechanism": case.mechanism, "case": case.case, "epsilon": epsilon},
            replicates=1,
            seconds=case.seconds,
            parameters={"samples": section.samples},
            modules=_modules("theory.audits"),
        )
        for case in load("theory.audits").AUDIT_CASES
        for epsilon in section.epsilons
    ]


def lower_bound_cells(config: Configuration) -> list[Cell]:
    """Return the cells of Theorem 10's packing."""
    section = config.lower_bound
    return [
        Cell(
            experiment="lower-bound",
            settings={
                "algorithm": algorithm,
                "arms": arms,
                "min_gap": min_gap,
                "epsilon": epsilon,
            },
            replicates=section.replicates,
            seconds=SECONDS_PER_RUN + 1e-6 * arms,
            parameters={},
            modules=_modules("theory.lower-bounds", algorithm),
        )
        for arms in section.arms
        for min_gap in section.min_gaps
        for algorithm in section.algorithms
        for epsilon in section.epsilons
    ]


# --- Data sets ------------------------------------------------------------------------------


SETTING = Column(name="setting", type="text", meaning="name of the mean-reward setting")
EPSILON = Column(
    name="epsilon", type="number", meaning="privacy parameter ε; null for non-private algorithms"
)
ARMS = Column(name="arms", type="integer", meaning="number of actions K")
MIN_GAP = Column(name="min_gap", type="number", meaning="smallest gap Δ_min, reward per round")
REGRET = Column(
    name="regret",
    type="number",
    decimals=6,
    meaning="cumulative pseudo-regret after `round` rounds: sum over arms of plays times gap",
)

EXPERIMENTS = (
    Experiment(
        name="regret",
        title="Regret of the bandit algorithms (Section 6, Appendix I)",
        settings=(ALGORITHM, SETTING, EPSILON),
        metrics=(REGRET,),
        cells=regret_cells,
        simulate=simulated_by(PAPER, "simulate_bandit"),
    ),
    Experiment(
        name="readings",
        title="Sensitivity of the regret to each reading of the bandit algorithms",
        settings=(
            ALGORITHM,
            Column(name="reading", type="text", meaning="reading; `main` is the one chosen"),
            SETTING,
            EPSILON,
        ),
        metrics=(REGRET,),
        cells=readings_cells,
        simulate=simulated_by(PAPER, "simulate_bandit"),
    ),
    Experiment(
        name="full-information",
        title="Regret of the full-information algorithms (Section 5)",
        settings=(
            ALGORITHM,
            Column(name="instance", type="text", meaning="family: equal gaps or doubling gaps"),
            ARMS,
            MIN_GAP,
            EPSILON,
        ),
        metrics=(REGRET,),
        cells=full_information_cells,
        simulate=simulated_by(PAPER, "simulate_full_information"),
    ),
    Experiment(
        name="privacy-audit",
        title="Privacy loss of mechanisms and algorithms (Theorems 2, 5, 6)",
        settings=(
            Column(name="mechanism", type="text", meaning="mechanism or algorithm"),
            Column(name="case", type="text", meaning="what is released, and on which neighbours"),
            EPSILON,
        ),
        metrics=(
            Column(
                name="loss",
                type="number",
                decimals=9,
                meaning="privacy loss in nats: exact, or for kind `statistical` a lower bound",
            ),
            Column(name="claimed", type="number", decimals=9, meaning="loss that is claimed"),
            Column(
                name="kind",
                type="text",
                meaning="closed-form, enumeration, quadrature or statistical",
            ),
        ),
        cells=privacy_audit_cells,
        simulate=simulated_by(PAPER, "simulate_privacy_audit"),
        rounds=False,
    ),
    Experiment(
        name="lower-bound",
        title="Regret on the packing of the lower bound (Theorem 10)",
        settings=(ALGORITHM, ARMS, MIN_GAP, EPSILON),
        metrics=(
            REGRET,
            Column(name="bound", type="number", decimals=9, meaning="Theorem 10's lower bound"),
        ),
        cells=lower_bound_cells,
        simulate=simulated_by(PAPER, "simulate_lower_bound"),
    ),
)
