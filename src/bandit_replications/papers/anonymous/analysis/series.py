"""Series of the data sets: an algorithm, or Algorithm 1 with one of its decompositions."""

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np
import pandas as pd

from bandit_replications.configuration.sections import MAIN
from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.papers.anonymous.catalogue import REGROUP, STYLES
from bandit_replications.papers.anonymous.parameters import Configuration
from bandit_replications.runtime.errors import NotApplicable

BATCHED, COMMIT = "batched-elimination", "explore-then-commit"
GREEDY, RANDOM, LP = VARIANTS = tuple(f"{BATCHED}-{name}" for name in ("greedy", "random", "lp"))
SAME_ARM, UNTIL_MET = (f"{BATCHED}-{name}" for name in ("same-arm", "greedy-until-met"))
# Other interpretations of greedy that are decompositions: Appendix B's words, and these with the
# assignments of Section 3.4.1.
GREEDY_WORDS = {"greedy-same-arm": SAME_ARM, "greedy-until-met": UNTIL_MET}
PAPER_RUNS = 20  # each of the paper's curves is a mean over so many runs
PAPER_SERIES = ("ucb", COMMIT, *VARIANTS)
FAMILIES = {1: "uniform", 2: "linear-model"}  # what Appendix B draws for Figures 1 and 2


def series_name(algorithm: str, decomposition: str | None) -> str:
    """Return the id of a series: the algorithm's, with its decomposition if it has one."""
    return f"{algorithm}-{decomposition}" if decomposition else algorithm


def with_series(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the rows with a column `series` in place of algorithm and decomposition."""
    columns = ["algorithm", "decomposition"]
    pairs = frame[columns].drop_duplicates()
    names = [series_name(a, summaries.plain(d)) for a, d in pairs.itertuples(index=False)]
    places = frame.groupby(columns, sort=False, dropna=False).ngroup()
    return frame.assign(series=np.array(names, dtype=object)[places].tolist())


def series_of(config: Configuration) -> list[str]:
    """Return the ids of the series that the run has, in the configuration's order."""
    return [series_name(*pair) for pair in config.regret.runs()]


def instance_of(config: Configuration, number: int) -> str:
    """Return the name of the first instance drawn as for the paper's Figure 1 or 2.

    Raises
    ------
    NotApplicable
        If the run has none.

    """
    for entry in config.regret.instances:
        if entry.generator == FAMILIES[number]:
            return str(entry.name)
    raise NotApplicable(f"shows instances of the generator {FAMILIES[number]}; the run has none")


def shown_series(config: Configuration) -> list[str]:
    """Return the paper's five series, regrouping, and the run's that are not of this package."""
    others = [one for one in series_of(config) if one == REGROUP or one not in STYLES.table]
    return [*PAPER_SERIES, *others]


def other_instances(config: Configuration) -> list[str]:
    """Return the names of the instances that Figures 1 and 2 do not show.

    Raises
    ------
    NotApplicable
        If there are none.

    """
    shown = []
    for number in FAMILIES:
        try:
            shown.append(instance_of(config, number))
        except NotApplicable:
            continue
    found = [entry.name for entry in config.regret.instances if entry.name not in shown]
    if not found:
        raise NotApplicable("shows further instances; the run has those of Figures 1 and 2 only")
    return found


def regret_needs(
    config: Configuration,
    names: Collection[str],
    instances: Sequence[str],
    *,
    readings: Sequence[str] = (MAIN,),
) -> tuple[Need, ...]:
    """Return the need of some series on some instances, under some interpretations.

    Raises
    ------
    NotApplicable
        If the run has none of them.

    """
    found = rows_of_series(config, names)
    if not found:
        raise NotApplicable(f"shows {', '.join(names)}; the run has none of them")
    where = {"instance": tuple(instances), **found, "reading": tuple(readings)}
    return (Need(experiment="regret", where=where),)


def rows_of_series(config: Configuration, names: Collection[str]) -> dict[str, tuple[Any, ...]]:
    """Return the filter of the rows of these series; empty if the run has none of them."""
    runs = [run for run in config.regret.runs() if series_name(*run) in names]
    columns: dict[str, list[str | None]] = {
        "algorithm": [run[0] for run in runs],
        "decomposition": [run[1] for run in runs],
    }
    return {
        column: tuple(dict.fromkeys(filter(None, values)))
        for column, values in columns.items()
        if any(values)
    }
