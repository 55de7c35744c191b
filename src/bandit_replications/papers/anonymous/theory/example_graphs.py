"""Graphs for steps of Section 3.4 and of Appendix C."""

import numpy as np
from numpy.typing import NDArray

from bandit_replications.bandits.runs import Floats
from bandit_replications.papers.anonymous.environments.graphs import (
    active_sets,
    worst_graph,
)

Mask = NDArray[np.bool_]


def weights(active: Mask) -> Floats:
    """Return w, w_ij = 1/|A_i| on the active pairs."""
    return np.asarray(active / active.sum(axis=1, keepdims=True))


def worst(*, arms: int, group_size: int) -> Mask:
    """Return a worst graph of Open Problem 1, U = C + 1: C users have arm 1 alone, one all arms."""
    return active_sets(worst_graph(arms=arms, group_size=group_size), arms=arms)


def one_arm_each(*, arms: int, users: int) -> Mask:
    """Return the graph in which user i has arm i mod K alone."""
    return np.arange(users)[:, None] % arms == np.arange(arms)


def all_but_one_user(*, arms: int, cluster: int) -> Mask:
    """Return a graph of U users for each arm who have it alone, but for one user with all arms."""
    active = one_arm_each(arms=arms, users=arms * cluster)
    active[0] = True
    return active


def drawn(*, arms: int, users: int, share: float, stream: np.random.Generator) -> Mask:
    """Return a graph in which user i has arm i mod K and each other arm with a probability."""
    return one_arm_each(arms=arms, users=users) | (stream.random((users, arms)) < share)
