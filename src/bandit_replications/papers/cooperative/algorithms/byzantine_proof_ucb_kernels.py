"""All agents of Byzantine-Proof Multi-Agent UCB at once (compiled).

Cell 2 k + h counts the binary samples (0 or 1) of arm k in half h (0 for X, 1 for Y), and adds
them up. Non-binary samples are kept by their different values, in the order of their size.
"""

import math
from typing import NamedTuple

import numpy as np

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.bandits.compiled import kernel
from bandit_replications.bandits.interrupts import interruptible
from bandit_replications.bandits.rewards import RewardTable
from bandit_replications.bandits.runs import set_row
from bandit_replications.papers.cooperative.algorithms.trimmed_mean import (
    Trim,
    two_valued_trimmed_mean,
    weighted_trimmed_mean,
)
from bandit_replications.papers.cooperative.algorithms.widths import sample_width
from bandit_replications.papers.cooperative.environments.contamination import Reports, report
from bandit_replications.papers.cooperative.environments.delayed_messages import (
    Past,
    no_past,
    remember,
)
from bandit_replications.papers.cooperative.environments.reward_draws import draw


class Rule(NamedTuple):
    """How agents choose; fields as in `byzantine_proof_ucb.Options`, with ε as assumed.

    `ties` is a place in `trimmed_mean.TIES`; `own_turns` says that each receiver divides samples,
    `clipped` that reports are clipped to [0, 1], `anytime` that widths are `sample_width`.
    """

    assumed: float
    sigma: float
    delta_exponent: float
    trimmed: bool
    own_reported: bool
    ties: int
    own_turns: bool
    clipped: bool
    anytime: bool


class Samples(NamedTuple):
    """The samples of all agents.

    `known` (2, cells, agents) has the numbers of binary samples and of ones, `numbers` and `totals`
    (2, arms, agents) numbers and sums of the others in X and in Y. Of an agent's arm there are
    `size` (agents, arms) different values, 0 and 1 always among them, rising in `values` (agents,
    arms, room). `counts` (agents, arms, 2, room) says how often each occurs in X and in Y; of 0 and
    1 it is filled in when needed.
    """

    known: Floats
    numbers: Floats
    totals: Floats
    size: Integers
    values: Floats
    counts: Floats


@kernel
def simulate_agents(
    laws: RewardTable,
    rule: Rule,
    reports: Reports,
    distances: Integers,
    life: int,
    extra: int,
    checkpoints: Integers,
    generator: np.random.Generator,
) -> Integers:
    """Return pulls (checkpoints, arms) of all agents; mutates the generator.

    Reports travel over at most `life` edges, and wait `extra` rounds beyond one an edge.
    """
    agents, arms = distances.shape[0], laws.values.shape[0]
    pulls = np.zeros((checkpoints.size, arms), dtype=np.int64)
    played = np.zeros(arms, dtype=np.int64)
    own = np.zeros((arms, agents), dtype=np.int64)
    samples = _no_samples(agents, arms)
    cells, actions = np.empty(agents, dtype=np.int64), np.empty(agents, dtype=np.int64)
    kept, told = np.empty(agents), np.empty(agents)
    index, best = np.empty((arms, agents)), np.empty(agents)
    past, binary = no_past(distances, 2 * arms, life, extra), True  # whether all samples were
    point, work = 0, 0
    for t in range(1, checkpoints[-1] + 1):
        work = interruptible(work + agents * arms)
        if binary or not rule.own_turns:
            _deliver_binary(t - extra, past, own, rule.own_turns, samples.known)
        if life and not binary:
            samples = _with_room(samples, agents)
            _deliver(t - extra, past, distances, own, rule, samples)
        if t > arms:
            _set_indices(samples, rule.delta_exponent * math.log(t), rule, index)
            _choose(index, best, actions)
        else:
            actions[:] = t - 1
        _observe(laws, rule, reports, actions, kept, told, generator)
        for agent in range(agents):
            arm = actions[agent]
            played[arm] += 1
            cells[agent] = 2 * arm + (own[arm, agent] & 1)
            own[arm, agent] += 1
            binary = binary and _is_binary(told[agent]) and _is_binary(kept[agent])
        if not binary:
            samples = _with_room(samples, agents)  # 1 would be compiled anew
        _keep(cells, kept, rule.trimmed, samples)
        if rule.own_turns:
            cells -= cells % 2  # the sender's half says nothing
        remember(t, cells, told, past)
        if t == checkpoints[point]:
            set_row(pulls, point, played)
            point += 1
    return pulls


@kernel
def _observe(
    laws: RewardTable,
    rule: Rule,
    reports: Reports,
    actions: Integers,
    kept: Floats,
    told: Floats,
    generator: np.random.Generator,
) -> None:
    """Draw each agent's sample and report of its reward; mutates these and the generator."""
    for agent in range(actions.size):
        reward = draw(laws, actions[agent], generator)
        reported = report(reports, agent, actions[agent], reward, generator)
        told[agent] = min(max(reported, 0.0), 1.0) if rule.clipped else reported
        kept[agent] = told[agent] if rule.own_reported else reward


@kernel(inline="always")
def _is_binary(value: float) -> bool:
    return value == 0.0 or value == 1.0  # noqa: PLR1714  compiled


# --- Indices --------------------------------------------------------------------------------


@kernel(error_model="numpy")
def _set_indices(samples: Samples, log_delta: float, rule: Rule, index: Floats) -> None:
    """Set all indices, mutating `index` (arms, agents), and counts of 0 and 1 in the samples.

    One arm after the other for all agents, several of them at once, as if all samples were binary;
    then again the few trimmed means that also have others.
    """
    bias = rule.sigma * math.sqrt(rule.assumed)
    trim = Trim(log_delta, rule.assumed, rule.ties)
    for arm in range(index.shape[0]):
        n_x, n_y = samples.known[0, 2 * arm], samples.known[0, 2 * arm + 1]
        ones_x, ones_y = samples.known[1, 2 * arm], samples.known[1, 2 * arm + 1]
        more_x, more_y = samples.numbers[0, arm], samples.numbers[1, arm]
        sum_x, sum_y = samples.totals[0, arm], samples.totals[1, arm]
        row = index[arm]
        if rule.trimmed:
            for agent in range(row.size):
                estimate = two_valued_trimmed_mean(
                    n_x[agent] - ones_x[agent],
                    ones_x[agent],
                    n_y[agent] - ones_y[agent],
                    ones_y[agent],
                    trim,
                )
                row[agent] = estimate + bias + _width(n_x[agent] + n_y[agent], log_delta, rule)
            for agent in range(row.size):
                if samples.size[agent, arm] > 2:
                    row[agent] = _trimmed_index(samples, agent, arm, log_delta, rule)
        else:
            for agent in range(row.size):
                number = n_x[agent] + n_y[agent] + (more_x[agent] + more_y[agent])
                total = ones_x[agent] + ones_y[agent] + (sum_x[agent] + sum_y[agent])
                row[agent] = total / number + bias + _width(number, log_delta, rule)


@kernel(inline="always")
def _width(number: float, log_delta: float, rule: Rule) -> float:
    if rule.anytime:
        return sample_width(number, log_delta)
    return math.sqrt(rule.sigma * log_delta / number)


@kernel
def _trimmed_index(samples: Samples, agent: int, arm: int, log_delta: float, rule: Rule) -> float:
    """Return the index of an arm with non-binary samples."""
    size = samples.size[agent, arm]
    n_x, n_y = samples.known[0, 2 * arm, agent], samples.known[0, 2 * arm + 1, agent]
    ones_x, ones_y = samples.known[1, 2 * arm, agent], samples.known[1, 2 * arm + 1, agent]
    number_x = n_x + samples.numbers[0, arm, agent]
    number_y = n_y + samples.numbers[1, arm, agent]
    values, counts = samples.values[agent, arm, :size], samples.counts[agent, arm, :, :size]
    zero, one = np.searchsorted(values, 0.0), np.searchsorted(values, 1.0)
    counts[0, zero], counts[0, one] = n_x - ones_x, ones_x
    counts[1, zero], counts[1, one] = n_y - ones_y, ones_y
    total_x, trim = ones_x + samples.totals[0, arm, agent], Trim(log_delta, rule.assumed, rule.ties)
    estimate = weighted_trimmed_mean(
        values, counts[0], counts[1], number_x, number_y, total_x, trim
    )
    bias = rule.sigma * math.sqrt(rule.assumed)
    return estimate + bias + _width(number_x + number_y, log_delta, rule)


@kernel
def _choose(index: Floats, best: Floats, actions: Integers) -> None:
    """Set each agent's action to its lowest arm with the largest index.

    Mutates `actions` (agents,) and `best` (agents,), scratch.
    """
    best[:] = -np.inf
    for arm in range(index.shape[0]):
        row = index[arm]
        for agent in range(actions.size):
            better = row[agent] > best[agent]
            best[agent] = row[agent] if better else best[agent]
            actions[agent] = arm if better else actions[agent]


# --- Samples --------------------------------------------------------------------------------


@kernel
def _no_samples(agents: int, arms: int) -> Samples:
    values = np.zeros((agents, arms, 16))
    values[:, :, 1] = 1.0
    return Samples(
        np.zeros((2, 2 * arms, agents)),
        np.zeros((2, arms, agents)),
        np.zeros((2, arms, agents)),
        np.full((agents, arms), 2),
        values,
        np.zeros((agents, arms, 2, 16)),
    )


# What follows takes samples that have room. To reserve it here would make of them more than an
# argument, and references to their arrays were counted for each sample.


@kernel
def _keep(cells: Integers, kept: Floats, trimmed: bool, samples: Samples) -> None:
    """Add each agent's own sample of this round; mutates the samples."""
    for agent in range(cells.size):
        _add(samples, agent, cells[agent], kept[agent], trimmed)


@kernel
def _deliver_binary(sent: int, past: Past, taken: Integers, own_turns: bool, known: Floats) -> None:
    """Deliver this round's binary reports as `_deliver` does, those of 64 senders at once.

    Mutates `known` and, where each receiver divides what it gets, `taken`.
    """
    slots = (sent - np.arange(len(past.near))) % len(past.cells)
    _, cells, agents = known.shape
    senders, of_one = np.zeros(agents, dtype=np.int64), np.zeros(agents, dtype=np.int64)
    for cell in range(cells):
        for word in range(past.told.shape[3]):
            found = False
            for distance in range(1, min(len(past.near), sent)):
                told, told_one = past.told[:, slots[distance], cell, word]
                if told != 0:
                    found, near = True, past.near[distance, word]
                    for agent in range(agents):
                        senders[agent] |= near[agent] & told
                        of_one[agent] |= near[agent] & told_one
            for agent in range(agents if found else 0):
                number, ones = _count_bits(senders[agent]), _count_bits(of_one[agent])
                known[0, cell, agent] += number
                known[1, cell, agent] += ones
                if own_turns:  # all cells are X; every other one moves to Y
                    odd = _count_bits(of_one[agent] & _every_other_bit(senders[agent]))
                    turn = taken[cell // 2, agent] & 1
                    taken[cell // 2, agent] += number
                    number, ones = (number + turn) >> 1, odd if turn else ones - odd
                    for part, moved in enumerate((number, ones)):
                        known[part, cell, agent] -= moved
                        known[part, cell + 1, agent] += moved
                senders[agent], of_one[agent] = 0, 0


@kernel(inline="always")
def _count_bits(word: int) -> int:
    """Return how many bits of a word of 64 are 1."""
    word -= (word >> 1) & 0x5555555555555555
    word = (word & 0x3333333333333333) + ((word >> 2) & 0x3333333333333333)
    return (((word + (word >> 4)) & 0x0F0F0F0F0F0F0F0F) * 0x0101010101010101) >> 56


@kernel(inline="always")
def _every_other_bit(word: int) -> int:
    """Return the first, third, ... of the bits of a word that are 1."""
    odd = word
    for shift in (1, 2, 4, 8, 16, 32):
        odd ^= odd << shift
    return word & odd


@kernel
def _deliver(
    sent: int, past: Past, distances: Integers, taken: Integers, rule: Rule, samples: Samples
) -> None:
    """Deliver this round's reports one by one: the non-binary ones, or all to dividing receivers.

    A report of round `sent` - d reaches those at distance d <= life; of those that arrive together
    the lowest sender's comes first. A receiver that divides its samples puts them by turns into X
    and Y; `taken` (arms, agents) counts what an agent has put so far. Mutates it and the samples.
    """
    slots = (sent - np.arange(len(past.near))) % len(past.cells)
    furthest, known = min(len(past.near), sent) - 1, samples.known
    for agent in range(len(distances)):  # what an agent keeps stays near while others send to it
        for sender in range(len(distances)):
            distance = distances[agent, sender]
            if not 0 < distance <= furthest:
                continue
            cell, value = past.cells[slots[distance], sender], past.reports[slots[distance], sender]
            if rule.own_turns:
                cell += taken[cell // 2, agent] % 2
                taken[cell // 2, agent] += 1
            if not _is_binary(value):
                _add(samples, agent, cell, value, rule.trimmed)
            elif rule.own_turns:  # here, as a call takes ten times as long
                known[0, cell, agent] += 1.0
                known[1, cell, agent] += value


@kernel
def _add(samples: Samples, agent: int, cell: int, value: float, trimmed: bool) -> None:
    """Add a sample; if it is not binary its value is kept if `trimmed`. Mutates the samples."""
    if _is_binary(value):
        samples.known[0, cell, agent] += 1.0
        samples.known[1, cell, agent] += value
        return
    arm, half = cell >> 1, cell & 1
    samples.numbers[half, arm, agent] += 1.0
    samples.totals[half, arm, agent] += value
    if trimmed:
        size = samples.size[agent, arm]
        values, counts = samples.values[agent, arm], samples.counts[agent, arm]
        place = int(np.searchsorted(values[:size], value))
        if place == size or values[place] != value:
            for row in (values, counts[0], counts[1]):
                for moved in range(size, place, -1):
                    row[moved] = row[moved - 1]
            values[place], counts[0, place], counts[1, place] = value, 0.0, 0.0
            samples.size[agent, arm] = size + 1
        counts[half, place] += 1.0


@kernel
def _with_room(samples: Samples, more: int) -> Samples:
    """Return the same samples with room for so many more different values of each arm."""
    agents, arms, room = samples.values.shape
    needed = samples.size.max() + more
    if needed <= room:
        return samples
    longer = max(2 * room, needed)
    values = np.zeros((agents, arms, longer))
    counts = np.zeros((agents, arms, 2, longer))
    # Loops, as an assignment of arrays takes a second more to compile.
    for agent in range(agents):
        for arm in range(arms):
            for place in range(samples.size[agent, arm]):
                values[agent, arm, place] = samples.values[agent, arm, place]
                for half in range(2):
                    counts[agent, arm, half, place] = samples.counts[agent, arm, half, place]
    return Samples(samples.known, samples.numbers, samples.totals, samples.size, values, counts)
