"""Cells of the experiments with a group of agents, from what applies to each algorithm."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from itertools import product
from typing import Any

from bandit_replications.experiments.cells import Cell, Column, cell
from bandit_replications.experiments.tasks import Recording
from bandit_replications.papers.cooperative.algorithms.trimmed_mean import Ties
from bandit_replications.papers.cooperative.catalogue import ENTRIES, OWN
from bandit_replications.papers.cooperative.environments.contamination import ContaminationEntry
from bandit_replications.papers.cooperative.environments.networks import NetworkEntry
from bandit_replications.papers.cooperative.parameters import (
    Estimator,
    Group,
    Halves,
    OwnMessage,
    Width,
)
from bandit_replications.papers.cooperative.simulation import ByzantineRuns, PrivateRuns, Runs
from bandit_replications.playing.catalogue import Entry, entry_of

# Options that are settings of a data set since it had readings: the main one has no place in a
# key, and an algorithm whose own default is another one does not take part.
MAIN_READINGS = {
    "own_message": "left-out",
    "halves": "sender-turns",
    "ties": "most-points",
    "width": "own",
}
OPTIONS = ("sigma", "estimator", *MAIN_READINGS)


@dataclass(frozen=True, kw_only=True)
class Chosen:
    """The settings of one run of a group: None where one does not apply to the algorithm."""

    epsilon: float | None = None
    v: float | None = None
    contamination: ContaminationEntry | None = None
    sigma: float | None = None
    estimator: Estimator | None = None
    noise_scale: float | None = None
    fraction: float | None = None
    own_message: OwnMessage | None = None
    halves: Halves | None = None
    ties: Ties | None = None
    width: Width | None = None
    message_life: int | str | None = None

    @property
    def other_readings(self) -> dict[str, str]:
        """The options that are not those of the main reading."""
        given = {name: getattr(self, name) for name in MAIN_READINGS}
        return {
            name: value for name, value in given.items() if value not in (None, MAIN_READINGS[name])
        }

    @property
    def is_run(self) -> bool:
        """Whether it is one of the runs: one reading changes at a time, and a mean has neither."""
        trimmings = self.other_readings.keys() & {"halves", "ties"}
        return len(trimmings) <= int(self.estimator == "trimmed-mean")

    @property
    def options(self) -> dict[str, Any]:
        """The settings that are options of the algorithm; a clipped mean has its own width."""
        given = {name: getattr(self, name) for name in OPTIONS}
        if self.estimator == "clipped-mean":
            given["width"] = "anytime"
        return {name: value for name, value in given.items() if value is not None}


def _choices(section: Group, entry: Entry) -> Iterator[Chosen]:
    """Yield each combination of what applies to an algorithm."""
    given = section.settings()
    names = [field.name for field in fields(Chosen)]
    values = [given[name] if name in given and _applies(entry, name) else [None] for name in names]
    for combination in product(*values):
        chosen = Chosen(**dict(zip(names, combination, strict=True)))
        if chosen.is_run:
            yield chosen


def _applies(entry: Entry, setting: str) -> bool:
    """Return whether a setting is one of the algorithm's problem, or an option of its own."""
    if setting in OPTIONS:
        option = entry.Options.model_fields.get(setting)
        built_in = entry.style is not None
        main = MAIN_READINGS.get(setting)
        return built_in and option is not None and main in (None, option.default)
    return ("contamination" if setting == "fraction" else setting) in entry.own


def group_cells(
    section: Group,
    columns: tuple[Column, ...],
    algorithm: str,
    *,
    options: Mapping[str, Any] | None = None,
    network: NetworkEntry | None = None,
    horizon: int | None = None,
    reading: str | None = None,
    covers: bool = False,
    later: Sequence[str] = (),
) -> Iterator[Cell]:
    """Yield the cells of an algorithm in a section of a group of agents.

    Parameters
    ----------
    section : Group
        Of the configuration; what is not given below is taken from it.
    columns : tuple of Column
        Settings of the data set.
    algorithm : str
    options, network, horizon : optional
        In place of the section's.
    reading : str, optional
    covers : bool
        Whether the clique cover is kept instead of curves.
    later : sequence of str
        Settings that came to the data set later, and so have no place in a key.

    """
    network, horizon = network or section.network, horizon or section.horizon
    entry = entry_of(section.id_of(algorithm), ENTRIES, OWN)
    recording = Recording(horizon=horizon, checkpoints=0 if covers else section.checkpoints)
    for chosen in _choices(section, entry):
        contamination, life = chosen.contamination, chosen.message_life
        values = {
            "algorithm": algorithm,
            **asdict(chosen),
            "message_life": None if life is None else str(life),
            "contamination": contamination and contamination.probability,
            "source": contamination and contamination.source,
            "agents": network.agents,
            "graph": network.name,
            "horizon": horizon,
            "reading": reading,
        }
        settings = {column.name: values[column.name] for column in columns}
        own = section.options_given(algorithm) if options is None else options
        task = _runs(
            section,
            chosen,
            algorithm=entry.algorithm,
            options=entry.Options(**{**chosen.options, **own}),
            network=network,
            means=section.means,
            message_life=life or 0,
            recording=recording,
            covers=covers,
        )
        others = chosen.other_readings.items()
        unnamed = (*MAIN_READINGS, *later)
        yield cell(
            task,
            replicates=section.replicates_of(algorithm),
            work=entry.work(horizon * (network.agents or 100)),
            key=(
                *(value for name, value in settings.items() if name not in unnamed),
                *(f"{name}={value}" for name, value in others if name in settings),
            ),
            **settings,
        )


def _runs(section: Any, chosen: Chosen, **common: Any) -> Runs:
    """Return runs of an algorithm on the problem that it is made for."""
    if chosen.epsilon is not None:
        # Who knows of no exponent has none in its noise, and any in its problem.
        v = min(section.exponents) if chosen.v is None else chosen.v
        return PrivateRuns(epsilon=chosen.epsilon, v=v, **common)
    if chosen.contamination is not None:
        fraction = chosen.fraction or 1.0
        together = chosen.contamination.probability / fraction  # as much is reported falsely
        return ByzantineRuns(
            contamination=chosen.contamination.model_copy(update={"probability": together}),
            assumed_contamination=section.assumed_contamination,
            byzantine=None if section.byzantine is None else tuple(section.byzantine),
            fraction=fraction,
            noise_scale=chosen.noise_scale or 0.0,
            **common,
        )
    return Runs(**common)
