"""Tables about the paper: views of the data sets, with the intervals that the figures show."""

import functools

import pandas as pd

from bandit_replications.experiments.needs import every
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import Results
from bandit_replications.papers.distributed.analysis.crossovers import crossovers
from bandit_replications.papers.distributed.analysis.growth import (
    GAPS,
    QUANTITIES,
    WIDTHS,
    exponents,
    final_rows,
)
from bandit_replications.papers.distributed.analysis.variants import (
    messages_needs,
    variant_ratios,
    variants_needs,
)
from bandit_replications.papers.distributed.parameters import Configuration
from bandit_replications.reporting.tables import TableSpec, published


def exponents_of(results: Results, config: Configuration, *, table: str) -> pd.DataFrame:
    """Return the exponents of one half of Table 1."""
    return published(exponents(results, config, table), exact=("at", "from", "to"))


def arms_means(results: Results, config: Configuration) -> pd.DataFrame:
    """Return mean regret, communication and phases of multi-armed protocols at every size."""
    table, columns = "table-1-arms", ("algorithm", "instance", "agents", "arms", "horizon")
    last = final_rows(results[table])
    found = last.groupby(list(columns), sort=False).size().rename("runs").reset_index()
    for quantity in QUANTITIES:
        means = summaries.means(last, *columns, key=(table, quantity), value=quantity)
        found[quantity] = means["estimate"]
        found[f"{quantity}_low"], found[f"{quantity}_high"] = means["low"], means["high"]
    found["phases"] = last.groupby(list(columns), sort=False)["phases"].mean().to_numpy()
    return published(found.astype(dict.fromkeys(["agents", "arms", "horizon"], "int64")))


def crossover_table(results: Results, config: Configuration) -> pd.DataFrame:
    """Return where each protocol has less regret than another."""
    return published(crossovers(results, config), exact=("at", "from", "to", "pays_from"))


def variants(results: Results, config: Configuration) -> pd.DataFrame:
    """Return the effect of each interpretation and constant."""
    return published(variant_ratios(results["variants"]).rename(columns={"n": "runs"}))


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


TABLES = (
    *(
        TableSpec(
            id=f"{table}-exponents",
            title=f"Table 1 measured: exponents of {kind} protocols",
            source="Table 1",
            needs=every(table, GAPS[table]),
            build=functools.partial(exponents_of, table=table),
        )
        for table, kind in (("table-1-arms", "multi-armed"), ("table-1-linear", "linear"))
    ),
    TableSpec(
        id="table-1-arms-means",
        title="Regret and communication of multi-armed protocols at every size",
        source="Table 1",
        needs=every("table-1-arms"),
        build=arms_means,
    ),
    TableSpec(
        id="table-crossovers",
        title="Where the protocols pay",
        source="Table 1, ours",
        needs=every(*WIDTHS),
        build=crossover_table,
    ),
    TableSpec(
        id="table-variants",
        title="Effects of interpretations and constants",
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
)
