"""The communication protocol of Section 2: messages are aged, forwarded, and dropped.

A message lives for γ forwardings. In each round every agent sends to its neighbours what it has
newly received and its own message; a message that an agent has seen before it neither uses nor
forwards again, so each reaches an agent at distance d <= γ once, after d rounds.
"""

import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from bandit_replications.bandits.literal import Player, drive
from bandit_replications.bandits.trajectories import Trajectory
from bandit_replications.papers.cooperative.environments.problems import Delay, GroupProblem

Arms = tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class Message:
    """One message: its sender and round, its content, and its remaining forwardings."""

    sender: int
    time: int
    content: Any
    life: int = 0

    @property
    def name(self) -> tuple[int, int]:
        """Identity of a message: its sender and round."""
        return self.sender, self.time


class Network:
    """Queues of outgoing messages and the edges between neighbours; holds no agent."""

    def __init__(
        self, adjacent: NDArray[np.bool_], *, message_life: int, delay: Delay = "distance"
    ) -> None:
        """Start without messages.

        Parameters
        ----------
        adjacent : bool array, shape (agents, agents)
            Which agents are neighbours.
        message_life : int
            γ >= 0.
        delay : str
            Whether every message waits a round before its agent may use it, beyond one an edge.

        """
        self._neighbours = [np.flatnonzero(row).tolist() for row in adjacent]
        self._life = message_life
        self._outgoing: list[list[Message]] = [[] for _ in adjacent]
        self._seen: list[set[tuple[int, int]]] = [set() for _ in adjacent]
        empty: list[list[Message]] = [[] for _ in adjacent]
        self._delayed = [empty] * (delay == "distance-plus-one")

    def create(self, message: Message) -> None:
        """Put a new message into its sender's outgoing ones."""
        self._seen[message.sender].add(message.name)
        self._outgoing[message.sender].append(replace(message, life=self._life))

    def deliver(self) -> list[list[Message]]:
        """Send everything over one edge; return each agent's new messages."""
        arrived: list[list[Message]] = [[] for _ in self._neighbours]
        for agent, messages in enumerate(self._outgoing):
            aged = [replace(m, life=m.life - 1) for m in messages if m.life > 0]
            for neighbour in self._neighbours[agent]:
                arrived[neighbour] += aged
        fresh = [self._first_seen(agent, messages) for agent, messages in enumerate(arrived)]
        self._outgoing = [list(messages) for messages in fresh]
        self._delayed.append(fresh)
        return self._delayed.pop(0)

    def _first_seen(self, agent: int, messages: list[Message]) -> list[Message]:
        fresh = []
        for message in messages:
            if message.name not in self._seen[agent]:
                self._seen[agent].add(message.name)
                fresh.append(message)
        return fresh


# --- Agents that pass messages --------------------------------------------------------------


class Agent(Protocol):
    """One agent of a group, with knowledge of its observations and received messages alone."""

    def choose(self, t: int) -> int:
        """Return the arm of round t."""

    def observe(self, arm: int, observed: Any) -> Any:
        """Learn from a round of its own; return the content of its message."""

    def receive(self, messages: list[Message]) -> None:
        """Learn from messages of others."""


def play_together(
    problem: GroupProblem, agents: Sequence[Agent], *, delay: Delay = "distance"
) -> Player[Arms, Iterable[Any]]:
    """Play all agents of a group; yields the arms of a round, is sent all observations."""
    network = Network(problem.distances == 1, message_life=problem.message_life, delay=delay)
    for t in itertools.count(1):
        arms = tuple(agent.choose(t) for agent in agents)
        observations = yield arms
        for m, observed in enumerate(observations):
            content = agents[m].observe(arms[m], observed)
            network.create(Message(sender=m, time=t, content=content))
        for agent, messages in zip(agents, network.deliver(), strict=True):
            agent.receive(messages)


def play_against(
    problem: GroupProblem,
    player: Player[Arms, Iterable[Any]],
    observation: Callable[[int, int], Any],
) -> Trajectory:
    """Return the pulls of a literal form against an environment.

    Parameters
    ----------
    problem : GroupProblem
    player : generator
        As `play` of the algorithms gives it.
    observation : callable
        (agent, arm) -> what the agent observes. It is called as the player takes what it is sent,
        agent by agent, so that both may draw from one random stream in the order of the agents.

    """
    agents = range(problem.agents)
    rounds = drive(player, lambda arms: map(observation, agents, arms), rounds=problem.horizon)
    played = np.array([np.bincount(arms, minlength=problem.arms) for arms in rounds])
    return Trajectory(np.cumsum(played, axis=0)[problem.points - 1])
