"""Section 2: the asymptotic lower bound, and what a message's delay is."""

import math

import networkx as nx
import numpy as np

from bandit_replications.inference.checks import Check, at_most, equal
from bandit_replications.papers.cooperative.environments.message_passing import Message, Network
from bandit_replications.papers.cooperative.environments.networks import distances
from bandit_replications.papers.cooperative.theory.bounds import (
    bernoulli_divergence,
    centralised_rate,
)
from bandit_replications.papers.cooperative.theory.printed import erratum


@erratum("divergence-direction")
def lower_bound_direction(*, best: float = 0.9, other: float = 0.5) -> Check:
    """The lower bound divides by D(μ_k, μ*); printed is D(μ*, μ_k).

    A KL-UCB algorithm attains Σ Δ_k / D(μ_k, μ*) ln T (Cappé et al., 2013), so no algorithm's
    lower bound can be larger. With means 0.9 and 0.5 the printed factor is 1.087, the attained one
    0.783: as printed the theorem is false. (It also needs algorithms that are good on every
    instance: one that always plays the best arm has no regret.)
    """
    claimed = centralised_rate([best, other], divergence="best-arm")
    attained = centralised_rate([best, other])
    return at_most("factor of ln T with D(μ*, μ_k), against the attained", claimed, attained)


@erratum("divergence-direction")
def bounded_regret(*, other: float = 0.5, horizon: int = 10**5) -> Check:
    """One agent, means (μ, 1), an algorithm with regret O(ln T) on every Bernoulli instance.

    It pulls arm 1 until that pays a 0, then arm 2 until that does, then starts UCB1. Here it loses
    1 - μ in each round before arm 1's first 0: less than 1 on average. Elementary, no cited bound.
    With D(μ, 1), which is infinite, the right side would be 0.
    """
    regret = 1 - other**horizon  # (1 - μ) Σ_{j < T} μ^j
    claimed = (1 - other) / -math.log(other) * math.log(horizon)  # D(1, μ) = -ln μ
    name = f"right side with D(μ*, μ_k) at T = {horizon}, against a regret"
    return at_most(name, claimed, regret)


def byzantine_constant(*, gap: float = 0.02, gap_factor: bool) -> Check:
    """The remark after the Byzantine theorem: at ε = 0 and χ̄ = 1 its bound "matches" the lower one.

    4 σ²/Δ² as printed, or 4 σ²/Δ with the factor Δ that the proof has, σ = 1/2, against Δ/D(μ_k,
    μ*), which is about 1/(2 Δ): as printed the ratio is unbounded as Δ falls. Means 1/2 ± Δ/2.
    """
    attained = gap / bernoulli_divergence(0.5 - gap / 2, 0.5 + gap / 2)
    factor = "4 σ²/Δ" if gap_factor else "4 σ²/Δ² (printed)"
    leading = 1 / gap if gap_factor else 1 / gap**2
    name = f"{factor} against 2.5 times Δ/D(μ_k, μ*) at Δ = {gap:g}"
    return at_most(name, leading, 2.5 * attained)


def delay_is_the_distance(*, nodes: int = 7, message_life: int = 3) -> Check:
    """(4) and Section 2: a message reaches an agent at distance d <= γ after d rounds, once.

    Sent round by round on a ring: the sum over pairs of |arrival - distance|, with a penalty for
    pairs within the life that get nothing, or get something twice.
    """
    lengths = distances(nx.cycle_graph(nodes))
    network = Network(lengths == 1, message_life=message_life)
    for agent in range(nodes):
        network.create(Message(sender=agent, time=1, content=None))
    arrival = np.zeros_like(lengths)
    for delay in range(1, nodes + 1):
        for receiver, messages in enumerate(network.deliver()):
            for message in messages:
                arrival[receiver, message.sender] += delay
    expected = np.where(lengths <= message_life, lengths, 0)
    difference = float(np.abs(arrival - expected).sum())
    return equal("(4) rounds by which arrivals differ from distances, all pairs", difference, 0.0)
