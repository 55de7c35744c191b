"""The decomposition into blocks of arms (Lemma 6, Corollary 2)."""

import numpy as np

from bandit_replications.papers.anonymous.algorithms.decompositions.convex import Floats
from bandit_replications.papers.anonymous.algorithms.decompositions.demands import (
    Decomposition,
    Demand,
    Integers,
    Mask,
    check_reachable,
)
from bandit_replications.papers.anonymous.algorithms.decompositions.linear_program import (
    from_points,
)


def decompose(
    demand: Demand, *, generator: np.random.Generator, limit: int | None = None
) -> Decomposition:
    """Return D copies of the point w^(a) for each block S_a, its vertices' shares rounded up.

    U is the least number of users interested in a wanted arm: all that Lemma 6's proof uses. The
    blocks have ⌊U/(C + 1)⌋ arms, so there are ⌈K/⌊U/(C + 1)⌋⌉ of them; the printed ⌈K(C + 1)/U⌉
    need not do (`theory.lemma_6`).

    Raises
    ------
    DemandError
        If C users or fewer are interested in some wanted arm.

    """
    check_reachable(demand)
    size = int(demand.active.sum(axis=0)[demand.wanted].min()) // demand.enough
    points = [
        (block_point(demand.active, block), 1.0, block)
        for block in equal_blocks(demand.wanted, size)
    ]
    return from_points(demand, points, generator=generator, limit=limit)


def equal_blocks(arms: Integers, size: int) -> list[Integers]:
    """Return the arms in as few blocks of at most `size` arms as there can be."""
    return np.array_split(arms, -(-arms.size // size))


def block_point(active: Mask, block: Integers) -> Floats:
    """Return w^(a) of Lemma 6: 1/|A_i ∩ S_a| on the pairs of A_i ∩ S_a, shape (users, arms)."""
    inside = np.zeros_like(active)
    inside[:, block] = active[:, block]
    return inside / np.maximum(inside.sum(axis=1, keepdims=True), 1)
