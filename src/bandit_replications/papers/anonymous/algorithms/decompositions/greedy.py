"""The greedy decomposition (Section 3.4.1): D times everybody interested in an arm on that arm."""

import numpy as np

from bandit_replications.papers.anonymous.algorithms.decompositions.demands import (
    Decomposition,
    Demand,
    check_reachable,
    random_active,
    truncated,
)


def decompose(
    demand: Demand, *, generator: np.random.Generator, limit: int | None = None
) -> Decomposition:
    """Return D copies of M_j for each wanted arm j: KD assignments (Section 3.4.1).

    M_j sends every user interested in j to j, and the others to a random active arm of theirs
    (the paper leaves it open; drawn once for each j).

    Raises
    ------
    DemandError
        If C users or fewer are interested in some wanted arm.

    """
    check_reachable(demand)
    wanted = demand.wanted
    others = random_active(demand.active, generator, rows=wanted.size)
    assignments = np.where(demand.active[:, wanted].T, wanted[:, None], others)
    copies = np.full(wanted.size, demand.total, dtype=np.int64)
    return truncated(Decomposition(assignments=assignments, multiplicities=copies), limit)
