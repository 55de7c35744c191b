"""Theorem 8 (Appendix I): DELB with one message received a step, beside DELB with a server."""

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
