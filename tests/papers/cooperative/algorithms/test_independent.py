"""Byzantine-proof UCB at the paper's size against a simulator that shares no code with it."""

import math

import networkx as nx
import numpy as np
import pytest

from bandit_replications.bandits.rewards import bernoulli_table
from bandit_replications.papers.cooperative.algorithms import byzantine_proof_ucb
from bandit_replications.papers.cooperative.environments.contamination import ContaminationEntry
from bandit_replications.papers.cooperative.environments.problems import ByzantineProblem

MEANS, FALSE, SIGMA, HORIZON = np.linspace(0.3, 0.7, 5), 0.001, 0.5, 1000


def trimmed(counts, log_delta):
    """Estimates from counts (agents, arms, half, value) of zeros and ones in X and Y."""
    (x0, x1), (y0, y1) = np.moveaxis(counts, (2, 3), (0, 1))
    number, log_4 = y0 + y1, log_delta + math.log(4)
    share = np.maximum(FALSE * number, log_delta)
    points = np.ceil(number - 2 * share - np.sqrt(2 * share * log_4) - log_4)
    zeros, ones = y0 >= points, y1 >= points  # an atom is the shortest interval if it has enough
    both, every = zeros & ones, (x1 + y1) / np.maximum(counts.sum(axis=(2, 3)), 1)
    zeros, ones = zeros & ~(both & (y1 > y0)), ones & ~(both & (y0 > y1))
    held = (zeros & (x0 > 0)) * 1.0 + (ones & (x1 > 0))
    atoms = np.where(held > 0, (ones & (x1 > 0)) / np.maximum(held, 1), every)
    whole = np.where(x0 + x1 > 0, x1 / np.maximum(x0 + x1, 1), every)
    return np.where(points <= 0, every, np.where(zeros | ones, atoms, whole))


def regret_of(apart, *, life, receiver_turns, chance):
    """Play one game; arrivals of a round are taken in the order of their senders."""
    agents, arms = len(apart), len(MEANS)
    counts, taken = np.zeros((agents, arms, 2, 2)), np.zeros((agents, arms), dtype=int)
    everyone, sent, pulls = np.arange(agents), [], np.zeros(arms)
    sender_of = np.broadcast_to(everyone, apart.shape)
    for t in range(1, HORIZON + 1):
        arm = np.full(apart.shape, -1)  # of the message from each sender that arrives, if any
        half, value = np.zeros_like(arm), np.zeros_like(arm)
        for distance in range(1, min(life, t - 1) + 1):
            near = apart == distance
            for into, told in zip((arm, half, value), sent[-distance], strict=True):
                into[near] = told[sender_of[near]]
        for k in range(arms):
            got = arm == k
            if receiver_turns:
                half[got] = ((taken[:, k, None] + got.cumsum(axis=1) - 1) % 2)[got]
            taken[:, k] += got.sum(axis=1) if receiver_turns else 0
            for place in np.ndindex(2, 2):
                arrived = got & (half == place[0]) & (value == place[1])
                counts[:, k, *place] += arrived.sum(axis=1)
        log_delta = 2 * math.log(t)
        width = np.sqrt(SIGMA * log_delta / np.maximum(counts.sum(axis=(2, 3)), 1))
        chosen = (trimmed(counts, log_delta) + width).argmax(axis=1)
        if t <= arms:
            chosen[:] = t - 1
        reward = (chance.random(agents) < MEANS[chosen]) * 1
        turn = taken[everyone, chosen] % 2
        taken[everyone, chosen] += 1
        counts[everyone, chosen, turn, reward] += 1
        false = chance.random(agents) < FALSE
        sent.append((chosen, turn, np.where(false, (chosen < arms - 1) * 1, reward)))
        pulls += np.bincount(chosen, minlength=arms)
    return pulls @ (MEANS.max() - MEANS)


@pytest.mark.full
@pytest.mark.parametrize("receiver_turns", [False, True])
def test_regret_of_200_agents_is_that_of_an_independent_simulator(receiver_turns):
    graph = nx.erdos_renyi_graph(200, 0.03, seed=1)
    graph.add_edges_from((0, agent) for agent in range(200) if not nx.has_path(graph, 0, agent))
    apart = np.array([[nx.shortest_path_length(graph, a)[b] for b in graph] for a in graph])
    law = ContaminationEntry(probability=FALSE).for_arms(MEANS)
    problem = ByzantineProblem(
        rewards=bernoulli_table(MEANS), horizon=HORIZON, distances=apart, message_life=2,
        contamination=law, assumed_contamination=FALSE,
    )  # fmt: skip
    turns = "receiver-turns" if receiver_turns else "sender-turns"
    options = byzantine_proof_ucb.Options(halves=turns, sigma=SIGMA)

    def fast(seed):
        chance = np.random.default_rng(seed)
        pulls = byzantine_proof_ucb.simulate(problem, generator=chance, options=options).pulls
        return pulls[-1] @ (MEANS.max() - MEANS)

    def apart_by(life):
        played = {"life": life, "receiver_turns": receiver_turns}
        own = [regret_of(apart, chance=np.random.default_rng(one), **played) for one in range(8)]
        error = math.hypot(np.std(own) / math.sqrt(7), np.std(found) / math.sqrt(29))
        return abs(np.mean(own) - np.mean(found)) / error

    found = [fast(100 + seed) for seed in range(30)]
    assert apart_by(2) < 4
    assert apart_by(1) > 8  # control: without the messages of distance 2
