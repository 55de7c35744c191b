"""The greedy decomposition as Appendix B words it: all users on one arm, arm after arm."""

import numpy as np

from bandit_replications.papers.anonymous.algorithms.decompositions.demands import (
    Decomposition,
    Demand,
    DemandError,
    truncated,
)


def decompose(
    demand: Demand, *, generator: np.random.Generator, limit: int | None = None
) -> Decomposition:
    """Return, for each wanted arm, all users on that arm until nobody needs it (Appendix B).

    Users are also sent to arms that they are not interested in, against property 1 of Section 3.2;
    an arm informs whoever is interested in it, however few. `generator` is not used.

    Raises
    ------
    DemandError
        If there are no more than C users.

    """
    users, arms = demand.active.shape
    if users < demand.enough:
        raise DemandError(f"active: {users} users; allowed: at least {demand.enough}")
    assignments = np.repeat(np.arange(arms)[:, None], users, axis=1)[demand.wanted]
    copies = demand.needs.max(axis=0)[demand.wanted]
    return truncated(Decomposition(assignments=assignments, multiplicities=copies), limit)
