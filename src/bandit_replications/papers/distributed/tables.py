"""Tables about the paper: views of the data sets, with the intervals that the figures show."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import MEAN
from bandit_replications.papers.distributed.analysis.crossovers import crossovers
from bandit_replications.papers.distributed.analysis.growth import (
    GAPS,
    QUANTITIES,
    WIDTHS,
    exponents,
    final_rows,
)
from bandit_replications.papers.distributed.analysis.lower_bound import budget_means
from bandit_replications.papers.distributed.figures.lower_bound import lower_bound_needs
from bandit_replications.papers.distributed.figures.messages import messages_needs
from bandit_replications.papers.distributed.figures.variants import variant_ratios, variants_needs
from bandit_replications.papers.distributed.parameters import Configuration
from bandit_replications.reporting.tables import TableSpec, published

Results = Mapping[str, pd.DataFrame]


def table_needs(table: str) -> Any:
    """Return the function that gives the needs of a table about one half of Table 1."""

    def needs(config: Configuration) -> tuple[Need, ...]:
        return (Need(experiment=table),)

    return needs


def exponents_needs(table: str) -> Any:
    """Return the function that gives the needs of a half's exponents."""

    def needs(config: Configuration) -> tuple[Need, ...]:
        return (Need(experiment=table), Need(experiment=GAPS[table]))

    return needs


def both_needs(config: Configuration) -> tuple[Need, ...]:
    """Return the needs of a table about both halves of Table 1."""
    return tuple(Need(experiment=table) for table in WIDTHS)


def _exponents(table: str) -> Any:
    def build(results: Results, config: Configuration) -> pd.DataFrame:
        found = exponents(results, config, table)
        return published(found, exact=("at", "from", "to"))

    return build


def _means(table: str) -> Any:
    def build(results: Results, config: Configuration) -> pd.DataFrame:
        columns = ("algorithm", "instance", "agents", WIDTHS[table], "horizon")
        records = []
        for values, cell in summaries.groups(final_rows(results[table]), *columns):
            record = {**dict(zip(columns, values, strict=True)), "runs": len(cell)}
            for quantity in QUANTITIES:
                runs = cell[quantity].to_numpy(dtype=float)
                low, high = summaries.bands(runs, key=(table, quantity, *values))[MEAN]
                record |= {
                    quantity: runs.mean(),
                    f"{quantity}_low": float(low),
                    f"{quantity}_high": float(high),
                }
            record["phases"] = cell["phases"].mean()
            records.append(record)
        frame = pd.DataFrame(records)
        sizes = ["agents", WIDTHS[table], "horizon"]
        return published(frame.astype(dict.fromkeys(sizes, "int64")))

    return build


def crossover_table(results: Results, config: Configuration) -> pd.DataFrame:
    """Return where each protocol has less regret than another."""
    return published(crossovers(results, config), exact=("at", "from", "to", "pays_from"))


def variants(results: Results, config: Configuration) -> pd.DataFrame:
    """Return what each reading and constant changes."""
    return published(variant_ratios(results["variants"]))


def messages(results: Results, config: Configuration) -> pd.DataFrame:
    """Return the numbers that one run sends for each purpose."""
    columns = ["algorithm", "purpose", "sender"]
    frame = results["messages"]
    grouped = frame.groupby(columns, sort=False)
    table = grouped.agg(
        first_step=("round", "min"),
        last_step=("round", "max"),
        times=("round", "nunique"),
        numbers=("numbers", "sum"),
    ).reset_index()
    whole = frame.groupby("algorithm")["numbers"].sum()
    table["share"] = table["numbers"] / table["algorithm"].astype("str").map(whole)
    return published(table)


def lower_bound(results: Results, config: Configuration) -> pd.DataFrame:
    """Return the mean regret of each protocol at each budget beside the theorem's bound."""
    return published(budget_means(results["lower-bound"]))


TABLES = (
    TableSpec(
        id="table-1-arms-exponents",
        title="Table 1 measured: exponents of multi-armed protocols",
        source="Table 1",
        needs=exponents_needs("table-1-arms"),
        build=_exponents("table-1-arms"),
    ),
    TableSpec(
        id="table-1-linear-exponents",
        title="Table 1 measured: exponents of linear protocols",
        source="Table 1",
        needs=exponents_needs("table-1-linear"),
        build=_exponents("table-1-linear"),
    ),
    TableSpec(
        id="table-1-arms-means",
        title="Regret and communication of multi-armed protocols at every size",
        source="Table 1",
        needs=table_needs("table-1-arms"),
        build=_means("table-1-arms"),
    ),
    TableSpec(
        id="table-1-linear-means",
        title="Regret and communication of linear protocols at every size",
        source="Table 1",
        needs=table_needs("table-1-linear"),
        build=_means("table-1-linear"),
    ),
    TableSpec(
        id="table-crossovers",
        title="Where the protocols pay",
        source="Table 1, ours",
        needs=both_needs,
        build=crossover_table,
    ),
    TableSpec(
        id="table-variants",
        title="What readings and constants change",
        source="Protocols 1 to 6 and 8",
        needs=variants_needs,
        build=variants,
    ),
    TableSpec(
        id="table-messages",
        title="What one run sends, for each purpose",
        source="Protocols 1, 2, 3 and 8",
        needs=messages_needs,
        build=messages,
    ),
    TableSpec(
        id="table-lower-bound",
        title="Regret against a budget of communication",
        source="Theorem 2",
        needs=lower_bound_needs,
        build=lower_bound,
    ),
)
