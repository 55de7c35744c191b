"""DEMAB in a point-to-point network (Procedures 9, 10, Theorem 7): exchanges take M - 1 steps.

No agent exchanges messages with more than one other at a time, so a broadcast, or a collection,
takes M - 1 time steps in which all agents pull an arbitrary arm; agent i receives, or sends, in
step i - 1. Agent 1 plays the server too, and what it sends to itself costs nothing. Stage 1 is as
before. Source: Appendix I.

Interpretations. Procedure 9 sends message i to agent i + 1 at step i, while the receiver takes it
for its own, i + 1: the index is read as the receiver's. The proof counts three exchanges in a phase
of Protocol 1; sizes, length, best and threshold are four, Reallocate adds two (announcement,
donated arms; dealt arms go with the length), and the phase that centralises has four. A later phase
has two; it ends for all at once, which agents far from the server must know, so its length goes out
with the assignment, one more number for each. The arbitrary arm is the last one pulled, or the
first of all (`meanwhile`).

>>> problem = ArmsProblem(means=np.linspace(0.1, 0.9, 20), agents=16, horizon=10**10)
>>> run = simulate(problem, generator=np.random.default_rng(0))
>>> run.sizes[:3], run.purposes["sizes"]
((1, 1, 1), 15)
"""

from functools import partial
from typing import Literal

import numpy as np
from pydantic import Field

from bandit_replications.bandits.arrays import Integers
from bandit_replications.papers.distributed.algorithms import (
    demab,
    demab_literal,
    demab_phases,
)
from bandit_replications.papers.distributed.algorithms.assignment import Assignment
from bandit_replications.papers.distributed.algorithms.demab_options import PURPOSES
from bandit_replications.papers.distributed.algorithms.elimination_kernels import record_waiting
from bandit_replications.papers.distributed.environments.channel import (
    RECEIVE,
    SERVER,
    Coroutine,
)
from bandit_replications.papers.distributed.environments.problems import (
    ArmsProblem,  # noqa: F401  for the example
)


class Options(demab.Options):
    """As for DEMAB, and the arm pulled during an exchange."""

    meanwhile: Literal["last-arm", "first-arm"] = Field(
        default="last-arm", description="the arbitrary arm pulled while messages travel"
    )


class FastRun(demab_phases.FastRun):
    """A run simulated phase by phase in which each exchange takes M - 1 steps."""

    options: Options

    def send(self, purpose: str, numbers: int | Integers, *, from_server: bool) -> None:
        """Stretch a message of each agent, or to each, over M - 1 steps."""
        self.record(purpose, numbers, from_server=from_server)
        self.wait()

    def record(self, purpose: str, numbers: int | Integers, *, from_server: bool) -> None:
        """Record messages: agent i's, counted from 0, passes after i steps."""
        position, direction = PURPOSES.index(purpose), int(from_server)
        each = np.broadcast_to(numbers, self.agents).tolist()
        self.events += [
            (self.time + agent, position, direction, each[agent]) for agent in range(1, self.agents)
        ]

    def wait(self) -> None:
        """Let all agents pull an arbitrary arm for M - 1 steps."""
        end = min(self.time + self.agents - 1, self.horizon)
        record_waiting(self.counts, self.options.meanwhile == "last-arm", self.time, end)
        self.time += self.agents - 1

    def send_moved_arms(self, numbers: Integers) -> None:
        """Send donated arms along with the length."""
        self.record("moved-arms", numbers, from_server=True)

    def send_assignment(self, plan: Assignment) -> None:
        """Send the phase's length, and the arm and the pulls of each segment."""
        self.record("length", 1, from_server=True)
        super().send_assignment(plan)

    def send_reports(self, plan: Assignment, start: int) -> None:
        """Send all reports of an agent at once after the phase."""
        self.to_server("report", np.bincount(plan.agent, minlength=self.agents))


class Agent(demab_literal.Agent):
    """Agent i, whose messages take their turn."""

    def pause(self) -> Coroutine:
        """Pull an arbitrary arm for one step."""
        options = self.options
        assert isinstance(options, Options)
        yield from self.pull(self.last_arm if options.meanwhile == "last-arm" else 0)

    def send(self, purpose: str, *content: float) -> Coroutine:
        """Run Procedure 10: agents count from 0 here, so agent i sends after step i."""
        for step in range(self.agents):
            if step > 0:
                yield from self.pause()
            if step == self.name:
                self.channel.send(self.name, SERVER, purpose, *content)

    def receive(self) -> Coroutine:
        """Run Procedure 9: wait M - 1 steps; the message has come by then."""
        for _ in range(self.agents - 1):
            yield from self.pause()
        return (yield RECEIVE)

    def follow_assignments(self) -> Coroutine:
        """Pull what is assigned, fill the phase up with the last arm, then report."""
        while (message := (yield from self.receive())).purpose != "commit":
            left = int(message.content[0])
            orders = (yield RECEIVE).content
            averages = []
            for arm, pulls in zip(orders[::2], orders[1::2], strict=True):
                averages.append(self.rounded((yield from self.average(int(arm), int(pulls)))))
                left -= int(pulls)
            for _ in range(left):
                yield from self.pull(self.last_arm)
            yield from self.send("report", *averages)
        while True:
            yield from self.pull(int(message.content[0]))


class Server(demab_literal.Server):
    """What agent 1 does as the server; message to agent i passes after i steps."""

    def measure(self, segments: list[tuple[int, int, int]]) -> Coroutine:
        """Send each agent the length and its segments, and return the reported averages."""
        orders: list[list[int]] = [[] for _ in range(self.agents)]
        for agent, arm, pulls in segments:
            orders[agent] += [arm, pulls]
        length = max(sum(order[1::2]) for order in orders)
        for agent in range(self.agents):
            self.post(agent, "length", length)
            self.post(agent, "assignment", *orders[agent])
        reports = yield from self.gather(self.agents)
        return [average for message in reports for average in message.content]


class LiteralRun(demab_literal.LiteralRun):
    """Agents that take turns; agent 1 is the server too."""

    agent_class = Agent
    server_class = Server
    point_to_point = True


simulate = partial(demab.simulate, options=Options(), run=FastRun)
play = partial(demab.play, options=Options(), run=LiteralRun)
simulate_literal = partial(demab.simulate_literal, options=Options(), run=LiteralRun)
