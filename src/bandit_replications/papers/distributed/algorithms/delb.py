"""DELB: distributed elimination for linear bandits with a fixed set of actions.

In phase l = 1, 2, … server and agents compute the same G-optimal design π_l of the active actions
(g <= 2 d, small support); action x gets m_l(x) = ceil(C1 4^l d² π_l(x) ln(MT)) pulls, which the
server assigns to agents, each action to as few as possible; agents report averages; the server
sends the least-squares estimate to all, and everybody drops the actions that are estimated more
than 2^(1 - l) below the best.
"""

import math
from typing import Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from bandit_replications.papers.distributed.algorithms import delb_literal, delb_point_to_point
from bandit_replications.papers.distributed.algorithms.delb_phases import (
    ASSIGNMENT,
    ESTIMATE,
    PURPOSES,
    REPORT,
    Designs,
    Ledger,
    PhasedRun,
    PullsRule,
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
from bandit_replications.papers.distributed.algorithms.runs import LARGEST_PULLS, collect_messages
from bandit_replications.papers.distributed.environments.linear_environments import (
    Floats,
    Integers,
    LinearProblem,
    Noise,
    check_problem,
)


class Options(BaseModel):
    """Constants and readings of DELB; the defaults are the printed ones."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    constant: float = Field(default=600.0, gt=0, allow_inf_nan=False, description="C1")
    dimension_exponent: float = Field(
        default=2.0, ge=0, allow_inf_nan=False, description="m_l grows with d to this power"
    )
    logarithm: Literal["natural", "binary"] = Field(
        default="natural", description="base of the logarithm in m_l"
    )
    rounding: Literal["up", "down"] = Field(
        default="up", description="rounding of m_l(x); down leaves at least 1"
    )
    strict: bool = Field(
        default=False, description="whether an action exactly 2^(1 - l) behind is dropped"
    )
    accuracy: float = Field(
        default=2.0, gt=1, allow_inf_nan=False, description="g(π) is at most this times the rank"
    )
    phase_dimension: Literal["ambient", "rank"] = Field(
        default="ambient",
        description="d in m_l and in the estimate sent, once the active actions span less",
    )
    idle: Literal["leader", "most-pulled"] = Field(
        default="leader",
        description=(
            "what an agent without an assignment pulls (open in the paper): the action estimated "
            "best in the phase before, or the design's action with most pulls"
        ),
    )
    network: Literal["server", "point-to-point"] = Field(
        default="server",
        description=(
            "point-to-point: agent 1 is the server, and handing out or collecting messages takes "
            "M - 1 time steps (Procedures 9 and 10)"
        ),
    )
    precision_bits: int | None = Field(
        default=None,
        ge=1,
        le=52,
        description=(
            "bits after the point of each real: averages are rounded randomly, the estimate's "
            "entries to the nearest"
        ),
    )


def simulate(
    *,
    action_set: Floats,
    parameter: Floats,
    agents: int,
    horizon: int,
    checkpoints: Integers,
    generator: np.random.Generator,
    options: Options = Options(),
    noise: Noise = "rademacher",
) -> PhasedRun:
    """Simulate phase by phase: exact in distribution, at a cost that grows with log T only.

    Source: Protocol 2 and Appendix E; Theorem 3. Point-to-point: Appendix I.2, Theorem 8.

    Parameters
    ----------
    action_set : float array, shape (actions, dimension)
        Actions in the unit ball.
    parameter : float array, shape (dimension,)
        θ*, in the unit ball.
    agents, horizon : int
        M >= 1 and T > max(M, 2), with M T <= 2^52.
    checkpoints : int64 array, increasing, the last one the horizon
        Time steps.
    generator : numpy.random.Generator
    options : Options
    noise : str
        Law of the noise in [-1, 1]. Sums of the uniform law take time in proportion to M T.

    Returns
    -------
    PhasedRun
        Its phases are those begun. Each segment costs 2 numbers for the assignment and 1 for the
        report; the estimate costs M d.

    Raises
    ------
    TypeError, ValueError
        If an argument is of a wrong type or out of range.

    """
    problem = check_fixed(action_set, parameter, agents, horizon, checkpoints, noise)
    return run_phases(
        problem,
        options=options,
        pulls_rule=lambda design, phase: pulls_of_phase(design, phase, problem, options),
        designs=Designs(problem.sets[0], options.accuracy),
        generator=generator,
    )


def check_fixed(
    action_set: Floats,
    parameter: Floats,
    agents: int,
    horizon: int,
    checkpoints: Integers,
    noise: str,
) -> LinearProblem:
    """Return a checked problem with a fixed set and a number of pulls that is an exact float."""
    problem = check_problem(
        action_set=action_set,
        parameter=parameter,
        agents=agents,
        horizon=horizon,
        checkpoints=checkpoints,
        noise=noise,
        fixed=True,
    )
    if problem.agents * problem.horizon > LARGEST_PULLS:
        raise ValueError(
            f"horizon: {horizon} with {agents} agents; allowed: at most 2^52 pulls in all"
        )
    if not problem.sets.any():
        raise ValueError("action_set: only the zero vector; allowed: an action that is not zero")
    return problem


def pulls_of_phase(
    design: Design, phase: int, problem: LinearProblem, options: Options
) -> Integers:
    """Return m_l of the design's actions, shape (support,)."""
    dimension = problem.dimension if options.phase_dimension == "ambient" else design.rank
    logarithm = math.log(problem.agents * problem.horizon)
    if options.logarithm == "binary":
        logarithm /= math.log(2)
    scale = options.constant * 4.0**phase * dimension**options.dimension_exponent * logarithm
    exact = scale * design.weights[design.support]
    rounded = np.ceil(exact) if options.rounding == "up" else np.maximum(np.floor(exact), 1)
    # Longer than any run: the horizon cuts it off, and int64 holds the sum of a phase.
    return np.asarray(np.minimum(rounded, 4.0 * LARGEST_PULLS).astype(np.int64))


def run_phases(
    problem: LinearProblem,
    *,
    options: Options,
    pulls_rule: PullsRule,
    designs: Designs,
    generator: np.random.Generator,
) -> PhasedRun:
    """Run phases of elimination until the horizon; `pulls_rule(design, phase)` returns m_l."""
    means = problem.sets[0] @ problem.parameter
    gaps = means.max() - means
    book = Ledger(problem.agents, problem.checkpoints)
    active = np.arange(problem.actions)
    leader: int | None = None
    sizes: list[int] = []
    supports: list[int] = []
    lengths: list[int] = []
    while book.left > 0:
        phase = len(sizes) + 1
        design = designs.of(active)
        pulls = pulls_rule(design, phase)
        order = order_of_assignment(design.support, pulls)
        ordered = active[design.support[order]]
        segments = assign(pulls[order], agents=problem.agents)
        sizes.append(active.size)
        supports.append(design.support.size)
        lengths.append(segments.steps)
        most_pulled = options.idle == "most-pulled" or leader is None
        idle_gap = float(gaps[ordered[0] if most_pulled else leader])
        _send_assignment(book, segments, options, idle_gap)
        if not book.play(segments, gaps[ordered], idle_gap):
            break
        estimates = _estimates(
            problem, design, active, pulls, order, segments, options, means, generator
        )
        rank_sent = options.phase_dimension == "rank"
        _send_results(
            book, segments, options, idle_gap, design.rank if rank_sent else problem.dimension
        )
        leader = int(active[np.argmax(estimates)])
        active = active[surviving(estimates, phase, strict=options.strict)]
    messages = collect_messages(book.all_events(), PURPOSES)
    return PhasedRun(
        regret=book.regret,
        communication=messages.until(problem.checkpoints),
        phases=len(sizes),
        purposes=messages.by_purpose,
        messages=messages,
        active=tuple(sizes),
        supports=tuple(supports),
        lengths=tuple(lengths),
    )


def _estimates(
    problem: LinearProblem,
    design: Design,
    active: Integers,
    pulls: Integers,
    order: Integers,
    segments: Segments,
    options: Options,
    means: Floats,
    generator: np.random.Generator,
) -> Floats:
    """Draw a phase's rewards and return the active actions' estimated means, as all know them."""
    true, noise, bits = means[active[design.support]], problem.noise, options.precision_bits
    if bits is None:
        averages = draw_averages(pulls, true, noise=noise, generator=generator)
        return estimate(design, pulls=pulls, averages=averages)
    averages = np.empty(len(pulls))
    averages[order] = draw_rounded_averages(
        segments, true[order], bits=bits, noise=noise, generator=generator
    )
    exact = estimate(design, pulls=pulls, averages=averages)
    in_span = options.phase_dimension == "rank"
    return round_estimate(problem.sets[0][active], exact, bits=bits, in_span=in_span)


def _send_assignment(book: Ledger, segments: Segments, options: Options, idle_gap: float) -> None:
    _pass(book, ASSIGNMENT, True, segments.agents, 2, options, idle_gap)


def _send_results(
    book: Ledger, segments: Segments, options: Options, idle_gap: float, numbers: int
) -> None:
    _pass(book, REPORT, False, segments.agents, 1, options, idle_gap)
    _pass(book, ESTIMATE, True, np.arange(book.agents), numbers, options, idle_gap)


def _pass(
    book: Ledger,
    purpose: int,
    from_server: bool,
    partners: Integers,
    numbers: int,
    options: Options,
    idle_gap: float,
) -> None:
    """Pass messages between the server and agents: at once, or agent a (from 0) at step a."""
    if options.network == "server":
        times = np.full(partners.size, book.time, dtype=np.int64)
        book.send(purpose, from_server, times, np.full(partners.size, numbers))
        return
    others = partners[partners > 0]  # agent 0 is the server and needs no message
    if book.left > 0:
        book.send(purpose, from_server, book.time + others, np.full(others.size, numbers))
    book.wait(book.agents - 1, idle_gap)


# --- The protocol, time step by time step ---------------------------------------------------


def simulate_literal(
    *,
    action_set: Floats,
    parameter: Floats,
    agents: int,
    horizon: int,
    checkpoints: Integers,
    generator: np.random.Generator,
    options: Options = Options(),
    noise: Noise = "rademacher",
) -> PhasedRun:
    """Simulate server and agents that share a channel only; parameters as for `simulate`."""
    problem = check_fixed(action_set, parameter, agents, horizon, checkpoints, noise)
    literal = delb_literal if options.network == "server" else delb_point_to_point
    return literal.run(problem, options, generator)
