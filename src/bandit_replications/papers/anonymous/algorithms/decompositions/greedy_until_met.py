"""Greedy assignments (Section 3.4.1), each arm's until its demand is met (Appendix B)."""

import numpy as np

from bandit_replications.papers.anonymous.algorithms.decompositions import greedy
from bandit_replications.papers.anonymous.algorithms.decompositions.demands import (
    Decomposition,
    Demand,
    truncated,
)


def decompose(
    demand: Demand, *, generator: np.random.Generator, limit: int | None = None
) -> Decomposition:
    """Return max_i ⌈D/|A_i|⌉ copies of the greedy assignment of each wanted arm.

    Section 3.4.1 has D copies; Appendix B goes on "until all the demand is met".

    Raises
    ------
    DemandError
        If C users or fewer are interested in some wanted arm.

    """
    assignments = greedy.decompose(demand, generator=generator).assignments
    copies = demand.needs.max(axis=0)[demand.wanted]
    return truncated(Decomposition(assignments=assignments, multiplicities=copies), limit)
