"""Checks of Appendix B and Section 4 that need no runs of `regret`: instances and bounds."""

import math
from functools import partial
from typing import Any

from bandit_replications.bandits.streams import generator
from bandit_replications.experiments.needs import Need
from bandit_replications.ledger.claims import Finding, Results, no_needs
from bandit_replications.ledger.decisions import (
    Decision,
    by_reading,
    measured,
    statement,
    step,
)
from bandit_replications.ledger.rules import Share, all_of
from bandit_replications.papers.anonymous.algorithms.decompositions import approximation
from bandit_replications.papers.anonymous.checks.experiments import (
    COMMIT,
    GREEDY,
    LINEAR,
    LP,
    PAPER_SIZES,
    RANDOM,
    UNIFORM,
    VARIANTS,
    Place,
)
from bandit_replications.papers.anonymous.environments.instances import min_cluster
from bandit_replications.papers.anonymous.figures.regret import BATCHED
from bandit_replications.papers.anonymous.theory import bounds, section_3_2

SELDOM = 0.05  # "almost always": in all but this share of the instances
DRAWS = 4000
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


def _clusters(
    results: Results, config: Any, *, claim_id: str, place: Place, strict: bool = False
) -> Finding:
    """Return whether instances almost always have C + 1 users or more of each best arm.

    `strict`: the control, as many users as K arms leave each.
    """
    name = place(config)
    entry = next(one for one in config.regret.instances if one.name == name)
    enough = config.regret.group_size + 1
    if strict:
        enough = entry.users // entry.arms
    stream = generator(0, "claims", "appendix-b-clusters", entry.generator)
    failing = sum(min_cluster(entry.draw(stream)) < enough for _ in range(DRAWS))
    numbers: dict[str, float | int | str] = {
        "share of instances": 1 - failing / DRAWS,
        "instances": DRAWS,
    }
    if place is UNIFORM:
        sizes = {"users": entry.users, "arms": entry.arms}
        numbers["exact probability"] = share_clustered(**sizes, cluster=enough)
    part = Share(name=f"{name}, failing", successes=failing, trials=DRAWS, bound=SELDOM)
    return all_of(claim_id, [part], numbers)


def _on_clusters(claim_id: str, place: Place) -> Decision:
    def needs(config: Any) -> tuple[Need, ...]:
        place(config)
        return ()

    decide = partial(_clusters, claim_id=claim_id, place=place)
    control = partial(decide, strict=True)
    return measured(decide, needs, control=control, facts={"often": 1 - SELDOM})


# --- What decides without runs --------------------------------------------------------------


def _lp_hypothesis(results: Results, config: Any, *, all_of_them: bool = True) -> Finding:
    """Return whether some instance of the paper's sizes can satisfy a decomposition's hypothesis.

    Corollary 1's, U >= K(C + 1), by which the LP is defined; else U >= C + 1, which greedy and
    Corollary 2 ask for.
    """
    users, arms, size = PAPER_SIZES.values()
    largest, asked = users // arms, (arms if all_of_them else 1) * (size + 1)
    numbers = {"largest U, floor(N/K)": largest, "U asked for": asked}
    if all_of_them:
        numbers["users that would do, K^2(C+1)"] = arms * asked
    return Finding(numbers=numbers, holds=largest >= asked)


def known_cluster(size: int) -> int:
    """Return the U with which Appendix B runs Algorithm 1: C + 1, "agnostic to U"."""
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


def _prediction(results: Results, config: Any, *, agnostic: bool = True) -> Finding:
    """Return whether the bounds of random and LP are below those of the other two.

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


def _group_size_factor(results: Results, config: Any) -> Finding:
    """Return with which power of C the bounds over N sqrt(KT) grow from C = 10 to 1000.

    Theorem 1's, which is about the paper's own algorithms, and Theorem 3's, about all of them.
    """
    users, arms, horizon = PAPER_SIZES["users"], PAPER_SIZES["arms"], 10**9
    upper, lower = [], []
    for size in (10, 1000):
        sizes = {"users": users, "arms": arms, "group_size": size, "horizon": horizon}
        gap = bounds.theorem_3_gap(arms=arms, group_size=size, horizon=horizon)
        upper.append(bounds.theorem_1(**sizes, approximation=1.0).order)
        lower.append(bounds.theorem_3(**sizes, gap=gap))
    powers = {
        f"power of C, {name} bound": math.log(large / small) / math.log(1000 / 10)
        for name, (small, large) in {"upper": upper, "lower": lower}.items()
    }
    proved = powers["power of C, lower bound"]
    return Finding(
        numbers=powers,
        holds=powers["power of C, upper bound"] >= 1 - 1e-9,
        caveat=f"an upper bound says what is lost at most; proved to be lost is C^{proved:.2g}",
        cites_errata=True,
    )


EXACT = partial(measured, needs=no_needs, method="exact")
CHECKS = {
    "appendix-b-clusters-uniform": _on_clusters("appendix-b-clusters-uniform", UNIFORM),
    "appendix-b-clusters-linear": _on_clusters("appendix-b-clusters-linear", LINEAR),
    "section-4-predicted": by_reading(
        EXACT(_prediction), known_cluster=EXACT(partial(_prediction, agnostic=False))
    ),
    "appendix-b-preconditions": by_reading(
        EXACT(_lp_hypothesis), of_greedy=EXACT(partial(_lp_hypothesis, all_of_them=False))
    ),
    "appendix-b-group-size-factor": EXACT(_group_size_factor),
    "appendix-b-greedy-recalled": statement(
        step("two arms, C = 1", section_3_2.same_arm_leaves, arms=2, group_size=1),
        method="enumeration",
    ),
}
