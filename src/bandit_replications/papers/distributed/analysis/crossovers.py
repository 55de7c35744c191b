"""Crossovers: one protocol's regret relative to another's, and the size at ratio 1."""

from collections.abc import Iterator, Mapping
from itertools import product

import numpy as np
import pandas as pd

from bandit_replications.bandits.streams import generator
from bandit_replications.inference import summaries
from bandit_replications.inference.intervals import paired_ratio_interval, ratio_interval
from bandit_replications.papers.distributed.analysis.growth import (
    along,
    instance_names,
    points_of,
    section_of,
    series_of,
    size_of,
)
from bandit_replications.papers.distributed.parameters import Configuration

# Whose regret is divided by whose.
PAIRS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "table-1-arms": (
        ("demab", "independent-elimination"),
        ("demab", "independent-ucb1"),
        ("demab", "demab-instance-dependent"),
        ("demab", "immediate-sharing"),
    ),
    "table-1-linear": (
        ("delb", "independent-delb"),
        ("delb", "independent-linucb"),
        ("delb", "immediate-sharing"),
        ("dislinucb", "independent-linucb"),
        ("dislinucb", "immediate-sharing"),
    ),
}


def running_pairs(config: Configuration, table: str) -> list[tuple[str, str]]:
    """Return the pairs of a half of Table 1 that both run."""
    running = set(section_of(config, table).algorithms)
    return [pair for pair in PAIRS[table] if running.issuperset(pair)]


def ratios(
    results: Mapping[str, pd.DataFrame],
    config: Configuration,
    *,
    table: str,
    pair: tuple[str, str],
    instance: str,
    against: str,
    horizon: int | None,
) -> pd.DataFrame:
    """Return the ratios of a pair along one size, where both ran with at least two runs each.

    Parameters
    ----------
    results : mapping
        Data sets by name.
    config : Configuration
    table : str
        A half of Table 1.
    pair : tuple of str
        Whose mean regret is divided by whose.
    instance, against, horizon
        As in `growth.along`.

    Returns
    -------
    DataFrame
        size, ratio of the mean regrets, low and high of its 95% interval, n (runs).

    """
    first, second = (
        points_of(results[table], table=table, algorithm=algorithm, instance=instance)
        for algorithm in pair
    )
    found = []
    for above in along(first, config, table, against, horizon):
        below = second.get(above.size)
        if below is None or below.regret.mean() <= 0:
            continue
        if min(above.regret.size, below.regret.size) < 2:
            continue
        key = (table, *pair, instance, *above.size)
        # a replicate's actions are the same in the linear half
        interval = paired_ratio_interval if table == "table-1-linear" else ratio_interval
        low, high = interval(
            above.regret,
            below.regret,
            confidence=summaries.CONFIDENCE,
            generator=generator(0, "intervals", *key),
        )
        found.append(
            {
                "size": size_of(above, against),
                "ratio": above.regret.mean() / below.regret.mean(),
                "low": low,
                "high": high,
                "n": min(above.regret.size, below.regret.size),
            }
        )
    return pd.DataFrame(found, columns=["size", "ratio", "low", "high", "n"])


def pays_from(line: pd.DataFrame) -> float:
    """Return the first size from which on every ratio is below 1 with its interval, or NaN."""
    last_above = line["size"].where(line["high"] >= 1).max()
    later = line["size"][~(line["size"] <= last_above)]
    return float(later.min())


def crossovers(results: Mapping[str, pd.DataFrame], config: Configuration) -> pd.DataFrame:
    """Return where each pair's ratio crosses 1.

    Returns
    -------
    DataFrame
        protocol, other, instance, against, at (the base's horizon or null), from, to, ratio_first,
        ratio_last (with low and high each), pays_from (the first size from which on the protocol
        has less regret; null if there is none).

    """
    records = []
    for table, pair, instance, against, at in _series(config):
        line = ratios(
            results, config, table=table, pair=pair, instance=instance, against=against, horizon=at
        )
        if len(line) < 2:
            continue
        ends = {"first": line.iloc[0], "last": line.iloc[-1]}
        records.append(
            {
                "protocol": pair[0],
                "other": pair[1],
                "instance": instance,
                "against": against,
                "at": np.nan if at is None else float(at),
                "from": line["size"].min(),
                "to": line["size"].max(),
                **{
                    f"{name}_{end}": row[name]
                    for end, row in ends.items()
                    for name in ("ratio", "low", "high")
                },
                "pays_from": pays_from(line),
            }
        )
    return pd.DataFrame(records)


def _series(config: Configuration) -> Iterator[tuple[str, tuple[str, str], str, str, int | None]]:
    """Yield table, pair, instance, changing size and base's horizon, of pairs that both ran."""
    for table in PAIRS:
        names, sizes = instance_names(config, table), series_of(config, table)
        for pair, instance, (against, at) in product(running_pairs(config, table), names, sizes):
            yield table, pair, instance, against, at
