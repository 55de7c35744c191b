"""Phases of elimination over actions with a G-optimal design, by sums instead of time steps.

What DELB and its copies without communication have in common. In a phase nothing is decided, so
its regret at any time step follows from who pulls what in which order, and its estimate from one
sum of noise for each action of the design: T costs nothing. A phase that the horizon cuts off is
counted as far as it got.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.papers.distributed.algorithms.g_optimal_design import (
    RANK_TOLERANCE,
    Design,
    Start,
    g_optimal_design,
)
from bandit_replications.papers.distributed.algorithms.precision import (
    round_randomly,
    round_to_nearest,
)
from bandit_replications.papers.distributed.algorithms.runs import Run
from bandit_replications.papers.distributed.environments.linear_environments import draw_noise_sums

PURPOSES = ("assignment", "report", "estimate")
ASSIGNMENT, REPORT, ESTIMATE = range(3)


@dataclass(frozen=True)
class PhasedRun(Run):
    """A run in phases.

    Attributes
    ----------
    active : tuple of int
        Actions left at the beginning of each phase begun.
    lengths : tuple of int
        Time steps p_l that each phase takes when it is not cut off.

    """

    active: tuple[int, ...] = ()
    lengths: tuple[int, ...] = ()


@dataclass(frozen=True)
class Segments:
    """The pulls of a design's actions by agent, start and number.

    Attributes
    ----------
    steps : int
        p_l, time steps of the phase for each agent.
    agents, positions : int64 array, shape (segments,)
        The agent; the action's position in the order of assignment.
    starts, lengths : int64 array, shape (segments,)
        Time steps of the phase before the segment, and pulls.
    shares : int64 array, shape (agents,)
        Pulls of each agent; for the rest of the phase it has none.

    """

    steps: int
    agents: Integers
    positions: Integers
    starts: Integers
    lengths: Integers
    shares: Integers


def assign(pulls: Integers, *, agents: int) -> Segments:
    """Give pulls to agents: each action to as few agents as possible.

    Source: Appendix E. Agent after agent is filled with p_l = ceil(Σ m_l / M) pulls.

    Parameters
    ----------
    pulls : int64 array
        m_l of each action of the design, in the order of assignment, at least 1 each.
    agents : int

    """
    ends = np.cumsum(pulls)
    total = int(ends[-1])
    steps = -(-total // agents)
    right = np.union1d(ends, np.arange(1, -(-total // steps)) * steps)
    left = np.concatenate([[0], right[:-1]])
    owner = left // steps
    shares = np.minimum(np.maximum(total - np.arange(agents) * steps, 0), steps)
    return Segments(
        steps=steps,
        agents=owner,
        positions=np.searchsorted(ends, left, side="right"),
        starts=left - owner * steps,
        lengths=right - left,
        shares=shares,
    )


@dataclass
class BlockRecord:
    """Regret and messages of a run that proceeds in blocks of time steps."""

    agents: int
    checkpoints: Integers
    time: int = 0
    total: float = 0.0
    regret: Floats = field(init=False)
    events: list[Integers] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.regret = np.zeros(self.checkpoints.size)

    @property
    def left(self) -> int:
        """Time steps before the horizon."""
        return int(self.checkpoints[-1]) - self.time

    def play(self, segments: Segments, gaps: Floats, idle_gap: float) -> bool:
        """Play a phase, its actions' gaps given by position; return whether it was completed."""
        steps = min(segments.steps, self.left)
        inside = (self.checkpoints > self.time) & (self.checkpoints <= self.time + steps)
        offsets = np.append(self.checkpoints[inside] - self.time, steps)[:, None]
        pulls = np.minimum(np.maximum(offsets - segments.starts, 0), segments.lengths)
        idle = np.maximum(offsets - segments.shares, 0).sum(axis=1)
        lost = (pulls * gaps[segments.positions]).sum(axis=1) + idle * idle_gap
        self.regret[inside] = self.total + lost[:-1]
        self.total += float(lost[-1])
        self.time += steps
        return steps == segments.steps

    def wait(self, steps: int, idle_gap: float) -> None:
        """Let all agents pull one action while messages pass."""
        if steps == 0 or self.left == 0:
            return
        none = np.empty(0, dtype=np.int64)
        shares = np.zeros(self.agents, dtype=np.int64)
        pause = Segments(steps, none, none, none, none, shares)
        self.play(pause, np.zeros(1), idle_gap)

    def send(self, purpose: int, from_server: bool, times: Integers, numbers: Integers) -> None:
        """Record messages, those after the horizon excepted."""
        rows = np.empty((times.size, 4), dtype=np.int64)
        rows[:, 0], rows[:, 1], rows[:, 2], rows[:, 3] = times, purpose, from_server, numbers
        self.events.append(rows[times <= self.checkpoints[-1]])

    def all_events(self) -> Integers:
        """Return the events for `collect_messages`."""
        return np.concatenate([np.empty((0, 4), dtype=np.int64), *self.events])


class Designs:
    """Designs of sets of actions, kept for agents that come to the same set."""

    def __init__(self, actions: Floats, accuracy: float, start: Start) -> None:
        self._actions, self._accuracy, self._start = actions, accuracy, start
        self._known: dict[bytes, Design] = {}

    def of(self, active: Integers) -> Design:
        """Return the design for the active actions."""
        key = active.tobytes()
        if key not in self._known:
            self._known[key] = g_optimal_design(
                actions=self._actions[active], accuracy=self._accuracy, start=self._start
            )
        return self._known[key]


def order_of_assignment(support: Integers, pulls: Integers) -> Integers:
    """Return the order of the design's actions: most pulls first, of equal ones the lowest."""
    return np.lexsort((support, -pulls))


def draw_averages(
    pulls: Integers, means: Floats, *, noise: int, generator: np.random.Generator
) -> Floats:
    """Return the average reward of m_l pulls of each action of a design, shape (support,)."""
    return np.asarray(means + draw_noise_sums(noise, pulls, generator) / pulls)


def draw_rounded_averages(
    segments: Segments, means: Floats, *, bits: int, noise: int, generator: np.random.Generator
) -> Floats:
    """Return the same from reports that are rounded at random, each by its agent.

    Parameters
    ----------
    segments : Segments
    means : float64 array, shape (support,)
        True means in the order of assignment, as the averages returned.
    bits : int
        After the point.

    """
    reports = draw_averages(
        segments.lengths, means[segments.positions], noise=noise, generator=generator
    )
    sent = round_randomly(reports, bits=bits, generator=generator)
    pulls = np.bincount(segments.positions, weights=segments.lengths)
    return np.asarray(np.bincount(segments.positions, weights=sent * segments.lengths) / pulls)


def estimate(design: Design, *, pulls: Integers, averages: Floats) -> Floats:
    """Return the least-squares estimate of each active action's mean, given a phase's rewards.

    Parameters
    ----------
    design : Design
        Of the active actions.
    pulls, averages : array, shape (support,)
        m_l and the average rewards of the design's actions.

    """
    rows = design.coordinates[design.support]
    # Shares instead of numbers of pulls: the estimate is the same, the matrix well scaled.
    shares = pulls / pulls.sum()
    weighted = rows * shares[:, None]
    theta = np.linalg.solve(weighted.T @ rows, weighted.T @ averages)
    return np.asarray((design.coordinates * theta).sum(axis=1))


def round_estimate(actions: Floats, estimates: Floats, *, bits: int, in_span: bool) -> Floats:
    """Return estimates by the shortest vector that gives them, its entries rounded to 2^-bits.

    Parameters
    ----------
    actions, estimates : array, shape (active, dimension) and (active,)
    bits : int
    in_span : bool
        Whether the vector is written in a basis of the actions' span.

    """
    basis = np.eye(actions.shape[1])
    if in_span:
        _, lengths, rows = np.linalg.svd(actions)
        basis = rows[: int((lengths > RANK_TOLERANCE * lengths[0]).sum())]
    theta = np.linalg.lstsq(actions, estimates, rcond=RANK_TOLERANCE)[0]
    return np.asarray(actions @ (basis.T @ round_to_nearest(basis @ theta, bits=bits)))


def surviving(estimates: Floats, width: float, *, strict: bool) -> NDArray[np.bool_]:
    """Return a mask of the actions that stay: those at most 2 w below the best estimate."""
    behind = estimates.max() - estimates
    # The best one stays under either interpretation.
    inside = (behind < 2 * width) | (behind == 0) if strict else behind <= 2 * width
    return np.asarray(inside)
