"""Tables about the paper: views of the data sets, with the intervals that the figures show."""

import numpy as np
import pandas as pd

from bandit_replications.experiments.needs import every
from bandit_replications.inference import summaries
from bandit_replications.inference.power_laws import fit_exponent
from bandit_replications.inference.summaries import Results
from bandit_replications.papers.cooperative.analysis.series import (
    UNSAID,
    interpretation_ratios,
    labelled,
    over_sizes,
)
from bandit_replications.papers.cooperative.parameters import Configuration
from bandit_replications.reporting.tables import TableSpec, published

MEASURED = {"n": "runs", "estimate": "mean", "low": "mean_low", "high": "mean_high"}
TRIMMING = ("estimator", "halves", "ties", "message_life")
LINEAR = 0.05  # share of the final regret
PANELS = {
    "private": ("algorithm", "epsilon", "v", "own_message", "width", "message_life"),
    "byzantine": ("algorithm", "contamination", "estimator", "halves", "message_life"),
    "message-life": ("algorithm", "epsilon", "v", "own_message", "width", "message_life"),
    "byzantine-message-life": (
        *("algorithm", "contamination", "estimator", "halves", "width", "message_life"),
    ),
    "trimming": ("algorithm", "contamination", "estimator", "halves", "ties", "message_life"),
    "fractions": ("algorithm", "contamination", "fraction", "estimator", "message_life"),
}


def final_regret(results: Results, config: Configuration) -> pd.DataFrame:
    """Return the final group regret of every series of Figure 1."""
    parts = []
    for name, columns in PANELS.items():
        means = summaries.final_means(results[name], name, *columns)
        parts.append(means.drop(columns="band").rename(columns=MEASURED).assign(panel=name))
    table = pd.concat(parts, ignore_index=True)
    leading = ["panel", "algorithm", "message_life", "epsilon", "v", "own_message", "width"]
    leading += ["contamination", "fraction", "estimator", "halves", "ties"]
    return published(
        table[[*leading, *MEASURED.values()]], exact=("epsilon", "v", "contamination", "fraction")
    )


def readings(results: Results, config: Configuration) -> pd.DataFrame:
    """Return each interpretation's mean final regret over that of the main one."""
    ratios = interpretation_ratios(results["readings"]).drop(columns="main")
    names = {"n": "runs", "low": "ratio_low", "high": "ratio_high"}
    return published(ratios.rename(columns=names), exact=("epsilon",))


def trimming(results: Results, config: Configuration) -> pd.DataFrame:
    """Return mean and median final regret under each interpretation of the trimmed mean.

    A mean that few runs make says so: runs count as linear whose regret is a quarter of the final
    one after T/4 rounds and half of it after T/2, to within `LINEAR`; their share is that of the
    sum over all runs.
    """
    records = []
    for values, cell in summaries.groups(results["trimming"], *TRIMMING):
        curves, rounds = summaries.whole_runs(cell)
        final = curves[:, -1]
        at = np.searchsorted(rounds, (rounds[-1] // 4, rounds[-1] // 2))
        away = np.abs(curves[:, at] - np.outer(final, (1 / 4, 1 / 2)))
        steady = (away <= LINEAR * final[:, None]).all(axis=1)
        records.append(
            {
                **dict(zip(TRIMMING, values, strict=True)),
                "runs": final.size,
                "mean": final.mean(),
                "median": np.median(final),
                "linear_runs": int(steady.sum()),
                "linear_share": float(final[steady].sum() / final.sum()),
            }
        )
    return published(pd.DataFrame(records))


def exponents(results: Results, config: Configuration) -> pd.DataFrame:
    """Return the exponents of regret per agent in the number of agents and of rounds.

    Slopes of least squares of ln regret on ln x, over the measured range, with the interval of
    `fit_exponent` for replicates that share their means.
    """
    frame = labelled(results["scaling"], "epsilon", "contamination")
    frame = frame.assign(each=frame["regret"] / frame["agents"])
    frame = frame.sort_values("replicate", kind="stable")
    records = []
    for column, part in over_sizes(frame, config).values():
        for series, cells in part.groupby("series", sort=False):
            xs = sorted(cells[column].unique())
            if len(xs) < 2:
                continue
            fit = fit_exponent(
                np.array(xs, dtype=float),
                [cells[cells[column] == x]["each"].to_numpy() for x in xs],
                confidence=summaries.CONFIDENCE,
                paired=True,
            )
            records.append(
                {
                    "series": series,
                    "against": column,
                    "from": xs[0],
                    "to": xs[-1],
                    "exponent": fit.slope,
                    "low": fit.low,
                    "high": fit.high,
                    "misfit": fit.misfit,
                }
            )
    return published(pd.DataFrame(records), exact=("from", "to"))


BOUNDED = {
    "message-life": ("epsilon", ("private-multi-agent-ucb", "released-sums-ucb")),
    "byzantine-message-life": ("contamination", ("byzantine-proof-ucb",)),
}


def bounds(results: Results, config: Configuration) -> pd.DataFrame:
    """Return the bounds in the environments of Figure 1(c) beside the regret of the runs there."""
    parts = []
    for values, rows in summaries.groups(results["bounds"], "algorithm", "level", "message_life"):
        algorithm, level, life = values
        regret = np.nan
        for data, (column, algorithms) in BOUNDED.items():
            if algorithm in algorithms:
                frame = summaries.final(results[data])
                where = (frame["algorithm"] == algorithm) & (frame["message_life"] == life)
                where &= frame[column] == level
                for name in ("own_message", "halves"):
                    if name in frame:
                        where &= frame[name].isna() | frame[name].isin(UNSAID)
                regret = float(frame[where]["regret"].mean())
        there = rows["bound"].notna()
        parts.append(
            {
                "algorithm": algorithm,
                "level": level,
                "message_life": life,
                "runs": len(rows),
                "clique_cover": float(rows["clique_cover"].mean()),
                "regret": regret,
                "bound": float(rows["bound"].mean()),
                "arms_in_turn": float(rows["in_turn"].mean()),
                "without_bound": float((~there).mean()),
                "vacuous": float((rows["bound"] >= rows["in_turn"])[there].mean()),
            }
        )
    return published(pd.DataFrame(parts), exact=("level",))


TABLES = (
    TableSpec(
        id="table-final-regret",
        title="Final group regret of every series of Figure 1",
        source="Figure 1",
        needs=every(*PANELS),
        build=final_regret,
    ),
    TableSpec(
        id="table-readings",
        title="Effect of each interpretation",
        source="Algorithms 1 to 3",
        needs=every("readings"),
        build=readings,
    ),
    TableSpec(
        id="table-trimming",
        title="Mean, median and linear runs under each interpretation of the trimmed mean",
        source="Section 4.1, (8)",
        needs=every("trimming"),
        build=trimming,
    ),
    TableSpec(
        id="table-exponents",
        title="Exponents of the regret per agent",
        source="Regret theorems",
        needs=every("scaling"),
        build=exponents,
    ),
    TableSpec(
        id="table-bounds",
        title="The bounds beside the runs of Figure 1(c)",
        source="Regret theorems",
        needs=every("bounds", *BOUNDED),
        build=bounds,
    ),
)
