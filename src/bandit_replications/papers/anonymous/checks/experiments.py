"""Checks of Section 4 and Appendix B: what the text says of the experiments in Figures 1 and 2.

The plotted numbers are not at hand, so a figure's claim is the message that the text attaches to
it. The words have these meanings, all about mean final regrets summed over users:

- "about 10 times": a ratio between 10 / `ABOUT` and 10 `ABOUT`;
- "significantly" worse, "worst", "outperforms": above the other's, the ratio is shown;
- "markedly" worse, "much" better: by a factor of at least `MUCH`;
- "similarly": a ratio between 1/`ALIKE` and `ALIKE`.

Runs of two algorithms share their instances and yet hardly correlate (a finding shows the range of
the correlations): they are compared as independent samples, of all runs that each has. Where reruns
correlate, positively, the tests are on the safe side. A rule's control is the same runs with one
ratio moved beyond its factor by `WORSENED`, each in turn.
"""

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

import numpy as np
import pandas as pd

from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import measured
from bandit_replications.ledger.parts import Comparison, ratio, within
from bandit_replications.ledger.rules import all_of
from bandit_replications.papers.anonymous.checks.controls import each_refused
from bandit_replications.papers.anonymous.figures.regret import (
    BATCHED,
    MAIN,
    instance_of,
    regret_needs,
    series_of,
    with_series,
)
from bandit_replications.papers.anonymous.parameters import Configuration
from bandit_replications.runtime.errors import NotApplicable

ABOUT = 1.25
MUCH = 1.25
ALIKE = 1.25
WORSENED = 1.25
FACTS = {"about": ABOUT, "much": MUCH, "alike": ALIKE}

UCB, COMMIT = "ucb", "explore-then-commit"
GREEDY, RANDOM, LP = VARIANTS = tuple(f"{BATCHED}-{name}" for name in ("greedy", "random", "lp"))
SAME_ARM = f"{BATCHED}-same-arm"
ANONYMOUS = (COMMIT, *VARIANTS)
NEXT_BETTER = "the best anonymous algorithm"
APPENDIX_B = {BATCHED: {"infeasible": "random"}}
PAPER_SIZES = {"users": 50, "arms": 5, "group_size": 4}
CLUSTERED = "clustered"

# An interpretation that is another decomposition: Appendix B's words for the greedy one.
GREEDY_READING = "greedy-same-arm"
# BaSE's γ, which Appendix B tunes, as the theorems have it: shown, no interpretation. The constant
# of T_exp is printed in Algorithm 2 and tuned only if Appendix B's words include it: a reading.
NO_READING = ("printed-constants", "gamma-with-group-size")

Place = Callable[[Any], str]
Runs = Mapping[tuple[str, str, str], "pd.Series[float]"]


# --- Data -----------------------------------------------------------------------------------


def paper_instance(config: Configuration, *, number: int) -> str:
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
    """Return the name of the first instance with U >= K(C+1) by construction.

    Raises
    ------
    NotApplicable
        If the run has none.

    """
    size = config.regret.group_size
    for entry in config.regret.instances:
        if entry.generator == CLUSTERED:
            users, arms = entry.users or 0, entry.arms or 1  # a generator states both
            if users // arms >= arms * (size + 1):
                return entry.name
    raise NotApplicable("the run has no clustered instance with U >= K(C+1)")


UNIFORM, LINEAR = (partial(paper_instance, number=number) for number in (1, 2))


def runs_of(results: Results, config: Configuration) -> Runs:
    """Return the final regrets by replicate of each instance, series and interpretation."""
    frame = results["regret"]
    finals = with_series(frame[frame["round"] == config.regret.horizon])
    return {
        (instance, series, reading): cell.set_index("replicate")["regret"].sort_index()
        for (instance, series, reading), cell in summaries.groups(
            finals, "instance", "series", "reading"
        )
    }


@dataclass(frozen=True)
class Sampler:
    """The final regrets of `runs_of` under an interpretation.

    A series of an algorithm that the interpretation does not concern has its main one. One of an
    algorithm that it does concern must have been run under it: comparisons never mix readings.
    """

    runs: Runs
    config: Configuration
    reading: str = MAIN

    def __call__(self, instance: str, series: str) -> "pd.Series[float]":
        """Return the final regrets of a series on an instance by replicate.

        Raises
        ------
        NotApplicable
            If the series was not run under the interpretation that concerns its algorithm.

        """
        if self.reading == GREEDY_READING and series == GREEDY:
            series = SAME_ARM
        concerned = self.reading in readings_of(self.config, series)
        reading = self.reading if concerned else MAIN
        if (instance, series, reading) not in self.runs:
            raise NotApplicable(f"{series} was not run on {instance} under {reading}")
        return self.runs[instance, series, reading]


def readings_of(config: Configuration, series: str) -> list[str]:
    """Return the names of the interpretations that concern a series' algorithm."""
    algorithm = BATCHED if series.startswith(BATCHED) else series
    return [v.reading for v in config.regret.variants if v.algorithm == algorithm]


# --- Rules ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Pair:
    """That mean(a) / mean(b), over `scale`, is at most or at least a factor or within it."""

    a: str
    side: Literal["at most", "at least", "within"]
    b: str
    factor: float
    scale: float = 1.0

    def first(self, sample: Sampler, instance: str) -> str:
        """Return the series that the factor is about."""
        if self.a != NEXT_BETTER:
            return self.a
        return min(ANONYMOUS, key=lambda name: float(sample(instance, name).mean()))

    def parts(self, sample: Sampler, instance: str) -> Sequence[Comparison]:
        """Return the comparisons of all runs of the two series."""
        first = self.first(sample, instance)
        a, b = (np.asarray(sample(instance, one), np.float64) for one in (first, self.b))
        name = f"{first} / {self.b} on {instance}"
        if self.side == "within":
            return within(name, a, b, self.factor, scale=self.scale)
        below = self.side == "at most"
        return [ratio(f"{name}, {self.side}", a, b, self.factor, below=below)]

    def correlation(self, sample: Sampler, instance: str) -> float:
        """Return the correlation of the two series over the instances that both were run on."""
        a, b = sample(instance, self.first(sample, instance)), sample(instance, self.b)
        return float(a.corr(b))


@dataclass(frozen=True)
class Rule:
    """An empirical sentence as pairs of series on instances; judged under any interpretation.

    Attributes
    ----------
    id : str
        The claim's.
    places : sequence of callable
        configuration -> name of an instance.
    pairs : sequence of Pair

    """

    id: str
    places: Sequence[Place]
    pairs: Sequence[Pair]

    @property
    def series(self) -> set[str]:
        """Ids of the series that are compared."""
        series = {name for pair in self.pairs for name in (pair.a, pair.b)}
        return {UCB, *ANONYMOUS} if NEXT_BETTER in series else series

    def readings(self, config: Configuration) -> list[str]:
        """Return the interpretations other than the main one that concern a series."""
        found = {name for series in self.series for name in readings_of(config, series)}
        names = [variant.reading for variant in config.regret.variants]
        kept = [name for name in dict.fromkeys(names) if name in found - set(NO_READING)]
        on_greedy = GREEDY in self.series and SAME_ARM in series_of(config)
        return [*kept, *([GREEDY_READING] if on_greedy else [])]

    def needs(self, config: Configuration) -> tuple[Need, ...]:
        """Return the rows of the rule's series on its instances, under each interpretation."""
        instances = [place(config) for place in self.places]
        series = self.series
        missing = sorted(series - set(series_of(config)))
        if missing:
            raise NotApplicable(f"the run has no {', '.join(missing)}")
        if config.regret.options != APPENDIX_B:
            raise NotApplicable("the run changes constants or readings of the algorithms")
        section = config.regret
        runs = itertools.product(section.runs(), instances)
        if min(section.replicates_under(*run, MAIN, name) for run, name in runs) < 2:
            raise NotApplicable("the run has one replicate of an algorithm; at least 2 are needed")
        readings = [MAIN, *self.readings(config)]
        if GREEDY_READING in readings:
            readings.remove(GREEDY_READING)
            series = series | {SAME_ARM}
        return regret_needs(config, series, instances, readings=readings)

    def cells(self, config: Configuration) -> list[tuple[str, Pair]]:
        """Return each instance with each pair."""
        return list(itertools.product([place(config) for place in self.places], self.pairs))

    def comparisons(self, sample: Sampler) -> list[Comparison]:
        """Return the comparisons under the sampler's interpretation."""
        cells = self.cells(sample.config)
        return [part for instance, pair in cells for part in pair.parts(sample, instance)]

    def check(self, results: Results, config: Configuration) -> Finding:
        """Return what the comparisons say together, under each interpretation."""
        runs = runs_of(results, config)
        readings = {}
        for name in self.readings(config):
            try:
                readings[name] = self.found(Sampler(runs, config, name), margins=1)
            except NotApplicable:
                continue
        return replace(self.found(Sampler(runs, config)), readings=readings)

    def found(self, sample: Sampler, *, margins: int = 3) -> Finding:
        """Return what the comparisons say under one interpretation, at the first margins."""
        parts = [replace(one, factors=one.factors[:margins]) for one in self.comparisons(sample)]
        numbers: dict[str, float | int | str] = {
            f"{part.name} {part.factors[0]:.4g}:": part.value for part in parts
        }
        cells = self.cells(sample.config)
        found = [pair.correlation(sample, instance) for instance, pair in cells]
        numbers["correlation on shared instances:"] = f"{min(found):.2f} to {max(found):.2f}"
        return all_of(parts, numbers)

    def control(self, results: Results, config: Configuration) -> Finding:
        """Return what the rule says of runs with one ratio beyond its factor, each in turn."""
        parts = []
        for part in self.comparisons(Sampler(runs_of(results, config), config)):
            target = part.factors[0] * (WORSENED if part.below else 1 / WORSENED)
            worse = part.a * (target / part.value)
            parts.append(replace(part, a=worse, factors=part.factors[:1]))
        return each_refused(parts)


TEN_TIMES = [Pair(NEXT_BETTER, "within", UCB, ABOUT, scale=10.0)]
UCB_AHEAD = [Pair(UCB, "at most", other, 1 / MUCH) for other in ANONYMOUS]
COMMIT_LAST = [Pair(COMMIT, "at least", other, 1.0) for other in VARIANTS]
COMMIT_BEHIND = [Pair(COMMIT, "at least", other, 1.0) for other in (RANDOM, LP)]
GREEDY_LAST = [Pair(GREEDY, "at least", other, 1.0) for other in (RANDOM, LP)]
GREEDY_BEHIND_COMMIT = [Pair(GREEDY, "at least", COMMIT, MUCH)]
RANDOM_LIKE_LP = [Pair(RANDOM, "within", LP, ALIKE)]

RULES = (
    Rule("section-4-beats-explore-then-commit", [UNIFORM, LINEAR], COMMIT_BEHIND),
    Rule("section-4-beats-greedy", [UNIFORM, LINEAR], GREEDY_LAST),
    Rule("appendix-b-ucb-ten-times", [UNIFORM], TEN_TIMES),
    Rule("appendix-b-ucb-best", [UNIFORM], UCB_AHEAD),
    Rule("appendix-b-explore-then-commit-worst", [UNIFORM], COMMIT_LAST),
    Rule("appendix-b-greedy-worst-decomposition", [UNIFORM], GREEDY_LAST),
    Rule("appendix-b-random-like-lp", [UNIFORM], RANDOM_LIKE_LP),
    Rule(
        "appendix-b-greedy-beats-explore-then-commit",
        [UNIFORM],
        [Pair(GREEDY, "at most", COMMIT, 1.0)],
    ),
    Rule("appendix-b-greedy-markedly-worse-linear", [LINEAR], GREEDY_BEHIND_COMMIT),
    Rule("appendix-b-linear-similar", [LINEAR], [*UCB_AHEAD, *COMMIT_BEHIND]),
    Rule("appendix-b-random-like-lp-linear", [LINEAR], RANDOM_LIKE_LP),
    Rule(
        "appendix-b-large-clusters",
        [clustered_instance],
        [Pair(COMMIT, "at least", other, MUCH) for other in (RANDOM, LP)],
    ),
    Rule(
        "appendix-b-large-clusters-greedy",
        [clustered_instance],
        [Pair(GREEDY, "within", LP, ALIKE)],
    ),
)

CHECKS = {
    rule.id: measured(rule.check, rule.needs, control=rule.control, facts=FACTS) for rule in RULES
}
