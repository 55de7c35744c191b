"""Sections 3.2 and 3.4.1: batched graphs, the greedy decomposition, the additive term."""

import numpy as np

from bandit_replications.bandits.streams import generator
from bandit_replications.inference.checks import Check, at_least, below, equal
from bandit_replications.papers.anonymous.algorithms.decompositions import (
    Demand,
    decompose,
    informative_counts,
)
from bandit_replications.papers.anonymous.algorithms.decompositions.demands import (
    leaves_active_sets,
    matched_cluster,
)
from bandit_replications.papers.anonymous.environments.graphs import (
    active_sets,
    all_graphs,
    cluster,
)
from bandit_replications.papers.anonymous.theory.as_printed import as_printed
from bandit_replications.papers.anonymous.theory.example_graphs import (
    all_but_one_user,
    one_arm_each,
)


def degrees(*, arms: int = 3, users: int = 6) -> Check:
    """Check |B_j| >= U: over all graphs, the least degree of an arm is at least the graph's U.

    Left: graphs in which it is not.
    """
    below = 0
    for counts in all_graphs(arms=arms, users=users, least_cluster=1):
        active = active_sets(counts, arms=arms)
        below += int(active.sum(axis=0).min()) < cluster(counts, arms=arms)
    return equal(f"graphs with |B_j| < U for some j, K = {arms}, N = {users}", below, 0)


def degrees_do_not_suffice() -> Check:
    """Check that degrees of at least U do not make a graph U-batched.

    Two users who both have both arms: every arm has degree 2, but only one user of its own.
    """
    return below(
        "U of two users with both arms, against the degrees",
        matched_cluster(np.ones((2, 2), dtype=bool)),
        2,
    )


def greedy(*, arms: int = 5, group_size: int = 4, total: int = 60) -> tuple[Check, ...]:
    """Check the greedy decomposition on the worst graph: KD assignments, D for every pair."""
    active = all_but_one_user(arms=arms, cluster=group_size + 1)
    demand = Demand(active=active, total=total, group_size=group_size)
    found = decompose("greedy", demand, generator=generator(0, "anonymous", "greedy"))
    informed = informative_counts(found, demand)[active]
    return (
        equal("assignments of the greedy method", found.total, arms * total),
        at_least("least informative assignments of a pair against D", int(informed.min()), total),
        equal("users sent outside their active arms", int(leaves_active_sets(found, demand)), 0),
    )


def greedy_could_stop(*, arms: int = 5, total: int = 60) -> Check:
    """Check that fewer than D copies of each M_j do when all users have all K arms.

    ⌈D/K⌉ copies of each serve every user: D assignments instead of KD. Left: copies that suffice.
    """
    demand = Demand(active=np.ones((arms * 5, arms), dtype=bool), total=total, group_size=4)
    return below(
        "copies of M_j that suffice, all arms active, against D", int(demand.needs.max()), total
    )


@as_printed("appendix-b-greedy-recalled")
def same_arm_leaves(*, arms: int = 5, group_size: int = 4) -> Check:
    """Check that Appendix B's wording of greedy, all users on one arm, is that of Section 3.4.1.

    On C + 1 users of each arm who have that arm alone. Left, right: users sent outside their
    active sets, which property 1 of Section 3.2 forbids, by the one and by the other.
    """
    active = one_arm_each(arms=arms, users=arms * (group_size + 1))
    demand = Demand(active=active, total=10, group_size=group_size)
    stream = generator(0, "anonymous", "same-arm")
    outside = [
        int(leaves_active_sets(decompose(method, demand, generator=stream), demand))
        for method in ("same-arm", "greedy")
    ]
    return equal("users sent outside their active arms, all on one arm", *outside)
