"""Small group problems of the paper `cooperative`, and literal against compiled simulators."""

import networkx as nx
import numpy as np

from bandit_replications.bandits.rewards import bernoulli_table, beta_table
from bandit_replications.papers.cooperative.environments.contamination import ContaminationEntry
from bandit_replications.papers.cooperative.environments.networks import distances
from bandit_replications.papers.cooperative.environments.problems import (
    ByzantineProblem,
    GroupProblem,
    PrivateProblem,
)

MEANS = np.array([0.5, 0.6, 0.4])
BETA = beta_table([2, 3, 1], [2, 2, 2])
# diameters 4, 1, 3 and 7; the distance with most pairs is 1, 1, 2 and one among several
GRAPHS = {
    "lollipop": distances(nx.lollipop_graph(7, 3)),
    "complete": distances(nx.complete_graph(6)),
    "small-world": distances(nx.connected_watts_strogatz_graph(12, 4, 0.3, seed=4)),
    "ring": distances(nx.cycle_graph(14)),
    "two": distances(nx.path_graph(2)),
    "one": np.zeros((1, 1), dtype=np.int64),
}
RUN = {"rewards": bernoulli_table(MEANS), "horizon": 130, "checkpoints": np.arange(1, 131)}


def group(graph="small-world", message_life=2, *, kind=GroupProblem, **changes):
    network = {"distances": GRAPHS[graph], "message_life": message_life}
    return kind(**{**RUN, **network, **changes})


def private(*network, **changes):
    return group(*network, kind=PrivateProblem, **{"epsilon": 0.3, "v": 1.2, **changes})


def byzantine(graph="small-world", message_life=2, law=("uniform", 0.2, None), **changes):
    source, probability, value = law
    entry = ContaminationEntry(source=source, probability=probability, value=value)
    false = {"contamination": entry.for_arms(MEANS), "assumed_contamination": 0.1}
    return group(graph, message_life, kind=ByzantineProblem, **{**false, **changes})


def same_actions(module, problem, *, seeds=(0,), fast=None, **options):
    """Whether literal and compiled agents act alike in every round, from the same streams.

    `fast` holds options of the compiled form that differ: a mutant.
    """
    for seed in seeds:
        literal = module.simulate_literal(
            problem, generator=np.random.default_rng(seed), options=module.Options(**options)
        )
        altered = module.Options(**{**options, **(fast or {})})
        found = module.simulate(problem, generator=np.random.default_rng(seed), options=altered)
        if not np.array_equal(found.pulls, literal.pulls):
            return False
    return True
