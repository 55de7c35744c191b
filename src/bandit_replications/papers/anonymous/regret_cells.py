"""Cells of the data sets `regret` and `tuning`: Figures 1 and 2, and their constants."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

from bandit_replications.configuration.sections import MAIN
from bandit_replications.experiments.cells import (
    Cell,
    Choice,
    cell,
)
from bandit_replications.experiments.tasks import Recording
from bandit_replications.papers.anonymous.catalogue import (
    ENTRIES,
    OWN,
    ROUND_BY_ROUND,
)
from bandit_replications.papers.anonymous.environments.instances import MeansEntry
from bandit_replications.papers.anonymous.parameters import Configuration
from bandit_replications.papers.anonymous.parameters_regret import PAPER, Regret
from bandit_replications.papers.anonymous.simulation import Runs
from bandit_replications.playing.catalogue import entry_of

# What Figures 1 and 2 draw; of the others the final round is kept.
DRAWN = ("ucb", "explore-then-commit", "greedy", "random", "lp")

# --- Cells ----------------------------------------------------------------------------------


def runs_of(
    algorithm: str,
    instance: MeansEntry,
    *,
    stream: str,
    options: Mapping[str, Any],
    **more: Any,
) -> Runs:
    """Return the task of an algorithm on an instance, drawn from a stream of its own."""
    entry = entry_of(algorithm, ENTRIES, OWN)
    return Runs(
        algorithm=entry.algorithm,
        options=entry.Options(**options),
        instance=instance,
        instance_stream=(PAPER, stream, instance.name, *instance.shape),
        **more,
    )


def work_of(
    algorithm: str,
    decomposition: str | None,
    *,
    users: int,
    horizon: int,
    options: Mapping[str, Any] | None = None,
) -> float:
    """Return the work of a run, by which jobs are shaped."""
    entry = entry_of(algorithm, ENTRIES, OWN)
    regroups = (options or {}).get("sub_algorithm") == "regroup"
    by_round = decomposition in ROUND_BY_ROUND or regroups
    return users * (horizon if by_round else entry.work(horizon))


def regret_cells(config: Configuration) -> Iterator[Cell]:
    """Yield the cells of Figures 1 and 2, all interpretations."""
    section = config.regret
    for entry, (algorithm, decomposition) in product(section.instances, section.runs()):
        for reading in section.readings_of(algorithm, decomposition, entry.name):
            yield _regret_cell(config, entry, algorithm, decomposition, reading)


def _regret_cell(
    config: Configuration,
    entry: MeansEntry,
    algorithm: str,
    decomposition: str | None,
    reading: str,
) -> Cell:
    """Return one cell; where a constant is tuned, its task is chosen by the cells of `tuning`."""
    section = config.regret
    options = section.options_of(algorithm, decomposition, reading)
    constant = section.tuned(algorithm, decomposition, reading)
    task = partial(
        runs_of,
        section.id_of(algorithm),
        entry,
        stream="instance",
        group_size=section.group_size,
        recording=_recording(section, algorithm, decomposition, reading),
        constant=constant,
        details=True,
    )
    choice = None
    if constant is not None:
        grid = _grid_cells(config, entry.name, algorithm, decomposition, reading)
        choice = Choice(
            metric="regret",
            candidates=tuple(
                (
                    replace(tried, paper=PAPER, experiment="tuning"),
                    task(options=options | {constant: tried.settings["constant"]}),
                )
                for tried in grid
            ),
        )
    return cell(
        task(options=options),
        replicates=section.replicates_under(algorithm, decomposition, reading, entry.name),
        work=work_of(
            section.id_of(algorithm),
            decomposition,
            users=entry.shape[0],
            horizon=section.horizon,
            options=options,
        ),
        choice=choice,
        algorithm=algorithm,
        decomposition=decomposition,
        instance=entry.name,
        reading=reading,
    )


def _recording(
    section: Regret, algorithm: str, decomposition: str | None, reading: str
) -> Recording:
    """Return the recording of a cell: whole curves for the series of Figures 1 and 2.

    These are the paper's five, the user's own, and what has a name of its own.
    """
    drawn = (decomposition or algorithm) in DRAWN or algorithm not in ENTRIES
    whole = drawn and reading == MAIN
    return Recording(horizon=section.horizon, checkpoints=section.checkpoints if whole else 0)


def tuning_cells(config: Configuration) -> Iterator[Cell]:
    """Yield the cells of the validation grids, on instances that `regret` never sees."""
    regret = config.regret
    for entry, (algorithm, decomposition) in product(regret.instances, regret.runs()):
        for reading in regret.readings_of(algorithm, decomposition, entry.name):
            tuned = regret.tuned(algorithm, decomposition, reading)
            if tuned and config.tuning.tunes(reading):
                yield from _grid_cells(config, entry.name, algorithm, decomposition, reading)


def _grid_cells(
    config: Configuration, instance: str, algorithm: str, decomposition: str | None, reading: str
) -> Iterator[Cell]:
    """Yield a cell for each value of the constant; all have the same streams.

    With common streams values are compared run by run, and equal algorithms have equal regrets.
    """
    section, regret = config.tuning, config.regret
    entry = next(one for one in regret.instances if one.name == instance)
    known = regret.readings_of(algorithm, decomposition, instance)
    reading = reading if section.tunes(reading) and reading in known else MAIN
    options = regret.options_of(algorithm, decomposition, reading)
    constant = regret.tuned(algorithm, decomposition, reading)
    assert constant is not None
    kind = regret.id_of(algorithm)
    for value in section.grid_of(regret, algorithm, decomposition):
        yield cell(
            runs_of(
                kind,
                entry,
                stream="validation-instance",
                group_size=regret.group_size,
                recording=Recording(horizon=regret.horizon),
                options=options | {constant: value},
            ),
            replicates=section.replicates,
            work=work_of(
                kind,
                decomposition,
                users=entry.shape[0],
                horizon=regret.horizon,
                options=options,
            ),
            key=(algorithm, decomposition, instance, *(() if reading == MAIN else (reading,))),
            algorithm=algorithm,
            decomposition=decomposition,
            instance=instance,
            reading=reading,
            constant=value,
        )
