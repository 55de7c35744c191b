"""Cells of the data set `beta`: β(G) of families of graphs, both ways (Open Problem 1).

A replicate is a graph: the number of a graph in the family `all`; `worst` and `lone` are one each.
"""

from bandit_replications.bandits.arguments import check_choice
from bandit_replications.papers.anonymous.environments.graphs import (
    Counts,
    all_graphs,
    lone_user_graph,
    worst_graph,
)
from bandit_replications.papers.anonymous.theory.beta import beta

GRAPHS = ("all", "worst", "lone")


def family(*, arms: int, cluster: int) -> list[Counts]:
    """Return every graph with N = K U users and this U, once up to names.

    Parameters
    ----------
    arms : int
        K, 2 or 3: the family grows like N^(2^K - 2), out of hand from K = 4 on.
    cluster : int
        U >= 1.

    Raises
    ------
    ValueError
        If an argument is out of range.

    """
    if arms not in (2, 3):
        raise ValueError(f"arms: {arms}; allowed: 2 or 3 for all graphs")
    return all_graphs(arms=arms, users=arms * cluster, least_cluster=cluster)


def graphs_of(graph: str, *, arms: int, cluster: int) -> int:
    """Return the number of graphs of a cell.

    Parameters
    ----------
    graph : str
        One of `GRAPHS`.
    arms, cluster : int
        K and U.

    """
    check_choice("graph", graph, GRAPHS)
    return len(family(arms=arms, cluster=cluster)) if graph == "all" else 1


def measure(
    graph: str, *, arms: int, group_size: int, cluster: int, number: int
) -> tuple[float, float]:
    """Return β(G) of one graph: literally, and for β w dominated by a point of P_C.

    Parameters
    ----------
    graph : str
        `all`: the graph of this number in `family`; `worst`: `graphs.worst_graph`; `lone`:
        `graphs.lone_user_graph`.
    arms, group_size, cluster : int
        K, C and U >= C + 1 (U = C + 1 for `worst`).
    number : int
        Which graph of `all`, from 0.

    """
    check_choice("graph", graph, GRAPHS)
    if cluster <= group_size:
        raise ValueError(f"cluster: {cluster}; allowed: at least group_size + 1 = {group_size + 1}")
    if graph == "all":
        counts = family(arms=arms, cluster=cluster)[number]
    elif graph == "worst":
        counts = worst_graph(arms=arms, group_size=group_size)
    else:
        counts = lone_user_graph(arms=arms, cluster=cluster)
    literal, dominated = (
        float(beta(counts, arms=arms, group_size=group_size, dominated=below))
        for below in (False, True)
    )
    return literal, dominated
