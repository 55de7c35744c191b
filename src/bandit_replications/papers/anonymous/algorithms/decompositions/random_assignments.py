"""The random decomposition (start of Section 3.4.2, Appendix B): everybody on a random arm."""

import numpy as np

from bandit_replications.papers.anonymous.algorithms.decompositions.demands import (
    Decomposition,
    Demand,
    check_reachable,
    random_active,
)
from bandit_replications.papers.anonymous.algorithms.decompositions.drawing import until_met


def decompose(
    demand: Demand, *, generator: np.random.Generator, limit: int | None = None
) -> Decomposition:
    """Return assignments of every user to a uniformly random active arm, until the demand is met.

    The number is random: where an arm seldom has C + 1 users it can be far above D.

    Raises
    ------
    DemandError
        If C users or fewer are interested in some wanted arm, or, without a limit, if the demand
        is still not met after `drawing.PATIENCE` D + 1000 assignments.

    """
    check_reachable(demand)
    return until_met(
        demand, lambda rows: random_active(demand.active, generator, rows=rows), limit=limit
    )
