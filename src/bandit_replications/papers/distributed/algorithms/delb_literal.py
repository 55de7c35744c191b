"""Protocol 2 as printed: a server and agents that exchange messages, time step by time step.

To be read beside the paper; `delb.simulate_literal` runs it. The design alone comes from a module
of its own: each participant computes it anew, as the protocol says.
"""

import math

import numpy as np

from bandit_replications.bandits.arrays import Floats
from bandit_replications.papers.distributed.algorithms.delb_options import Options
from bandit_replications.papers.distributed.algorithms.g_optimal_design import g_optimal_design
from bandit_replications.papers.distributed.algorithms.precision import round_average
from bandit_replications.papers.distributed.environments.channel import (
    RECEIVE,
    SERVER,
    Channel,
    Coroutine,
    Message,
    play_network,
)
from bandit_replications.papers.distributed.environments.literal_environments import GroupPlayer
from bandit_replications.papers.distributed.environments.problems import LinearProblem


def play(
    problem: LinearProblem,
    generator: np.random.Generator,
    options: Options,
    channel: Channel,
    sizes: list[int],
) -> GroupPlayer:
    """Play a server and agents over the channel; see `delb.play`."""
    actions, agents, horizon = problem.fixed_set(), problem.agents, problem.horizon
    return play_network(
        server=server(channel, actions, agents, horizon, options, sizes),
        agents=[
            agent(channel, i, actions, agents, horizon, options, own)
            for i, own in enumerate(generator.spawn(agents))
        ],
        channel=channel,
        horizon=horizon,
    )


def server(
    channel: Channel, actions: Floats, agents: int, horizon: int, options: Options, sizes: list[int]
) -> Coroutine:
    """Assign pulls, collect averages, send estimates; append the number of active actions."""
    active = list(range(len(actions)))
    for w in options.widths(dimension=actions.shape[1], agents=agents, horizon=horizon):
        if channel.time >= horizon:
            return
        sizes.append(len(active))
        m = plan(actions, active, w, agents, horizon, options)
        given = schedule(m, agents)
        for receiver, action, count in given:  # an action by its position in the design
            channel.send(SERVER, receiver, "assignment", list(m).index(action), count)
        total = dict.fromkeys(m, 0.0)
        for agent_of_segment, action, count in given:
            report = yield RECEIVE
            assert isinstance(report, Message)
            assert report.sender == agent_of_segment
            total[action] += count * report.content[0]
        theta = least_squares(actions, m, total)
        basis = basis_of(actions, active, options)
        numbers = rounded_entries(basis @ theta, options)
        for receiver in range(agents):
            channel.send(SERVER, receiver, "estimate", *numbers.tolist())
        active = keep(actions, active, basis.T @ numbers, w, options)


def agent(
    channel: Channel,
    me: int,
    actions: Floats,
    agents: int,
    horizon: int,
    options: Options,
    generator: np.random.Generator,
) -> Coroutine:
    """Pull what is assigned, report averages, drop what the estimate says."""
    active = list(range(len(actions)))
    leader: int | None = None
    best = 0
    for w in options.widths(dimension=actions.shape[1], agents=agents, horizon=horizon):
        m = plan(actions, active, w, agents, horizon, options)
        steps = math.ceil(sum(m.values()) / agents)
        share = min(max(sum(m.values()) - me * steps, 0), steps)
        segments: list[tuple[int, int]] = []
        while sum(count for _, count in segments) < share:
            message = yield RECEIVE
            assert isinstance(message, Message)
            segments.append((list(m)[int(message.content[0])], int(message.content[1])))
        averages = []
        for action, count in segments:
            total = 0.0
            for _ in range(count):
                reward = yield action
                assert isinstance(reward, float)
                total += reward
            averages.append(round_average(total / count, options.precision_bits, generator))
        for _ in range(steps - share):
            yield max(m, key=lambda x: m[x]) if leader is None else leader
        for average in averages:
            channel.send(me, SERVER, "report", average)
        message = yield RECEIVE
        assert isinstance(message, Message)
        theta = basis_of(actions, active, options).T @ np.array(message.content)
        best = max(active, key=lambda x: float(theta @ actions[x]))
        leader = best if options.idle == "leader" else None
        active = keep(actions, active, theta, w, options)
    while True:
        yield best


def plan(
    actions: Floats, active: list[int], w: float, agents: int, horizon: int, options: Options
) -> dict[int, int]:
    """Return m_l(x) of the actions of the design, in the order of their index (lines 3 and 4)."""
    design = g_optimal_design(
        actions=actions[active], accuracy=options.accuracy, start=options.start
    )
    d = actions.shape[1] if options.phase_dimension == "ambient" else design.rank
    scale = options.scale(dimension=d, agents=agents, horizon=horizon)
    m = {}
    for position in design.support.tolist():
        pulls = scale / w**2 * design.weights[position]
        m[active[position]] = math.ceil(pulls) if options.rounding == "up" else max(1, int(pulls))
    return m


def schedule(m: dict[int, int], agents: int) -> list[tuple[int, int, int]]:
    """Return (agent, action, count), filling one agent after the other (Appendix E)."""
    room_of_each = math.ceil(sum(m.values()) / agents)
    given = []
    receiver, room = 0, room_of_each
    for action in sorted(m, key=lambda x: (-m[x], x)):
        rest = m[action]
        while rest > 0:
            if room == 0:
                receiver, room = receiver + 1, room_of_each
            count = min(room, rest)
            given.append((receiver, action, count))
            room, rest = room - count, rest - count
    return given


def rounded_entries(numbers: Floats, options: Options) -> Floats:
    """Return the entries of the estimate as they are sent."""
    if options.precision_bits is None:
        return numbers
    scale = 2**options.precision_bits
    return np.array([math.floor(entry * scale + 0.5) / scale for entry in numbers])


def least_squares(actions: Floats, m: dict[int, int], total: dict[int, float]) -> Floats:
    """Return V_l⁻¹ X, the shortest such vector where the design spans less (lines 6 and 7)."""
    v = np.zeros((actions.shape[1], actions.shape[1]))
    x_sum = np.zeros(actions.shape[1])
    for action, pulls in m.items():
        x = actions[action]
        v += pulls * np.outer(x, x)
        x_sum += total[action] * x
    return np.asarray(np.linalg.pinv(v, hermitian=True) @ x_sum)


def basis_of(actions: Floats, active: list[int], options: Options) -> Floats:
    """Return the rows in which the estimate is written: all of them, or of the active span."""
    if options.phase_dimension == "ambient":
        return np.eye(actions.shape[1])
    _, lengths, rows = np.linalg.svd(actions[active])
    return np.asarray(rows[: int((lengths > 1e-9 * lengths[0]).sum())])


def keep(
    actions: Floats, active: list[int], theta: Floats, w: float, options: Options
) -> list[int]:
    """Return A_{l+1} (line 9)."""
    best = max(float(theta @ actions[x]) for x in active)
    kept = []
    for x in active:
        behind = best - float(theta @ actions[x])
        inside = behind < 2 * w if options.strict else behind <= 2 * w
        if inside:
            kept.append(x)
    return kept
