"""Protocol 2 in a point-to-point network, time step by time step (Appendix I.2, Theorem 8).

To be read beside the paper; `delb.simulate_literal` runs it. Agent 1 executes the server's code and
its own; the others receive from it, or send to it, one in each time step (Procedures 9 and 10), and
all pull an arbitrary action meanwhile. Agents count from 0 here, so agent i is served in step i.

Interpretations. A phase has three exchanges: assignments, averages, the estimate; each takes M - 1
steps, whoever has something to say. All of an agent's segments are one message, and an agent
without any gets an empty one, which costs nothing. All know from the design how long a phase lasts.
The arbitrary action is the one that an agent without an assignment pulls.
"""

import math
from collections.abc import Generator
from typing import Any

import numpy as np

from bandit_replications.bandits.arrays import Floats
from bandit_replications.papers.distributed.algorithms.delb_literal import (
    basis_of,
    keep,
    least_squares,
    plan,
    rounded_entries,
    schedule,
)
from bandit_replications.papers.distributed.algorithms.delb_options import Options
from bandit_replications.papers.distributed.algorithms.precision import round_average
from bandit_replications.papers.distributed.environments.channel import (
    RECEIVE,
    Channel,
    Coroutine,
    Message,
    play_network,
)
from bandit_replications.papers.distributed.environments.literal_environments import GroupPlayer
from bandit_replications.papers.distributed.environments.problems import LinearProblem

SERVING = 0  # agent 1, who is the server as well

Contents = list[list[float]]


def play(
    problem: LinearProblem,
    generator: np.random.Generator,
    options: Options,
    channel: Channel,
    sizes: list[int],
) -> GroupPlayer:
    """Play agents over the channel, agent 1 the server too; see `delb.play`."""
    agents = [
        Agent(channel, i, problem, options, own, sizes if i == SERVING else []).start()
        for i, own in enumerate(generator.spawn(problem.agents))
    ]
    return play_network(agents=agents, channel=channel, horizon=problem.horizon)


class Agent:
    """Agent i; agent 1 is the server as well."""

    def __init__(
        self,
        channel: Channel,
        me: int,
        problem: LinearProblem,
        options: Options,
        generator: np.random.Generator,
        sizes: list[int],
    ) -> None:
        self.channel, self.me, self.options = channel, me, options
        self.actions, self.agents, self.horizon = problem.sets[0], problem.agents, problem.horizon
        self.generator, self.sizes = generator, sizes

    def start(self) -> Coroutine:
        """Run phase after phase."""
        active = list(range(len(self.actions)))
        leader: int | None = None
        best = 0
        size = {"dimension": self.actions.shape[1], "agents": self.agents}
        for w in self.options.widths(**size, horizon=self.horizon):
            if self.channel.time < self.horizon:
                self.sizes.append(len(active))
            m = plan(self.actions, active, w, self.agents, self.horizon, self.options)
            idle = max(m, key=lambda x: m[x]) if leader is None else leader
            given = schedule(m, self.agents)
            orders = yield from self.server_to_agent("assignment", self.orders(m, given), idle)
            reports = yield from self.carry_out(m, orders, idle)
            collected = yield from self.agent_to_server("report", reports, idle)
            basis = basis_of(self.actions, active, self.options)
            estimates = self.estimates(m, given, collected, basis)
            numbers = yield from self.server_to_agent("estimate", estimates, idle)
            theta = basis.T @ np.array(numbers)
            best = max(active, key=lambda x: float(theta @ self.actions[x]))
            leader = best if self.options.idle == "leader" else None
            active = keep(self.actions, active, theta, w, self.options)
        while True:
            yield best

    def server_to_agent(
        self, purpose: str, contents: Contents, idle: int
    ) -> Generator[Any, Any, list[float]]:
        """Procedure 9: agent 1 sends message i to agent i in step i; return its content."""
        received = contents[SERVING] if self.me == SERVING else []
        for step in range(1, self.agents):
            yield idle
            if self.me == SERVING:
                self.channel.send(SERVING, step, purpose, *contents[step])
            elif self.me == step:
                message = yield RECEIVE
                assert isinstance(message, Message)
                received = list(message.content)
        return received

    def agent_to_server(
        self, purpose: str, content: list[float], idle: int
    ) -> Generator[Any, Any, Contents]:
        """Procedure 10: agent i sends its message in step i; agent 1 returns all of them."""
        collected = [content]
        for step in range(1, self.agents):
            yield idle
            if self.me == SERVING:
                message = yield RECEIVE
                assert isinstance(message, Message)
                assert message.sender == step
                collected.append(list(message.content))
            elif self.me == step:
                self.channel.send(self.me, SERVING, purpose, *content)
        return collected

    def orders(self, m: dict[int, int], given: list[tuple[int, int, int]]) -> Contents:
        """Return (position in the design, pulls) of each agent's segments."""
        orders: Contents = [[] for _ in range(self.agents)]
        for agent, action, count in given:
            orders[agent] += [list(m).index(action), count]
        return orders

    def carry_out(
        self, m: dict[int, int], orders: list[float], idle: int
    ) -> Generator[int, float, list[float]]:
        """Pull what is assigned, fill up the phase, and return the averages."""
        averages = []
        left = math.ceil(sum(m.values()) / self.agents)
        bits = self.options.precision_bits
        for position, count in zip(orders[::2], orders[1::2], strict=True):
            total = 0.0
            for _ in range(int(count)):
                total += yield list(m)[int(position)]
            averages.append(round_average(total / count, bits, self.generator))
            left -= int(count)
        for _ in range(left):
            yield idle
        return averages

    def estimates(
        self,
        m: dict[int, int],
        given: list[tuple[int, int, int]],
        collected: Contents,
        basis: Floats,
    ) -> Contents:
        """Return the estimate for each agent, as agent 1 computes it (lines 5 to 8)."""
        if self.me != SERVING:
            return []
        total = dict.fromkeys(m, 0.0)
        reports = [average for content in collected for average in content]
        for (_, action, count), average in zip(given, reports, strict=True):
            total[action] += count * average
        theta = least_squares(self.actions, m, total)
        return [rounded_entries(basis @ theta, self.options).tolist()] * self.agents
