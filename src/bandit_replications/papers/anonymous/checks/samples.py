"""Samples of final regrets that the claims of Section 4 and Appendix B compare.

The plotted numbers are not at hand, so a figure's claim is the message that the text attaches to
it, about mean final regrets summed over users: "significantly" worse, "worst", "outperforms": the
sign decides; "markedly" worse, "much" better, "similarly", "about 10 times": as in all papers.

Runs of two algorithms share their instances and yet hardly correlate (a finding shows the range of
the correlations): they are compared as independent samples, of all runs that each has. Where reruns
correlate, positively, the tests are on the safe side. An algorithm in a record is a series.
"""

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from bandit_replications.configuration.sections import MAIN
from bandit_replications.experiments.needs import Need
from bandit_replications.ledger.comparison_records import Chosen, ComparisonRecord
from bandit_replications.ledger.parts import Comparison
from bandit_replications.ledger.rules import Numbers
from bandit_replications.ledger.samples import Reader, Samples
from bandit_replications.papers.anonymous.analysis.series import (
    BATCHED,
    COMMIT,
    GREEDY,
    GREEDY_WORDS,
    VARIANTS,
    instance_of,
    regret_needs,
    series_of,
    with_series,
)
from bandit_replications.papers.anonymous.parameters import Configuration
from bandit_replications.runtime.errors import NotApplicable

ANONYMOUS = (COMMIT, *VARIANTS)
BEST = "the best anonymous algorithm"
APPENDIX_B = {BATCHED: {"infeasible": "random"}}
PAPER_SIZES = {"users": 50, "arms": 5, "group_size": 4}

# BaSE's γ, which Appendix B tunes, as the theorems have it: shown only. The constant
# of T_exp is printed in Algorithm 2 and tuned only if Appendix B's words include it.
NO_INTERPRETATION = ("printed-constants", "gamma-with-group-size")


# --- Instances ------------------------------------------------------------------------------


def paper_instance(config: Configuration, number: int) -> str:
    """Return the name of the instance of Figure 1 or 2.

    Raises
    ------
    NotApplicable
        If the run's instances or sizes are not the paper's.

    """
    name = instance_of(config, number)
    entry = next(one for one in config.regret.instances if one.name == name)
    sizes = {"users": entry.users, "arms": entry.arms, "group_size": config.regret.group_size}
    if sizes != PAPER_SIZES or (number == 2 and entry.dimension != 10):
        raise NotApplicable(f"the run's instances of Figure {number} do not have the paper's sizes")
    return name


def clustered_instance(config: Configuration) -> str:
    """Return the name of the first instance with U >= K(C+1) by construction."""
    size = config.regret.group_size
    for entry in config.regret.instances:
        if entry.generator == "clustered":
            users, arms = entry.users or 0, entry.arms or 1  # a generator states both
            if users // arms >= arms * (size + 1):
                return entry.name
    raise NotApplicable("the run has no clustered instance with U >= K(C+1)")


def _values(config: Configuration, data: str, column: str, name: str) -> Sequence[Any]:
    if name == "of large clusters":
        return [clustered_instance(config)]
    return [paper_instance(config, number) for number in (1, 2) if str(number) in name]


# --- Interpretations ------------------------------------------------------------------------


def interpretations_of(config: Configuration, series: str) -> list[str]:
    """Return the names of the interpretations that concern a series."""
    algorithm = BATCHED if series.startswith(BATCHED) else series
    found = [one.reading for one in config.regret.variants if one.algorithm == algorithm]
    return [*found, *GREEDY_WORDS] if series == GREEDY else found


def series_in(record: ComparisonRecord) -> set[str]:
    """Return the series that a record compares, and those that may be the best."""
    named = {one for a, _, b, *_ in record.statements() for one in (a, b)}
    return {*named, *ANONYMOUS} if BEST in named else named


def under(config: Configuration, record: ComparisonRecord, reading: str) -> Mapping[str, Any]:
    """Return the changes of an interpretation: the series it concerns are run under it."""
    concerned = [one for one in series_in(record) if reading in interpretations_of(config, one)]
    return {"replace": {"algorithm": {one: {"reading": reading} for one in (*concerned, BEST)}}}


def interpretations_for(config: Configuration, record: ComparisonRecord) -> list[str]:
    """Return the interpretations other than the main one that concern a record's series."""
    found = {name for series in series_in(record) for name in interpretations_of(config, series)}
    names = dict.fromkeys(one.reading for one in config.regret.variants)
    kept = [name for name in names if name in found - set(NO_INTERPRETATION)]
    there = found.intersection(GREEDY_WORDS)
    return [*kept, *(one for one in GREEDY_WORDS if one in there and has_words(config, one))]


def has_words(config: Configuration, name: str) -> bool:
    """Return True if the run has the decomposition of one of `GREEDY_WORDS`."""
    return GREEDY_WORDS[name] in series_of(config)


def _interpretations(
    config: Configuration, record: ComparisonRecord
) -> dict[str, Mapping[str, Any]]:
    return {name: under(config, record, name) for name in interpretations_for(config, record)}


def _prepare(frame: pd.DataFrame, data: str) -> pd.DataFrame:
    """Return the rows with series for algorithms, also of greedy's other interpretations."""
    rows = with_series(frame)
    rows = rows.assign(algorithm=rows["series"])
    main = rows[rows["reading"] == MAIN]
    others = [
        main[main["algorithm"] == series].assign(algorithm=GREEDY, reading=name)
        for name, series in GREEDY_WORDS.items()
    ]
    return pd.concat([rows, *others])


def _pick(reader: Reader[Configuration], chosen: Chosen) -> Chosen:
    """Return the anonymous algorithm with the least mean in the place of `BEST`."""
    if chosen["algorithm"] != BEST:
        return chosen
    reading = chosen.get("reading", MAIN)
    candidates = [
        {
            **chosen,
            "algorithm": name,
            "reading": reading if reading in interpretations_of(reader.config, name) else MAIN,
        }
        for name in ANONYMOUS
    ]
    return min(candidates, key=lambda one: float(reader(one).mean()))


# --- Scope ----------------------------------------------------------------------------------


def _scope(config: Configuration, chosen: Sequence[Chosen]) -> None:
    missing = sorted(_series(chosen) - set(series_of(config)))
    if missing:
        raise NotApplicable(f"the run has no {', '.join(missing)}")
    section = config.regret
    if section.options != APPENDIX_B:
        raise NotApplicable("the run changes constants or interpretations of the algorithms")
    runs = itertools.product(section.runs(), {one["instance"] for one in chosen})
    if min(section.replicates_under(*run, MAIN, name) for run, name in runs) < 2:
        raise NotApplicable("the run has one replicate of an algorithm; at least 2 are needed")


def _series(chosen: Sequence[Chosen]) -> set[str]:
    named = {one["algorithm"] for one in chosen}
    return {*(named - {BEST}), *ANONYMOUS} if BEST in named else named


def _needs(config: Configuration, chosen: Sequence[Chosen]) -> tuple[Need, ...]:
    readings = {one["reading"] for one in chosen if "reading" in one}
    series = _series(chosen) | {GREEDY_WORDS[one] for one in readings & GREEDY_WORDS.keys()}
    instances = list(dict.fromkeys(one["instance"] for one in chosen))
    names = dict.fromkeys(one.reading for one in config.regret.variants)
    kept = [MAIN, *(name for name in names if name in readings)]
    return regret_needs(config, series, instances, readings=kept)


def _numbers(
    reader: Reader[Configuration], record: ComparisonRecord, parts: Sequence[Comparison]
) -> Numbers:
    """Return the ratios with their factors, and correlations on shared instances."""
    found = []
    for part in parts:
        assert part.b is not None
        common = min(part.a.size, part.b.size)
        found.append(float(np.corrcoef(part.a[:common], part.b[:common])[0, 1]))
    return {
        **{f"{part.name} {part.factors[0]:.4g}:": part.value for part in parts},
        "correlation on shared instances:": f"{min(found):.2f} to {max(found):.2f}",
    }


SAMPLES = Samples(
    place="papers.anonymous.checks.samples:SAMPLES",
    scope=_scope,
    defaults=lambda config, chosen: {"reading": MAIN},
    values=_values,
    prepare=_prepare,
    pick=_pick,
    name="{a[algorithm]} / {b[algorithm]} on {instance}{side}",
    shown={"": _numbers},
    interpretations=_interpretations,
    needs=_needs,
)
