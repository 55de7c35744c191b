"""What each agent knows when: messages summed by distance, at the delay of their way.

Messages of one round are alike for everybody but for when they arrive, so nothing is passed on
here: each round's messages of all agents at distance d are added up and wait d rounds. Each
message adds a number of samples and a value to one *cell* (an arm, or an arm and a half of the
samples). The largest class of distances is not added up but found as everything minus the others.
"""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from bandit_replications.cooperative.networks import Distances

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


class Neighbourhoods(NamedTuple):
    """Agents by distance, for compiled code.

    Attributes
    ----------
    members : int32 array
        Agents at distance 1 of agent 0, at distance 2 of agent 0, …, then of agent 1, and so on.
        With a complement, those further than `life` come after those at distance `life`.
    offsets : int64 array, shape (agents, classes + 1)
        Where each class of each agent begins and ends in `members`.
    life : int
        Largest distance from which messages arrive, at most the diameter.
    complement : int
        Number of the class (distance minus one) that is found as the rest; -1 for none.

    """

    members: NDArray[np.int32]
    offsets: Integers
    life: int
    complement: int


def neighbourhoods(lengths: Distances, *, message_life: int) -> Neighbourhoods:
    """Return who hears whom at which delay.

    Parameters
    ----------
    lengths : int64 array, shape (agents, agents)
        Distances in the network.
    message_life : int
        γ >= 0: how often a message is passed on; 0 is no communication.

    Raises
    ------
    TypeError, ValueError
        If the message life is not an integer >= 0.

    """
    if isinstance(message_life, bool) or not isinstance(message_life, (int, np.integer)):
        raise TypeError(f"message_life: {message_life!r}; allowed: an integer")
    if message_life < 0:
        raise ValueError(f"message_life: {message_life}; allowed: at least 0")
    life = min(int(message_life), int(lengths.max(initial=0)))
    classes = [np.argwhere(lengths == d) for d in range(1, life + 1)]
    beyond = np.argwhere(lengths > life)
    sizes = [len(pairs) for pairs in classes]
    complement = -1
    if life and max(sizes) >= len(beyond) and len(lengths) > 2:
        complement = int(np.argmax(sizes))
        classes.append(beyond)
    return Neighbourhoods(*_by_agent(classes, len(lengths)), life, complement)


def _by_agent(classes: list[Integers], agents: int) -> tuple[NDArray[np.int32], Integers]:
    """Return the second of each pair, by the first and then by class, and where each begins."""
    pairs = np.concatenate([*classes, np.empty((0, 2), dtype=np.int64)])
    kind = np.repeat(np.arange(len(classes)), [len(found) for found in classes])
    order = np.lexsort((pairs[:, 1], kind, pairs[:, 0]))
    counts = np.zeros((agents, len(classes) + 1), dtype=np.int64)
    np.add.at(counts, (pairs[:, 0], kind + 1), 1)
    counts[1:, 0] = counts[:-1, 1:].sum(axis=1)  # an agent begins where the one before it ends
    counts[:, 0] = np.cumsum(counts[:, 0])
    return pairs[order, 1].astype(np.int32), np.cumsum(counts, axis=1)


@njit(cache=True)
def spread(
    cells: Integers,
    counts: Floats,
    values: Floats,
    time: int,
    extra: int,
    members: NDArray[np.int32],
    offsets: Integers,
    life: int,
    complement: int,
    waiting: Floats,
) -> None:
    """Put the messages of a round where they wait for their arrival.

    A message of round `time` reaches an agent at distance d before it acts in round
    time + d + extra. `cells`, `counts` and `values`, shape (agents,), say to which cell each
    agent's message adds how many samples and which value. Mutates `waiting`, shape
    (slots, agents, 2, cells) with slots > life + extra: slot t mod slots is what arrives before
    round t.
    """
    agents = cells.size
    slots, width = waiting.shape[0], waiting.shape[3]
    total = _total(cells, counts, values, width)
    heard, later = np.zeros((2, width)), np.zeros((2, width))
    rest = (time + complement + 1 + extra) % slots
    for agent in range(agents):
        if complement >= 0:
            for part in range(2):
                for cell in range(width):
                    waiting[rest, agent, part, cell] += total[part, cell]
            waiting[rest, agent, 0, cells[agent]] -= counts[agent]
            waiting[rest, agent, 1, cells[agent]] -= values[agent]
        for kind in range(offsets.shape[1] - 1):
            if kind == complement:
                continue
            first, last = offsets[agent, kind], offsets[agent, kind + 1]
            # two sums, so that an addition need not wait for the one before it
            for place in range(first, last - 1, 2):
                one, two = members[place], members[place + 1]
                heard[0, cells[one]] += counts[one]
                later[0, cells[two]] += counts[two]
                heard[1, cells[one]] += values[one]
                later[1, cells[two]] += values[two]
            if (last - first) % 2:
                one = members[last - 1]
                heard[0, cells[one]] += counts[one]
                heard[1, cells[one]] += values[one]
            slot = (time + kind + 1 + extra) % slots
            for part in range(2):
                for cell in range(width):
                    amount = heard[part, cell] + later[part, cell]
                    heard[part, cell] = 0.0
                    later[part, cell] = 0.0
                    if kind < life:
                        waiting[slot, agent, part, cell] += amount
                    if complement >= 0:
                        waiting[rest, agent, part, cell] -= amount


@njit(cache=True)
def _total(cells: Integers, counts: Floats, values: Floats, width: int) -> Floats:
    """Return samples and values of all agents' messages in each cell, shape (2, width)."""
    total = np.zeros((2, width))
    for sender in range(cells.size):
        total[0, cells[sender]] += counts[sender]
        total[1, cells[sender]] += values[sender]
    return total


@njit(cache=True)
def collect(time: int, waiting: Floats, known: Floats) -> None:
    """Add what arrives before round `time` to `known` (agents, 2, cells) and empty its slot."""
    slot = time % waiting.shape[0]
    for agent in range(known.shape[0]):
        for part in range(2):
            for cell in range(known.shape[2]):
                known[agent, part, cell] += waiting[slot, agent, part, cell]
                waiting[slot, agent, part, cell] = 0.0
