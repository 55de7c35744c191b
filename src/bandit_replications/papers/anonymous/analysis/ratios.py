"""Final regret under each interpretation over that under the main one, and means over bounds."""

import itertools

import pandas as pd

from bandit_replications.configuration.sections import MAIN
from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.inference.ratios import ratios_to_main
from bandit_replications.papers.anonymous.analysis.series import (
    GREEDY,
    GREEDY_WORDS,
    PAPER_SERIES,
    regret_needs,
    series_name,
    series_of,
    with_series,
)
from bandit_replications.papers.anonymous.parameters import Configuration
from bandit_replications.papers.anonymous.parameters_regret import PRODUCT
from bandit_replications.runtime.errors import NotApplicable


def interpretations_needs(config: Configuration) -> tuple[Need, ...]:
    """Return the data compared: series with other interpretations, and greedy in other words.

    Raises
    ------
    NotApplicable
        If the run has no other interpretation of the paper's series.

    """
    section = config.regret
    instances = [entry.name for entry in section.instances]
    needs: list[Need] = []
    words = set(GREEDY_WORDS.values()) & set(series_of(config))
    if words and GREEDY in series_of(config):
        needs += regret_needs(config, [GREEDY, *words], instances)
    for (algorithm, decomposition), instance in itertools.product(section.runs(), instances):
        readings = section.readings_of(algorithm, decomposition, instance)
        name = series_name(algorithm, decomposition)
        if name in PAPER_SERIES and readings != [MAIN]:
            needs += regret_needs(config, [name], [instance], readings=readings)
    if not section.variants or not needs:
        raise NotApplicable("compares interpretations; regret.variants has no series of the paper")
    return tuple(needs)


def interpretation_ratios(frame: pd.DataFrame, config: Configuration) -> pd.DataFrame:
    """Return each interpretation's mean final regret over that of the main one.

    Appendix B's words for the greedy decomposition count as interpretations of greedy; products of
    interpretations are left out. Runs share their instances replicate by replicate. Those of UCB
    correlate there, those of the anonymous algorithms hardly do: runs of one replicate are
    resampled together, which is right for both, and the replicates that one has more than the other
    alone.

    Returns
    -------
    DataFrame
        series, reading, instance, and the columns of `ratios_to_main`.

    """
    final = with_series(frame[frame["round"] == config.regret.horizon])
    final = final[~final["reading"].str.startswith(PRODUCT)]
    main = final[final["reading"] == MAIN]
    words = [
        main[main["series"] == series].assign(series=GREEDY, reading=name.removeprefix("greedy-"))
        for name, series in GREEDY_WORDS.items()
    ]
    runs = pd.concat([final[final["series"].isin(PAPER_SERIES)], *words])
    columns = ("series", "reading", "instance")
    return ratios_to_main(runs, *columns, key=("readings",), main={"reading": MAIN}, shared=True)


def hard_means(frame: pd.DataFrame, *columns: str) -> pd.DataFrame:
    """Return mean regret and bound of each cell of the data set `lower-bounds`."""
    means = summaries.means(frame, *columns, key=("lower-bounds",))
    bounds = [float(cell["bound"].iloc[0]) for _, cell in summaries.groups(frame, *columns)]
    return means.assign(bound=bounds)
