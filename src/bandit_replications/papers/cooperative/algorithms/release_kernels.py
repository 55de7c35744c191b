"""All agents that act on released sums of rewards at once (compiled)."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.bandits.compiled import kernel
from bandit_replications.bandits.interrupts import interruptible
from bandit_replications.bandits.rewards import RewardTable
from bandit_replications.bandits.runs import set_row
from bandit_replications.bandits.trajectories import Trajectory
from bandit_replications.papers.cooperative.algorithms.widths import (
    NoiseWidths,
    log_of_samples,
    row_of,
    width_of_mean,
)
from bandit_replications.papers.cooperative.environments.contamination import (
    Contamination,
    Reports,
    report,
)
from bandit_replications.papers.cooperative.environments.problems import GroupProblem
from bandit_replications.papers.cooperative.environments.reward_draws import draw

NOBODY = Contamination(0.0, 0, 0.0, 0)


class Rule(NamedTuple):
    """What agents release, and the width of their index.

    A release is the sum of `interval` rewards of an arm, then of `growth` times as many each time,
    with noise of that scale. `width` is a factor on the table of widths. With `means` a release
    counts once, as its mean clipped to [-reach, 1 + reach]; without, as so many samples, which have
    a width of their own.
    """

    interval: int
    growth: float
    scale: float
    width: float
    means: bool = False
    reach: float = 0.0


def simulate_group(
    problem: GroupProblem,
    rule: Rule,
    widths: NoiseWidths,
    *,
    generator: np.random.Generator,
    reports: Reports | None = None,
) -> Trajectory:
    """Simulate agents with one rule; of clipped means `reports` says which are false."""
    life = min(problem.message_life, int(problem.distances.max(initial=0)))
    told = reports or Reports(NOBODY, np.zeros(problem.agents, dtype=np.bool_), 0.0)
    laws, points = problem.rewards, problem.points
    return Trajectory(
        _simulate_agents(laws, rule, told, widths, problem.distances, life, points, generator)
    )


@kernel
def _simulate_agents(
    laws: RewardTable,
    rule: Rule,
    reports: Reports,
    widths: NoiseWidths,
    distances: Integers,
    life: int,
    checkpoints: Integers,
    generator: np.random.Generator,
) -> Integers:
    """Return pulls (checkpoints, arms) of all agents; mutates the generator.

    `known` (3, arms, agents) holds samples, their sum with noise, and releases, `logs` (2, arms,
    agents) the logarithm that their width takes of the first and the column of the noise's width
    for the last, which change seldom; slot t mod slots of `waiting` (slots, 3, arms, agents) has
    what arrives before round t, `due` (slots, arms) whether anything does.
    """
    agents, arms, slots = len(distances), len(laws.values), life + 2
    pulls = np.zeros((checkpoints.size, arms), dtype=np.int64)
    played = np.zeros(arms, dtype=np.int64)
    known, waiting = np.zeros((3, arms, agents)), np.zeros((slots, 3, arms, agents))
    logs, due = np.zeros((2, arms, agents)), np.zeros((slots, arms), dtype=np.bool_)
    n, sums = np.zeros((arms, agents)), np.zeros((arms, agents))
    batch, sampled = np.ones((arms, agents)), 0.0 if rule.means else 1.0
    actions, best = np.empty(agents, dtype=np.int64), np.empty(agents)
    point = 0
    work = 0
    for t in range(1, checkpoints[-1] + 1):
        work = interruptible(work + agents * arms)
        for arm in range(arms):
            if due[t % slots, arm]:
                due[t % slots, arm] = False
                _receive(arm, waiting[t % slots], widths.places, known, logs)
        if t > arms * rule.interval:
            log = 2.0 * math.log(t)
            width = rule.width * widths.rows[row_of(log)]
            _choose(known, logs, log, width, sampled, best, actions)
        else:
            actions[:] = t % arms
        for agent in range(agents):
            arm = actions[agent]
            played[arm] += 1
            sums[arm, agent] += draw(laws, arm, generator)
            n[arm, agent] += 1.0
            number = batch[arm, agent] * rule.interval
            if n[arm, agent] == number:
                total = sums[arm, agent]
                if rule.scale > 0:
                    total += rule.scale * generator.laplace(0.0, 1.0)
                if rule.means:
                    total = report(reports, agent, arm, total / number, generator)
                    total = min(max(total, -rule.reach), 1.0 + rule.reach)
                    number = 1.0
                _send(t, arm, number, total, distances[agent], waiting, due)
                batch[arm, agent] *= rule.growth
                n[arm, agent], sums[arm, agent] = 0.0, 0.0
        if t == checkpoints[point]:
            set_row(pulls, point, played)
            point += 1
    return pulls


@kernel
def _send(
    time: int,
    arm: int,
    number: float,
    total: float,
    distances: Integers,
    waiting: Floats,
    due: NDArray[np.bool_],
) -> None:
    """Queue a release for all in reach, the sender included: at distance d after max(d, 1) rounds.

    Mutates `waiting` and `due`.
    """
    slots = len(waiting)
    for agent in range(distances.size):
        if distances[agent] <= slots - 2:
            slot = (time + max(distances[agent], 1)) % slots
            due[slot, arm] = True
            waiting[slot, 0, arm, agent] += number
            waiting[slot, 1, arm, agent] += total
            waiting[slot, 2, arm, agent] += 1.0


@kernel
def _receive(arm: int, arrived: Floats, places: Integers, known: Floats, logs: Floats) -> None:
    """Add one arm's arrivals (3, arms, agents) to `known`; mutates these, `known` and `logs`."""
    for agent in range(known.shape[2]):
        for place in range(3):
            known[place, arm, agent] += arrived[place, arm, agent]
            arrived[place, arm, agent] = 0.0
        logs[0, arm, agent] = log_of_samples(known[0, arm, agent])
        logs[1, arm, agent] = places[int(known[2, arm, agent])]


@kernel(error_model="numpy")
def _choose(
    known: Floats,
    logs: Floats,
    log_inverse_delta: float,
    widths: Floats,
    sampled: float,
    best: Floats,
    actions: Integers,
) -> None:
    """Set each agent's action to its lowest arm with the largest index.

    `sampled` is a factor on the width of samples. Mutates `actions` and `best` (agents,), scratch.
    Agents stand last so that several are compared at once.
    """
    best[:] = -np.inf
    for arm in range(known.shape[1]):
        numbers, totals = known[0, arm], known[1, arm]
        log_n, columns = logs[0, arm], logs[1, arm]
        for agent in range(actions.size):
            number = numbers[agent]
            width = width_of_mean(number, log_n[agent] + log_inverse_delta)
            index = totals[agent] / number + sampled * width
            index += widths[int(columns[agent])] / number
            better = index > best[agent]
            best[agent] = index if better else best[agent]
            actions[agent] = arm if better else actions[agent]
