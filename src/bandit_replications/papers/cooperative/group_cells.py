"""Cells of the experiments with a group of agents, from what applies to each algorithm."""

from collections.abc import Container, Iterator, Mapping
from itertools import product
from typing import Any

from bandit_replications.experiments.cells import Cell, Column
from bandit_replications.experiments.tasks import Recording
from bandit_replications.papers.cooperative.catalogue import (
    ALGORITHMS,
    BYZANTINE,
    COMMUNICATING,
    NOISE_EXPONENT,
    PRIVATE,
)
from bandit_replications.papers.cooperative.environments.contamination import ContaminationEntry
from bandit_replications.papers.cooperative.environments.instances import MeansEntry
from bandit_replications.papers.cooperative.environments.networks import NetworkEntry
from bandit_replications.papers.cooperative.own_algorithms import OwnAlgorithm
from bandit_replications.papers.cooperative.parameters import PAPER, asked_for
from bandit_replications.papers.cooperative.simulation import ByzantineRuns, PrivateRuns, Runs
from bandit_replications.playing import extensions, own_algorithms

# Settings in the key of a group's random streams. A further column enters only if it is added.
KEYS = {
    "private": "algorithm epsilon v message_life",
    "byzantine": "algorithm contamination source sigma estimator message_life",
    "message-life": "algorithm epsilon v message_life",
    "byzantine-message-life": "algorithm contamination source estimator message_life",
    "trimming": "algorithm contamination source estimator message_life",
    "fractions": "algorithm contamination fraction source estimator message_life",
    "readings": "algorithm reading epsilon v contamination source message_life",
    "graphs": "algorithm graph agents epsilon contamination estimator message_life",
    "scaling": "algorithm graph agents horizon epsilon contamination estimator message_life",
    "privacy-sweep": "algorithm epsilon v message_life",
    "contamination-sweep": "algorithm contamination source estimator noise_scale message_life",
    "private-and-robust": "algorithm contamination source estimator noise_scale message_life",
}

# Readings that are settings, with the main one, which does not enter the key; and their algorithms.
READINGS = {
    "own_message": ("left-out", ("private-multi-agent-ucb",)),
    "halves": ("sender-turns", BYZANTINE),
    "ties": ("most-points", BYZANTINE),
    "width": ("own", ("centralised-ucb1",)),
}


def settings_of(section: Any, algorithm: str) -> Iterator[dict[str, Any]]:
    """Yield each combination of what applies to an algorithm; the rest is null."""
    nothing = [None]

    kind = section.id_of(algorithm)
    own = () if kind in ALGORITHMS else ("messages", *asked_for(kind))

    def values(name: str, algorithms: Container[str], of_own: str = "") -> list[Any]:
        applies = kind in algorithms or of_own in own
        return getattr(section, name, nothing) if applies else nothing

    choices = {
        "epsilon": values("epsilons", PRIVATE, "epsilon"),
        "v": values("exponents", NOISE_EXPONENT),
        "contamination": values("contaminations", BYZANTINE, "contamination"),
        "sigma": values("sigmas", BYZANTINE),
        "estimator": values("estimators", BYZANTINE),
        "noise_scale": values("noise_scales", BYZANTINE, "contamination"),
        "fraction": values("fractions", BYZANTINE, "contamination"),
        "own_message": values("own_messages", READINGS["own_message"][1]),
        "halves": values("halves", READINGS["halves"][1]),
        "ties": values("ties", READINGS["ties"][1]),
        "width": values("widths", READINGS["width"][1]),
        "message_life": values("message_lives", COMMUNICATING, "messages"),
    }
    for values_chosen in product(*choices.values()):
        chosen = dict(zip(choices, values_chosen, strict=True))
        others = [
            name for name in ("halves", "ties") if chosen[name] not in (None, READINGS[name][0])
        ]
        if len(others) <= int(chosen["estimator"] == "trimmed-mean"):
            yield chosen  # a mean has neither; one reading changes at a time


def _runs(
    section: Any,
    algorithm: str,
    chosen: Mapping[str, Any],
    *,
    options: dict[str, Any],
    network: NetworkEntry,
    horizon: int,
    covers: bool,
) -> Runs:
    """Return runs of an algorithm, by its id, on the problem that it is made for."""
    played = own_algorithms.simulator(algorithm, ALGORITHMS, OwnAlgorithm)
    named = {name: chosen[name] for name in READINGS if chosen[name] is not None}
    if algorithm in BYZANTINE:
        named |= {"sigma": chosen["sigma"], "estimator": chosen["estimator"]}
        if chosen["estimator"] == "clipped-mean":
            named["width"] = "anytime"
    options = {**named, **options}
    life = chosen["message_life"]
    common: dict[str, Any] = {
        "algorithm": played,
        "options": played.Options(**options),
        "network": network,
        "means": section.means,
        "message_life": 0 if life is None else life,
        "recording": Recording(
            horizon=horizon,
            checkpoints=0 if covers else section.checkpoints,
        ),
        "covers": covers,
    }
    if chosen["epsilon"] is not None:
        v = min(section.exponents) if chosen["v"] is None else chosen["v"]
        return PrivateRuns(epsilon=chosen["epsilon"], v=v, **common)
    if chosen["contamination"] is not None:
        return ByzantineRuns(
            contamination=_of_fraction(chosen["contamination"], chosen["fraction"]),
            assumed_contamination=section.assumed_contamination,
            byzantine=None if section.byzantine is None else tuple(section.byzantine),
            fraction=chosen["fraction"] or 1.0,
            noise_scale=chosen["noise_scale"] or 0.0,
            **common,
        )
    return Runs(**common)


def _of_fraction(entry: ContaminationEntry, fraction: float | None) -> ContaminationEntry:
    """Return the contamination of a fraction of agents who together report as much falsely."""
    return entry.model_copy(update={"probability": entry.probability / (fraction or 1.0)})


def group_cell(
    experiment: str,
    columns: tuple[Column, ...],
    section: Any,
    algorithm: str,
    chosen: Mapping[str, Any],
    *,
    options: dict[str, Any] | None = None,
    network: NetworkEntry | None = None,
    horizon: int | None = None,
    reading: str | None = None,
    covers: bool = False,
) -> Cell:
    """Return one cell of a section of a group of agents.

    Parameters
    ----------
    experiment : str
    columns : tuple of Column
        Settings of the data set.
    section : Group
        Of the configuration; what is not given below is taken from it.
    algorithm : str
    chosen : mapping
        One of `settings_of`.
    options, network, horizon : optional
        In place of the section's.
    reading : str, optional
    covers : bool
        Whether the clique cover is kept instead of curves.

    """
    network, horizon = network or section.network, horizon or section.horizon
    kind = section.id_of(algorithm)
    entry, life = chosen["contamination"], chosen["message_life"]
    values = {
        "algorithm": algorithm,
        **chosen,
        "message_life": None if life is None else str(life),
        "contamination": entry and entry.probability,
        "source": entry and entry.source,
        "agents": network.agents,
        "graph": network.name,
        "horizon": horizon,
        "reading": reading,
    }
    given = section.options_given(algorithm) if options is None else options
    columns_named = {column.name for column in columns}
    extra = [
        f"{name}={chosen[name]}"
        for name, (main, _) in READINGS.items()
        if name in columns_named and chosen[name] not in (None, main)
    ]
    return Cell(
        experiment=experiment,
        settings={column.name: values[column.name] for column in columns},
        stream=(PAPER, experiment, *(values[name] for name in KEYS[experiment].split()), *extra),
        replicates=section.replicates_of(algorithm),
        task=_runs(
            section,
            kind,
            chosen,
            options=given,
            network=network,
            horizon=horizon,
            covers=covers,
        ),
        work=horizon * (network.agents or 100) * (1 if kind in ALGORITHMS else extensions.WORK),
    )


def tiny_tasks() -> list[Runs]:
    """Return a run of every algorithm on a tiny network, which compiles its kernels."""

    def common(algorithm: str) -> dict[str, Any]:
        return {
            "algorithm": ALGORITHMS[algorithm],
            "options": ALGORITHMS[algorithm].Options(),
            "network": NetworkEntry(name="tiny", family="path", agents=3),
            "means": MeansEntry(arms=2),
            "message_life": 1,
            "recording": Recording(horizon=8),
        }

    others = [name for name in ALGORITHMS if name not in (*PRIVATE, *BYZANTINE)]
    contamination = ContaminationEntry(probability=0.1)
    return [
        *(Runs(**common(name)) for name in others),
        *(PrivateRuns(epsilon=1.0, v=1.1, **common(name)) for name in PRIVATE),
        *(ByzantineRuns(contamination=contamination, **common(name)) for name in BYZANTINE),
    ]
