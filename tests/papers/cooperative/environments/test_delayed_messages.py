import networkx as nx
import numpy as np
import pytest

from bandit_replications.papers.cooperative.environments.delayed_messages import (
    neighbourhoods,
    no_messages,
    receive,
    send,
)
from bandit_replications.papers.cooperative.environments.networks import distances
from support.cooperative import GRAPHS

NETWORKS = {
    **GRAPHS,
    "star": distances(nx.star_graph(8)),
    "random": distances(nx.connected_watts_strogatz_graph(30, 6, 0.5, seed=1)),
}


@pytest.mark.parametrize("name", NETWORKS)
@pytest.mark.parametrize("life", [0, 1, 2, 4, 20])
@pytest.mark.parametrize(("delay", "extra"), [("distance", 0), ("distance-plus-one", 1)])
def test_messages_arrive_after_their_distance(name, life, delay, extra):
    lengths, rounds, cells = NETWORKS[name], 15, 3
    agents, generator = len(lengths), np.random.default_rng(life)
    sent_cells = generator.integers(0, cells, (rounds + 1, agents))
    contents = generator.normal(size=(rounds + 1, agents, 2))
    contents[:, :, 0] = generator.integers(0, 3, (rounds + 1, agents))
    contents[generator.random((rounds + 1, agents)) < 0.2] = 0
    hoods = neighbourhoods(lengths, message_life=life)
    messages = no_messages(hoods, cells=cells, delay=delay)
    known, expected = np.zeros((2, cells, agents)), np.zeros((2, cells, agents))
    for t in range(1, rounds + 1):
        receive(t, messages, known)
        for receiver, sender in np.argwhere((lengths > 0) & (lengths <= life)).tolist():
            round_sent = t - lengths[receiver, sender] - extra
            if round_sent >= 1:
                cell = sent_cells[round_sent, sender]
                expected[:, cell, receiver] += contents[round_sent, sender]
        assert np.allclose(known, expected, rtol=0, atol=1e-9)
        assert np.array_equal(known[0], expected[0])  # whole numbers: exactly
        send(t, sent_cells[t], contents[t], hoods, messages)
        assert not messages.sums.any()
        assert not messages.totals.any()


def test_the_largest_class_is_the_complement():
    assert neighbourhoods(NETWORKS["complete"], message_life=1).complement == 1
    assert neighbourhoods(NETWORKS["star"], message_life=2).complement == 2
    assert neighbourhoods(NETWORKS["ring"], message_life=1).complement == 0  # most are beyond
    assert neighbourhoods(NETWORKS["ring"], message_life=0).complement == 0
