"""The communication protocol of Section 2: messages are aged, passed on, and dropped.

A message lives for γ forwardings. In each round every agent sends to its neighbours what it has
newly got and its own message; a message that an agent has seen before it neither uses nor passes
on again, so each reaches an agent at distance d <= γ once, after d rounds.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, kw_only=True)
class Message:
    """One message: who made it, in which round, what it says, how often it may still be sent."""

    sender: int
    time: int
    content: Any
    life: int = 0

    @property
    def name(self) -> tuple[int, int]:
        """What tells a message from others: its sender and round."""
        return self.sender, self.time


class Network:
    """Agents' mailboxes and the wires between neighbours; holds no agent."""

    def __init__(
        self, adjacent: NDArray[np.bool_], *, message_life: int, extra_rounds: int = 0
    ) -> None:
        """Start without messages.

        Parameters
        ----------
        adjacent : bool array, shape (agents, agents)
            Which agents are neighbours.
        message_life : int
            γ >= 0.
        extra_rounds : int
            Rounds that every message waits before its agent may use it, beyond one a wire.

        """
        self._neighbours = [np.flatnonzero(row).tolist() for row in adjacent]
        self._life = message_life
        self._outgoing: list[list[Message]] = [[] for _ in adjacent]
        self._seen: list[set[tuple[int, int]]] = [set() for _ in adjacent]
        empty: list[list[Message]] = [[] for _ in adjacent]
        self._late = [empty] * extra_rounds

    def create(self, message: Message) -> None:
        """Let its sender put a new message into its outgoing ones."""
        self._seen[message.sender].add(message.name)
        self._outgoing[message.sender].append(replace(message, life=self._life))

    def deliver(self) -> list[list[Message]]:
        """Send everything over one wire; return what is new to each agent."""
        arrived: list[list[Message]] = [[] for _ in self._neighbours]
        for agent, messages in enumerate(self._outgoing):
            aged = [replace(m, life=m.life - 1) for m in messages if m.life > 0]
            for neighbour in self._neighbours[agent]:
                arrived[neighbour] += aged
        fresh = [self._first_seen(agent, messages) for agent, messages in enumerate(arrived)]
        self._outgoing = [list(messages) for messages in fresh]
        self._late.append(fresh)
        return self._late.pop(0)

    def _first_seen(self, agent: int, messages: list[Message]) -> list[Message]:
        fresh = []
        for message in messages:
            if message.name not in self._seen[agent]:
                self._seen[agent].add(message.name)
                fresh.append(message)
        return fresh
