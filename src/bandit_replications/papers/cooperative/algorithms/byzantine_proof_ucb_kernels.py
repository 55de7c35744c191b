"""All agents of Byzantine-Proof Multi-Agent UCB at once (compiled).

Cell 2 k + h counts the zeros and ones of arm k in half h (0 for X, 1 for Y), and adds up the ones;
other values, here called strange, are kept one by one, in the order of their size.
"""

import math
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from bandit_replications.papers.cooperative.algorithms.trimmed_mean import (
    two_valued_trimmed_mean,
    weighted_trimmed_mean,
)
from bandit_replications.papers.cooperative.environments.contamination import Contamination
from bandit_replications.papers.cooperative.environments.contamination_kernels import report
from bandit_replications.papers.cooperative.environments.delayed_messages import (
    Floats,
    Integers,
    Mail,
    Neighbourhoods,
    collect,
    spread,
)
from bandit_replications.papers.cooperative.environments.reward_draws import draw


class Samples(NamedTuple):
    """What all agents know.

    Attributes
    ----------
    known : float64 array, shape (2, cells, agents)
        Numbers of zeros and ones, and of ones.
    numbers, totals : float64 arrays, shape (2, arms, agents)
        Numbers and sums of the strange values in X and in Y.
    used : int64 array, shape (agents, arms)
        How many different values; 0 and 1 count always.
    atoms : float64 array, shape (agents, arms, room)
        The different values, rising; 0 and 1 stand in places that move as others come.
    halves : float64 array, shape (agents, arms, 2, room)
        How often each occurs in X and in Y; of 0 and 1 it is filled in when needed.
    late : int64 array, shape (agents, arms)
        How many of the `used` values, the last ones, are not yet in their places.

    """

    known: Floats
    numbers: Floats
    totals: Floats
    used: Integers
    atoms: Floats
    halves: Floats
    late: Integers


@njit(cache=True)
def simulate_agents(  # noqa: PLR0912, PLR0915  one loop over the rounds
    kind: int,
    values: Floats,
    weights: Floats | None,
    hoods: Neighbourhoods,
    post: Mail,
    lengths: Integers,
    extra: int,
    contamination: Contamination,
    false: NDArray[np.bool_],
    noise_scale: float,
    assumed: float,
    sigma: float,
    exponent: float,
    trimmed: bool,
    own_reported: bool,
    checkpoints: Integers,
    generator: np.random.Generator,
) -> Integers:
    """Return pulls (checkpoints, arms) of all agents; mutates the generator and the mail."""
    agents, arms = lengths.shape[0], values.shape[0]
    pulls = np.zeros((checkpoints.size, arms), dtype=np.int64)
    played = np.zeros(arms, dtype=np.int64)
    own = np.zeros((agents, arms), dtype=np.int64)
    samples = _no_samples(agents, arms)
    known, any_strange = samples.known, False
    cells, drawn = np.empty(agents, dtype=np.int64), np.empty(agents)
    counts, ones = np.empty(agents), np.empty(agents)
    index, best = np.empty((arms, agents)), np.empty(agents)
    actions = np.empty(agents, dtype=np.int64)
    strange = np.empty((256, 3), dtype=np.int64)  # round, sender, cell of those on their way
    worth = np.empty(256)
    begin, end = 0, 0
    point = 0
    for t in range(1, checkpoints[-1] + 1):
        if hoods.life:
            collect(t, post, known)
        while begin < end and strange[begin, 0] + extra + hoods.life < t:
            begin += 1
        if begin < end:
            events, told_values = strange[begin:end], worth[begin:end]
            samples = _deliver(
                t - extra, events, told_values, hoods.life, lengths, trimmed, samples
            )
        if t > arms:
            log_delta = exponent * math.log(t)
            _set_indices(samples, log_delta, assumed, sigma, trimmed, index)
            if trimmed and any_strange:
                _correct_indices(samples, log_delta, assumed, sigma, index)
            _choose(index, best, actions)
        else:
            actions[:] = t - 1
        kept_strange = False
        for agent in range(agents):
            arm = actions[agent]
            reward = draw(kind, values, weights, arm, generator)
            told = report(contamination, arm, reward, generator) if false[agent] else reward
            if noise_scale > 0:
                told += noise_scale * generator.laplace(0.0, 1.0)
            played[arm] += 1
            cells[agent] = 2 * arm + (own[agent, arm] & 1)
            own[agent, arm] += 1
            drawn[agent] = told if own_reported else reward
            common = told == 0.0 or told == 1.0  # noqa: PLR1714
            counts[agent] = 1.0 if common else 0.0
            ones[agent] = 1.0 if told == 1.0 else 0.0
            if drawn[agent] == 0.0 or drawn[agent] == 1.0:
                known[0, cells[agent], agent] += 1.0
                known[1, cells[agent], agent] += drawn[agent]
            else:
                kept_strange = True
            any_strange |= not common
            if not common and hoods.life:
                if end == worth.size:
                    strange, worth, begin, end = _kept_events(strange, worth, begin, end)
                strange[end, 0], strange[end, 1], strange[end, 2] = t, agent, cells[agent]
                worth[end] = told
                end += 1
        if kept_strange:
            any_strange = True
            samples = _keep_strange(cells, drawn, trimmed, samples)
        if hoods.life:
            spread(cells, counts, ones, t, extra, hoods, post)
        if t == checkpoints[point]:
            pulls[point] = played
            point += 1
    return pulls


# --- Indices --------------------------------------------------------------------------------


@njit(cache=True, error_model="numpy")
def _set_indices(
    samples: Samples,
    log_delta: float,
    assumed: float,
    sigma: float,
    trimmed: bool,
    index: Floats,
) -> None:
    """Set all indices, mutating `index` (arms, agents): trimmed ones as if none were strange.

    One arm after the other for all agents, several of them at once.
    """
    bias = sigma * math.sqrt(assumed)
    for arm in range(index.shape[0]):
        n_x, n_y = samples.known[0, 2 * arm], samples.known[0, 2 * arm + 1]
        ones_x, ones_y = samples.known[1, 2 * arm], samples.known[1, 2 * arm + 1]
        more_x, more_y = samples.numbers[0, arm], samples.numbers[1, arm]
        sum_x, sum_y = samples.totals[0, arm], samples.totals[1, arm]
        row = index[arm]
        if trimmed:
            for agent in range(row.size):
                estimate = two_valued_trimmed_mean(
                    n_x[agent] - ones_x[agent],
                    ones_x[agent],
                    n_y[agent] - ones_y[agent],
                    ones_y[agent],
                    log_delta,
                    assumed,
                )
                width = math.sqrt(sigma * log_delta / (n_x[agent] + n_y[agent]))
                row[agent] = estimate + bias + width
        else:
            for agent in range(row.size):
                number = n_x[agent] + n_y[agent] + (more_x[agent] + more_y[agent])
                total = ones_x[agent] + ones_y[agent] + (sum_x[agent] + sum_y[agent])
                width = math.sqrt(sigma * log_delta / number)
                row[agent] = total / number + bias + width


@njit(cache=True)
def _correct_indices(
    samples: Samples, log_delta: float, assumed: float, sigma: float, index: Floats
) -> None:
    """Set the trimmed indices of arms with strange samples; mutates index, and halves at 0, 1."""
    bias = sigma * math.sqrt(assumed)
    arms, agents = index.shape
    for agent in range(agents):
        for arm in range(arms):
            size = samples.used[agent, arm]
            if size == 2:
                continue
            n_x, n_y = samples.known[0, 2 * arm, agent], samples.known[0, 2 * arm + 1, agent]
            ones_x, ones_y = samples.known[1, 2 * arm, agent], samples.known[1, 2 * arm + 1, agent]
            number_x = n_x + samples.numbers[0, arm, agent]
            number_y = n_y + samples.numbers[1, arm, agent]
            atoms, halves = samples.atoms[agent, arm], samples.halves[agent, arm]
            _put_in_order(atoms[:size], halves[:, :size], size - samples.late[agent, arm])
            samples.late[agent, arm] = 0
            zero = np.searchsorted(atoms[:size], 0.0)
            one = np.searchsorted(atoms[:size], 1.0)
            halves[0, zero], halves[0, one] = n_x - ones_x, ones_x
            halves[1, zero], halves[1, one] = n_y - ones_y, ones_y
            estimate = weighted_trimmed_mean(
                atoms,
                halves[0],
                halves[1],
                size,
                number_x,
                number_y,
                ones_x + samples.totals[0, arm, agent],
                log_delta,
                assumed,
            )
            width = math.sqrt(sigma * log_delta / (number_x + number_y))
            index[arm, agent] = estimate + bias + width


@njit(cache=True)
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


@njit(cache=True)
def _no_samples(agents: int, arms: int) -> Samples:
    atoms = np.zeros((agents, arms, 16))
    atoms[:, :, 1] = 1.0
    return Samples(
        np.zeros((2, 2 * arms, agents)),
        np.zeros((2, arms, agents)),
        np.zeros((2, arms, agents)),
        np.full((agents, arms), 2),
        atoms,
        np.zeros((agents, arms, 2, 16)),
        np.zeros((agents, arms), dtype=np.int64),
    )


@njit(cache=True)
def _deliver(
    sent: int,
    strange: Integers,
    worth: Floats,
    life: int,
    lengths: Integers,
    trimmed: bool,
    samples: Samples,
) -> Samples:
    """Return the samples after each strange value has come to the agents that it reaches now.

    `strange` (events, 3) holds round, sender and cell of the values `worth` (events,); a value of
    round `sent` - d reaches those at distance d. Mutates the samples.
    """
    samples = _with_room(samples, len(strange))
    for event in range(len(strange)):
        distance = sent - strange[event, 0]
        if not 1 <= distance <= life:
            continue
        sender, cell = strange[event, 1], strange[event, 2]
        for agent in range(len(lengths)):
            if lengths[sender, agent] == distance:
                _insert(samples, agent, cell, worth[event], trimmed)
    return samples


@njit(cache=True)
def _keep_strange(cells: Integers, drawn: Floats, trimmed: bool, samples: Samples) -> Samples:
    """Return the samples with each agent's own of this round, if strange; mutates them."""
    samples = _with_room(samples, 1)
    for agent in range(cells.size):
        kept = drawn[agent]
        if not (kept == 0.0 or kept == 1.0):  # noqa: PLR1714
            _insert(samples, agent, cells[agent], kept, trimmed)
    return samples


@njit(inline="always")
def _insert(samples: Samples, agent: int, cell: int, value: float, trimmed: bool) -> None:
    """Add a strange value, for which there is room, its place kept if `trimmed`; mutates."""
    arm, half = cell >> 1, cell & 1
    samples.numbers[half, arm, agent] += 1.0
    samples.totals[half, arm, agent] += value
    if trimmed:
        size, late = samples.used[agent, arm], samples.late[agent, arm]
        place = _place(samples.atoms[agent, arm, :size], size - late, value)
        if place == size:
            samples.atoms[agent, arm, size] = value
            samples.halves[agent, arm, :, size] = 0.0
            samples.used[agent, arm] = size + 1
            samples.late[agent, arm] = late + 1
        samples.halves[agent, arm, half, place] += 1.0


@njit(cache=True)
def _place(atoms: Floats, ordered: int, value: float) -> int:
    """Return where a value stands, or their number: the first `ordered` of the atoms rise."""
    place = int(np.searchsorted(atoms[:ordered], value))
    if place < ordered and atoms[place] == value:
        return place
    for late in range(ordered, atoms.size):
        if atoms[late] == value:
            return late
    return atoms.size


@njit(cache=True)
def _put_in_order(atoms: Floats, halves: Floats, ordered: int) -> None:
    """Put all atoms in order, of which the first `ordered` rise; mutates atoms and halves.

    Late values go in together: the others move once for all of them.
    """
    late = atoms.size - ordered
    if late == 0:
        return
    order = ordered + np.argsort(atoms[ordered:])
    values, counts = atoms[order], halves[:, order]
    left = ordered - 1
    for rank in range(late - 1, -1, -1):
        value = values[rank]
        while left >= 0 and atoms[left] > value:
            atoms[left + rank + 1] = atoms[left]
            halves[0, left + rank + 1] = halves[0, left]
            halves[1, left + rank + 1] = halves[1, left]
            left -= 1
        atoms[left + rank + 1] = value
        halves[0, left + rank + 1] = counts[0, rank]
        halves[1, left + rank + 1] = counts[1, rank]


@njit(cache=True)
def _with_room(samples: Samples, more: int) -> Samples:
    """Return the same samples with room for so many more different values of each arm."""
    agents, arms, room = samples.atoms.shape
    needed = samples.used.max() + more
    if needed <= room:
        return samples
    longer = max(2 * room, needed)
    atoms = np.zeros((agents, arms, longer))
    atoms[:, :, :room] = samples.atoms
    halves = np.zeros((agents, arms, 2, longer))
    halves[:, :, :, :room] = samples.halves
    return Samples(
        samples.known, samples.numbers, samples.totals, samples.used, atoms, halves, samples.late
    )


@njit(cache=True)
def _kept_events(
    strange: Integers, worth: Floats, begin: int, end: int
) -> tuple[Integers, Floats, int, int]:
    """Return the values on their way in arrays with room for as many again."""
    size = end - begin
    longer, values = np.empty((2 * size + 256, 3), dtype=np.int64), np.empty(2 * size + 256)
    longer[:size], values[:size] = strange[begin:end], worth[begin:end]
    return longer, values, 0, size
