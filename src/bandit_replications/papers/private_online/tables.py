"""Tables about the paper: views of the data sets, with the intervals that the figures show."""

import numpy as np
import pandas as pd

from bandit_replications.experiments.needs import Need, every
from bandit_replications.inference import summaries
from bandit_replications.inference.proportions import clopper_pearson
from bandit_replications.inference.summaries import Results
from bandit_replications.papers.private_online.analysis.full_information import CELL, theorem_7
from bandit_replications.papers.private_online.analysis.ratios import (
    PAPER_RUNS,
    exceeds,
    interpretation_ratios,
    packing_means,
    restart_ratios,
)
from bandit_replications.papers.private_online.parameters import Configuration
from bandit_replications.papers.private_online.theory import bounds
from bandit_replications.reporting.tables import (
    TableSpec,
    final_regrets,
    measured,
    published,
    ratios,
)
from bandit_replications.runtime.errors import NotApplicable

REGRET_CELL = ("algorithm", "setting", "epsilon")


def final_regret(results: Results, config: Configuration) -> pd.DataFrame:
    """Return the final regret of each cell: mean, intervals and law.

    `new_mean_low` and `new_mean_high` bound a mean over the paper's 15 runs with 95%; `atom` is the
    most frequent value.
    """
    frame = results["regret"]
    table = final_regrets(frame, "regret", *REGRET_CELL, new_runs=PAPER_RUNS)
    first = ("setting", "algorithm", "epsilon")
    return published(table.assign(**_atoms(frame)), exact=("epsilon",), first=first)


def _atoms(frame: pd.DataFrame) -> dict[str, list[float]]:
    """Return the most frequent value of each cell, its share of runs, and that share's interval.

    The interval is exact (Clopper and Pearson): where all runs agree, the bootstrap's has no width.
    """
    names = ("atom", "atom_share", "atom_low", "atom_high")
    columns: dict[str, list[float]] = {name: [] for name in names}
    for _, cell in summaries.groups(frame, *REGRET_CELL):
        values, counts = np.unique(summaries.final(cell)["regret"], return_counts=True)
        most, runs = int(counts.max()), int(counts.sum())
        interval = clopper_pearson(most, runs, confidence=summaries.CONFIDENCE)
        found = (float(values[counts.argmax()]), most / runs, *interval)
        for name, value in zip(names, found, strict=True):
            columns[name].append(value)
    return columns


BOUNDS = {
    "theorem-3": ("anytime-lazy-ucb", bounds.theorem_3_regret),
    "theorem-5": ("hybrid-ucb", bounds.theorem_5_regret),
}


def bounds_needs(config: Configuration) -> tuple[Need, ...]:
    """Return the needs of the table of bounds: the algorithms that have one."""
    run = tuple(name for name, _ in BOUNDS.values() if name in config.regret.algorithms)
    if not run:
        raise NotApplicable("the run has no algorithm with a bound")
    return (Need(experiment="regret", where={"algorithm": run}),)


def table_of_bounds(results: Results, config: Configuration) -> pd.DataFrame:
    """Return the bounds with the constants of their proofs beside the mean final regrets.

    Where a bound is above rounds times the largest gap, it says nothing. Theorem 4's depends on the
    number of arms only.
    """
    horizon, frame = config.regret.horizon, summaries.final(results["regret"])
    means = frame.groupby(["setting", "algorithm", "epsilon"], sort=False)["regret"].mean()
    records = []
    for setting in config.regret.settings:
        trivial = horizon * float(setting.gaps.max())
        for epsilon in config.regret.epsilons:
            place = {"epsilon": epsilon, "horizon": horizon}
            found = {
                name: (algorithm, float(bound(gaps=setting.gaps, **place).total))
                for name, (algorithm, bound) in BOUNDS.items()
            }
            arms = setting.gaps.size
            fourth = float(bounds.theorem_4_regret(arms=arms, **place).total)
            found["theorem-4"] = ("anytime-lazy-ucb", fourth)
            for name, (algorithm, value) in sorted(found.items()):
                mean = means.get((setting.name, algorithm, epsilon), np.nan)
                row = {"setting": setting.name, "epsilon": epsilon, "theorem": name}
                row |= {"algorithm": algorithm, "mean": mean, "bound": value}
                row |= {"slack": value / mean, "trivial": trivial}
                records.append({**row, "says nothing": "yes" if value >= trivial else ""})
    return published(pd.DataFrame(records), exact=("epsilon",))


def readings(results: Results, config: Configuration) -> pd.DataFrame:
    """Return each interpretation's mean final regret over that of the main one."""
    return published(ratios(interpretation_ratios(results["readings"])), exact=("epsilon",))


def anytime(results: Results, config: Configuration) -> pd.DataFrame:
    """Return each mean final regret over that of DP-SE with T known."""
    firsts = config.anytime.first_horizons
    found = ratios(restart_ratios(results["anytime"], first_horizons=firsts))
    return published(found, exact=("epsilon",), first=("setting", "epsilon", "horizon"))


def privacy_audit(results: Results, config: Configuration) -> pd.DataFrame:
    """Return the privacy loss of each mechanism and case over the claimed loss."""
    frame = results["privacy-audit"]
    # A statistical value bounds the loss from below only: it can break a claim, not confirm it.
    decided = np.where(frame["kind"] == "statistical", "not contradicted", "kept")
    table = frame[["mechanism", "case", "epsilon", "claimed", "loss"]].assign(
        ratio=frame["loss"] / frame["claimed"],
        kind=frame["kind"],
        claim=np.where(exceeds(frame["loss"], frame["claimed"]), "broken", decided),
    )
    return published(table, exact=("epsilon", "claimed"))


def full_information(results: Results, config: Configuration) -> pd.DataFrame:
    """Return the final regret of each cell of Section 5 beside Theorem 7's bound for FTNL."""
    cells = (*CELL, "reading")
    means = summaries.final_means(results["full-information"], "full-information", *cells)
    bounds = [
        theorem_7(config, **{name: row[name] for name in cells if name != "algorithm"})
        if row["algorithm"] == "ftnl"
        else np.nan
        for row in means.to_dict("records")
    ]
    return published(measured(means).assign(theorem_7=bounds), exact=("epsilon", "min_gap"))


def lower_bound(results: Results, config: Configuration) -> pd.DataFrame:
    """Return the mean regret on the packing over Theorem 10's bound (null where that is 0)."""
    table = measured(packing_means(results["lower-bound"])).rename(columns={"round": "rounds"})
    ratio = (table["mean"] / table["bound"]).where(table["bound"] > 0)
    return published(table.assign(ratio=ratio), exact=("epsilon", "min_gap"))


TABLES: tuple[TableSpec, ...] = (
    TableSpec(
        id="table-final-regret",
        title="Final regret of the bandit algorithms",
        source="Figures 5, 10 and 12 (a)",
        needs=every("regret"),
        build=final_regret,
    ),
    TableSpec(
        id="table-bounds",
        title="Bounds beside the final regret",
        source="Theorems 3, 4 and 5",
        needs=bounds_needs,
        build=table_of_bounds,
    ),
    TableSpec(
        id="table-readings",
        title="Sensitivity of the final regret to the interpretations",
        source="Algorithms 1 and 4, Section 6",
        needs=every("readings"),
        build=readings,
    ),
    TableSpec(
        id="table-anytime",
        title="Final regret over that of DP-SE with the horizon known",
        source="Section 7",
        needs=every("anytime"),
        build=anytime,
    ),
    TableSpec(
        id="table-privacy-audit",
        title="Privacy loss over what is claimed",
        source="Theorems 2, 5 and 6",
        needs=every("privacy-audit"),
        build=privacy_audit,
    ),
    TableSpec(
        id="table-full-information",
        title="Final regret of the full-information algorithms",
        source="Section 5, Theorem 7",
        needs=every("full-information"),
        build=full_information,
    ),
    TableSpec(
        id="table-lower-bound",
        title="Regret on the packing over the lower bound",
        source="Theorem 10",
        needs=every("lower-bound"),
        build=lower_bound,
    ),
)
