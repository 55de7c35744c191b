"""Random assignments, drawn until a demand is met."""

from collections.abc import Callable

import numpy as np

from bandit_replications.papers.anonymous.algorithms.decompositions import kernels
from bandit_replications.papers.anonymous.algorithms.decompositions.demands import (
    Decomposition,
    Demand,
    DemandError,
    Integers,
    compressed,
)

CHUNK = 256
# Draws per unit of demand after which a demand without a limit counts as out of reach.
PATIENCE = 100


def until_met(
    demand: Demand, draw: Callable[[int], Integers], *, limit: int | None
) -> Decomposition:
    """Return drawn assignments, no more than are needed to meet the demand.

    Parameters
    ----------
    demand : Demand
    draw : callable
        Number of rows -> assignments, shape (rows, users).
    limit : int, optional
        Stop after this many assignments, met or not.

    Raises
    ------
    DemandError
        Without a limit: if the demand is not met after `PATIENCE` D + 1000 assignments.

    """
    most = PATIENCE * demand.total + 1000 if limit is None else limit
    left, drawn, count = demand.needs.copy(), [], 0
    while count < most:
        rows = draw(min(CHUNK, most - count))
        used = kernels.rows_until_met(rows, left, demand.enough)
        if used:
            drawn.append(rows[:used])
            return compressed(np.concatenate(drawn))
        drawn.append(rows)
        count += rows.shape[0]
    if limit is None:
        raise DemandError(
            f"total: {demand.total}; {int((left > 0).sum())} pairs still lack feedback after "
            f"{most} random assignments; allowed: arms that C + 1 users often meet on"
        )
    return compressed(np.concatenate(drawn))
