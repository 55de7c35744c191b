"""Batched graphs (Section 3.2) as numbers of users of each kind, a kind being a set A_i of arms.

For K arms the kinds are the 2^K - 1 non-empty sets.
"""

import functools
import itertools
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bandit_replications.bandits.arrays import Integers

Mask = NDArray[np.bool_]
Arms = tuple[int, ...]
Counts = tuple[int, ...]  # users of each kind, kinds in the order of `kinds`


@functools.cache
def subsets(arms: int) -> tuple[Arms, ...]:
    """Return all sets S of arms, the empty one first."""
    return tuple(
        chosen for size in range(arms + 1) for chosen in itertools.combinations(range(arms), size)
    )


def kinds(arms: int) -> tuple[Arms, ...]:
    """Return the sets A_i that a user can have: all non-empty sets of arms."""
    return subsets(arms)[1:]


def worst_graph(*, arms: int, group_size: int) -> Counts:
    """Return the graph that attains it: one user with all arms completes arm 0.

    C users have arm 0 alone, C + 1 users each other arm alone, one user has every arm.
    """
    sets = kinds(arms)
    counts = dict.fromkeys(sets, 0) | {(j,): group_size + 1 for j in range(arms)}
    counts[(0,)] = group_size
    counts[tuple(range(arms))] += 1
    return tuple(counts[chosen] for chosen in sets)


def lone_user_graph(*, arms: int, cluster: int) -> Counts:
    """Return the graph of the whole curve: one user has arm 0 alone, U - 1 users have all arms.

    U users have each other arm alone.
    """
    sets = kinds(arms)
    counts = dict.fromkeys(sets, 0) | {(j,): cluster for j in range(1, arms)}
    counts[(0,)] = 1
    counts[tuple(range(arms))] += cluster - 1
    return tuple(counts[chosen] for chosen in sets)


def active_sets(counts: Counts, *, arms: int) -> Mask:
    """Return the graph's users one by one, shape (users, arms)."""
    return np.repeat(_rows_of_kinds(arms), counts, axis=0)


@functools.cache
def _rows_of_kinds(arms: int) -> Mask:
    """Return one user of each kind, shape (kinds, arms)."""
    return np.array([np.isin(np.arange(arms), chosen) for chosen in kinds(arms)])


def cluster(counts: Sequence[int], *, arms: int) -> int:
    """Return the largest U for which the graph is U-batched, by Hall's condition.

    Every arm can have U users of its own if and only if every set J of arms has at least U |J|
    users who are interested in one of its arms.
    """
    return int(_clusters([counts], arms=arms)[0])


def _clusters(graphs: Sequence[Sequence[int]], *, arms: int) -> Integers:
    """Return U of each graph."""
    interested, sizes = _interested(arms)
    return np.asarray((np.array(graphs, dtype=np.int64) @ interested.T // sizes).min(axis=1))


@functools.cache
def _interested(arms: int) -> tuple[Integers, Integers]:
    """Return the kinds (columns) with an arm of each non-empty set (rows), and sets' sizes."""
    sets = kinds(arms)
    rows = [[int(not set(mine).isdisjoint(chosen)) for mine in sets] for chosen in sets]
    return np.array(rows, dtype=np.int64), np.array([len(chosen) for chosen in sets])


def canonical(counts: Counts, *, arms: int) -> Counts:
    """Return the first in order among the graphs that differ by the names of arms only."""
    return max(tuple(counts[k] for k in order) for order in _renamings(arms))


@functools.cache
def _renamings(arms: int) -> tuple[tuple[int, ...], ...]:
    place = {chosen: k for k, chosen in enumerate(kinds(arms))}
    return tuple(
        tuple(place[tuple(sorted(names[j] for j in chosen))] for chosen in kinds(arms))
        for names in itertools.permutations(range(arms))
    )


@functools.cache
def all_graphs(*, arms: int, users: int, least_cluster: int) -> list[Counts]:
    """Return every graph with N users that is U-batched, once up to the names of users and arms.

    Parameters
    ----------
    arms, users : int
        K and N; there are about N^(2^K - 2) / (2^K - 2)! / K! graphs.
    least_cluster : int
        U.

    """
    graphs = _compositions(users, 2**arms - 1)
    enough = _clusters(graphs, arms=arms) >= least_cluster
    found = {
        canonical(counts, arms=arms)
        for counts, batched in zip(graphs, enough, strict=True)
        if batched
    }
    return sorted(found, reverse=True)


def _compositions(total: int, parts: int) -> list[Counts]:
    if parts == 1:
        return [(total,)]
    return [
        (first, *others)
        for first in range(total + 1)
        for others in _compositions(total - first, parts - 1)
    ]
