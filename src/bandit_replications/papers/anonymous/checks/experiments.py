"""Checks of Section 4 and Appendix B: what the paper says of its experiments and Figures 1 and 2.

The plotted numbers are not at hand, so a figure's claim is the message that the text attaches to
it. The vague words have these meanings, all about mean final regrets summed over users:

- "about 10 times smaller": a ratio between 10 / `ABOUT` and 10 `ABOUT`;
- "significantly" or "markedly" worse, "outperforms": at least `WORSE` times the other's;
- "much better than all" of UCB: at most 1/`MUCH` of each other's;
- "worst": at least `WORST` times each of the others';
- "similarly": a ratio between 1/`ALIKE` and `ALIKE`.

Each rule is also judged at half and at twice its margin (`ledger.rules`). Runs of different
algorithms share their instances, so they are compared run by run.
"""

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

import numpy as np
import pandas as pd

from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import measured
from bandit_replications.ledger.rules import Comparison, all_of, ratio, within
from bandit_replications.papers.anonymous.figures.regret import (
    BATCHED,
    MAIN,
    instance_of,
    series_of,
    with_series,
)
from bandit_replications.runtime.errors import NotApplicable

ABOUT = 1.5
WORSE = 1.25
MUCH = 2.0
WORST = 1.05
ALIKE = 1.25
FACTS = {"about": ABOUT, "worse": WORSE, "much": MUCH, "worst": WORST, "alike": ALIKE}

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
AND = " and "  # joins interpretations that are taken together

Place = Callable[[Any], str]
Runs = Mapping[tuple[str, str, str], "pd.Series[float]"]


# --- Data -----------------------------------------------------------------------------------


def paper_instance(config: Any, *, number: int) -> str:
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


def clustered_instance(config: Any) -> str:
    """Return the name of the first instance with U >= K(C+1) by construction.

    Raises
    ------
    NotApplicable
        If the run has none.

    """
    size = config.regret.group_size
    for entry in config.regret.instances:
        if entry.generator == CLUSTERED and entry.users // entry.arms >= entry.arms * (size + 1):
            return str(entry.name)
    raise NotApplicable("the run has no clustered instance with U >= K(C+1)")


UNIFORM, LINEAR = (partial(paper_instance, number=number) for number in (1, 2))


def runs_of(results: Results, config: Any) -> Runs:
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
    """The final regrets of `runs_of` under an interpretation, or several joined by `AND`.

    A series of an algorithm that an interpretation does not concern has its main one. One of an
    algorithm that it does concern must have been run under it: comparisons never mix readings.
    """

    runs: Runs
    config: Any
    reading: str = MAIN

    def __call__(self, instance: str, series: str) -> "pd.Series[float]":
        """Return the final regrets of a series on an instance by replicate.

        Raises
        ------
        NotApplicable
            If the series was not run under the interpretation that concerns its algorithm.

        """
        readings = self.reading.split(AND)
        if GREEDY_READING in readings and series == GREEDY:
            series = SAME_ARM
        algorithm = BATCHED if series.startswith(BATCHED) else series
        variants = [v for v in self.config.regret.variants if v.algorithm == algorithm]
        reading = next((v.reading for v in variants if v.reading in readings), MAIN)
        if (instance, series, reading) not in self.runs:
            raise NotApplicable(f"{series} was not run on {instance} under {reading}")
        return self.runs[instance, series, reading]


# --- Rules ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Pair:
    """That mean(a) / mean(b), over `scale`, is at most or at least a factor or within it."""

    a: str
    side: Literal["at most", "at least", "within"]
    b: str
    factor: float
    scale: float = 1.0

    def parts(self, sample: Sampler, instance: str) -> Sequence[Comparison]:
        """Return the comparisons of the two samples, run by run."""
        first = self.a
        if first == NEXT_BETTER:
            first = min(ANONYMOUS, key=lambda name: float(sample(instance, name).mean()))
        both = pd.concat([sample(instance, first), sample(instance, self.b)], axis=1, join="inner")
        a, b = both.to_numpy(dtype=np.float64).T
        name = f"{first} / {self.b} on {instance}"
        if self.side == "within":
            return within(name, a, b, self.factor, scale=self.scale, paired=True)
        below = self.side == "at most"
        return [ratio(f"{name}, {self.side}", a, b, self.factor, below=below, paired=True)]


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

    def needs(self, config: Any) -> tuple[Need, ...]:
        """Return the rows of the rule's series on its instances."""
        instances = tuple(place(config) for place in self.places)
        series = {name for pair in self.pairs for name in (pair.a, pair.b)}
        if NEXT_BETTER in series:
            series = {UCB, *ANONYMOUS}
        missing = sorted(series - set(series_of(config)))
        if missing:
            raise NotApplicable(f"the run has no {', '.join(missing)}")
        if config.regret.options != APPENDIX_B:
            raise NotApplicable("the run changes constants or readings of the algorithms")
        section = config.regret
        runs = itertools.product(section.runs(), instances)
        if min(section.replicates_under(*run, MAIN, name) for run, name in runs) < 2:
            raise NotApplicable("the run has one replicate of an algorithm; at least 2 are needed")
        return (Need(experiment="regret", where={"instance": instances, "reading": (MAIN,)}),)

    def comparisons(self, sample: Sampler) -> list[Comparison]:
        """Return the comparisons under the sampler's interpretation."""
        places = [place(sample.config) for place in self.places]
        cells = itertools.product(places, self.pairs)
        return [part for instance, pair in cells for part in pair.parts(sample, instance)]

    def check(self, results: Results, config: Any) -> Finding:
        """Return what the comparisons say together under the main interpretation."""
        parts = self.comparisons(Sampler(runs_of(results, config), config))
        numbers = {f"ratio {part.name} {part.factors[0]:.4g}:": part.value for part in parts}
        return all_of(self.id, parts, numbers)


TEN_TIMES = [Pair(NEXT_BETTER, "within", UCB, ABOUT, scale=10.0)]
UCB_AHEAD = [Pair(UCB, "at most", other, 1 / MUCH) for other in ANONYMOUS]
COMMIT_LAST = [Pair(COMMIT, "at least", other, WORSE) for other in VARIANTS]
COMMIT_BEHIND = [Pair(COMMIT, "at least", other, WORSE) for other in (RANDOM, LP)]
GREEDY_LAST = [Pair(GREEDY, "at least", other, WORST) for other in (RANDOM, LP)]
GREEDY_BEHIND = [Pair(GREEDY, "at least", other, WORSE) for other in (RANDOM, LP)]
GREEDY_BEHIND_COMMIT = [Pair(GREEDY, "at least", COMMIT, WORSE)]
RANDOM_LIKE_LP = [Pair(RANDOM, "within", LP, ALIKE)]

RULES = (
    Rule("figure-01", [UNIFORM], [*TEN_TIMES, *COMMIT_LAST, *GREEDY_LAST, *RANDOM_LIKE_LP]),
    Rule(
        "figure-02",
        [LINEAR],
        [*UCB_AHEAD, *COMMIT_BEHIND, *RANDOM_LIKE_LP, *GREEDY_BEHIND_COMMIT],
    ),
    Rule("section-4-beats-explore-then-commit", [UNIFORM, LINEAR], COMMIT_BEHIND),
    Rule("section-4-beats-greedy", [UNIFORM, LINEAR], GREEDY_BEHIND),
    Rule("appendix-b-ucb-ten-times", [UNIFORM], TEN_TIMES),
    Rule("appendix-b-ucb-best", [UNIFORM], UCB_AHEAD),
    Rule("appendix-b-explore-then-commit-worst", [UNIFORM], COMMIT_LAST),
    Rule("appendix-b-greedy-worst-decomposition", [UNIFORM], GREEDY_LAST),
    Rule("appendix-b-random-like-lp", [UNIFORM], RANDOM_LIKE_LP),
    Rule(
        "appendix-b-greedy-beats-explore-then-commit",
        [UNIFORM],
        [Pair(GREEDY, "at most", COMMIT, 1 / WORST)],
    ),
    Rule("appendix-b-greedy-markedly-worse-linear", [LINEAR], GREEDY_BEHIND_COMMIT),
    Rule("appendix-b-linear-similar", [LINEAR], [*UCB_AHEAD, *COMMIT_BEHIND]),
    Rule("appendix-b-random-like-lp-linear", [LINEAR], RANDOM_LIKE_LP),
    Rule("appendix-b-large-clusters", [clustered_instance], COMMIT_BEHIND),
    Rule(
        "appendix-b-large-clusters-greedy",
        [clustered_instance],
        [Pair(GREEDY, "within", LP, ALIKE)],
    ),
)

CHECKS = {rule.id: measured(rule.check, rule.needs, facts=FACTS) for rule in RULES}
