import networkx as nx
import numpy as np
import pytest

from bandit_replications.papers.cooperative.algorithms import multi_agent_ucb
from bandit_replications.papers.cooperative.environments.delayed_messages import neighbourhoods
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


def test_a_network_holds_no_agent_and_agents_hold_no_network():
    assert set(vars(Network(RING == 1, message_life=2))) == {
        "_neighbours",
        "_life",
        "_outgoing",
        "_seen",
        "_late",
    }
    agent = multi_agent_ucb._Agent(arms=2, options=multi_agent_ucb.Options())
    assert set(vars(agent)) == {"total", "n", "options"}


@pytest.mark.parametrize("life", range(5))
@pytest.mark.parametrize("graph", [nx.lollipop_graph(10, 4), nx.cycle_graph(9)], ids=str)
def test_neighbourhoods_list_who_is_at_which_distance(graph, life):
    lengths = distances(graph)
    hoods = neighbourhoods(lengths, message_life=life)
    assert hoods.life == min(life, lengths.max())
    agents = len(lengths)
    with_places = [d for d in range(1, hoods.farthest + 1) if d != hoods.complement]
    for agent in range(agents):
        first, last = hoods.offsets[agent : agent + 2]
        members = hoods.members[first:last].tolist()
        assert sorted(members) == [
            kind * agents + other
            for kind, distance in enumerate(with_places)
            for other in range(agents)
            if lengths[agent, other] == distance or (lengths[agent, other] > distance > hoods.life)
        ]
        if hoods.rows.shape[1]:
            assert np.flatnonzero(hoods.rows[agent]).tolist() == sorted(members)
    farther = hoods.life + 1 if hoods.complement else hoods.life
    assert hoods.farthest == min(farther, lengths.max())


def test_bad_lives_are_refused():
    with pytest.raises(ValueError, match="message_life: -1; allowed: at least 0"):
        neighbourhoods(RING, message_life=-1)
    with pytest.raises(TypeError, match=r"message_life: 1\.5; allowed: an integer"):
        neighbourhoods(RING, message_life=1.5)
