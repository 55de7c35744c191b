"""DisLinUCB (Protocol 8): LinUCB on every agent, synchronised when one has learnt much alone.

Each agent keeps V = λI + Σ x xᵀ and Σ x y over what it knows: everything up to the last
synchronisation, its own samples after it. It plays the action with the highest upper confidence
bound. When ln(det V / det V_last) (t - t_last) > D = T ln(MT)/(d M) at one agent, all send what is
new to the server and get the sums of all. Source: Protocol 8, Appendix G; Theorem 4.

>>> problem = LinearProblem(
...     action_set=np.eye(3), parameter=np.array([0.9, 0.1, 0.1]), agents=3, horizon=300
... )
>>> run = simulate(problem, generator=np.random.default_rng(0))
>>> run.regret.round(1).tolist(), run.phases, run.purposes
([77.6], 3, {'download': 72, 'upload': 72})
"""

import math
from collections.abc import Callable
from typing import Literal

import numpy as np
from pydantic import Field

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.papers.distributed.algorithms.dislinucb_kernels import (
    SynchronisationRule,
    run_agents,
)
from bandit_replications.papers.distributed.algorithms.linucb import (
    LinUCBOptions,
    optimistic_action,
)
from bandit_replications.papers.distributed.algorithms.runs import Run, counted_run
from bandit_replications.papers.distributed.environments.channel import SERVER, Channel
from bandit_replications.papers.distributed.environments.literal_environments import (
    GroupPlayer,
    LinearEnvironment,
    play_all_rounds,
)
from bandit_replications.papers.distributed.environments.problems import LinearProblem

PURPOSES = ("upload", "download")


class Options(LinUCBOptions):
    """Constants and interpretations of DisLinUCB; the defaults are the printed ones."""

    delta_agents = 2

    threshold_factor: float = Field(
        default=1.0, ge=0, description="D is this times T ln(MT)/(d M); inf: never synchronise"
    )
    synchronisation: Literal["end-of-step", "at-once"] = Field(
        default="end-of-step",
        description=(
            "when: after all agents have pulled, or, as Protocol 8 is indented, before the next "
            "agent's turn"
        ),
    )
    last: Literal["merged", "before-merging"] = Field(
        default="merged",
        description="V_last: with the samples of all, or the agent's own just before it sends",
    )
    matrix_numbers: Literal["full", "symmetric"] = Field(
        default="full", description="numbers of a matrix: d², or d(d + 1)/2 as it is symmetric"
    )
    signs: bool = Field(
        default=False, description="learn from ±2 with a reward's mean and from rounded actions"
    )


def simulate(
    problem: LinearProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Run:
    """Simulate in compiled code: the same actions as `simulate_literal`.

    The run's phases are the epochs begun. A synchronisation costs 2 M (d² + d) numbers; the signals
    that start it carry none.
    """
    rule = SynchronisationRule(
        regularisation=options.regularisation,
        log_inverse_delta=_log_inverse_delta(problem, options),
        threshold=threshold(problem, options),
        at_once=options.synchronisation == "at-once",
        before_merging=options.last == "before-merging",
        signs=options.signs,
    )
    regret, synchronised = run_agents(problem.arrays, rule, generator)
    events = np.zeros((2 * synchronised.size, 4), dtype=np.int64)
    events[:, 0] = np.repeat(synchronised, 2)
    events[1::2, 1] = events[1::2, 2] = 1
    events[:, 3] = problem.agents * (_matrix_numbers(problem, options) + problem.dimension)
    return _run(problem, regret, events, synchronised)


def threshold(problem: LinearProblem, options: Options) -> float:
    """Return D = T ln(MT)/(d M), times the factor."""
    agents, horizon = problem.agents, problem.horizon
    scale = horizon * math.log(agents * horizon) / (problem.dimension * agents)
    return options.threshold_factor * scale


def _log_inverse_delta(problem: LinearProblem, options: Options) -> float:
    if options.delta is not None:
        return -math.log(options.delta)
    return math.log(problem.agents**2 * problem.horizon)


def _matrix_numbers(problem: LinearProblem, options: Options) -> int:
    d = problem.dimension
    return d * d if options.matrix_numbers == "full" else d * (d + 1) // 2


def _run(problem: LinearProblem, regret: Floats, events: Integers, synchronised: Integers) -> Run:
    epochs = synchronised.size
    if epochs == 0 or synchronised[-1] < problem.horizon:
        epochs += 1
    return counted_run(problem, regret, events, PURPOSES, phases=epochs)


# --- The protocol, time step by time step ---------------------------------------------------


def play(
    problem: LinearProblem,
    *,
    generator: np.random.Generator,
    options: Options = Options(),
    observe: Callable[[int], Floats] | None = None,
    channel: Channel | None = None,
    synchronised: list[int] | None = None,
) -> GroupPlayer:
    """Play server and agents that share a channel only; `observe(t)` gives the actions of step t.

    Agents take turns, one action at a time: if they synchronise at once, the next agent's action
    depends on this one's reward. Steps of synchronisations are appended to `synchronised`.
    """
    observe = observe or LinearEnvironment(problem, generator).observe
    channel = Channel() if channel is None else channel
    steps = [] if synchronised is None else synchronised
    server, group = participants(problem, options)
    for t in range(1, problem.horizon + 1):
        actions = observe(t)
        started = False
        for agent in group:
            played = agent.choose(actions)
            (reward,) = yield (played,)
            channel.time = t
            started |= agent.learn(actions[played], reward, t, generator)
            if started and (options.synchronisation == "at-once" or agent is group[-1]):
                synchronise(server, group, channel, t)
                steps.append(t)
                started = False


def simulate_literal(
    problem: LinearProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Run:
    """Simulate server and agents that share a channel only, all numbers counted."""
    channel, environment = Channel(), LinearEnvironment(problem, generator)
    synchronised: list[int] = []
    player = play(
        problem,
        generator=generator,
        options=options,
        observe=environment.observe,
        channel=channel,
        synchronised=synchronised,
    )
    play_all_rounds(player, environment.respond, rounds=problem.agents * problem.horizon)
    steps = np.array(synchronised, dtype=np.int64)
    return _run(problem, environment.regret(), channel.events(PURPOSES), steps)


class Agent:
    """An agent's sums: W and U up to the last synchronisation and new ones; V_last and t_last."""

    def __init__(self, name: int, problem: LinearProblem, options: Options) -> None:
        d, self.pulls = problem.dimension, problem.agents * problem.horizon
        self.name, self.options = name, options
        self.delta, self.limit = options.delta_of(problem), threshold(problem, options)
        self.w_syn, self.u_syn = np.zeros((d, d)), np.zeros(d)
        self.w_new, self.u_new = np.zeros((d, d)), np.zeros(d)
        self.v_last, self.t_last = options.regularisation * np.eye(d), 0

    @property
    def v(self) -> Floats:
        """λI plus all that the agent knows."""
        return self.options.regularisation * np.eye(len(self.u_syn)) + self.w_syn + self.w_new

    def choose(self, actions: Floats) -> int:
        """Return the action with the highest <x, θ> over the confidence ellipsoid (4)."""
        u = self.u_syn + self.u_new
        noise = 2.0 if self.options.signs else 1.0
        return optimistic_action(actions, self.v, u, self.options.regularisation, self.delta, noise)

    def learn(self, x: Floats, y: float, t: int, generator: np.random.Generator) -> bool:
        """Take in a reward; return whether to start a communication round."""
        if self.options.signs:
            y = 2.0 if generator.random() < 0.5 + y / 4 else -2.0
            x = np.trunc(x * self.pulls) / self.pulls
        self.w_new = self.w_new + np.outer(x, x)
        self.u_new = self.u_new + x * y
        growth = _log_det(self.v) - _log_det(self.v_last)
        return growth * (t - self.t_last) > self.limit

    def upload(self, channel: Channel) -> None:
        """Send what is new."""
        if self.options.last == "before-merging":
            self.v_last = self.v
        numbers = _packed(self.w_new, self.u_new, self.options.matrix_numbers)
        channel.send(self.name, SERVER, "upload", *numbers.tolist())
        self.w_new, self.u_new = np.zeros_like(self.w_new), np.zeros_like(self.u_new)

    def download(self, channel: Channel, t: int) -> None:
        """Receive the sums of all."""
        message = channel.next_message(self.name)
        assert message is not None
        self.w_syn, self.u_syn = _unpacked(np.array(message.content), len(self.u_syn))
        self.t_last = t
        if self.options.last == "merged":
            self.v_last = self.v


class Server:
    """The server's sums over all agents."""

    def __init__(self, d: int, form: str) -> None:
        self.w_syn, self.u_syn, self.form = np.zeros((d, d)), np.zeros(d), form

    def merge(self, channel: Channel, agents: int) -> None:
        """Receive what is new from all agents and send the sums back to each."""
        for _ in range(agents):
            message = channel.next_message(SERVER)
            assert message is not None
            w_new, u_new = _unpacked(np.array(message.content), len(self.u_syn))
            self.w_syn, self.u_syn = self.w_syn + w_new, self.u_syn + u_new
        numbers = _packed(self.w_syn, self.u_syn, self.form)
        for receiver in range(agents):
            channel.send(SERVER, receiver, "download", *numbers.tolist())


def participants(problem: LinearProblem, options: Options) -> tuple[Server, list[Agent]]:
    """Return the server and the agents before the first step."""
    group = [Agent(i, problem, options) for i in range(problem.agents)]
    return Server(problem.dimension, options.matrix_numbers), group


def synchronise(server: Server, group: list[Agent], channel: Channel, t: int) -> None:
    """Let all agents send what is new and receive the sums of all."""
    for agent in group:
        agent.upload(channel)
    server.merge(channel, len(group))
    for agent in group:
        agent.download(channel, t)


def _log_det(v: Floats) -> float:
    return float(np.linalg.slogdet(v)[1])


def _packed(w: Floats, u: Floats, form: str) -> Floats:
    matrix = w.ravel() if form == "full" else w[np.triu_indices(len(u))]
    return np.concatenate([matrix, u])


def _unpacked(numbers: Floats, d: int) -> tuple[Floats, Floats]:
    matrix, vector = numbers[:-d], numbers[-d:]
    if matrix.size == d * d:
        return matrix.reshape(d, d), vector
    upper = np.zeros((d, d))
    upper[np.triu_indices(d)] = matrix
    return upper + np.triu(upper, 1).T, vector
