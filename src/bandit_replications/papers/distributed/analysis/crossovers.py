"""Crossovers: one protocol's regret relative to another's, and the size at ratio 1."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

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


@dataclass(frozen=True, kw_only=True)
class Ratio:
    """Mean regret of one protocol over that of another at one size, with its 95% interval."""

    size: int
    value: float
    low: float
    high: float
    runs: int

    @property
    def side(self) -> int:
        """-1 where the whole interval is below 1, 1 where it is above, else 0."""
        return -1 if self.high < 1 else 1 if self.low > 1 else 0


def ratios(
    results: Mapping[str, pd.DataFrame],
    config: Configuration,
    *,
    table: str,
    pair: tuple[str, str],
    instance: str,
    against: str,
    horizon: int | None,
) -> list[Ratio]:
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

    """
    lines = []
    for algorithm in pair:
        points = points_of(results[table], table=table, algorithm=algorithm, instance=instance)
        lines.append(along(points, config, table, against, horizon))
    others = {point.size: point for point in lines[1]}
    found = []
    for above in lines[0]:
        below = others.get(above.size)
        if below is None:
            continue
        if min(above.regret.size, below.regret.size) < 2 or below.regret.mean() <= 0:
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
            Ratio(
                size=size_of(above, against),
                value=float(above.regret.mean() / below.regret.mean()),
                low=low,
                high=high,
                runs=min(above.regret.size, below.regret.size),
            )
        )
    return found


def pays_from(line: Sequence[Ratio]) -> int | None:
    """Return the first size from which on every ratio is below 1 with its interval, or None."""
    above = [place for place, one in enumerate(line) if one.side >= 0]
    start = above[-1] + 1 if above else 0
    return line[start].size if start < len(line) else None


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
            results,
            config,
            table=table,
            pair=pair,
            instance=instance,
            against=against,
            horizon=at,
        )
        if len(line) < 2:
            continue
        first, last, start = line[0], line[-1], pays_from(line)
        records.append(
            {
                "protocol": pair[0],
                "other": pair[1],
                "instance": instance,
                "against": against,
                "at": np.nan if at is None else float(at),
                "from": first.size,
                "to": last.size,
                "ratio_first": first.value,
                "low_first": first.low,
                "high_first": first.high,
                "ratio_last": last.value,
                "low_last": last.low,
                "high_last": last.high,
                "pays_from": np.nan if start is None else float(start),
            }
        )
    return pd.DataFrame(records)


def _series(config: Configuration) -> Iterator[tuple[str, tuple[str, str], str, str, int | None]]:
    """Yield table, pair, instance, what changes and the base's horizon, of pairs that both ran."""
    for table, pairs in PAIRS.items():
        running = section_of(config, table).algorithms
        for pair in pairs:
            if set(pair) <= set(running):
                for instance in instance_names(config, table):
                    for against, at in series_of(config, table):
                        yield table, pair, instance, against, at
