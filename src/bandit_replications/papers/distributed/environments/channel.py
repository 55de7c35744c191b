"""The network of Section 1.1, for the literal protocols: agents, a server, all numbers counted.

Agents and server are coroutines that share nothing but this channel. An agent yields the arm it
pulls and is sent the reward, or yields `RECEIVE` and is sent its next message, or yields `Spare`:
it pulls that arm unless a message comes first. The server only receives. Messages pass between time
steps, without delay, as the paper assumes; so each agent runs on until it pulls or has nothing left
to read, and then all pull at once.
"""

from collections import deque
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from bandit_replications.papers.distributed.algorithms.runs import Integers

SERVER = -1
RECEIVE = object()


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
        If agent 0 plays the server: what it tells itself is not counted, and the server's message
        to agent i is on its way for i steps (agents that keep to Procedure 9 read it later still).

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

    def events(self, purposes: tuple[str, ...]) -> Integers:
        """Return time step, purpose, whether the server sent, and numbers of each message."""
        rows = [
            (m.time, purposes.index(m.purpose), int(m.sender == SERVER), len(m.content))
            for m in self.sent
            if not (self.point_to_point and {m.sender, m.receiver} == {0, SERVER})
        ]
        return np.array(rows, dtype=np.int64).reshape(-1, 4)


class History:
    """What the literal protocols pulled, step by step."""

    def __init__(self, reward: Callable[[int, int], float]) -> None:
        self.reward = reward
        self.arms: list[list[int]] = []

    def pull(self, agent: int, arm: int) -> float:
        """Write down a pull and return its reward."""
        while len(self.arms) <= agent:
            self.arms.append([])
        self.arms[agent].append(arm)
        return self.reward(agent, arm)

    def counts(self, checkpoints: Integers, arms: int) -> Integers:
        """Return how often all agents pulled each arm, shape (checkpoints, arms)."""
        rows = [
            np.bincount([arm for agent in self.arms for arm in agent[:checkpoint]], minlength=arms)
            for checkpoint in checkpoints.tolist()
        ]
        return np.array(rows, dtype=np.int64)


def run_network(
    *,
    server: Coroutine,
    agents: list[Coroutine],
    channel: Channel,
    horizon: int,
    pull: Callable[[int, int], float],
) -> None:
    """Run a protocol for T time steps; `pull(agent, arm)` returns a reward.

    What is sent right after the last step still passes.

    Raises
    ------
    RuntimeError
        If an agent waits for a message that nobody sends.

    """
    coroutines = {**dict(enumerate(agents)), SERVER: server}
    wishes = {name: coroutine.send(None) for name, coroutine in coroutines.items()}
    _deliver(coroutines, wishes, channel)
    for _ in range(horizon):
        waiting = [agent for agent in range(len(agents)) if wishes[agent] is RECEIVE]
        if waiting:
            raise RuntimeError(f"agents {waiting} wait for a message at time {channel.time}")
        rewards = {agent: pull(agent, _arm(wishes[agent])) for agent in range(len(agents))}
        channel.time += 1
        for agent, reward in rewards.items():
            wishes[agent] = _advance(coroutines[agent], reward)
        _deliver(coroutines, wishes, channel)


DONE = object()


def _arm(wish: Any) -> int:
    arm: int = wish.arm if isinstance(wish, Spare) else wish
    return arm


def _reads(wish: object) -> bool:
    return wish is RECEIVE or isinstance(wish, Spare)


def _advance(coroutine: Coroutine, value: object) -> object:
    try:
        return coroutine.send(value)
    except StopIteration:
        return DONE


def _deliver(coroutines: dict[int, Coroutine], wishes: dict[int, Any], channel: Channel) -> None:
    """Hand out messages until everybody pulls or has nothing left to read."""
    moved = True
    while moved:
        moved = False
        for name, coroutine in coroutines.items():
            while _reads(wishes[name]) and (message := channel.next_message(name)):
                wishes[name] = _advance(coroutine, message)
                moved = True
