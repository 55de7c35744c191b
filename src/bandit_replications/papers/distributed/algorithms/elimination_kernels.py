"""Compiled parts of the elimination protocols: pulls between checkpoints, one agent's phases."""

from typing import NamedTuple

import numpy as np
from numba import njit

from bandit_replications.papers.distributed.algorithms.runs import Floats, Integers
from bandit_replications.papers.distributed.environments.reward_laws import RewardLaws, block_sum


class Ledger(NamedTuple):
    """Where pulls are written down.

    Attributes
    ----------
    checkpoints : int64 array, shape (checkpoints,), the last one the horizon
    between : int64 array, shape (checkpoints, arms)
        Pulls of all agents after the previous checkpoint and up to this one.
    pulled : int64 array, shape (agents, arms)
    last_arm : int64 array, shape (agents,)
        The arm that an agent pulled last; 0 before its first pull.

    """

    checkpoints: Integers
    between: Integers
    pulled: Integers
    last_arm: Integers


class Lengths(NamedTuple):
    """How long a phase pulls an arm: 4^(phase + exponent) times the logarithm, rounded."""

    logarithm: float
    exponent: int
    round_up: bool
    most: int


def new_ledger(checkpoints: Integers, agents: int, arms: int) -> Ledger:
    """Return a ledger without pulls."""
    return Ledger(
        checkpoints,
        np.zeros((len(checkpoints), arms), dtype=np.int64),
        np.zeros((agents, arms), dtype=np.int64),
        np.zeros(agents, dtype=np.int64),
    )


@njit(cache=True)
def phase_pulls(lengths: Lengths, phase: int) -> int:
    """Return m_l; at least 1, at most `most`, beyond which no phase ends before the horizon."""
    exact = 4.0 ** (phase + lengths.exponent) * lengths.logarithm
    if exact >= lengths.most:
        return lengths.most
    rounded = np.ceil(exact) if lengths.round_up else np.floor(exact)
    return max(1, int(rounded))


@njit(cache=True)
def record(ledger: Ledger, agent: int, arm: int, start: int, stop: int) -> None:
    """Write down that an agent pulls one arm in the steps after `start` up to `stop`."""
    if stop <= start:
        return
    ledger.pulled[agent, arm] += stop - start
    ledger.last_arm[agent] = arm
    position = 0
    while ledger.checkpoints[position] <= start:
        position += 1
    while start < stop:
        end = min(stop, ledger.checkpoints[position])
        ledger.between[position, arm] += end - start
        start = end
        position += 1


@njit(cache=True)
def record_waiting(ledger: Ledger, last: bool, start: int, stop: int) -> None:
    """Write down that each agent pulls its last arm, or else the first of all."""
    for agent in range(len(ledger.last_arm)):
        record(ledger, agent, ledger.last_arm[agent] if last else 0, start, stop)


@njit(cache=True)
def record_round_robin(ledger: Ledger, agent: int, arms: Integers, start: int, stop: int) -> None:
    """Write down that an agent pulls arms in turn in the steps after `start` up to `stop`."""
    if stop <= start:
        return
    number = len(arms)
    position = np.searchsorted(ledger.checkpoints, start, side="right")
    done = 0
    while start + done < stop:
        end = min(stop, ledger.checkpoints[position]) - start
        for turn in range(number):
            pulls = (end + number - 1 - turn) // number - (done + number - 1 - turn) // number
            ledger.between[position, arms[turn]] += pulls
            ledger.pulled[agent, arms[turn]] += pulls
        done = end
        position += 1
    ledger.last_arm[agent] = arms[(stop - start - 1) % number]


@njit(cache=True)
def drop_bad_arms(
    active: np.ndarray, averages: Floats, measured: np.ndarray, width: float, strict: bool
) -> None:
    """Drop active arms whose average lies the width below the highest; mutates `active`."""
    best = -np.inf
    for arm in range(len(active)):
        if active[arm] and measured[arm]:
            best = max(best, averages[arm])
    for arm in range(len(active)):
        if active[arm] and measured[arm]:
            if strict:
                active[arm] = averages[arm] > best - width
            else:
                active[arm] = averages[arm] + width >= best


@njit(cache=True)
def eliminate(
    ledger: Ledger,
    laws: RewardLaws,
    lengths: Lengths,
    agent: int,
    active: np.ndarray,
    budget: int,
    first_phase: int,
    strict: bool,
    inside_loop: bool,
    generator: np.random.Generator,
) -> tuple[int, int]:
    """Run Protocol 4 for one agent over `budget` steps; mutates `active`, ledger and generator.

    Returns
    -------
    int
        Phases begun.
    int
        Phases that ended with an elimination.

    """
    arms = len(active)
    averages = np.zeros(arms)
    time, phase, begun, completed = 0, first_phase, 0, 0
    while time < budget:
        pulls = phase_pulls(lengths, phase)
        measured = np.zeros(arms, dtype=np.bool_)
        begun += 1
        for arm in range(arms):
            if not active[arm]:
                continue
            stop = min(time + pulls, budget)
            if stop - time == pulls:
                total = block_sum(laws, ledger.pulled, agent, arm, pulls, generator)
                averages[arm] = total / pulls
                measured[arm] = True
            record(ledger, agent, arm, time, stop)
            time = stop
            if time == budget:
                return begun, completed
            if inside_loop:
                drop_bad_arms(active, averages, measured, 0.5**phase, strict)
        drop_bad_arms(active, averages, measured, 0.5**phase, strict)
        completed += 1
        phase += 1
    return begun, completed


@njit(cache=True)
def eliminate_alone(
    ledger: Ledger,
    laws: RewardLaws,
    lengths: Lengths,
    budget: int,
    first_phase: int,
    strict: bool,
    inside_loop: bool,
    generator: np.random.Generator,
) -> tuple[int, np.ndarray, Integers]:
    """Run Protocol 4 for each agent of the ledger; mutates ledger and generator.

    Returns
    -------
    int
        The most phases that an agent began.
    bool array, shape (agents, arms)
        Remaining arms.
    int64 array, shape (agents,)
        Phases that ended with an elimination.

    """
    agents, arms = ledger.pulled.shape
    remaining = np.ones((agents, arms), dtype=np.bool_)
    completed = np.zeros(agents, dtype=np.int64)
    most = 0
    for agent in range(agents):
        begun, completed[agent] = eliminate(
            ledger,
            laws,
            lengths,
            agent,
            remaining[agent],
            budget,
            first_phase,
            strict,
            inside_loop,
            generator,
        )
        most = max(most, begun)
    return most, remaining, completed
