import networkx as nx
import numpy as np
import pytest

from bandit_replications.bandits.literal import drive
from bandit_replications.papers.cooperative.algorithms import byzantine_proof_ucb as robust
from bandit_replications.papers.cooperative.environments.message_passing import Message, Network
from bandit_replications.papers.cooperative.environments.networks import distances
from support.cooperative import MEANS, byzantine

RING = distances(nx.cycle_graph(7))


def arrivals(lengths, *, message_life, rounds, delay):
    """Return {(receiver, sender): [delays]} of one message of each agent, sent in round 1."""
    network = Network(lengths == 1, message_life=message_life, delay=delay)
    for agent in range(len(lengths)):
        network.create(Message(sender=agent, time=1, content=None))
    found = {}
    for age in range(1, rounds + 1):
        for receiver, messages in enumerate(network.deliver()):
            for message in messages:
                found.setdefault((receiver, message.sender), []).append(age)
    return found


@pytest.mark.parametrize("life", [0, 1, 2, 3, 9])
@pytest.mark.parametrize(("delay", "extra"), [("distance", 0), ("distance-plus-one", 1)])
def test_each_message_arrives_once_after_its_distance(life, delay, extra):
    found = arrivals(RING, message_life=life, rounds=12, delay=delay)
    near = np.argwhere((RING > 0) & (life >= RING))
    assert found == {(m, s): [int(RING[m, s]) + extra] for m, s in near.tolist()}


@pytest.mark.parametrize("told", [False, True])  # the number of agents, by its width
def test_an_agent_knows_of_the_network_what_has_arrived(told):
    acted = []
    for agents in (20, 40):  # the first agent of a path hears of no difference in 19 rounds
        problem = byzantine(distances=distances(nx.path_graph(agents)), message_life=agents)
        options = robust.Options(sigma=10 / agents if told else 0.5)
        player = robust.play(problem, generator=np.random.default_rng(0), options=options)
        rounds = drive(player, lambda arms: [(MEANS[k], MEANS[k]) for k in arms], rounds=19)
        acted.append([arms[0] for arms in rounds])
    assert (acted[0] == acted[1]) is not told
