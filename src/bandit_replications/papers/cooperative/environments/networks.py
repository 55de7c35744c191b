"""Communication networks (Section 2): graphs, distances, power graphs, clique covers.

Agents are the nodes 0, …, M - 1 of a connected undirected graph without loops. The power graph of
order γ joins agents at distance at most γ; its clique covering number is what the regret bounds
are multiplied by.
"""

import math
import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Literal, Self

import networkx as nx
import numpy as np
from numpy.typing import NDArray
from pydantic import Field, model_validator

from bandit_replications.bandits.entries import FileName, Section, located
from bandit_replications.runtime.errors import BadValue

Distances = NDArray[np.int64]
Adjacent = NDArray[np.bool_]

Family = Literal[
    "erdos-renyi", "complete", "ring", "star", "path", "barabasi-albert", "watts-strogatz", "file"
]
# Draws of a random graph before a connected one is given up.
ATTEMPTS = 1000
# Levels of a search by products of matrices.
LEVELS = 12


class NetworkEntry(Section):
    """A network by name: a family with its parameters, or a file of the user."""

    name: str = Field(min_length=1, description="name of the network in results")
    family: Family = Field(description="how the graph is made")
    agents: int | None = Field(
        default=None, ge=1, title="M", description="number of agents; a file has its own"
    )
    edge_probability: float | None = Field(
        default=None, gt=0, le=1, title="p", description="erdos-renyi: probability of each edge"
    )
    attachments: int | None = Field(
        default=None, ge=1, description="barabasi-albert: edges of each new node"
    )
    neighbours: int | None = Field(
        default=None, ge=2, description="watts-strogatz: nearest neighbours of each node, even"
    )
    rewiring: float | None = Field(
        default=None, ge=0, le=1, description="watts-strogatz: probability of rewiring an edge"
    )
    file: FileName | None = Field(
        default=None,
        description=(
            "edge list (two words a line) or, ending .graphml, GraphML, from the current folder or "
            "the root"
        ),
    )
    fixed: bool = Field(
        default=False, description="one graph for all replicates instead of a fresh one for each"
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        needed = REQUIRED[self.family]
        for key in ("agents", "edge_probability", "attachments", "neighbours", "rewiring", "file"):
            given = getattr(self, key) is not None
            if given != (key in needed):
                allowed = "a value" if key in needed else f"nothing with family {self.family!r}"
                raise BadValue(f"{key}: {getattr(self, key)!r}; allowed: {allowed}")
        if self.attachments is not None and self.attachments >= (self.agents or 0):
            raise BadValue(f"attachments: {self.attachments}; allowed: fewer than agents")
        if self.neighbours is not None and (
            self.neighbours % 2 or self.neighbours >= (self.agents or 0)
        ):
            raise BadValue(f"neighbours: {self.neighbours}; allowed: an even number below agents")
        if self.family == "file":
            read_network(str(self.file))
        return self

    def draw_distances(self, generator: np.random.Generator) -> Distances:
        """Return the distances in a connected graph of this entry, int64 array (agents, agents).

        Raises
        ------
        ValueError
            If no connected graph was found.

        """
        if self.family == "file":
            return distances(read_network(str(self.file)))
        for _ in range(ATTEMPTS):
            seed = int(generator.integers(2**31))
            if self.family == "erdos-renyi":
                lengths = _path_lengths(_erdos_renyi(self, seed))
            else:
                lengths = distances(_FAMILIES[self.family](self, seed))
            if lengths.min() >= 0:
                return lengths
        raise BadValue(
            f"network {self.name!r}: no connected graph in {ATTEMPTS} draws; "
            "allowed: more edges or fewer agents"
        )


REQUIRED: Mapping[Family, frozenset[str]] = {
    "erdos-renyi": frozenset({"agents", "edge_probability"}),
    "complete": frozenset({"agents"}),
    "ring": frozenset({"agents"}),
    "star": frozenset({"agents"}),
    "path": frozenset({"agents"}),
    "barabasi-albert": frozenset({"agents", "attachments"}),
    "watts-strogatz": frozenset({"agents", "neighbours", "rewiring"}),
    "file": frozenset({"file"}),
}


def _erdos_renyi(entry: NetworkEntry, seed: int) -> Adjacent:
    """Return the adjacency of networkx's `fast_gnp_random_graph` of this seed, found faster.

    Of the pairs below the diagonal, in a row, a geometric number is skipped between two edges
    (Batagelj, Brandes, 2005).
    """
    agents, chance = entry.agents or 0, entry.edge_probability or 0.0
    below = np.tri(agents, k=-1, dtype=bool)
    if chance == 1:
        return below | below.T
    source = random.Random(seed)
    pairs = agents * (agents - 1) // 2
    block = 8 + int(1.1 * chance * pairs)  # mostly enough
    scale = min(math.log(1 - chance), -1e-16)  # not 0 for the smallest probabilities
    edges = np.empty(0, dtype=np.int64)
    while edges.size == 0 or edges[-1] < pairs:
        uniform = np.array([source.random() for _ in range(block)])
        skipped = np.minimum(np.log(1 - uniform) / scale, pairs).astype(np.int64)
        start = edges[-1] if edges.size else -1
        edges = np.append(edges, start + np.cumsum(skipped + 1))
    row = np.zeros(pairs, dtype=bool)
    row[edges[edges < pairs]] = True
    adjacent = np.zeros((agents, agents), dtype=bool)
    adjacent[below] = row
    return adjacent | adjacent.T


_FAMILIES: Mapping[Family, Callable[[NetworkEntry, int], nx.Graph]] = {
    "complete": lambda entry, _: nx.complete_graph(entry.agents),
    "ring": lambda entry, _: nx.cycle_graph(entry.agents),
    "star": lambda entry, _: nx.star_graph((entry.agents or 1) - 1),
    "path": lambda entry, _: nx.path_graph(entry.agents),
    "barabasi-albert": lambda entry, seed: nx.barabasi_albert_graph(
        entry.agents, entry.attachments, seed=seed
    ),
    "watts-strogatz": lambda entry, seed: nx.watts_strogatz_graph(
        entry.agents, entry.neighbours, entry.rewiring, seed=seed
    ),
}


def read_network(path: str) -> nx.Graph:
    """Return the graph of a file with nodes numbered in the file's order.

    Raises
    ------
    ValueError
        If the file cannot be read, or the graph is empty, directed, disconnected or has a loop.

    """
    try:
        read = nx.read_graphml if Path(path).suffix == ".graphml" else nx.read_edgelist
        graph = read(located(path))
    except (OSError, nx.NetworkXException, SyntaxError, TypeError) as error:
        raise BadValue(f"file: {path!r}: {error}; allowed: an edge list or GraphML") from None
    check_network(graph, name=path)
    return nx.convert_node_labels_to_integers(graph)


def check_network(graph: nx.Graph, *, name: str = "network") -> None:
    """Check that a graph is one that messages can travel on.

    Raises
    ------
    ValueError
        If it is empty, directed, disconnected or has a loop.

    """
    if len(graph) == 0:
        raise BadValue(f"{name}: no agents; allowed: at least one")
    if graph.is_directed():
        raise BadValue(f"{name}: a directed graph; allowed: an undirected one")
    loops = list(nx.nodes_with_selfloops(graph))
    if loops:
        raise BadValue(f"{name}: a loop at {loops[0]!r}; allowed: no loops")
    if not nx.is_connected(graph):
        pieces = nx.number_connected_components(graph)
        raise BadValue(f"{name}: {pieces} separate parts; allowed: a connected graph")


# --- Distances and covers -------------------------------------------------------------------


def distances(graph: nx.Graph) -> Distances:
    """Return the lengths of the shortest paths, int64 array (agents, agents); -1 for no path."""
    found: Distances = _path_lengths(_adjacency(graph))
    return found


def _adjacency(graph: nx.Graph) -> Adjacent:
    joined: Adjacent = nx.to_numpy_array(graph, nodelist=sorted(graph), dtype=np.float32) > 0
    return joined


def _path_lengths(adjacent: Adjacent) -> Distances:
    """Return the lengths of the shortest paths, shape (agents, agents); -1 for no path.

    Breadth-first search from all agents at once, one product of matrices a level. Each run has a
    graph of its own, of few levels: scipy's shortest paths, for all others, take ten times as long.
    """
    lengths = np.where(np.eye(len(adjacent), dtype=bool), 0, -1)
    level, edges = np.eye(len(adjacent), dtype=np.float32), adjacent.astype(np.float32)
    for length in range(1, LEVELS):
        new = (level @ edges > 0) & (lengths < 0)
        lengths[new] = length
        if lengths.min() >= 0 or not new.any():
            return lengths
        level = new.astype(np.float32)
    from scipy.sparse import csgraph  # noqa: PLC0415  it loads linear algebra

    paths = csgraph.shortest_path(adjacent, unweighted=True)
    return np.where(np.isinf(paths), -1, paths).astype(np.int64)


def power_graph(lengths: Distances, *, message_life: int) -> Adjacent:
    """Return the adjacency of the power graph of order γ: agents at distance 1, …, γ are joined."""
    return (lengths > 0) & (lengths <= message_life)


def greedy_clique_cover(adjacent: Adjacent) -> list[list[int]]:
    """Return cliques that cover all nodes: an upper bound on the clique covering number.

    A cover by cliques is a colouring of the complement; nodes are taken by falling degree there,
    each into the first clique that it is joined to entirely.
    """
    order = np.argsort(adjacent.sum(axis=1), kind="stable")
    cliques: list[list[int]] = []
    for node in order.tolist():
        for clique in cliques:
            if adjacent[node, clique].all():
                clique.append(node)
                break
        else:
            cliques.append([node])
    return cliques


def clique_covering_number(adjacent: Adjacent) -> int:
    """Return the smallest number of cliques that cover all nodes, for a dozen nodes or two.

    Each node in turn joins a clique, or begins one; what has as many as the best cover is left.
    """

    def least(node: int, cliques: list[list[int]], best: int) -> int:
        if len(cliques) >= best or node == len(adjacent):
            return min(len(cliques), best)
        for i, clique in enumerate(cliques):
            if adjacent[node, clique].all():
                best = least(node + 1, [*cliques[:i], [*clique, node], *cliques[i + 1 :]], best)
        return least(node + 1, [*cliques, [node]], best)

    return least(0, [], len(adjacent))
