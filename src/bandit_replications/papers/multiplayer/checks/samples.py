"""Samples of regret that the empirical claims test, and the runs that the claims are about."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bandit_replications.experiments.needs import Need
from bandit_replications.ledger.claims import Results
from bandit_replications.papers.multiplayer.environments.scenarios import (
    Change,
    RandomMeans,
    Scenario,
    Swinging,
)
from bandit_replications.papers.multiplayer.parameters import Configuration
from bandit_replications.runtime.errors import NotApplicable

COORDINATE, CHAIRS, EXP3 = "coordinate-and-play", "musical-chairs", "independent-exp3"
ROUND_ROBIN = "round-robin-coordinator"
WITHOUT_QUIET, METAPLAYER = "coordinate-without-quiet", "k-metaplayer"

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
    # Ours, numbered on.
    Scenario(name="swinging", swinging=Swinging(arms=8, amplitude=0.4, doublings=4.0)),
    Scenario(name="one-good-arm", means=[0.0] + [1.0] * 7),
)
# Constants that the paper gives its algorithms; a run with others is about something else.
PAPER_OPTIONS: Mapping[str, Mapping[str, Any]] = {
    "online_regret": {"ranking_rounds": 20, "exploration_rounds": EXPLORATION},
    "horizon_sweep": {"ranking_rounds": 25, "exploration_rounds": EXPLORATION},
}

Sample = NDArray[np.float64]


def need_of(
    config: Configuration, section: str, numbers: Sequence[int], algorithms: Sequence[str]
) -> tuple[Need, ...]:
    """Return the rows of the paper's experiments with these numbers that algorithms played.

    Raises
    ------
    NotApplicable
        If scenarios, number of players, algorithms or constants are not the paper's.

    """
    values = getattr(config, section)
    for number in numbers:
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
    names = tuple(EXPERIMENTS[number - 1].name for number in numbers)
    where = {"scenario": names, "algorithm": tuple(algorithms)}
    return (Need(experiment=section.replace("_", "-"), where=where),)


def online_needs(
    numbers: Sequence[int], algorithms: Sequence[str]
) -> Callable[[Any], tuple[Need, ...]]:
    """Return the needs of a claim about Section 5: these experiments and algorithms."""

    def needs(config: Configuration) -> tuple[Need, ...]:
        found = need_of(config, "online_regret", numbers, algorithms)
        section = config.online_regret
        for algorithm in algorithms:
            if section.replicates_of(algorithm) < FEWEST_RUNS:
                raise NotApplicable(f"{algorithm} has fewer than {FEWEST_RUNS} runs")
        if section.horizon < SHORTEST:
            raise NotApplicable(f"horizon {section.horizon}; the claim needs {SHORTEST} rounds")
        if not {EXPLORATION, SEATED} <= set(section.milestones):
            raise NotApplicable(f"the milestones lack {EXPLORATION} or {SEATED}")
        return found

    return needs


@dataclass(frozen=True)
class Online:
    """Online regrets in one of the paper's experiments.

    Attributes
    ----------
    results : mapping
        Data sets by name.
    horizon : int
        T.
    number : int
        The experiment's, 1 to 3; 4 and 5 are ours.
    swapped : mapping
        Algorithm or reading -> the one that takes its place: a rule's control.

    """

    results: Results
    horizon: int
    number: int
    swapped: Mapping[str, str] = field(default_factory=dict)

    def after(self, algorithm: str, rounds: int) -> Sample:
        """Return the regrets after so many rounds, one for each run in order."""
        frame = self.results["online-regret"]
        keep = (
            (frame["algorithm"] == self.swapped.get(algorithm, algorithm))
            & (frame["scenario"] == EXPERIMENTS[self.number - 1].name)
            & (frame["round"] == rounds)
        )
        return frame[keep].sort_values("replicate")["regret"].to_numpy()

    def at(self, algorithm: str, numerator: int = 1, denominator: int = 1) -> Sample:
        """Return the regrets at a fraction of T, rounded down as the milestones are."""
        return self.after(algorithm, numerator * self.horizon // denominator)

    def reading(self, algorithm: str, name: str) -> Sample:
        """Return the final regrets of a reading; of the swapped algorithm as configured."""
        if algorithm in self.swapped:
            return self.at(algorithm)
        frame = self.results["readings"]
        keep = (
            (frame["algorithm"] == algorithm)
            & (frame["scenario"] == EXPERIMENTS[self.number - 1].name)
            & (frame["reading"] == self.swapped.get(name, name))
        )
        return frame[keep].sort_values("replicate")["regret"].to_numpy()

    def last_quarter(self, algorithm: str) -> Sample:
        """Return by how much the regrets grow from 3T/4 to T."""
        return self.at(algorithm) - self.at(algorithm, 3, 4)
