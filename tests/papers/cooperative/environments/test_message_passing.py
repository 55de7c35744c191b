import networkx as nx
import numpy as np
import pytest

from bandit_replications.papers.cooperative.environments.message_passing import (
    Message,
    Network,
    play_against,
    play_together,
)
from bandit_replications.papers.cooperative.environments.networks import distances
from support.cooperative import group

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


class Recorder:
    """An agent that plays its number and writes down what it sees."""

    def __init__(self, number, log):
        self.number, self.log = number, log

    def choose(self, t):
        return self.number % 2

    def observe(self, arm, observed):
        self.log.append(("observes", self.number, arm, observed))
        return observed

    def receive(self, messages):
        self.log += [("receives", self.number, one.sender, one.content) for one in messages]


def test_agents_play_observe_and_receive_in_this_order():
    log, problem = [], group("two", 1, horizon=3, checkpoints=[1, 3])
    player = play_together(problem, [Recorder(0, log), Recorder(1, log)], extra_rounds=0)

    def observation(agent, arm):
        log.append(("drawn", agent, arm))
        return 10 * agent + arm

    run = play_against(problem, player, observation)
    assert run.pulls.tolist() == [[1, 1, 0], [3, 3, 0]]
    # each reward is drawn when its agent observes it; nothing follows the last round
    one_round = [("drawn", 0, 0), ("observes", 0, 0, 0), ("drawn", 1, 1), ("observes", 1, 1, 11)]
    assert log == 2 * [*one_round, ("receives", 0, 1, 11), ("receives", 1, 0, 0)]
