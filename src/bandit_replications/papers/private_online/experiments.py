"""What is simulated for the paper: data sets, their columns and instances. Numbers live in config.

Hu, Huang, Mehta: Near-Optimal Algorithms for Private Online Learning in a Stochastic Environment.
"""

from typing import Any

from bandit_replications.bandits.instances import InstanceEntry
from bandit_replications.experiments.cells import (
    ALGORITHM,
    Cell,
    Experiment,
    integer,
    number,
    text,
)
from bandit_replications.experiments.tasks import Recording
from bandit_replications.papers.private_online.catalogue import (
    ALGORITHMS,
    FULL_INFORMATION,
    NON_PRIVATE,
    ROUND_BY_ROUND,
)
from bandit_replications.papers.private_online.own_algorithms import OwnAlgorithm
from bandit_replications.papers.private_online.parameters import (
    PAPER,
    Configuration,
    Part,
    Variant,
)
from bandit_replications.papers.private_online.simulation import (
    Feedback,
    Runs,
    full_information_instance,
)
from bandit_replications.papers.private_online.theory.audits import AUDIT_CASES, AuditRuns
from bandit_replications.papers.private_online.theory.lower_bounds import PackingRuns
from bandit_replications.playing import extensions, own_algorithms

LAZY, DP_SE, RESTARTED = "anytime-lazy-ucb", "dp-se", "dp-se-restarted"
MAIN = "main"

# --- Cells ----------------------------------------------------------------------------------


def _runs(
    algorithm: str,
    *,
    feedback: Feedback,
    instance: InstanceEntry,
    epsilon: float | None,
    options: dict[str, Any],
    recording: Recording,
) -> Runs:
    """Return runs of an algorithm, built in or a user's."""
    played = own_algorithms.simulator(algorithm, ALGORITHMS, OwnAlgorithm)
    return Runs(
        algorithm=played,
        options=played.Options(**options),
        feedback=feedback,
        instance=instance,
        epsilon=epsilon,
        recording=recording,
    )


def _work(algorithm: str, *, horizon: int, arms: int) -> float:
    if algorithm not in ALGORITHMS:
        return extensions.WORK * horizon
    return horizon * arms if algorithm in ROUND_BY_ROUND else 1


def _epsilons(algorithm: str, epsilons: list[float]) -> list[float | None]:
    """Return the privacy parameters of an algorithm: None for one that knows of none."""
    if algorithm in ALGORITHMS:
        private = algorithm not in NON_PRIVATE
    else:
        private = extensions.asks_for(algorithm, "epsilon")
    return list(epsilons) if private else [None]


def regret_cells(config: Configuration) -> list[Cell]:
    """Return the cells of Figures 1 to 12."""
    section = config.regret
    return [
        Cell(
            experiment="regret",
            settings={"algorithm": algorithm, "setting": setting.name, "epsilon": epsilon},
            stream=(PAPER, "regret", algorithm, setting.name, epsilon),
            replicates=section.replicates_of(algorithm),
            task=_runs(
                section.id_of(algorithm),
                feedback="bandit",
                instance=setting,
                epsilon=epsilon,
                options=section.options_given(algorithm),
                recording=Recording(horizon=section.horizon, checkpoints=section.checkpoints),
            ),
            work=_work(section.id_of(algorithm), horizon=section.horizon, arms=len(setting.gaps)),
        )
        for setting in section.settings
        for algorithm in section.algorithms
        for epsilon in _epsilons(section.id_of(algorithm), section.epsilons)
    ]


def readings_cells(config: Configuration) -> list[Cell]:
    """Return the cells of the sensitivity to the readings; `main` is the one chosen."""
    section = config.readings
    variants = _variants(section)
    return [
        Cell(
            experiment="readings",
            settings={
                "algorithm": variant.algorithm,
                "reading": variant.reading,
                "setting": setting.name,
                "epsilon": epsilon,
            },
            stream=(PAPER, "readings", variant.algorithm, variant.reading, setting.name, epsilon),
            replicates=section.replicates_of(variant.algorithm),
            task=_runs(
                section.id_of(variant.algorithm),
                feedback="bandit",
                instance=setting,
                epsilon=epsilon,
                options=variant.options,
                recording=Recording(horizon=section.horizon),
            ),
            work=_work(
                section.id_of(variant.algorithm), horizon=section.horizon, arms=len(setting.gaps)
            ),
        )
        for setting in section.settings
        for variant in variants
        for epsilon in _epsilons(section.id_of(variant.algorithm), section.epsilons)
        if _wanted(section.only.get(variant.algorithm), setting.name, epsilon)
    ]


def _variants(section: Any) -> list[Variant]:
    """Return the main reading of each algorithm, and the other ones of algorithms that run."""
    main = [
        Variant(reading=MAIN, algorithm=name, options=section.options_given(name))
        for name in section.algorithms
    ]
    return main + [one for one in section.variants if one.algorithm in section.algorithms]


def _wanted(part: Part | None, setting: str, epsilon: float | None) -> bool:
    """Return whether an algorithm that may be limited to a part of the cells runs in this one."""
    return part is None or (
        setting in part.settings and (epsilon is None or epsilon in part.epsilons)
    )


def anytime_cells(config: Configuration) -> list[Cell]:
    """Return the cells of Section 7: DP-SE with the horizon known, restarted, and Algorithm 1."""
    section = config.anytime
    learners: list[tuple[str, str | None]] = [(LAZY, None), (DP_SE, None)]
    learners += [(RESTARTED, growth) for growth in section.restarts]
    return [
        Cell(
            experiment="anytime",
            settings={
                "algorithm": algorithm,
                "restarts": growth,
                "setting": setting.name,
                "epsilon": epsilon,
                "horizon": horizon,
            },
            stream=(PAPER, "anytime", algorithm, growth, setting.name, epsilon, horizon),
            replicates=section.replicates,
            task=_runs(
                algorithm,
                feedback="bandit",
                instance=setting,
                epsilon=epsilon,
                options={} if growth is None else {"horizons": growth},
                recording=Recording(horizon=horizon),
            ),
        )
        for setting in section.settings
        for algorithm, growth in learners
        for epsilon in section.epsilons
        for horizon in section.horizons
    ]


def full_information_cells(config: Configuration) -> list[Cell]:
    """Return the cells of Section 5."""
    section = config.full_information
    variants = _variants(section)
    return [
        Cell(
            experiment="full-information",
            settings={
                "algorithm": variant.algorithm,
                "reading": variant.reading,
                "instance": instance,
                "arms": arms,
                "min_gap": min_gap,
                "epsilon": epsilon,
            },
            stream=(
                PAPER,
                "full-information",
                variant.algorithm,
                *([] if variant.reading == MAIN else [variant.reading]),
                instance,
                arms,
                min_gap,
                epsilon,
            ),
            replicates=section.replicates_of(variant.algorithm),
            task=_runs(
                section.id_of(variant.algorithm),
                feedback="full-information",
                instance=full_information_instance(
                    instance=instance,
                    arms=arms,
                    min_gap=min_gap,
                    best=section.best,
                    best_position=section.best_position,
                ),
                epsilon=epsilon,
                options=variant.options,
                recording=Recording(horizon=section.horizon),
            ),
            work=_work(section.id_of(variant.algorithm), horizon=section.horizon, arms=arms),
        )
        for instance in section.instances
        for arms in section.arms
        for min_gap in section.min_gaps
        for variant in variants
        for epsilon in _epsilons(section.id_of(variant.algorithm), section.epsilons)
    ]


def privacy_audit_cells(config: Configuration) -> list[Cell]:
    """Return the cells of the privacy audit: one row each."""
    section = config.privacy_audit
    return [
        Cell(
            experiment="privacy-audit",
            settings={"mechanism": case.mechanism, "case": case.case, "epsilon": epsilon},
            stream=(PAPER, "privacy-audit", case.mechanism, case.case, epsilon),
            replicates=1,
            task=AuditRuns(
                mechanism=case.mechanism,
                case=case.case,
                epsilon=epsilon,
                samples=section.samples,
            ),
            work=section.samples if case.kind == "statistical" else 1,
        )
        for case in AUDIT_CASES
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
            stream=(PAPER, "lower-bound", algorithm, arms, min_gap, epsilon),
            replicates=section.replicates,
            task=PackingRuns(
                algorithm=FULL_INFORMATION[algorithm], arms=arms, min_gap=min_gap, epsilon=epsilon
            ),
            work=arms,
        )
        for arms in section.arms
        for min_gap in section.min_gaps
        for algorithm in section.algorithms
        for epsilon in section.epsilons
    ]


def tiny_tasks() -> list[Runs]:
    """Return a run of every algorithm on a tiny problem, which compiles its kernels."""
    instance = InstanceEntry(name="tiny", means=[0.6, 0.4])
    return [
        Runs(
            algorithm=module,
            options=module.Options(),
            feedback="bandit",
            instance=instance,
            epsilon=None if algorithm in NON_PRIVATE else 1.0,
            recording=Recording(horizon=64),
        )
        for algorithm, module in ALGORITHMS.items()
    ]


# --- Data sets ------------------------------------------------------------------------------


READING = text("reading", "reading or repair; `main` is the one chosen")
SETTING = text("setting", "name of the mean-reward setting")
EPSILON = number("epsilon", "privacy parameter ε; null for non-private algorithms")
ARMS = integer("arms", "number of actions K")
MIN_GAP = number("min_gap", "smallest gap Δ_min, reward per round")
REGRET = number(
    "regret",
    "cumulative pseudo-regret after `round` rounds: sum over arms of plays times gap",
    decimals=6,
)

EXPERIMENTS = (
    Experiment(
        name="regret",
        title="Regret of the bandit algorithms (Section 6, Appendix I)",
        settings=(ALGORITHM, SETTING, EPSILON),
        metrics=(REGRET,),
        cells=regret_cells,
    ),
    Experiment(
        name="readings",
        title="Sensitivity of the regret to each reading of the bandit algorithms",
        settings=(
            ALGORITHM,
            READING,
            SETTING,
            EPSILON,
        ),
        metrics=(REGRET,),
        cells=readings_cells,
    ),
    Experiment(
        name="anytime",
        title="Regret of DP-SE where the horizon is known and where it is not (Section 7)",
        settings=(
            ALGORITHM,
            text("restarts", "how the horizons of restarts grow; null without restarts"),
            SETTING,
            EPSILON,
            integer("horizon", "length of the run, which DP-SE without restarts knows"),
        ),
        metrics=(REGRET,),
        cells=anytime_cells,
    ),
    Experiment(
        name="full-information",
        title="Regret of the full-information algorithms (Section 5)",
        settings=(
            ALGORITHM,
            READING,
            text("instance", "family: equal gaps or doubling gaps"),
            ARMS,
            MIN_GAP,
            EPSILON,
        ),
        metrics=(REGRET,),
        cells=full_information_cells,
    ),
    Experiment(
        name="privacy-audit",
        title="Privacy loss of mechanisms and algorithms (Theorems 2, 5, 6)",
        settings=(
            text("mechanism", "mechanism or algorithm"),
            text("case", "what is released, and on which neighbours"),
            EPSILON,
        ),
        metrics=(
            number(
                "loss",
                "privacy loss in nats: exact, or for kind `statistical` a lower bound",
                decimals=9,
            ),
            number("claimed", "loss that is claimed", decimals=9),
            text("kind", "closed-form, enumeration, quadrature or statistical"),
        ),
        cells=privacy_audit_cells,
        rounds=False,
    ),
    Experiment(
        name="lower-bound",
        title="Regret on the packing of the lower bound (Theorem 10)",
        settings=(ALGORITHM, ARMS, MIN_GAP, EPSILON),
        metrics=(REGRET, number("bound", "Theorem 10's lower bound", decimals=9)),
        cells=lower_bound_cells,
    ),
)
