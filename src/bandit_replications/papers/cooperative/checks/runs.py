"""Final regrets of the experiments that the rules compare, and what a rule needs."""

from collections.abc import Callable
from typing import Any

import numpy as np

from bandit_replications.experiments.needs import Need
from bandit_replications.ledger.claims import Results
from bandit_replications.ledger.parts import Sample
from bandit_replications.papers.cooperative.environments.instances import draw_means
from bandit_replications.papers.cooperative.parameters import Configuration
from bandit_replications.runtime.errors import NotApplicable

MUCH, MATCHES, ALMOST_ALWAYS = 1.25, 1.25, 0.95
FACTS = {"much": MUCH, "matches": MATCHES, "always": ALMOST_ALWAYS}

PRIVATE, ROBUST, OPEN = "private-multi-agent-ucb", "byzantine-proof-ucb", "multi-agent-ucb"
ALONE, BASELINE, ALL_PULLS = "ucb1", "dp-ucb-int", "centralised-ucb1"
REPAIRED = "released-sums-ucb"
WIDTHS = {"message-life": "algorithm-2", "byzantine-message-life": "algorithm-3"}

Where = dict[str, Any]


def needs(**algorithms: str) -> Callable[[Any], tuple[Need, ...]]:
    """Return the needs of a claim: algorithms by data set, two replicates at least."""

    def rows(config: Configuration) -> tuple[Need, ...]:
        found = []
        for section, names in algorithms.items():
            part = getattr(config, section)
            for algorithm in names.split():
                if algorithm not in part.algorithms:
                    raise NotApplicable(f"the run has no {algorithm} in {section}")
                if part.replicates_of(algorithm) < 2:
                    raise NotApplicable(f"the run has one replicate of {algorithm}")
            where = {"algorithm": tuple(names.split())}
            found.append(Need(experiment=section.replace("_", "-"), where=where))
        return tuple(found)

    return rows


def final(
    results: Results, config: Configuration, name: str, algorithm: str, **where: Any
) -> Sample:
    """Return the final regrets of one cell in the order of replicates.

    Where nothing else is said: the main reading, the smallest v, the trimmed mean, the first
    contamination, and the width of the algorithm that an anchor stands beside.

    Raises
    ------
    NotApplicable
        If the run has no such cell.

    """
    section, frame = getattr(config, name.replace("-", "_")), results[name]
    if algorithm in (PRIVATE, BASELINE):
        where = {"epsilon": max(section.epsilons), "v": min(section.exponents), **where}
    if algorithm == PRIVATE:
        where = {"own_message": "left-out", **where}
    if algorithm == ROBUST:
        first = section.contaminations[0].probability
        main = {"contamination": first, "halves": "sender-turns", "ties": "most-points"}
        where = {"estimator": "trimmed-mean", **main, **where}
    if algorithm == ALL_PULLS and name in WIDTHS:
        where = {"width": WIDTHS[name], **where}
    frame = frame[(frame["algorithm"] == algorithm) & (frame["round"] == frame["round"].max())]
    for column, value in where.items():
        if column in frame:
            frame = frame[frame[column] == value]
    if frame.empty:
        settings = ", ".join(f"{column} {value}" for column, value in where.items())
        raise NotApplicable(f"the run has no {algorithm} with {settings}")
    return frame.sort_values("replicate")["regret"].to_numpy(dtype=np.float64)


def in_turn(config: Configuration, name: str, runs: int) -> Sample:
    """Return the group regret of playing the arms in turn on the means of each replicate."""
    section = getattr(config, name.replace("-", "_"))
    means = [
        draw_means(section.means, root_seed=config.root_seed, replicate=number)
        for number in range(runs)
    ]
    pulls = section.horizon * (section.network.agents or 1)
    return np.array([pulls * float((one.max() - one).mean()) for one in means])
