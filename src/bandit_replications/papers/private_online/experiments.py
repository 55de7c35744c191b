"""Data sets of the paper, their columns and instances; the numbers are in the configuration.

Hu, Huang, Mehta: Near-Optimal Algorithms for Private Online Learning in a Stochastic Environment.
"""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from bandit_replications.bandits.instances import InstanceEntry
from bandit_replications.configuration.sections import MAIN, Algorithms, Variant
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
from bandit_replications.experiments.tasks import Recording
from bandit_replications.papers.private_online.catalogue import (
    BANDIT,
    ENTRIES,
    FULL_INFORMATION,
    OWN,
)
from bandit_replications.papers.private_online.parameters import (
    PAPER,
    Configuration,
    Part,
)
from bandit_replications.papers.private_online.simulation import Runs
from bandit_replications.papers.private_online.simulation.audits import AuditRuns
from bandit_replications.papers.private_online.simulation.packing import PackingRuns
from bandit_replications.papers.private_online.theory.audits import AUDIT_CASES
from bandit_replications.playing.catalogue import Entry, entry_of

LAZY, DP_SE, RESTARTED = "anytime-lazy-ucb", "dp-se", "dp-se-restarted"
FIRST_HORIZON = 16  # of restarts that no part of a stream's key names

# --- Cells ----------------------------------------------------------------------------------


def _runs(
    entry: Entry,
    instance: InstanceEntry,
    epsilon: float | None,
    recording: Recording,
    options: Mapping[str, Any],
) -> Runs:
    return Runs(
        algorithm=entry.algorithm,
        options=entry.Options(**options),
        feedback=entry.keywords.kind.feedback,
        instance=instance,
        epsilon=epsilon,
        recording=recording,
    )


def _entry(section: Algorithms, name: str) -> Entry:
    return entry_of(section.id_of(name), ENTRIES, OWN)


def regret_cells(config: Configuration) -> Iterator[Cell]:
    """Yield the cells of Figures 1 to 12."""
    section = config.regret
    recording = Recording(horizon=section.horizon, checkpoints=section.checkpoints)
    for setting, name in product(section.settings, section.algorithms):
        entry = _entry(section, name)
        for epsilon in entry.values("epsilon", section.epsilons):
            yield cell(
                _runs(entry, setting, epsilon, recording, section.options_given(name)),
                replicates=section.replicates_of(name),
                work=entry.work(section.horizon * len(setting.gaps)),
                algorithm=name,
                setting=setting.name,
                epsilon=epsilon,
            )


def readings_cells(config: Configuration) -> Iterator[Cell]:
    """Yield the cells of the sensitivity to the interpretations; `main` is the one chosen."""
    section = config.readings
    recording = Recording(horizon=section.horizon)
    for setting, variant in product(section.settings, _variants(section)):
        name, entry = variant.algorithm, _entry(section, variant.algorithm)
        for epsilon in entry.values("epsilon", section.epsilons):
            if not _wanted(section.part(name, variant.reading), setting.name, epsilon):
                continue
            replicates = section.replicates_of(name)
            more = section.more.get(f"{name}/{variant.reading}")
            if more is not None and _wanted(more, setting.name, epsilon):
                replicates = more.replicates
            yield cell(
                _runs(entry, setting, epsilon, recording, variant.options),
                replicates=replicates,
                work=entry.work(section.horizon * len(setting.gaps)),
                algorithm=name,
                reading=variant.reading,
                setting=setting.name,
                epsilon=epsilon,
            )


def _variants(section: Any) -> list[Variant]:
    """Return each algorithm's main interpretation, and the other ones of algorithms that run."""
    main = [
        Variant(reading=MAIN, algorithm=name, options=section.options_given(name))
        for name in section.algorithms
    ]
    return main + [one for one in section.variants if one.algorithm in section.algorithms]


def _wanted(part: Part | None, setting: str, epsilon: float | None) -> bool:
    """Return whether a part of the cells has this one; without a part all have it."""
    return part is None or (
        setting in part.settings and (epsilon is None or epsilon in part.epsilons)
    )


def anytime_cells(config: Configuration) -> Iterator[Cell]:
    """Yield the cells of Section 7: DP-SE with the horizon known, restarted, and Algorithm 1."""
    section = config.anytime
    learners: list[tuple[str, str | None, int | None]] = [(LAZY, None, None), (DP_SE, None, None)]
    for restarts in section.restarts:
        firsts = section.first_horizons if restarts == "squaring" else section.first_horizons[:1]
        learners += [(RESTARTED, restarts, first) for first in firsts]
    for setting, (name, growth, first), epsilon, horizon in product(
        section.settings, learners, section.epsilons, section.horizons
    ):
        options = {} if growth is None else {"horizons": growth, "first_horizon": first}
        others = () if first in (None, FIRST_HORIZON) else (first,)
        yield cell(
            _runs(BANDIT[name], setting, epsilon, Recording(horizon=horizon), options),
            replicates=section.replicates,
            algorithm=name,
            key=(name, growth, setting.name, epsilon, horizon, *others),
            restarts=growth,
            first_horizon=first,
            setting=setting.name,
            epsilon=epsilon,
            horizon=horizon,
        )


def full_information_cells(config: Configuration) -> Iterator[Cell]:
    """Yield the cells of Section 5; a main interpretation has no repair in its key."""
    section = config.full_information
    recording = Recording(horizon=section.horizon)
    for (instance, arms, min_gap, means), variant in product(section.listed, _variants(section)):
        name, reading, entry = (
            variant.algorithm,
            variant.reading,
            _entry(section, variant.algorithm),
        )
        others = () if reading == MAIN else (reading,)
        for epsilon in entry.values("epsilon", section.epsilons):
            yield cell(
                _runs(entry, means, epsilon, recording, variant.options),
                replicates=section.replicates_of(name),
                work=entry.work(section.horizon * arms),
                key=(name, *others, instance, arms, min_gap, epsilon),
                algorithm=name,
                reading=reading,
                instance=instance,
                arms=arms,
                min_gap=min_gap,
                epsilon=epsilon,
            )


def privacy_audit_cells(config: Configuration) -> Iterator[Cell]:
    """Yield the cells of the privacy audit: one row each."""
    section = config.privacy_audit
    for case, epsilon in product(AUDIT_CASES.values(), section.epsilons):
        settings: dict[str, Any] = {
            "mechanism": case.mechanism,
            "case": case.case,
            "epsilon": epsilon,
        }
        yield cell(
            AuditRuns(**settings, samples=section.samples),
            replicates=1,
            work=section.samples if case.kind == "statistical" else 1,
            **settings,
        )


def lower_bound_cells(config: Configuration) -> Iterator[Cell]:
    """Yield the cells of Theorem 10's packing."""
    section = config.lower_bound
    for arms, min_gap, name, epsilon in product(
        section.arms, section.min_gaps, section.algorithms, section.epsilons
    ):
        sizes: dict[str, Any] = {"arms": arms, "min_gap": min_gap, "epsilon": epsilon}
        yield cell(
            PackingRuns(algorithm=FULL_INFORMATION[name].algorithm, **sizes),
            replicates=section.replicates,
            work=arms,
            algorithm=name,
            **sizes,
        )


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

EXPERIMENTS = data_sets(
    PAPER,
    Experiment(
        name="regret",
        title="Regret of the bandit algorithms (Section 6, Appendix I)",
        settings=(ALGORITHM, SETTING, EPSILON),
        metrics=(REGRET,),
        listed=regret_cells,
    ),
    Experiment(
        name="readings",
        title="Sensitivity of the regret to each interpretation of the bandit algorithms",
        settings=(
            ALGORITHM,
            READING,
            SETTING,
            EPSILON,
        ),
        metrics=(REGRET,),
        listed=readings_cells,
    ),
    Experiment(
        name="anytime",
        title="Regret of DP-SE where the horizon is known and where it is not (Section 7)",
        settings=(
            ALGORITHM,
            text("restarts", "how the horizons of restarts grow; null without restarts"),
            integer("first_horizon", "horizon of the first restart; null without restarts"),
            SETTING,
            EPSILON,
            integer("horizon", "length of the run, which DP-SE without restarts knows"),
        ),
        metrics=(REGRET,),
        listed=anytime_cells,
    ),
    Experiment(
        name="full-information",
        title="Regret of the full-information algorithms (Section 5)",
        settings=(
            ALGORITHM,
            READING,
            text(
                "instance",
                "family: equal gaps, doubling gaps, or many actions at each doubling gap",
            ),
            ARMS,
            MIN_GAP,
            EPSILON,
        ),
        metrics=(REGRET,),
        listed=full_information_cells,
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
        listed=privacy_audit_cells,
        rounds=False,
    ),
    Experiment(
        name="lower-bound",
        title="Regret on the packing of the lower bound (Theorem 10)",
        settings=(ALGORITHM, ARMS, MIN_GAP, EPSILON),
        metrics=(REGRET, number("bound", "Theorem 10's lower bound", decimals=9)),
        listed=lower_bound_cells,
    ),
)
