"""How long each anonymous decomposition takes, on one core.

`python -m benchmarks.decompositions` prints a table: for each family of graphs, demand and method
the assignments and the time of one decomposition, the median of several graphs. N, K and C are
those of Appendix B of the paper `anonymous`, with 125 users where all arms can be open at once.
Compilation is not included.
"""

import numpy as np
import pandas as pd

from bandit_replications.papers.anonymous.algorithms.decompositions import METHODS, DemandError
from bandit_replications.papers.anonymous.theory import decomposition_cases

SIZES = {"users": 125, "arms": 5, "group_size": 4}


def measure(
    *, graphs: tuple[str, ...] = ("full", "mixed", "worst"), demand: int = 1000, runs: int = 5
) -> pd.DataFrame:
    """Time every method.

    Parameters
    ----------
    graphs : tuple of str
        Families of graphs.
    demand : int
        Instances of feedback for each user, D.
    runs : int
        Graphs of each family.

    Returns
    -------
    pandas.DataFrame
        One row for each family and method: median assignments over D and milliseconds; missing
        where the method has no decomposition.

    """
    decomposition_cases.warm()
    rows = []
    for graph in graphs:
        for method in METHODS:
            found = [_one(graph, method, demand, number) for number in range(runs + 1)][1:]
            assignments, seconds = np.median(np.array(found), axis=0)
            rows.append(
                {
                    "graph": graph,
                    "method": method,
                    "assignments / D": assignments / demand,
                    "ms": seconds * 1e3,
                }
            )
    return pd.DataFrame(rows)


def _one(graph: str, method: str, demand: int, number: int) -> tuple[float, float]:
    stream = np.random.default_rng(number)
    active = decomposition_cases.active_arms(graph, **SIZES, generator=stream)
    try:
        row = decomposition_cases.measure(
            method, active, demand=demand, group_size=SIZES["group_size"], generator=stream
        )
    except DemandError:
        return np.nan, np.nan
    return row["assignments"], row["seconds"]


if __name__ == "__main__":
    print(measure().to_string(index=False, float_format="{:.3g}".format))
