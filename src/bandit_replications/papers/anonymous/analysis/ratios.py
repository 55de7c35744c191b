"""Final regret under each interpretation over that under the main one, and means over bounds."""

import itertools

import pandas as pd

from bandit_replications.configuration.sections import MAIN
from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.inference.ratios import ratios_to_main
from bandit_replications.papers.anonymous.analysis.series import (
    GREEDY,
    PAPER_SERIES,
    SAME_ARM,
    regret_needs,
    series_name,
    series_of,
    with_series,
)
from bandit_replications.papers.anonymous.parameters import Configuration
from bandit_replications.runtime.errors import NotApplicable


def interpretations_needs(config: Configuration) -> tuple[Need, ...]:
    """Return the data compared: series with other interpretations, and greedy and same arm.

    Raises
    ------
    NotApplicable
        If the run has no other interpretation of the paper's series.

    """
    section = config.regret
    instances = [entry.name for entry in section.instances]
    needs: list[Need] = []
    if {GREEDY, SAME_ARM} <= set(series_of(config)):
        needs += regret_needs(config, [GREEDY, SAME_ARM], instances)
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

    Appendix B's words for the greedy decomposition count as an interpretation of greedy. Runs share
    their instances replicate by replicate. Those of UCB correlate there, those of the anonymous
    algorithms hardly do: runs of one replicate are resampled together, which is right for both, and
    the replicates that one has more than the other alone.

    Returns
    -------
    DataFrame
        series, reading, instance, and the columns of `ratios_to_main`.

    """
    final = with_series(frame[frame["round"] == config.regret.horizon])
    same = final[(final["series"] == SAME_ARM) & (final["reading"] == MAIN)]
    same = same.assign(series=GREEDY, reading="same-arm")
    runs = pd.concat([final[final["series"].isin(PAPER_SERIES)], same])
    columns = ("series", "reading", "instance")
    return ratios_to_main(runs, *columns, key=("readings",), main={"reading": MAIN}, shared=True)


def hard_means(frame: pd.DataFrame, *columns: str) -> pd.DataFrame:
    """Return mean regret and bound of each cell of the data set `lower-bounds`."""
    means = summaries.means(frame, *columns, key=("lower-bounds",))
    bounds = [float(cell["bound"].iloc[0]) for _, cell in summaries.groups(frame, *columns)]
    return means.assign(bound=bounds)
