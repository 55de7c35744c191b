"""Theorem 8 (Appendix I): DELB with one message received a step, beside DELB with a server."""

import math
from typing import Literal

from bandit_replications.bandits.streams import generator
from bandit_replications.inference.checks import Check, at_most
from bandit_replications.papers.distributed.algorithms import delb
from bandit_replications.papers.distributed.algorithms.delb_phases import PhasedRun
from bandit_replications.papers.distributed.environments.instances import unit_vectors
from bandit_replications.papers.distributed.environments.problems import LinearProblem

HORIZONS = (1000, 30_000, 1_000_000)
AGENTS = (2, 8, 32)
DIMENSION = 3

Network = Literal["server", "point-to-point"]
NETWORKS: tuple[Network, Network] = ("server", "point-to-point")


def large_horizon() -> Check:
    """Theorem 8: for T > M³ log M the added M² log T is O(d sqrt(MT log T)). Ratio at d = 1."""
    worst = 0.0
    for agents in (2, 3, 10, 100, 1000):
        for factor in (1, 10, 10**3, 10**6):
            horizon = factor * (math.floor(max(agents**3 * math.log(agents), agents, 2)) + 1)
            added = agents**2 * math.log(horizon)
            worst = max(worst, added / math.sqrt(agents * horizon * math.log(horizon)))
    return at_most("Theorem 8: M² log T over sqrt(MT log T), T >= M³ log M, largest", worst, 2.5)


def added_steps() -> Check:
    """Theorem 8: a phase's three exchanges take M - 1 steps each, M agents lose 2 in each of them.

    Left: 3 · 2 (M - 1) M over M², largest for M up to 1000.
    """
    worst = max(6 * (agents - 1) * agents / agents**2 for agents in range(2, 1001))
    return at_most("Theorem 8: regret that a phase's exchanges add, over M², largest", worst, 6.0)


def added_regret() -> Check:
    """Theorem 8: three exchanges of M - 1 steps add at most 3 · 2 M² to the regret of a phase.

    Without noise, so that both runs decide alike; 50 random actions, C1 = 1. Left: the most that
    is added over M² times the phases.
    """
    added = []
    for agents in AGENTS:
        for horizon in HORIZONS:
            server, peers = (_run(network, agents, horizon) for network in NETWORKS)
            added.append((peers.regret[-1] - server.regret[-1]) / (agents**2 * peers.phases))
    return at_most(
        "Theorem 8: added regret of a run over M² and its phases, largest", float(max(added)), 6.0
    )


def communication() -> Check:
    """Theorem 8: no more numbers than with a server, agent 1 sends itself none. Largest ratio."""
    ratios = []
    for agents in AGENTS:
        server, peers = (_run(network, agents, HORIZONS[-1]) for network in NETWORKS)
        ratios.append(peers.communication[-1] / server.communication[-1])
    return at_most(
        "Theorem 8: numbers sent over those with a server, largest", float(max(ratios)), 1.0
    )


def _run(network: Network, agents: int, horizon: int) -> PhasedRun:
    stream = generator(8, "theorem-8")
    problem = LinearProblem(
        action_set=unit_vectors(50, DIMENSION, stream),
        parameter=unit_vectors(1, DIMENSION, stream)[0],
        agents=agents,
        horizon=horizon,
        noise="none",
    )
    options = delb.Options(constant=1.0, network=network)
    return delb.simulate(problem, generator=stream, options=options)
