"""Compiled parts of the elimination protocols: pulls between checkpoints, one agent's phases.

Where many agents pull each arm (`drawn_together`), what counts only as a sum over agents is drawn
as one: exact in distribution, and an agent costs a few steps in place of binomial numbers.
"""

from typing import NamedTuple

import numpy as np

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.bandits.binomials import chance_behind
from bandit_replications.bandits.compiled import kernel
from bandit_replications.bandits.rewards import BERNOULLI
from bandit_replications.papers.distributed.environments.reward_laws import RewardLaws, block_sum

MANY = 1000  # agents for each arm; up to here the draws are those of each agent
EVERY_PHASE = 10**9  # a phase that nobody reaches: what remains when time is out is handed over


class PullCounts(NamedTuple):
    """Pulls so far, of each agent, and between checkpoints.

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


class PhaseRule(NamedTuple):
    """The phases of Protocol 4: an arm gets 4^(phase + exponent) times the logarithm, rounded."""

    logarithm: float
    exponent: int
    round_up: bool
    most_pulls: int
    first_phase: int
    strict: bool
    inside_loop: bool
    kept_phase: int  # what it leaves is returned; of who does not get there, what remains


def no_pulls(checkpoints: Integers, agents: int, arms: int) -> PullCounts:
    """Return counts before the first pull."""
    return PullCounts(
        checkpoints,
        np.zeros((len(checkpoints), arms), dtype=np.int64),
        np.zeros((agents, arms), dtype=np.int64),
        np.zeros(agents, dtype=np.int64),
    )


@kernel
def phase_pulls(rule: PhaseRule, phase: int) -> int:
    """Return m_l, from 1 to `most_pulls`, with which no phase ends before the horizon."""
    exact = 4.0 ** (phase + rule.exponent) * rule.logarithm
    if exact >= rule.most_pulls:
        return rule.most_pulls
    rounded = np.ceil(exact) if rule.round_up else np.floor(exact)
    return max(1, int(rounded))


@kernel
def record(counts: PullCounts, agent: int, arm: int, start: int, stop: int) -> None:
    """Count that an agent pulls one arm in the steps after `start` up to `stop`."""
    if stop <= start:
        return
    counts.pulled[agent, arm] += stop - start
    counts.last_arm[agent] = arm
    position = 0
    while counts.checkpoints[position] <= start:
        position += 1
    while start < stop:
        end = min(stop, counts.checkpoints[position])
        counts.between[position, arm] += end - start
        start = end
        position += 1


@kernel
def record_waiting(counts: PullCounts, last: bool, start: int, stop: int) -> None:
    """Count that each agent pulls its last arm, or else the first of all."""
    for agent in range(len(counts.last_arm)):
        record(counts, agent, counts.last_arm[agent] if last else 0, start, stop)


@kernel
def record_round_robin(
    counts: PullCounts, agent: int, arms: Integers, start: int, stop: int
) -> None:
    """Count that an agent pulls arms in turn in the steps after `start` up to `stop`."""
    if stop <= start:
        return
    number = len(arms)
    position = np.searchsorted(counts.checkpoints, start, side="right")
    done = 0
    while start + done < stop:
        end = min(stop, counts.checkpoints[position]) - start
        for turn in range(number):
            pulls = (end + number - 1 - turn) // number - (done + number - 1 - turn) // number
            counts.between[position, arms[turn]] += pulls
            counts.pulled[agent, arms[turn]] += pulls
        done = end
        position += 1
    counts.last_arm[agent] = arms[(stop - start - 1) % number]


@kernel
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


def drawn_together(laws: RewardLaws, agents: int) -> bool:
    """Return whether what many agents draw is drawn as one."""
    return laws.kind == BERNOULLI and agents > MANY * len(laws.values)


def draw_together(
    laws: RewardLaws, arms: Integers, pulls: Integers, generator: np.random.Generator
) -> Floats:
    """Return the averages of all agents' pulls of these arms; zero where there are none."""
    return np.asarray(generator.binomial(pulls, laws.values[arms, 0]) / np.maximum(pulls, 1))


@kernel
def drop_chances(laws: RewardLaws, rule: PhaseRule, budget: int) -> Floats:
    """Return the chances that each of two arms is dropped in a phase, given that both are active.

    Shape (phases + 1, 2), for all phases that end within the budget, and a row of zeros.
    """
    chances, time, phases = np.zeros((129, 2)), 0, 0
    while phases < 128:
        phase = rule.first_phase + phases
        pulls = phase_pulls(rule, phase)
        time += 2 * pulls
        if time >= budget:
            break
        for arm in range(2):
            mean, other = laws.values[arm, 0], laws.values[1 - arm, 0]
            chances[phases, arm] = chance_behind(pulls, mean, other, 0.5**phase, rule.strict)
        phases += 1
    return chances[: phases + 1]


@kernel
def eliminate(
    counts: PullCounts,
    laws: RewardLaws,
    rule: PhaseRule,
    agent: int,
    active: np.ndarray,
    budget: int,
    chances: Floats,
    generator: np.random.Generator,
) -> tuple[int, int]:
    """Run Protocol 4 for one agent over `budget` steps; mutates `active`, counts and generator.

    `active` is all arms before; afterwards what remains, or what phase `kept_phase` left. With
    `chances` of `drop_chances` an arm is dropped with these; without (no rows) rewards are drawn.

    Returns
    -------
    int
        Phases begun.
    int
        Phases that ended with an elimination.

    """
    arms = len(active)
    averages = np.zeros(arms)
    time, phase, begun, completed = 0, rule.first_phase, 0, 0
    kept, known = active.copy(), rule.kept_phase < rule.first_phase
    while time < budget:
        pulls = phase_pulls(rule, phase)
        measured = np.zeros(arms, dtype=np.bool_)
        begun += 1
        for arm in range(arms):
            if not active[arm]:
                continue
            stop = min(time + pulls, budget)
            if stop - time == pulls and len(chances) == 0:
                total = block_sum(laws, counts.pulled, agent, arm, pulls, generator)
                averages[arm] = total / pulls
                measured[arm] = True
            record(counts, agent, arm, time, stop)
            time = stop
            if time == budget:
                if known:
                    for each in range(active.size):  # arrays at once take two seconds to compile
                        active[each] = kept[each]
                return begun, completed
            if rule.inside_loop:
                drop_bad_arms(active, averages, measured, 0.5**phase, rule.strict)
        if len(chances) == 0:
            drop_bad_arms(active, averages, measured, 0.5**phase, rule.strict)
        elif active[0] and active[1]:
            first, second = chances[phase - rule.first_phase]
            drawn = generator.random() if first + second > 0.0 else 1.0
            active[0] = drawn >= first
            active[1] = not first <= drawn < first + second
        if phase == rule.kept_phase:
            for arm in range(active.size):
                kept[arm] = active[arm]
            known = True
        completed += 1
        phase += 1
    return begun, completed


def eliminate_alone(
    counts: PullCounts,
    laws: RewardLaws,
    rule: PhaseRule,
    budget: int,
    generator: np.random.Generator,
) -> tuple[int, np.ndarray, Integers]:
    """Run Protocol 4 for each agent alone; mutates counts and generator.

    Returns
    -------
    int
        The most phases that an agent began.
    bool array, shape (agents, arms)
        Remaining arms.
    int64 array, shape (agents,)
        Phases that ended with an elimination.

    """
    agents, arms = counts.pulled.shape
    if arms == 2 and not rule.inside_loop and drawn_together(laws, agents):
        return _eliminate_two_arms(counts, laws, rule, budget, generator)
    remaining = np.ones((agents, arms), dtype=np.bool_)
    completed = np.zeros(agents, dtype=np.int64)
    most = eliminate_each(counts, laws, rule, budget, remaining, completed, generator)
    return most, remaining, completed


def _eliminate_two_arms(
    counts: PullCounts,
    laws: RewardLaws,
    rule: PhaseRule,
    budget: int,
    generator: np.random.Generator,
) -> tuple[int, np.ndarray, Integers]:
    """Do as `eliminate_alone`: which arm an agent drops and when decides all that it does."""
    chances = drop_chances(laws, rule, budget)
    stay = np.cumprod(np.append(1.0, 1.0 - chances[:-1].sum(axis=1)))
    until = np.cumsum(stay[:, None] * chances)[:-1]
    until[-1] = 1.0  # no arm is dropped
    drawn = np.searchsorted(until, generator.random(len(counts.pulled)), side="right")
    remaining = np.ones((until.size, 2), dtype=np.bool_)
    begun, completed = np.zeros((2, until.size), dtype=np.int64)
    pulled, last_arm = (
        np.zeros((until.size, 2), dtype=np.int64),
        np.zeros(until.size, dtype=np.int64),
    )
    for outcome, agents in enumerate(np.bincount(drawn).tolist()):
        if agents:
            sure = np.zeros_like(chances)
            sure[divmod(outcome, 2)] = 1.0
            one = PullCounts(counts.checkpoints, np.zeros_like(counts.between), pulled, last_arm)
            begun[outcome], completed[outcome] = eliminate(
                one, laws, rule, outcome, remaining[outcome], budget, sure, generator
            )
            counts.between[:] += agents * one.between
    counts.pulled[:], counts.last_arm[:] = pulled[drawn], last_arm[drawn]
    return int(begun.max()), remaining[drawn], completed[drawn]


@kernel
def eliminate_each(
    counts: PullCounts,
    laws: RewardLaws,
    rule: PhaseRule,
    budget: int,
    remaining: np.ndarray,
    completed: Integers,
    generator: np.random.Generator,
) -> int:
    """Do as `eliminate_alone`, agent by agent; mutates arrays of ones and of zeros, too."""
    most, drawn = 0, np.zeros((0, 2))
    for agent in range(len(completed)):
        begun, completed[agent] = eliminate(
            counts, laws, rule, agent, remaining[agent], budget, drawn, generator
        )
        most = max(most, begun)
    return most
