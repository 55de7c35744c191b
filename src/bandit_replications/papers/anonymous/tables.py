"""Tables about the paper: views of the data sets, with the intervals that the figures show."""

from collections.abc import Hashable, Sequence
from dataclasses import replace

import pandas as pd

from bandit_replications.configuration.sections import MAIN
from bandit_replications.experiments.needs import Need, every
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import Results
from bandit_replications.ledger.claims import Evidence, find_claim
from bandit_replications.ledger.comparisons import MARKED, parts_in
from bandit_replications.ledger.parts import Comparison
from bandit_replications.ledger.samples import Reader
from bandit_replications.papers.anonymous.analysis.contrast import contrast_needs
from bandit_replications.papers.anonymous.analysis.contrast import (
    final_regrets as final_regrets_of_greedy,
)
from bandit_replications.papers.anonymous.analysis.ratios import hard_means
from bandit_replications.papers.anonymous.analysis.scaling import exponents, scaling_needs
from bandit_replications.papers.anonymous.analysis.series import (
    GREEDY_WORDS,
    PAPER_RUNS,
    series_of,
    with_series,
)
from bandit_replications.papers.anonymous.analysis.tuning import chosen
from bandit_replications.papers.anonymous.checks import LEDGER
from bandit_replications.papers.anonymous.checks.samples import (
    SAMPLES,
    has_words,
    under,
)
from bandit_replications.papers.anonymous.parameters import Configuration
from bandit_replications.reporting.tables import (
    MEASURED,
    QUANTILES,
    TableSpec,
    final_regrets,
    measured,
    published,
)
from bandit_replications.runtime.errors import NotApplicable

LEVEL = 0.01  # of each single test in the table of interpretations


def readings_needs(config: Configuration) -> tuple[Need, ...]:
    """Return the data of the table of interpretations: all claims are judged under each.

    Raises
    ------
    NotApplicable
        If the run has no other interpretation.

    """
    if not config.regret.variants:
        raise NotApplicable("compares interpretations; regret.variants is empty")
    return (Need(experiment="regret"),)


def tuning_needs(config: Configuration) -> tuple[Need, ...]:
    """Return the data of the table of the tuning: all grids.

    Raises
    ------
    NotApplicable
        If the run tunes nothing.

    """
    section = config.regret
    if not any(section.tuned(*run, MAIN) for run in section.runs()):
        raise NotApplicable("shows tuned constants; the run gives all of them")
    return (Need(experiment="tuning"),)


def final_regret(results: Results, config: Configuration) -> pd.DataFrame:
    """Return the final regret of each series on each instance: mean, intervals, clusters.

    `new_mean_low` and `new_mean_high` bound a mean over the paper's 20 runs with 95%; `clustered`
    is the share of the instances with U >= C + 1.
    """
    frame = with_series(results["regret"])
    main = frame[frame["reading"] == MAIN]
    enough = config.regret.group_size + 1
    clustered = [
        float((summaries.final(cell)["min_cluster"] >= enough).mean())
        for _, cell in summaries.groups(main, "series", "instance")
    ]
    table = final_regrets(main, "regret", "series", "instance", new_runs=PAPER_RUNS)
    table = table.drop(columns=list(QUANTILES)).assign(clustered=clustered)
    order = {name: place for place, name in enumerate(series_of(config))}
    instances = {entry.name: place for place, entry in enumerate(config.regret.instances)}
    places = table["instance"].map(instances) * len(order) + table["series"].map(order)
    return published(table.loc[places.sort_values().index], first=("instance", "series"))


def readings(results: Results, config: Configuration) -> pd.DataFrame:
    """Return the outcome of each empirical claim under each interpretation.

    A row for each claim, a column for each interpretation: the rule holds, fails or stays open,
    each comparison tested at 1% by itself, with the ratio of the one nearest to
    breaking the rule, in standard errors.
    """
    names = [MAIN, *dict.fromkeys(variant.reading for variant in config.regret.variants)]
    names += [name for name in GREEDY_WORDS if has_words(config, name)]
    reader = Reader(SAMPLES, results, config)
    known: dict[Hashable, Evidence] = {}
    records = []
    for claim in LEDGER.records:
        if claim.compare is None or not _applies(claim.id, config):
            continue
        record = {"claim": claim.id}
        for name in names:
            changed = claim.compare.changed(under(config, claim.compare, name))
            try:
                parts = parts_in(reader, changed)
            except NotApplicable:
                record[name] = "not run"
                continue
            comparisons = [one for one in parts if isinstance(one, Comparison)]
            nearest = max(comparisons, key=lambda one: one.distance)
            record[name] = f"{_word(comparisons, known)} ({nearest.value:.3g})"
        records.append(record)
    return pd.DataFrame(records, columns=["claim", *names])


def _applies(claim_id: str, config: Configuration) -> bool:
    try:
        find_claim(LEDGER.claims, claim_id).needs(config)
    except NotApplicable:
        return False
    return True


def _word(comparisons: Sequence[Comparison], known: dict[Hashable, Evidence]) -> str:
    """Return the word for all comparisons: all must hold, and one that fails is enough."""
    holds = True
    for one in sorted(comparisons, key=lambda one: -one.distance):
        evidence = _evidence(one, known)
        if len(comparisons) * evidence.p_against <= LEVEL:
            return "fails"
        holds &= evidence.p_for <= LEVEL
    return "holds" if holds else "open"


def _evidence(one: Comparison, known: dict[Hashable, Evidence]) -> Evidence:
    """Return the p-values of a comparison at its margin; keeps them in `known`.

    An interpretation changes few series, and several claims compare the same two: most comparisons
    come again with the same runs.
    """
    at_margin = replace(one, factors=one.factors[:1])
    samples = (sample.tobytes() for sample in (one.a, one.b) if sample is not None)
    key = (one.name, *at_margin.factors, *samples)
    if key not in known:
        known[key] = at_margin.evidence()[0]
    return known[key]


def contrast(results: Results, config: Configuration) -> pd.DataFrame:
    """Return greedy's mean final regret over explore-then-commit's under each product.

    On uniform and on linear means; Figures 1 and 2 have it below 1 and markedly above 1.
    """
    records = []
    for (series, reading), pairs in final_regrets_of_greedy(results["regret"], config).items():
        uniform, linear = (float(one.mean() / other.mean()) for one, other in pairs)
        word = "yes" if uniform < 1 and linear > MARKED else "no"
        record = {"series": series, "reading": reading, "uniform": uniform, "linear": linear}
        records.append(record | {"contrast": word})
    return published(pd.DataFrame(records))


def tuning(results: Results, config: Configuration) -> pd.DataFrame:
    """Return the constant that each grid's least mean regret chooses, and the grid's ends."""
    table = chosen(results["tuning"]).rename(columns=MEASURED)
    return published(table, exact=("constant", "low_end", "high_end"))


def scaling(results: Results, config: Configuration) -> pd.DataFrame:
    """Return the fitted exponent of each series in each size beside the theorem's."""
    return published(exponents(results["scaling"], config), exact=("theorem",))


def decompositions(results: Results, config: Configuration) -> pd.DataFrame:
    """Return the mean assignments of each decomposition, beside the least that are needed."""
    frame = results["decompositions"]
    keys = ["graph", "method", "users", "arms", "group_size", "demand"]
    cells = frame.groupby(keys, sort=False, dropna=False)
    table = cells.agg(
        graphs=("replicate", "size"),
        met=("assignments", "count"),
        assignments=("assignments", "mean"),
        different=("different", "mean"),
        rounds=("rounds", "mean"),
        least=("least", "mean"),
    ).reset_index()
    return published(table.assign(over_least=table["assignments"] / table["least"]))


def lower_bounds(results: Results, config: Configuration) -> pd.DataFrame:
    """Return the mean regret on each hard family over the theorem's bound."""
    keys = ("construction", "series", "users", "arms", "group_size", "horizon")
    table = measured(hard_means(with_series(results["lower-bounds"]), *keys))
    ratio = (table["mean"] / table["bound"]).where(table["bound"] > 0)
    return published(table.assign(ratio=ratio), first=(*keys, "runs"))


TABLES: tuple[TableSpec, ...] = (
    TableSpec(
        id="table-final-regret",
        title="Final regret of all algorithms",
        source="Figures 1 and 2",
        needs=every("regret"),
        build=final_regret,
    ),
    TableSpec(
        id="table-readings",
        title="Empirical claims under each interpretation",
        source="Section 4, Appendix B",
        needs=readings_needs,
        build=readings,
    ),
    TableSpec(
        id="table-contrast",
        title="Greedy over explore-then-commit under every product of interpretations",
        source="Figures 1 and 2",
        needs=contrast_needs,
        build=contrast,
    ),
    TableSpec(
        id="table-tuning",
        title="Constants chosen by validation",
        source="Appendix B",
        needs=tuning_needs,
        build=tuning,
    ),
    TableSpec(
        id="table-scaling",
        title="Exponents of the regret beside the theorems'",
        source="Theorems 1 and 2",
        needs=scaling_needs,
        build=scaling,
    ),
    TableSpec(
        id="table-decompositions",
        title="Assignments of each decomposition",
        source="Section 3.4",
        needs=every("decompositions"),
        build=decompositions,
    ),
    TableSpec(
        id="table-lower-bounds",
        title="Regret on the hard instances over the lower bounds",
        source="Theorems 3, 4 and 5",
        needs=every("lower-bounds"),
        build=lower_bounds,
    ),
)
