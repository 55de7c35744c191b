"""DEMAB step by step, to be read beside Protocols 1 and 3 to 7: agents, a server and a channel.

Agents and server share the channel and the public random numbers, nothing else.
"""

import math
from collections.abc import Generator
from typing import Any

import numpy as np

from bandit_replications.bandits.arrays import Integers
from bandit_replications.papers.distributed.algorithms.assignment import assign_literal
from bandit_replications.papers.distributed.algorithms.demab_options import (
    PURPOSES,
    DemabRun,
    Options,
    demab_run,
)
from bandit_replications.papers.distributed.algorithms.elimination import (
    Setting,
    eliminate_literal,
)
from bandit_replications.papers.distributed.algorithms.precision import round_average
from bandit_replications.papers.distributed.environments.channel import (
    RECEIVE,
    SERVER,
    Channel,
    Coroutine,
    Message,
    Spare,
    play_network,
)
from bandit_replications.papers.distributed.environments.literal_environments import (
    GroupPlayer,
    pulls_of,
)
from bandit_replications.papers.distributed.environments.problems import ArmsProblem


class Participant:
    """An agent or the server: M, K, T, the options, the channel and a generator of its own."""

    def __init__(
        self, setting: Setting, options: Options, channel: Channel, generator: np.random.Generator
    ) -> None:
        self.setting, self.options, self.channel = setting, options, channel
        self.generator = generator
        self.agents, self.arms, self.horizon = setting

    def pulls(self, phase: int) -> int:
        """Return m_l."""
        return self.options.literal_pulls(phase, self.setting)

    def survivors(self, averages: dict[int, float], best: float, phase: int) -> list[int]:
        """Return the arms that lines 20 and 25 of Protocol 3 keep."""
        if self.options.strict_distributed_elimination:
            return [arm for arm, average in averages.items() if average + 2.0**-phase > best]
        return [arm for arm, average in averages.items() if average + 2.0**-phase >= best]

    def rounded(self, average: float) -> float:
        """Return a real as it is sent."""
        return round_average(average, self.options.precision_bits, self.generator)


class Agent(Participant):
    """Agent i and its part of the protocols."""

    def start(
        self, *, name: int, public: list[int], announced: bool, budget: int, first_phase: int
    ) -> Coroutine:
        """Run Protocols 1, 3, 6 and 7 as an agent.

        `announced`: the server says which `public` numbers they are.
        """
        self.name, self.last_arm = name, 0
        self.burn_in_phases = 0
        remaining = yield from self.burn_in(budget, self.options.kept_phase(first_phase - 1))
        if announced:
            yield RECEIVE
        held = [arm for arm in remaining if public[arm] == name]
        phase = first_phase
        while self.channel.time < self.horizon:
            yield from self.send("sizes", len(held))
            message = yield from self.receive()
            if message.purpose == "centralize":
                yield from self.send("centralize", *held)
                yield from self.follow_assignments()
            if message.purpose == "reallocation":
                average = int(message.content[1])
                yield from self.send("moved-arms", *held[average:])
                # Protocol 6 lets only the others wait, but the last arms may go to anybody.
                message = yield from self.receive()
                held = sorted([*held[:average], *map(int, message.content)])
                message = yield RECEIVE  # the length comes along
            longest = int(message.content[0])
            held = yield from self.distributed(held, longest, phase)
            phase += 1

    def send(self, purpose: str, *content: float) -> Coroutine:
        """Send numbers to the server."""
        self.channel.send(self.name, SERVER, purpose, *content)
        yield from ()

    def receive(self) -> Coroutine:
        """Wait for the server's next message and return it."""
        return (yield RECEIVE)

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

    def burn_in(self, budget: int, kept_phase: int) -> Generator[int, float, list[int]]:
        """Run Eliminate for D steps."""
        protocol = eliminate_literal(
            setting=self.setting, budget=budget, options=self.options, kept_phase=kept_phase
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
        """Lines 15 to 20 of Protocol 3; return the arms kept."""
        pulls = self.pulls(phase)
        averages = {}
        for arm in held:
            averages[arm] = yield from self.average(arm, pulls)
        in_turn = held if held and self.options.padding == "own-arms" else [self.last_arm]
        for step in range((longest - len(held)) * pulls):
            yield from self.pull(in_turn[step % len(in_turn)])
        best = max(averages, key=lambda arm: averages[arm], default=-1)
        highest = self.rounded(averages[best]) if averages else -math.inf
        yield from self.send("best", best, highest)
        message = yield from self.receive()
        return self.survivors(averages, message.content[0], phase)

    def follow_assignments(self) -> Coroutine:
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

    def start(self, *, first_phase: int, public: Integers, announced: int | None) -> Coroutine:
        """Run Protocols 1, 3 and 7 as the server; first announce public numbers, if asked to."""
        skipped = first_phase if self.options.skips(public, self.agents) else None
        self.sizes: list[int] = []
        self.reallocated: list[int] = []
        phase, self.finished = first_phase, 0
        if announced is not None:
            self.broadcast("seed", announced)
        while True:
            sizes = [int(m.content[0]) for m in (yield from self.gather(self.agents))]
            if self.channel.time >= self.horizon:
                return
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
            if phase != skipped and max(sizes) > 2 * min(sizes):
                sizes = yield from self.reallocate(sizes)
                if not self.options.longest_before_reallocation:
                    longest = max(sizes)
            self.broadcast("length", longest)
            bests = yield from self.gather(self.agents)
            self.finished += 1
            self.broadcast("threshold", max(m.content[1] for m in bests))
            phase += 1

    def gather(self, number: int) -> Coroutine:
        """Return the next messages, those of the first agents first."""
        messages = []
        for _ in range(number):
            messages.append((yield RECEIVE))
        return sorted(messages, key=lambda message: message.sender)

    def post(self, agent: int, purpose: str, *content: float) -> None:
        """Send numbers to one agent."""
        self.channel.send(SERVER, agent, purpose, *content)

    def broadcast(self, purpose: str, *content: float) -> None:
        """Send the same to all agents."""
        for agent in range(self.agents):
            self.post(agent, purpose, *content)

    def reallocate(self, sizes: list[int]) -> Coroutine:
        """Run Protocol 5 and return the new sizes."""
        self.reallocated.append(sum(sizes))
        average = sum(sizes) // self.agents
        self.broadcast("reallocation", 1, average)
        stock = [arm for m in (yield from self.gather(self.agents)) for arm in m.content]
        sent: list[list[float]] = [[] for _ in range(self.agents)]
        for agent in range(self.agents):
            deficit = average - sizes[agent]
            if self.options.deficit_sign == "printed":
                deficit = -deficit
            if sizes[agent] < average and deficit > 0:
                sent[agent] += stock[:deficit]
                stock = stock[deficit:]
        for place, arm in enumerate(stock):
            sent[place % self.agents].append(arm)
        for agent in range(self.agents):
            self.post(agent, "moved-arms", *sent[agent])
        return [min(sizes[agent], average) + len(sent[agent]) for agent in range(self.agents)]

    def centralised(self, arms: list[int], phase: int) -> Coroutine:
        """Lines 22 to 25 of Protocol 3, phase after phase."""
        while self.channel.time < self.horizon and arms:
            if len(arms) == 1 and self.options.single_arm == "commit":
                self.broadcast("commit", arms[0])
                return
            self.sizes.append(len(arms))
            schedule = assign_literal(arms=len(arms), pulls=self.pulls(phase), agents=self.agents)
            segments = [(agent, arms[place], pulls) for agent, place, pulls in schedule]
            reports = yield from self.measure(segments)
            totals, counts = dict.fromkeys(arms, 0.0), dict.fromkeys(arms, 0)
            for (_, arm, pulls), report in zip(segments, reports, strict=True):
                totals[arm] += report * pulls
                counts[arm] += pulls
            averages = {arm: totals[arm] / counts[arm] for arm in arms}
            self.finished += 1
            arms = self.survivors(averages, max(averages.values()), phase)
            phase += 1

    def measure(self, segments: list[tuple[int, int, int]]) -> Coroutine:
        """Have (agent, arm, pulls) carried out and return the reported averages in that order."""
        for agent, arm, pulls in segments:
            self.post(agent, "assignment", arm, pulls)
        return [m.content[0] for m in (yield from self.gather(len(segments)))]


class LiteralRun:
    """One run of agents and server that share a channel: call `play` or `simulate`."""

    agent_class: type[Agent] = Agent
    server_class: type[Server] = Server
    point_to_point = False

    def __init__(
        self, problem: ArmsProblem, options: Options, generator: np.random.Generator
    ) -> None:
        self.problem, self.options, self.generator = problem, options, generator
        setting = Setting(problem.agents, problem.arms, problem.horizon)
        self.budget, self.completed_phases = options.stages(setting)
        self.public, self.announced = options.allocation(problem, generator)
        self.channel = Channel(point_to_point=self.point_to_point)
        *private, last = generator.spawn(problem.agents + 1)
        self.agents = [self.agent_class(setting, options, self.channel, own) for own in private]
        self.server = self.server_class(setting, options, self.channel, last)

    def play(self) -> GroupPlayer:
        """Yield the arm of each agent, be sent the rewards."""
        public, announced, first = self.public, self.announced, self.completed_phases + 1
        known: dict[str, Any] = {"public": public.tolist(), "announced": announced is not None}
        known |= {"budget": self.budget, "first_phase": first}
        return play_network(
            server=self.server.start(first_phase=first, public=public, announced=announced),
            agents=[agent.start(name=name, **known) for name, agent in enumerate(self.agents)],
            channel=self.channel,
            horizon=self.problem.horizon,
        )

    def simulate(self) -> DemabRun:
        """Play against the problem's arms and return the run."""
        problem, server = self.problem, self.server
        pulls = pulls_of(self.play(), problem, self.generator)
        return demab_run(
            problem,
            pulls,
            self.channel.events(PURPOSES),
            burn_in=self.budget,
            completed_phases=self.completed_phases,
            burn_in_phases=np.array([agent.burn_in_phases for agent in self.agents]),
            finished_phases=server.finished,
            sizes=tuple(server.sizes),
            reallocated=tuple(server.reallocated),
        )
