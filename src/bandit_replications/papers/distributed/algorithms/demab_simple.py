"""Protocol S: DEMAB with fixed owners in place of Reallocate, two modes and public numbers. Ours.

Stage 1: each agent runs Protocol 4 for D steps. Stage 2 goes in phases whose beginnings and ends
are known beforehand. Arm a belongs to agent a modulo M; if there are fewer arms than agents, to
h = ⌊M/K⌋ agents, who share its pulls. In a phase of width w owners pull each of their arms n times,
n = ⌈m/h⌉, m = ⌈c ln(MKT)/w²⌉, c = 4^pulls_exponent, then the leader: the arm that the server named
last or, before it has named one, the first arm that stage 1 left. Then numbers are exchanged:

- K >= M: each agent sends its best arm and the average of that arm, and is sent the best of all and
  its average; it drops its arms whose average lies more than w below. 4 M numbers.
- K < M: each owner sends its average, -1 if stage 1 has dropped its arm, and each agent is sent the
  best arm and whether its own arm stays. At most 3 M numbers.

If no arm is left, as every arm's owner has dropped it, arm 0 is the leader.

`schedule: halved` has D = ⌈T/(MK)⌉ and widths 2^-(l0+1), 2^-(l0+2), … up to the horizon, 2^-l0
being what stage 1 reaches: at most 4 M (log2 M + log2(K)/2 + 1.21) numbers. `squared` has
D = ⌈ρ² T/M⌉ and J widths W(J-1), …, W(0), W(k) = v ρ^(2^(k+1) - 2) 2^(2^k + k - 1) with
v = ρ sqrt(32 c K ln(MKT)/(MT)); then all pull the leader to the end. J is the least with
W(J) >= 2^-l0; if it is 0, stage 1 lasts to the end. At most 4 M ⌈log2 log2 M⌉ numbers with ρ = 1,
and 4 M j with `exchanges: j`: ρ >= 1 is the least with ρ^(2^(j+1)) >= M/(sqrt(6) 2^(2^j + j - 1)).

Theory: `theory.protocol_s`.

>>> problem = ArmsProblem(means=np.linspace(0.1, 0.9, 20), agents=16, horizon=10**10)
>>> run = simulate(problem, generator=np.random.default_rng(0))
>>> run.phases, run.purposes
(7, {'best': 192, 'leader': 192})
>>> squared = Options(schedule="squared")
>>> run = simulate(problem, generator=np.random.default_rng(0), options=squared)
>>> run.phases, run.purposes
(2, {'best': 64, 'leader': 64})
"""

import math
from collections.abc import Iterable
from itertools import count, takewhile
from typing import Literal, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, model_validator

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.bandits.compiled import kernel
from bandit_replications.bandits.options import AlgorithmOptions
from bandit_replications.papers.distributed.algorithms.elimination import (
    PhaseOptions,
    Setting,
    eliminate_literal,
)
from bandit_replications.papers.distributed.algorithms.elimination_kernels import (
    PullCounts,
    draw_together,
    drawn_together,
    eliminate_alone,
    no_pulls,
    record,
)
from bandit_replications.papers.distributed.algorithms.runs import Run, counted_run
from bandit_replications.papers.distributed.environments.channel import (
    RECEIVE,
    SERVER,
    Channel,
    Coroutine,
    play_network,
)
from bandit_replications.papers.distributed.environments.literal_environments import (
    GroupPlayer,
    pulls_of,
)
from bandit_replications.papers.distributed.environments.problems import ArmsProblem
from bandit_replications.papers.distributed.environments.reward_laws import RewardLaws, block_sum

Booleans = NDArray[np.bool_]

PURPOSES = (
    "best",  # 2 M: each agent's best arm and its average (K >= M)
    "average",  # 1 for each owner: the average of its arm (K < M)
    "leader",  # 2 M: the best arm, and its average or whether the agent's own arm stays
)


class Options(AlgorithmOptions):
    """Constants and schedules of Protocol S."""

    pulls_exponent: int = Field(
        default=3,
        ge=-20,
        le=20,
        description="e in m = 4^e ln(MKT)/w²: 3 as in DEMAB, 1 is what the proofs need",
    )
    schedule: Literal["halved", "squared"] = Field(
        default="halved", description="widths of the phases: halved each time, or squared"
    )
    exchanges: int | None = Field(
        default=None,
        ge=0,
        le=20,
        description="j, of squared widths: at most so many exchanges, with the least ρ for it; by "
        "default ρ = 1",
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.exchanges is not None and self.schedule == "halved":
            raise ValueError(f"exchanges: {self.exchanges}; allowed with halved widths: none")
        return self


class Phase(NamedTuple):
    """A phase: its width, pulls of an arm by each of its owners, steps before it and at its end."""

    width: float
    pulls: int
    start: int
    stop: int


class Plan(NamedTuple):
    """What M, K and T determine: D, the owners and the phases.

    Attributes
    ----------
    burn_in : int
    owners : int
        h, the agents that share an arm's pulls.
    own : int64 array, shape (agents, most arms of an agent)
        The arms of each agent, then -1.
    phases : tuple of Phase
        All that begin before the horizon.

    """

    burn_in: int
    owners: int
    own: Integers
    phases: tuple[Phase, ...]


def plan(options: Options, setting: Setting) -> Plan:
    """Return D, the owners and the phases."""
    agents, arms, horizon = setting
    scale = 4.0**options.pulls_exponent * math.log(max(agents * arms * horizon, 2))
    burn_in, widths = _widths(options, setting, scale)
    owners, most = max(1, agents // arms), -(-arms // agents)
    own = np.arange(agents)[:, None] + agents * np.arange(most)
    if agents > arms:
        own[: owners * arms] %= arms
    own[own >= arms] = -1
    phases, time = [], burn_in
    for width in widths:
        if time >= horizon:
            break
        pulls = -(-math.ceil(scale / width**2) // owners)
        phases.append(Phase(width, pulls, time, time + most * pulls))
        time += most * pulls
    return Plan(burn_in, owners, own, tuple(phases))


def _widths(options: Options, setting: Setting, scale: float) -> tuple[int, Iterable[float]]:
    """Return D and the widths of the phases; `scale` is c ln(MKT)."""
    agents, arms, horizon = setting

    def reached(burn_in: int) -> float:
        return 2.0 ** -max(0, math.floor(math.log(3 * burn_in / (4 * arms * scale), 4)))

    if options.schedule == "halved":
        burn_in = -(-horizon // (agents * arms))
        return burn_in, (reached(burn_in) / 2**number for number in count(1))
    spread = 1.0 if options.exchanges is None else spread_for(options.exchanges, agents)
    burn_in = min(horizon, math.ceil(spread**2 * horizon / agents))
    least = spread * math.sqrt(32 * arms * scale / (agents * horizon))
    widths = (least * spread ** (2 ** (k + 1) - 2) * 2.0 ** (2**k + k - 1) for k in count())
    used = list(takewhile(lambda width: width < reached(burn_in), widths))
    return (burn_in, used[::-1]) if used else (horizon, [])


def spread_for(exchanges: int, agents: int) -> float:
    """Return ρ, the least with which so many exchanges are enough."""
    needed = agents / (math.sqrt(6) * 2.0 ** (2**exchanges + exchanges - 1))
    return max(1.0, needed**2.0 ** -(exchanges + 1))


# --- Phase by phase -------------------------------------------------------------------------


@kernel
def shared_phase(
    counts: PullCounts,
    laws: RewardLaws,
    own: Integers,
    held: Booleans,
    leaders: Integers,
    pulls: int,
    start: int,
    stop: int,
    drawn: Floats,
    generator: np.random.Generator,
) -> Floats:
    """Pull each agent's arms that it holds, then its leader; mutates counts and generator.

    Parameters
    ----------
    own, held : arrays, shape (agents, most arms of an agent)
        The arms and whether they are pulled.
    leaders : int64 array, shape (agents,)
    pulls, start, stop : int
        Pulls of an arm, time steps before the phase and at its end.
    drawn : float64 array, shape (arms,), or empty
        Averages of all agents' pulls in the phase, if they are drawn already.

    Returns
    -------
    float64 array, shape (agents, most arms of an agent)
        Average rewards; zero where an arm is not held or the horizon ends first.

    """
    averages, horizon = np.zeros(own.shape), counts.checkpoints[-1]
    for agent in range(len(own)):
        time, end = start, min(stop, horizon)
        for place in range(own.shape[1]):
            if not held[agent, place]:
                continue
            arm = own[agent, place]
            if time + pulls <= horizon and len(drawn) == 0:
                total = block_sum(laws, counts.pulled, agent, arm, pulls, generator)
                averages[agent, place] = total / pulls
            elif time + pulls <= horizon:
                averages[agent, place] = drawn[arm]
            record(counts, agent, arm, time, min(time + pulls, end))
            time = min(time + pulls, end)
        record(counts, agent, leaders[agent], time, end)
    return averages


def simulate(
    problem: ArmsProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Run:
    """Simulate phase by phase, exact in distribution; a block of pulls is drawn as one sum."""
    setting = Setting(problem.agents, problem.arms, problem.horizon)
    burn_in, owners, own, phases = plan(options, setting)
    counts = no_pulls(problem.points, problem.agents, problem.arms)
    alone = _alone(options).rule(setting)
    _, kept, _ = eliminate_alone(counts, problem.laws, alone, burn_in, generator)
    held = (own >= 0) & kept[np.arange(problem.agents)[:, None], own]
    alive = np.ones(problem.arms, dtype=np.bool_)
    alive[own[(own >= 0) & ~held]] = False
    leaders, time, events = kept.argmax(axis=1), burn_in, []
    drawn, together = np.empty(0), drawn_together(problem.laws, problem.agents)
    for width, pulls, start, time in phases:
        if together:
            pulled = pulls * np.bincount(own[held], minlength=problem.arms)
            drawn = draw_together(problem.laws, np.arange(problem.arms), pulled, generator)
        averages = shared_phase(
            counts, problem.laws, own, held, leaders, pulls, start, time, drawn, generator
        )
        if time >= problem.horizon:
            break
        sums = np.bincount(own[held], weights=averages[held], minlength=problem.arms)
        means = np.where(alive, sums / owners, -np.inf)
        leaders[:] = leader = int(means.argmax())
        alive &= means + width >= means[leader]
        held &= alive[own]
        events += _exchange(setting, owners, time)
    nobody = np.zeros_like(held)
    last = time, problem.horizon, drawn
    shared_phase(counts, problem.laws, own, nobody, leaders, 0, *last, generator)
    return _run(problem, np.cumsum(counts.between, axis=0), np.array(events), len(phases))


def _alone(options: Options) -> PhaseOptions:
    return PhaseOptions(pulls_exponent=options.pulls_exponent)


def _exchange(setting: Setting, owners: int, time: int) -> list[tuple[int, int, int, int]]:
    """Return the numbers of an exchange as events."""
    agents, arms, _ = setting
    few = agents > arms
    up = (PURPOSES.index("average"), owners * arms) if few else (PURPOSES.index("best"), 2 * agents)
    return [(time, up[0], 0, up[1]), (time, PURPOSES.index("leader"), 1, 2 * agents)]


def _run(problem: ArmsProblem, pulls: Integers, events: Integers, phases: int) -> Run:
    events = events.reshape(-1, 4).astype(np.int64)
    return counted_run(problem, problem.regret(pulls), events, PURPOSES, phases=phases, pulls=pulls)


# --- Step by step ---------------------------------------------------------------------------


def agent(channel: Channel, name: int, setting: Setting, options: Options) -> Coroutine:
    """Run Protocol S as an agent."""
    agents, arms, horizon = setting
    burn_in, _, own, phases = plan(options, setting)
    kept, _ = yield from eliminate_literal(setting=setting, budget=burn_in, options=_alone(options))
    owned = [arm for arm in own[name].tolist() if arm >= 0]
    held, leader = [arm for arm in owned if arm in kept], kept[0]
    for phase in phases:
        averages = {}
        for arm in held:
            total = 0.0
            for _ in range(phase.pulls):
                total += yield arm
            averages[arm] = total / phase.pulls
        while channel.time < phase.stop:
            yield leader
        if phase.stop >= horizon:
            return
        if agents <= arms:
            best = max(held, key=lambda arm: averages[arm], default=-1)
            channel.send(name, SERVER, "best", best, averages.get(best, -1.0))
        elif owned:
            channel.send(name, SERVER, "average", averages.get(owned[0], -1.0))
        message = yield RECEIVE
        leader, word = int(message.content[0]), message.content[1]
        if agents <= arms:
            held = [arm for arm in held if averages[arm] + phase.width >= word]
        else:
            held = held if word else []
    while True:
        yield leader


def server(channel: Channel, setting: Setting, options: Options) -> Coroutine:
    """Run Protocol S as the server."""
    agents, arms, _ = setting
    _, owners, own, phases = plan(options, setting)
    senders = min(agents, owners * arms)
    for phase in phases:
        messages = []
        for _ in range(senders):
            messages.append((yield RECEIVE))
        messages.sort(key=lambda message: message.sender)
        if agents <= arms:
            reports = {int(m.content[0]): m.content[1] for m in messages if m.content[0] >= 0}
        else:
            sent = [[m.content[0] for m in messages[arm::arms]] for arm in range(arms)]
            reports = {
                a: float(np.cumsum(of)[-1]) / owners for a, of in enumerate(sent) if min(of) >= 0
            }
        leader = max(sorted(reports), key=lambda arm: reports[arm], default=0)
        best = reports.get(leader, 0.0)
        stays = {arm for arm, average in reports.items() if average + phase.width >= best}
        for name in range(agents):
            word = best if agents <= arms else float(own[name, 0] in stays)
            channel.send(SERVER, name, "leader", leader, word)


def play(
    problem: ArmsProblem,
    *,
    generator: np.random.Generator,
    options: Options = Options(),
    channel: Channel | None = None,
) -> GroupPlayer:
    """Play agents and a server that share a channel; nothing is random."""
    channel = Channel() if channel is None else channel
    setting = Setting(problem.agents, problem.arms, problem.horizon)
    return play_network(
        server=server(channel, setting, options) if plan(options, setting).phases else None,
        agents=[agent(channel, name, setting, options) for name in range(problem.agents)],
        channel=channel,
        horizon=problem.horizon,
    )


def simulate_literal(
    problem: ArmsProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Run:
    """Simulate step by step."""
    channel = Channel()
    player = play(problem, generator=generator, options=options, channel=channel)
    pulls = pulls_of(player, problem, generator)
    setting = Setting(problem.agents, problem.arms, problem.horizon)
    return _run(problem, pulls, channel.events(PURPOSES), len(plan(options, setting).phases))
