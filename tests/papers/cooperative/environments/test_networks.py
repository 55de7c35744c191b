import itertools

import networkx as nx
import numpy as np
import pytest
from pydantic import ValidationError

from bandit_replications.papers.cooperative.environments import networks
from bandit_replications.papers.cooperative.environments.networks import (
    NetworkEntry,
    check_network,
    clique_covering_number,
    distances,
    greedy_clique_cover,
    power_graph,
    read_network,
)

FAMILIES = [
    {"family": "erdos-renyi", "edge_probability": 0.3},
    {"family": "complete"},
    {"family": "ring"},
    {"family": "star"},
    {"family": "path"},
    {"family": "barabasi-albert", "attachments": 2},
    {"family": "watts-strogatz", "neighbours": 4, "rewiring": 0.2},
]


def draw(entry, seed=0):
    entry = NetworkEntry(name="n", agents=12, **entry)
    return entry.draw_distances(np.random.default_rng(seed))


@pytest.mark.parametrize("entry", FAMILIES, ids=[entry["family"] for entry in FAMILIES])
def test_families_are_connected_and_distances_those_of_networkx(entry):
    for seed in range(3):
        lengths = draw(entry, seed)
        graph = nx.from_numpy_array(lengths == 1)
        check_network(graph)
        assert np.array_equal(lengths, nx.floyd_warshall_numpy(graph).astype(int))


@pytest.mark.parametrize(("agents", "probability"), [(2, 0.5), (30, 0.1), (200, 0.1), (9, 1.0)])
def test_random_graphs_are_those_of_networkx(agents, probability):
    entry = NetworkEntry(
        name="n", family="erdos-renyi", agents=agents, edge_probability=probability
    )
    for seed in range(5):
        adjacent = networks._erdos_renyi(entry, seed)
        graph = nx.fast_gnp_random_graph(agents, probability, seed=seed)
        assert np.array_equal(adjacent, nx.to_numpy_array(graph) > 0)


def test_distances_on_a_long_path_and_without_one():
    assert distances(nx.path_graph(40))[0].tolist() == list(range(40))
    assert distances(nx.empty_graph(3)).tolist() == [[0, -1, -1], [-1, 0, -1], [-1, -1, 0]]


def test_power_graph_joins_agents_within_the_life():
    lengths = distances(nx.path_graph(5))
    assert power_graph(lengths, message_life=2)[0].tolist() == [False, True, True, False, False]
    assert not power_graph(lengths, message_life=0).any()


def brute_force_cover(adjacent):
    size = len(adjacent)
    for colours in range(1, size + 1):
        for colouring in itertools.product(range(colours), repeat=size):
            pairs = itertools.combinations(range(size), 2)
            if all(colouring[i] != colouring[j] or adjacent[i, j] for i, j in pairs):
                return colours
    raise AssertionError


@pytest.mark.parametrize("seed", range(6))
def test_clique_covering_number_is_that_of_brute_force(seed):
    graph = nx.gnp_random_graph(6, 0.5, seed=seed)
    adjacent = nx.to_numpy_array(graph) > 0
    assert clique_covering_number(adjacent) == brute_force_cover(adjacent)
    cover = greedy_clique_cover(adjacent)
    assert sorted(itertools.chain(*cover)) == list(range(len(adjacent)))
    assert all(adjacent[i, j] for part in cover for i in part for j in part if i != j)


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"family": "erdos-renyi"}, "edge_probability: None; allowed: a value"),
        ({"family": "ring", "rewiring": 0.1}, "rewiring: 0.1; allowed: nothing"),
        ({"family": "barabasi-albert", "attachments": 12}, "attachments: 12; allowed: fewer"),
        ({"family": "watts-strogatz", "neighbours": 3, "rewiring": 0}, "neighbours: 3; allowed"),
    ],
)
def test_unsuitable_entries_are_refused(entry, message):
    with pytest.raises(ValidationError, match=message):
        NetworkEntry(name="n", agents=12, **entry)


def test_family_without_connected_graphs_is_refused():
    entry = NetworkEntry(name="n", family="erdos-renyi", agents=40, edge_probability=0.001)
    with pytest.raises(ValueError, match="no connected graph"):
        entry.draw_distances(np.random.default_rng(0))


def test_files_are_read(tmp_path):
    edges = tmp_path / "edges.txt"
    edges.write_text("ann bob\nbob cy\n")
    assert distances(read_network(str(edges)))[0].tolist() == [0, 1, 2]
    nx.write_graphml(nx.path_graph(3), tmp_path / "path.graphml")
    assert len(read_network(str(tmp_path / "path.graphml"))) == 3


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("edges.txt", "a b\nc d\n", "2 separate parts"),
        ("edges.txt", "a b\nb b\n", "a loop at 'b'"),
        ("directed.graphml", "\n".join(nx.generate_graphml(nx.DiGraph([(0, 1)]))), "directed"),
        ("absent.txt", None, "allowed: an edge list or GraphML"),
    ],
)
def test_unsuitable_files_are_refused(tmp_path, name, text, message):
    path = tmp_path / name
    if text is not None:
        path.write_text(text)
    with pytest.raises(ValueError, match=message):
        NetworkEntry(name="n", family="file", file=str(path))
