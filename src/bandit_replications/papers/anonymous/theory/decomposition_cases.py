"""Cells of the data set `decompositions`: assignments that each method needs, and seconds."""

import time

import numpy as np

from bandit_replications.bandits.arguments import check_choice
from bandit_replications.papers.anonymous.algorithms.decompositions import (
    Demand,
    decompose,
)
from bandit_replications.papers.anonymous.algorithms.decompositions.demands import (
    Mask,
    matched_cluster,
)

GRAPHS = ("full", "mixed", "late", "worst")
COUNTS = ("assignments", "different", "rounds", "least", "cluster")


def active_arms(
    graph: str, *, users: int, arms: int, group_size: int, generator: np.random.Generator
) -> Mask:
    """Return the arms that each user is interested in, shape (users, arms).

    Parameters
    ----------
    graph : str
        `full`: every user in every arm, as in a first batch. `mixed`: user i in arm i mod K and in
        a uniformly random number of others. `late`: user i in arm i mod K and, with probability
        1/2, in one other. `worst`: a worst graph of Open Problem 1, U = C + 1: C users have arm
        0 alone, user 0 all arms, and the others one of the other arms in turn.
    users, arms, group_size : int
        N, K >= 2 and C.
    generator : numpy.random.Generator

    Raises
    ------
    ValueError
        If the graph is unknown, or users < arms (C + 1): no graph has U >= C + 1.

    """
    check_choice("graph", graph, GRAPHS)
    if users < arms * (group_size + 1):
        raise ValueError(
            f"users: {users}; allowed: at least arms * (group_size + 1) = {arms * (group_size + 1)}"
        )
    home = np.arange(users) % arms
    active = home[:, None] == np.arange(arms)
    if graph == "full":
        return np.ones_like(active)
    if graph == "worst":
        home = 1 + np.arange(users) % (arms - 1)
        home[: group_size + 1] = 0
        active = home[:, None] == np.arange(arms)
        active[0] = True
        return active
    ranks = np.where(active, -1.0, generator.random(active.shape)).argsort(axis=1).argsort(axis=1)
    most = arms if graph == "mixed" else 2
    sizes = generator.integers(1, most, size=users, endpoint=True)
    return np.asarray(ranks < sizes[:, None])


def measure(
    method: str,
    active: Mask,
    *,
    demand: int,
    group_size: int,
    generator: np.random.Generator,
) -> dict[str, float]:
    """Return the columns of one decomposition of a graph.

    Parameters
    ----------
    method : str
        One of `decompositions.METHODS`.
    active : array of bool, shape (users, arms)
    demand, group_size : int
        D and C.
    generator : numpy.random.Generator

    Returns
    -------
    dict
        `assignments` R, `different` ones among them, `rounds` R (2C + 2), `least` the number
        max_i |A_i| ⌈D/|A_i|⌉ below which no decomposition can go, `cluster` the graph's U,
        `seconds`.

    Raises
    ------
    DemandError
        If the method cannot meet the demand.

    """
    wish = Demand(active=active, total=demand, group_size=group_size)
    start = time.perf_counter()
    found = decompose(method, wish, generator=generator)
    seconds = time.perf_counter() - start
    return {
        "assignments": found.total,
        "different": found.multiplicities.size,
        "rounds": found.total * (2 * group_size + 2),
        "least": int(wish.needs.sum(axis=1).max()),
        "cluster": matched_cluster(active),
        "seconds": seconds,
    }
