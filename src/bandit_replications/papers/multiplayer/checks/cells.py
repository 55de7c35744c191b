"""What the empirical claims read of the data sets, and the parts that make a rule.

A part is one inequality between means, or about a share of runs, tested with the rule's margin, at
half and at twice of it. A margin is the distance of a factor from 1, or a share itself.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bandit_replications.bandits.streams import generator
from bandit_replications.experiments.needs import Need
from bandit_replications.inference.hypothesis_tests import OneSided, mean_test, ratio_tests
from bandit_replications.ledger.claims import Evidence, Finding, Results
from bandit_replications.papers.multiplayer.environments.scenarios import (
    Change,
    RandomMeans,
    Scenario,
)
from bandit_replications.runtime.errors import NotApplicable

COORDINATE, CHAIRS, EXP3 = "coordinate-and-play", "musical-chairs", "independent-exp3"
ROUND_ROBIN = "round-robin-coordinator"

STRETCHES = (1.0, 0.5, 2.0)
PLAYERS, EXPLORATION, SEATED = 4, 3000, 6000  # rounds: T_0, and by when chairs are taken
FEWEST_RUNS = 20
SHORTEST = 60_000  # rounds: the first change comes well after chairs are taken

EXPERIMENTS = (
    Scenario(name="experiment-1", random_means=RandomMeans(arms=8, gap=0.05)),
    Scenario(
        name="experiment-2",
        means=[0.1] * 4 + [0.3] * 4,
        changes=[Change(at="1/4", arm=1, mean=0.9), Change(at="1/3", arm=3, mean=0.9)],
    ),
    Scenario(
        name="experiment-3",
        means=[0.9] + [0.7] * 7,
        changes=[Change(at="1/4", arm=1, mean=0.1)],
    ),
)
# Constants that the paper gives its algorithms; a run with others is about something else.
PAPER_OPTIONS: Mapping[str, Mapping[str, Any]] = {
    "online_regret": {"ranking_rounds": 20, "exploration_rounds": EXPLORATION},
    "horizon_sweep": {"ranking_rounds": 25, "exploration_rounds": EXPLORATION},
}

Sample = NDArray[np.float64]


# --- What a run covers ----------------------------------------------------------------------


def check_section(config: Any, section: str, number: int, *algorithms: str) -> None:
    """Check that a section plays one of the paper's experiments as the paper does.

    Raises
    ------
    NotApplicable
        If scenario, number of players, algorithms or constants are not the paper's.

    """
    values = getattr(config, section)
    if EXPERIMENTS[number - 1] not in values.scenarios:
        raise NotApplicable(f"the run has no experiment-{number} as in the paper")
    if values.players != PLAYERS:
        raise NotApplicable(f"the run has {values.players} players; the paper {PLAYERS}")
    for algorithm in algorithms:
        if algorithm not in values.algorithms:
            raise NotApplicable(f"the run has no {algorithm}")
        for key, value in values.options.get(algorithm, {}).items():
            if value != PAPER_OPTIONS[section].get(key):
                raise NotApplicable(f"the run sets {key} of {algorithm} to {value}")


def online_needs(*numbers: int, algorithms: Sequence[str]) -> Callable[[Any], tuple[Need, ...]]:
    """Return the needs of a claim about Section 5: these experiments and algorithms."""

    def needs(config: Any) -> tuple[Need, ...]:
        section = config.online_regret
        for number in numbers:
            check_section(config, "online_regret", number, *algorithms)
        for algorithm in algorithms:
            if section.replicates_of(algorithm) < FEWEST_RUNS:
                raise NotApplicable(f"{algorithm} has fewer than {FEWEST_RUNS} runs")
        if section.horizon < SHORTEST:
            raise NotApplicable(f"horizon {section.horizon}; the claim needs {SHORTEST} rounds")
        if not {EXPLORATION, SEATED} <= set(section.milestones):
            raise NotApplicable(f"the milestones lack {EXPLORATION} or {SEATED}")
        names = tuple(EXPERIMENTS[number - 1].name for number in numbers)
        where = {"scenario": names, "algorithm": tuple(algorithms)}
        return (Need(experiment="online-regret", where=where),)

    return needs


def regret_at(results: Results, algorithm: str, number: int, rounds: int) -> Sample:
    """Return the online regrets after so many rounds, one for each run in order."""
    frame = results["online-regret"]
    keep = (
        (frame["algorithm"] == algorithm)
        & (frame["scenario"] == EXPERIMENTS[number - 1].name)
        & (frame["round"] == rounds)
    )
    return frame[keep].sort_values("replicate")["regret"].to_numpy()


def part_of(config: Any, numerator: int, denominator: int) -> int:
    """Return the horizon times a fraction, rounded down as the milestones are."""
    return int(numerator * config.online_regret.horizon // denominator)


# --- Parts of a rule ------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Part:
    """One inequality: its name, its number, and p-values at each of `STRETCHES`."""

    name: str
    value: float
    evidence: tuple[Evidence, ...]


def stretched(factor: float, stretch: float) -> float:
    """Return 1 + stretch (factor - 1); for a factor below 1 its inverse is stretched."""
    if factor >= 1:
        return 1 + stretch * (factor - 1)
    return 1 / (1 + stretch * (1 / factor - 1))


def _evidence(tests: Sequence[OneSided], *, below: bool) -> tuple[Evidence, ...]:
    if below:
        return tuple(Evidence(p_for=test.below, p_against=test.above) for test in tests)
    return tuple(Evidence(p_for=test.above, p_against=test.below) for test in tests)


def ratio(claim_id: str, name: str, a: Sample, b: Sample, factor: float, *, below: bool) -> Part:
    """Return mean(a) / mean(b) on one side of a factor, for runs apart from each other."""
    tests = ratio_tests(
        a,
        b,
        margins=[stretched(factor, stretch) for stretch in STRETCHES],
        generator=generator(0, "claims", claim_id, name),
    )
    value = float(a.mean() / b.mean())
    return Part(name=name, value=value, evidence=_evidence(tests, below=below))


def growth(
    claim_id: str, name: str, later: Sample, earlier: Sample, factor: float, *, below: bool
) -> Part:
    """Return mean(later) / mean(earlier) on one side of a factor, for the same runs in order."""
    stream = generator(0, "claims", claim_id, name)
    tests = [
        mean_test(later - stretched(factor, stretch) * earlier, bound=0.0, generator=stream)
        for stretch in STRETCHES
    ]
    value = float(later.mean() / earlier.mean())
    return Part(name=name, value=value, evidence=_evidence(tests, below=below))


def share(name: str, successes: int, trials: int, bound: float) -> Part:
    """Return that a probability is at most a bound: exact binomial tests."""
    from scipy.special import bdtr, bdtrc  # noqa: PLC0415  claims are listed without it

    evidence = tuple(
        Evidence(
            p_for=float(bdtr(successes, trials, min(1.0, stretch * bound))),
            p_against=float(bdtrc(successes - 1, trials, min(1.0, stretch * bound))),
        )
        for stretch in STRETCHES
    )
    return Part(name=name, value=successes / trials, evidence=evidence)


def all_of(
    parts: Sequence[Part],
    numbers: Mapping[str, float | int | str] | None = None,
    *,
    caveat: str = "",
) -> Finding:
    """Return the finding of a claim that all parts together make.

    Intersection-union: shown when each part is, refuted when one is, at a share of the level.
    """
    whole, half, twice = (
        Evidence(
            p_for=max(one.p_for for one in column),
            p_against=min(1.0, len(parts) * min(one.p_against for one in column)),
        )
        for column in zip(*(part.evidence for part in parts), strict=True)
    )
    return Finding(
        numbers={**{part.name: part.value for part in parts}, **(numbers or {})},
        evidence=whole,
        half=half,
        twice=twice,
        caveat=caveat,
    )
