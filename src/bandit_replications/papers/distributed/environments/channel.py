"""The network of Section 1.1, for the literal protocols: agents, a server, all numbers counted.

Agents and server are coroutines that share nothing but this channel. An agent yields the arm it
pulls and is sent the reward, or yields `RECEIVE` and is sent its next message, or yields `Spare`:
it pulls that arm unless a message comes first. The server only receives. Messages pass between time
steps, without delay, as the paper assumes; so each agent runs on until it pulls or has nothing left
to read, and then all pull at once.
"""

from collections import deque
from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from bandit_replications.bandits.arrays import Integers
from bandit_replications.papers.distributed.environments.literal_environments import GroupPlayer

SERVER = -1
RECEIVE = object()
DONE = object()


@dataclass(frozen=True)
class Spare:
    """The arm that an agent pulls if no message comes before the next time step."""

    arm: int


Coroutine = Generator[Any, Any, Any]


@dataclass(frozen=True)
class Message:
    """One message: a packet for each number in `content` (a signal carries none)."""

    sender: int
    receiver: int
    purpose: str
    content: tuple[float, ...]
    time: int


@dataclass
class Channel:
    """Passes messages and counts the integers and reals in them.

    Attributes
    ----------
    time : int
        Time steps completed.
    sent : list of Message
        All of them in order.
    point_to_point : bool
        If agent 0 plays the server: what it sends to itself is not counted, and the server's
        message to agent i is on its way for i steps (agents that keep to Procedure 9 read it later
        still).

    """

    time: int = 0
    sent: list[Message] = field(default_factory=list)
    inboxes: dict[int, deque[Message]] = field(default_factory=dict)
    point_to_point: bool = False

    def send(self, sender: int, receiver: int, purpose: str, *content: float) -> None:
        """Send numbers; each counts one."""
        delay = receiver if self.point_to_point and sender == SERVER else 0
        message = Message(sender, receiver, purpose, content, self.time + delay)
        self.sent.append(message)
        self.inboxes.setdefault(receiver, deque()).append(message)

    def next_message(self, receiver: int) -> Message | None:
        """Return the receiver's oldest unread message, or None."""
        inbox = self.inboxes.get(receiver)
        return inbox.popleft() if inbox else None

    def events(self, purposes: tuple[str, ...], *, server: int = SERVER) -> Integers:
        """Return time step, purpose, 1 if the server sent, and numbers of each message."""
        rows = [
            (m.time, purposes.index(m.purpose), int(m.sender == server), len(m.content))
            for m in self.sent
            if not (self.point_to_point and {m.sender, m.receiver} == {0, SERVER})
        ]
        return np.array(rows, dtype=np.int64).reshape(-1, 4)


def play_network(
    *, agents: list[Coroutine], channel: Channel, horizon: int, server: Coroutine | None = None
) -> GroupPlayer:
    """Run agents and server for T time steps: yield the arm of each agent, be sent the rewards.

    What is sent right after the last step still passes.

    Raises
    ------
    RuntimeError
        If an agent waits for a message that nobody sends.

    """
    coroutines = dict(enumerate(agents))
    if server is not None:
        coroutines[SERVER] = server
    requests = {name: next(coroutine) for name, coroutine in coroutines.items()}
    _deliver(coroutines, requests, channel)
    for _ in range(horizon):
        waiting = [agent for agent in range(len(agents)) if requests[agent] is RECEIVE]
        if waiting:
            raise RuntimeError(f"agents {waiting} wait for a message at time {channel.time}")
        pulled = [requests[agent] for agent in range(len(agents))]
        rewards = yield tuple(arm.arm if isinstance(arm, Spare) else arm for arm in pulled)
        channel.time += 1
        for agent, reward in enumerate(rewards):
            requests[agent] = _advance(coroutines[agent], reward)
        _deliver(coroutines, requests, channel)


def _reads(request: object) -> bool:
    return request is RECEIVE or isinstance(request, Spare)


def _advance(coroutine: Coroutine, value: object) -> object:
    try:
        return coroutine.send(value)
    except StopIteration:
        return DONE


def _deliver(coroutines: dict[int, Coroutine], requests: dict[int, Any], channel: Channel) -> None:
    """Hand out messages until all agents pull or have nothing left to read."""
    moved = True
    while moved:
        moved = False
        for name, coroutine in coroutines.items():
            while _reads(requests[name]) and (message := channel.next_message(name)):
                requests[name] = _advance(coroutine, message)
                moved = True
