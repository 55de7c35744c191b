"""Checks of Appendix B and Section 4 that compare no regrets: instances, batches and bounds."""

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from bandit_replications.bandits.streams import generator
from bandit_replications.configuration.sections import MAIN
from bandit_replications.experiments.needs import Need
from bandit_replications.ledger.claims import Finding, Results, no_needs
from bandit_replications.ledger.decisions import (
    Decision,
    by_interpretation,
    exact,
    measured,
    statement,
)
from bandit_replications.ledger.parts import Share
from bandit_replications.ledger.rules import all_of
from bandit_replications.papers.anonymous.algorithms.decompositions import approximation
from bandit_replications.papers.anonymous.algorithms.decompositions.demands import matched_cluster
from bandit_replications.papers.anonymous.analysis.series import (
    BATCHED,
    COMMIT,
    GREEDY,
    LP,
    RANDOM,
    VARIANTS,
    regret_needs,
    with_series,
)
from bandit_replications.papers.anonymous.checks.samples import PAPER_SIZES, paper_instance
from bandit_replications.papers.anonymous.environments.instances import MeansEntry, min_cluster
from bandit_replications.papers.anonymous.parameters import Configuration
from bandit_replications.papers.anonymous.theory import bounds, section_3_2
from bandit_replications.papers.anonymous.theory.batch_graphs import graphs_of_runs

Place = Callable[[Configuration], str]

UNIFORM, LINEAR = (partial(paper_instance, number=number) for number in (1, 2))
SELDOM = 0.05  # "almost always": in all but this share of the instances
DRAWS = 4000
RUNS = {GREEDY: 5000, RANDOM: 200, LP: 200}  # whose graphs are looked at
PAPER_HORIZON = 100_000


def share_clustered(*, users: int, arms: int, cluster: int) -> float:
    """Return the probability that every arm is best for at least `cluster` users, exactly.

    Best arms are independent and uniform, as for uniform means: a multinomial law. By the arms,
    one after the other; entry n of `ways` is in how many ways n users choose among the arms so
    far, each of which gets enough. Whole numbers until the last division.
    """
    ways = [1] + [0] * users
    for _ in range(arms):
        ways = [
            sum(ways[n - count] * math.comb(n, count) for count in range(cluster, n + 1))
            for n in range(users + 1)
        ]
    return ways[users] / arms**users


def _uniform(results: Results, config: Configuration, *, more: int = 0) -> Finding:
    """Check exactly that uniform means almost always leave C + 1 users or more to each arm.

    `more`: the control, so many users more.
    """
    entry = _entry(config, UNIFORM)
    enough = config.regret.group_size + 1 + more
    users, arms = entry.shape
    share = share_clustered(users=users, arms=arms, cluster=enough)
    return Finding(numbers={f"probability of U >= {enough}": share}, holds=share >= 1 - SELDOM)


def _linear(results: Results, config: Configuration, *, more: int = 0) -> Finding:
    """Return the same of the linear model, from instances drawn for it."""
    entry = _entry(config, LINEAR)
    enough = config.regret.group_size + 1 + more
    stream = generator(0, "claims", "appendix-b-clusters", entry.generator)
    failing = sum(min_cluster(entry.draw(stream)) < enough for _ in range(DRAWS))
    numbers: dict[str, float | int | str] = {
        f"share of instances with U >= {enough}": 1 - failing / DRAWS,
        "instances": DRAWS,
    }
    part = Share(name=f"{entry.name}, failing", successes=failing, trials=DRAWS, bound=SELDOM)
    return all_of([part], numbers)


def _batches(results: Results, config: Configuration, *, places: Sequence[Place]) -> Finding:
    """Check that in almost all runs all batches have U-batched graphs, U = C + 1.

    On the first runs of greedy, random and LP, drawn again with their tuned γ: Algorithm 1 aborts
    at the first graph that is not, so a run counts, not a batch. Control: U = C + 2.
    """
    frame = with_series(results["regret"])
    least = {}
    for place, (name, runs) in itertools.product(places, RUNS.items()):
        entry = _entry(config, place)
        rows = frame[(frame["series"] == name) & (frame["instance"] == entry.name)]
        gamma = float(rows[rows["reading"] == MAIN]["constant"].iloc[0])
        method = name.removeprefix(f"{BATCHED}-")
        found = graphs_of_runs(
            config, instance=entry.name, decomposition=method, gamma=gamma, runs=runs
        )
        clusters = [min(map(matched_cluster, graphs)) for graphs in found]
        least[f"{method} on {entry.name}"] = np.array(clusters)

    def all_batched(cluster: int) -> Finding:
        return all_of(
            [
                Share(
                    name=f"{name}, runs with a graph that is not {cluster}-batched",
                    successes=int((clusters < cluster).sum()),
                    trials=clusters.size,
                    bound=SELDOM,
                )
                for name, clusters in least.items()
            ]
        )

    enough = config.regret.group_size + 1
    return replace(all_batched(enough), control=all_batched(enough + 1))


def _in_batches(*places: Place) -> Decision:
    def needs(config: Configuration) -> tuple[Need, ...]:
        return regret_needs(config, VARIANTS, [place(config) for place in places])

    return measured(partial(_batches, places=places), needs, facts={"often": 1 - SELDOM})


def _entry(config: Configuration, place: Place) -> MeansEntry:
    name = place(config)
    return next(one for one in config.regret.instances if one.name == name)


def _instance_of(place: Place) -> Callable[[Any], tuple[Need, ...]]:
    def needs(config: Configuration) -> tuple[Need, ...]:
        place(config)
        return ()

    return needs


def _either(results: Results, config: Configuration) -> Finding:
    """Check that U >= C + 1, greedy's and Corollary 2's hypothesis, almost always holds."""
    uniform = _uniform(results, config)
    linear = _linear(results, config)
    numbers = {**uniform.numbers, **linear.numbers}
    return replace(linear, numbers=numbers) if uniform.holds else replace(uniform, numbers=numbers)


def _lp_hypothesis(results: Results, config: Configuration) -> Finding:
    """Check that some instance of the paper's sizes can satisfy U >= K(C + 1).

    Corollary 1's hypothesis, by which the LP is defined. None can, so none does almost always.
    """
    users, arms, size = PAPER_SIZES.values()
    largest, asked = users // arms, arms * (size + 1)
    numbers = {
        "largest U, floor(N/K)": largest,
        "U asked for": asked,
        "users that would do, K^2(C+1)": arms * asked,
    }
    return Finding(numbers=numbers, holds=largest >= asked)


def known_cluster(size: int) -> int:
    """Return the U of Algorithm 1 in Appendix B: C + 1, "agnostic to U"."""
    return size + 1


def bound_orders(cluster: int) -> dict[str, float]:
    """Return the bounds of Theorems 1 and 2 at the paper's sizes, without logarithms, by series.

    Infinite where no factor α is proved for the decomposition at this U.
    """
    users, arms, size = PAPER_SIZES.values()
    found = {COMMIT: users * size ** (2 / 3) * arms ** (1 / 3) * PAPER_HORIZON ** (2 / 3)}
    for name in VARIANTS:
        method = name.removeprefix(f"{BATCHED}-")
        alpha = approximation(method, arms=arms, group_size=size, cluster=cluster)
        found[name] = users * size * math.sqrt(alpha * arms * PAPER_HORIZON)
    return found


def _prediction(results: Results, config: Configuration, *, agnostic: bool = True) -> Finding:
    """Compare the bounds of random and LP with those of the other two.

    With the U that the experiments use, or with U = K(C + 1) known.
    """
    arms, size = PAPER_SIZES["arms"], PAPER_SIZES["group_size"]
    cluster = known_cluster(size) if agnostic else arms * (size + 1)
    orders = bound_orders(cluster)
    numbers: dict[str, float | int | str] = {
        f"{name}, U = {cluster}": value if math.isfinite(value) else "none proved"
        for name, value in orders.items()
    }
    return Finding(
        numbers=numbers, holds=max(orders[RANDOM], orders[LP]) < min(orders[GREEDY], orders[COMMIT])
    )


def _lower_bound(results: Results, config: Configuration) -> Finding:
    """Compare the growth of Theorem 3's lower bound in C with a power of 1."""
    users, arms, horizon = PAPER_SIZES["users"], PAPER_SIZES["arms"], 10**9
    small, large = (
        bounds.theorem_3(
            users=users,
            arms=arms,
            group_size=size,
            horizon=horizon,
            gap=bounds.theorem_3_gap(arms=arms, group_size=size, horizon=horizon),
        )
        for size in (10, 1000)
    )
    grown = math.log(large / small) / math.log(1000 / 10)
    return Finding(numbers={"power of C, lower bound": grown}, holds=grown >= 1 - 1e-9)


EXACT = partial(measured, needs=no_needs, method="exact")
CHECKS = {
    "appendix-b-clusters-uniform": by_interpretation(
        measured(
            _uniform,
            _instance_of(UNIFORM),
            control=partial(_uniform, more=1),
            method="bound",
            facts={"often": 1 - SELDOM},
        ),
        graphs_of_the_batches=_in_batches(UNIFORM),
    ),
    "appendix-b-clusters-linear": by_interpretation(
        measured(
            _linear,
            _instance_of(LINEAR),
            control=partial(_linear, more=1),
            facts={"often": 1 - SELDOM},
        ),
        graphs_of_the_batches=_in_batches(LINEAR),
    ),
    "section-4-predicted": by_interpretation(
        EXACT(_prediction), known_cluster=EXACT(partial(_prediction, agnostic=False))
    ),
    "appendix-b-preconditions": by_interpretation(
        measured(
            _lp_hypothesis, _instance_of(UNIFORM), method="bound", facts={"often": 1 - SELDOM}
        ),
        of_greedy=measured(_either, _instance_of(LINEAR)),
        graphs_of_the_batches=_in_batches(UNIFORM, LINEAR),
    ),
    "appendix-b-group-size-factor": by_interpretation(
        statement(),
        what_is_proved_to_be_lost=EXACT(_lower_bound),
    ),
    "appendix-b-greedy-recalled": statement(
        exact("two arms, C = 1", section_3_2.same_arm_leaves, arms=2, group_size=1),
    ),
}
