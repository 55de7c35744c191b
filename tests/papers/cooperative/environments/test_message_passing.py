import networkx as nx
import numpy as np
import pytest

from bandit_replications.papers.cooperative.environments.message_passing import Message, Network
from bandit_replications.papers.cooperative.environments.networks import distances

RING = distances(nx.cycle_graph(7))


def arrivals(lengths, *, message_life, rounds, extra=0):
    """Return {(receiver, sender): [delays]} of one message of each agent, sent in round 1."""
    network = Network(lengths == 1, message_life=message_life, extra_rounds=extra)
    for agent in range(len(lengths)):
        network.create(Message(sender=agent, time=1, content=None))
    found = {}
    for delay in range(1, rounds + 1):
        for receiver, messages in enumerate(network.deliver()):
            for message in messages:
                found.setdefault((receiver, message.sender), []).append(delay)
    return found


@pytest.mark.parametrize("life", [0, 1, 2, 3, 9])
@pytest.mark.parametrize("extra", [0, 1])
def test_each_message_arrives_once_after_its_distance(life, extra):
    found = arrivals(RING, message_life=life, rounds=12, extra=extra)
    near = np.argwhere((RING > 0) & (life >= RING))
    assert found == {(m, s): [int(RING[m, s]) + extra] for m, s in near.tolist()}
