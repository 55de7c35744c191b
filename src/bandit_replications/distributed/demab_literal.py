"""DEMAB step by step, to be read beside Protocols 1 and 3 to 7: agents, a server and a channel.

Agents and server share the channel and the public random numbers, nothing else.
"""

import math
from collections.abc import Generator
from typing import NamedTuple

import numpy as np

from bandit_replications.distributed.assignment import assign_literal
from bandit_replications.distributed.channel import (
    RECEIVE,
    SERVER,
    Channel,
    Coroutine,
    Message,
    Spare,
)
from bandit_replications.distributed.demab_options import Options
from bandit_replications.distributed.elimination import eliminate_literal


class Known(NamedTuple):
    """What agents and server all know, and the channel."""

    agents: int
    arms: int
    horizon: int
    options: Options
    channel: Channel


class Participant:
    """An agent or the server, with a generator of its own."""

    def __init__(self, known: Known, generator: np.random.Generator) -> None:
        self.agents, self.arms, self.horizon, self.options, self.channel = known
        self.generator = generator

    def pulls(self, phase: int) -> int:
        """Return m_l."""
        return self.options.literal_pulls(
            phase, agents=self.agents, arms=self.arms, horizon=self.horizon
        )

    def survivors(self, averages: dict[int, float], best: float, phase: int) -> list[int]:
        """Return the arms that lines 22 and 29 keep."""
        if self.options.strict_distributed_elimination:
            return [arm for arm, average in averages.items() if average + 2.0**-phase > best]
        return [arm for arm, average in averages.items() if average + 2.0**-phase >= best]

    def rounded(self, average: float) -> float:
        """Return a real as it is sent."""
        bits = self.options.precision_bits
        if bits is None:
            return average
        below = math.floor(average * 2**bits)
        up = self.generator.random() < average * 2**bits - below
        return (below + up) / 2**bits


class Agent(Participant):
    """Agent i, who carries out what concerns it."""

    def start(self, *, name: int, public: list[int], budget: int, first_phase: int) -> Coroutine:
        """Run the protocol."""
        self.name, self.last_arm = name, 0
        self.burn_in_phases = 0
        remaining = yield from self.burn_in(budget)
        held = [arm for arm in remaining if public[arm] == name]
        phase = first_phase
        while self.channel.time < self.horizon:
            self.channel.send(name, SERVER, "sizes", len(held))
            message = yield RECEIVE
            if message.purpose == "centralize":
                self.channel.send(name, SERVER, "centralize", *held)
                yield from self.obey()
            if message.purpose == "reallocation":
                average = int(message.content[1])
                if len(held) > average:
                    self.channel.send(name, SERVER, "moved-arms", *held[average:])
                    held = held[:average]
                # Protocol 6 lets only the others wait, but the last arms may go to anybody.
                while (message := (yield RECEIVE)).purpose == "moved-arms":
                    held = sorted([*held, *map(int, message.content)])
            longest = int(message.content[0])
            held = yield from self.distributed(held, longest, phase)
            phase += 1

    def pull(self, arm: int) -> Generator[int, float, float]:
        """Pull an arm and return the reward."""
        self.last_arm = arm
        return (yield arm)

    def average(self, arm: int, pulls: int) -> Generator[int, float, float]:
        """Pull an arm so many times and return the average reward."""
        total = 0.0
        for _ in range(pulls):
            total += yield from self.pull(arm)
        return total / pulls

    def burn_in(self, budget: int) -> Generator[int, float, list[int]]:
        """Run Eliminate for D steps."""
        protocol = eliminate_literal(
            arms=self.arms,
            agents=self.agents,
            horizon=self.horizon,
            budget=budget,
            options=self.options,
        )
        reward = None
        while True:
            try:
                arm = protocol.send(reward)  # type: ignore[arg-type]
            except StopIteration as stop:
                remaining, begun = stop.value
                self.burn_in_phases = max(0, begun - 1)
                return list(remaining)
            reward = yield from self.pull(arm)

    def distributed(self, held: list[int], longest: int, phase: int) -> Coroutine:
        """Lines 16 to 22 of Protocol 3; return the arms kept."""
        pulls = self.pulls(phase)
        averages = {}
        for arm in held:
            averages[arm] = yield from self.average(arm, pulls)
        in_turn = held if held and self.options.padding == "own-arms" else [self.last_arm]
        for step in range((longest - len(held)) * pulls):
            yield from self.pull(in_turn[step % len(in_turn)])
        best = max(averages, key=lambda arm: averages[arm], default=-1)
        highest = self.rounded(averages[best]) if averages else -math.inf
        self.channel.send(self.name, SERVER, "best", best, highest)
        message = yield RECEIVE
        return self.survivors(averages, message.content[0], phase)

    def obey(self) -> Coroutine:
        """Pull what the server assigns and report it; repeat the last arm meanwhile."""
        while True:
            message = yield Spare(self.last_arm)
            if not isinstance(message, Message):
                continue
            arm = int(message.content[0])
            if message.purpose == "commit":
                self.last_arm = arm
                continue
            average = yield from self.average(arm, int(message.content[1]))
            self.channel.send(self.name, SERVER, "report", self.rounded(average))


class Server(Participant):
    """The server."""

    def start(self, *, first_phase: int) -> Coroutine:
        """Run the protocol."""
        self.sizes: list[int] = []
        self.reallocated: list[int] = []
        phase, self.finished = first_phase, 0
        while True:
            sizes = [int(m.content[0]) for m in (yield from self.gather(self.agents))]
            if sum(sizes) <= self.agents:
                word = (1.0,) if self.options.announce_centralize else ()
                self.broadcast("centralize", *word)
                arms = [
                    int(arm) for m in (yield from self.gather(self.agents)) for arm in m.content
                ]
                yield from self.centralised(sorted(arms), phase)
                return
            self.sizes.append(sum(sizes))
            longest = max(sizes)
            if max(sizes) > 2 * min(sizes):
                sizes = yield from self.reallocate(sizes)
                if not self.options.longest_before_reallocation:
                    longest = max(sizes)
            self.broadcast("length", longest)
            bests = yield from self.gather(self.agents)
            self.broadcast("threshold", max(m.content[1] for m in bests))
            self.finished += 1
            phase += 1

    def gather(self, number: int) -> Coroutine:
        """Return the next messages, those of the first agents first."""
        messages = []
        for _ in range(number):
            messages.append((yield RECEIVE))
        return sorted(messages, key=lambda message: message.sender)

    def broadcast(self, purpose: str, *content: float) -> None:
        """Send the same to all agents."""
        for agent in range(self.agents):
            self.channel.send(SERVER, agent, purpose, *content)

    def reallocate(self, sizes: list[int]) -> Coroutine:
        """Run Protocol 5 and return the new sizes."""
        self.reallocated.append(sum(sizes))
        average = sum(sizes) // self.agents
        self.broadcast("reallocation", 1, average)
        donors = [agent for agent in range(self.agents) if sizes[agent] > average]
        stock = [arm for m in (yield from self.gather(len(donors))) for arm in m.content]
        after = [min(size, average) for size in sizes]
        for agent in range(self.agents):
            deficit = average - sizes[agent]
            if self.options.deficit_sign == "printed":
                deficit = -deficit
            if sizes[agent] < average and deficit > 0:
                self.channel.send(SERVER, agent, "moved-arms", *stock[:deficit])
                stock = stock[deficit:]
                after[agent] += deficit
        for place, arm in enumerate(stock):
            self.channel.send(SERVER, place % self.agents, "moved-arms", arm)
            after[place % self.agents] += 1
        return after

    def centralised(self, arms: list[int], phase: int) -> Coroutine:
        """Lines 26 to 29 of Protocol 3, phase after phase."""
        while self.channel.time < self.horizon and arms:
            if len(arms) == 1 and self.options.single_arm == "commit":
                self.broadcast("commit", arms[0])
                return
            self.sizes.append(len(arms))
            schedule = assign_literal(arms=len(arms), pulls=self.pulls(phase), agents=self.agents)
            for agent, place, pulls in schedule:
                self.channel.send(SERVER, agent, "assignment", arms[place], pulls)
            reports = yield from self.gather(len(schedule))
            totals, counts = dict.fromkeys(arms, 0.0), dict.fromkeys(arms, 0)
            for (_, place, pulls), report in zip(schedule, reports, strict=True):
                totals[arms[place]] += report.content[0] * pulls
                counts[arms[place]] += pulls
            averages = {arm: totals[arm] / counts[arm] for arm in arms}
            self.finished += 1
            arms = self.survivors(averages, max(averages.values()), phase)
            phase += 1
