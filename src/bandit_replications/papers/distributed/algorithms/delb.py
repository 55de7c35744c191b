"""DELB (Protocol 2): distributed elimination for linear bandits with a fixed set of actions.

In phase l = 1, 2, … server and agents compute the same G-optimal design π_l of the active actions
(g <= 2 d, small support); action x gets m_l(x) = ceil(C1 4^l d² π_l(x) ln(MT)) pulls, which the
server assigns to agents, each action to as few as possible; agents report averages; the server
sends the least-squares estimate to all, who drop the actions that are estimated more than
2^(1 - l) below the best.

Source: Protocol 2 and Appendix E; Theorem 3. Point-to-point: Appendix I.2, Theorem 8.

>>> problem = LinearProblem(
...     action_set=np.eye(2), parameter=np.array([0.55, 0.25]), agents=4, horizon=10**6
... )
>>> run = simulate(problem, generator=np.random.default_rng(0))
>>> run.active, run.purposes
((2, 2, 2, 1), {'assignment': 38, 'estimate': 24, 'report': 15})
"""

from typing import NamedTuple

import numpy as np

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.papers.distributed.algorithms import delb_literal, delb_point_to_point
from bandit_replications.papers.distributed.algorithms.delb_options import Options
from bandit_replications.papers.distributed.algorithms.delb_phases import (
    ASSIGNMENT,
    ESTIMATE,
    PURPOSES,
    REPORT,
    BlockRecord,
    Designs,
    PhasedRun,
    Segments,
    assign,
    draw_averages,
    draw_rounded_averages,
    estimate,
    order_of_assignment,
    round_estimate,
    surviving,
)
from bandit_replications.papers.distributed.algorithms.g_optimal_design import Design
from bandit_replications.papers.distributed.algorithms.runs import counted_run
from bandit_replications.papers.distributed.environments.channel import SERVER, Channel
from bandit_replications.papers.distributed.environments.literal_environments import (
    GroupPlayer,
    LinearEnvironment,
    play_all_rounds,
)
from bandit_replications.papers.distributed.environments.problems import (
    LARGEST_PULLS,
    LinearProblem,
)

__all__ = ["Options", "PhasedRun", "play", "run_phases", "simulate", "simulate_literal"]


def simulate(
    problem: LinearProblem, *, generator: np.random.Generator, options: Options = Options()
) -> PhasedRun:
    """Simulate phase by phase: exact in distribution, at a cost that grows with log T only.

    Each segment costs 2 numbers for the assignment and 1 for the report; the estimate costs M d.
    """
    designs = Designs(problem.fixed_set(), options.accuracy, options.start)
    return run_phases(problem, options=options, designs=designs, generator=generator)


class Phase(NamedTuple):
    """One phase: its width, design, active actions, pulls of the design's and their agents."""

    width: float
    design: Design
    active: Integers
    pulls: Integers
    order: Integers
    segments: Segments

    @property
    def measured(self) -> Integers:
        """Actions in the order of assignment."""
        return np.asarray(self.active[self.design.support[self.order]])


def plan_phase(
    width: float, active: Integers, design: Design, problem: LinearProblem, options: Options
) -> Phase:
    """Return a phase of the active actions."""
    dimension = problem.dimension if options.phase_dimension == "ambient" else design.rank
    size = {"dimension": dimension, "agents": problem.agents, "horizon": problem.horizon}
    exact = options.scale(**size) / width**2 * design.weights[design.support]
    rounded = np.ceil(exact) if options.rounding == "up" else np.maximum(np.floor(exact), 1)
    # Longer than any run: the horizon cuts it off, and int64 holds the sum of a phase.
    pulls = np.minimum(rounded, 4.0 * LARGEST_PULLS).astype(np.int64)
    order = order_of_assignment(design.support, pulls)
    return Phase(width, design, active, pulls, order, assign(pulls[order], agents=problem.agents))


def run_phases(
    problem: LinearProblem, *, options: Options, designs: Designs, generator: np.random.Generator
) -> PhasedRun:
    """Run phases of elimination until the horizon, after the last one the best action."""
    means = problem.fixed_set() @ problem.parameter
    gaps = means.max() - means
    record = BlockRecord(problem.agents, problem.points)
    active = np.arange(problem.actions)
    leader: int | None = None
    phases: list[Phase] = []
    for width in options.widths(
        dimension=problem.dimension, agents=problem.agents, horizon=problem.horizon
    ):
        if record.left == 0:
            break
        phase = plan_phase(width, active, designs.of(active), problem, options)
        phases.append(phase)
        measured, segments = phase.measured, phase.segments
        most_pulled = options.idle == "most-pulled" or leader is None
        network = Network(options, record, float(gaps[measured[0] if most_pulled else leader]))
        network.exchange(ASSIGNMENT, from_server=True, partners=segments.agents, numbers=2)
        if not record.play(segments, gaps[measured], network.idle_gap):
            break
        estimates = _estimates(problem, phase, means, options, generator)
        network.exchange(REPORT, from_server=False, partners=segments.agents, numbers=1)
        network.exchange(
            ESTIMATE,
            from_server=True,
            partners=np.arange(problem.agents),
            numbers=phase.design.rank if options.phase_dimension == "rank" else problem.dimension,
        )
        leader = int(active[np.argmax(estimates)])
        active = active[surviving(estimates, width, strict=options.strict)]
    record.wait(record.left, float(gaps[leader or 0]))
    run = counted_run(problem, record.regret, record.all_events(), PURPOSES, phases=len(phases))
    return PhasedRun(
        **vars(run),
        active=tuple(phase.active.size for phase in phases),
        lengths=tuple(phase.segments.steps for phase in phases),
    )


def _estimates(
    problem: LinearProblem,
    phase: Phase,
    means: Floats,
    options: Options,
    generator: np.random.Generator,
) -> Floats:
    """Draw a phase's rewards and return the active actions' estimated means, as all know them."""
    design, pulls = phase.design, phase.pulls
    noise, bits = problem.noise_kind, options.precision_bits
    if bits is None:
        true = means[phase.active[design.support]]
        averages = draw_averages(pulls, true, noise=noise, generator=generator)
        return estimate(design, pulls=pulls, averages=averages)
    averages = np.empty(len(pulls))
    averages[phase.order] = draw_rounded_averages(
        phase.segments, means[phase.measured], bits=bits, noise=noise, generator=generator
    )
    exact = estimate(design, pulls=pulls, averages=averages)
    in_span = options.phase_dimension == "rank"
    return round_estimate(problem.sets[0][phase.active], exact, bits=bits, in_span=in_span)


class Network(NamedTuple):
    """Passing of messages between server and agents, and the gap of waiting agents."""

    options: Options
    record: BlockRecord
    idle_gap: float

    def exchange(
        self, purpose: int, *, from_server: bool, partners: Integers, numbers: int
    ) -> None:
        """Pass messages: at once, or that of agent a (from 0) at step a."""
        record = self.record
        if self.options.network == "server":
            times = np.full(partners.size, record.time, dtype=np.int64)
            record.send(purpose, from_server, times, np.full(partners.size, numbers))
            return
        others = partners[partners > 0]  # agent 0 is the server and needs no message
        if record.left > 0:
            times = record.time + others
            record.send(purpose, from_server, times, np.full(others.size, numbers))
        record.wait(record.agents - 1, self.idle_gap)


# --- The protocol, time step by time step ---------------------------------------------------


def play(
    problem: LinearProblem,
    *,
    generator: np.random.Generator,
    options: Options = Options(),
    channel: Channel | None = None,
    sizes: list[int] | None = None,
) -> GroupPlayer:
    """Play server and agents that share a channel only.

    The number of active actions at the start of each phase is appended to `sizes`.
    """
    channel = Channel() if channel is None else channel
    sizes = [] if sizes is None else sizes
    literal = delb_literal if options.network == "server" else delb_point_to_point
    return literal.play(problem, generator, options, channel, sizes)


def simulate_literal(
    problem: LinearProblem, *, generator: np.random.Generator, options: Options = Options()
) -> PhasedRun:
    """Simulate step by step, all numbers counted."""
    problem.fixed_set()
    channel, environment = Channel(), LinearEnvironment(problem, generator)
    sizes: list[int] = []
    player = play(problem, generator=generator, options=options, channel=channel, sizes=sizes)
    play_all_rounds(player, environment.respond, rounds=problem.horizon)
    server = SERVER if options.network == "server" else delb_point_to_point.SERVING
    events = channel.events(PURPOSES, server=server)
    run = counted_run(problem, environment.regret(), events, PURPOSES, phases=len(sizes))
    return PhasedRun(**vars(run), active=tuple(sizes))
