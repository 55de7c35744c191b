"""What each agent knows when: messages summed by distance, at the delay of their way.

Messages of one round are alike for everybody but for when they arrive, so nothing is passed on
here: each round's messages of all agents at distance d are added up and wait d rounds. Each
message adds a number of samples and a value to one *cell* (an arm, or an arm and a half of the
samples). The largest class of distances is not added up but found as everything minus the others.

Most messages tell of one sample, and rewards are mostly 0 or 1. Such counts go to all receivers at
once, as a row of small integers; other numbers go to those who hear of them one by one.
"""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from bandit_replications.cooperative.networks import Distances

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

# Rows are added where at least one place in so many is a receiver's: so many are added at once.
ROW_ADDITIONS = 32


class Neighbourhoods(NamedTuple):
    """Agents by distance, for compiled code.

    There is a class of agents for each distance up to `farthest` but the complement. Agent m's
    *place* in the c-th class is c * agents + m.

    Attributes
    ----------
    members : uint32 array
        The places of all who hear of agent 0, rising, then of agent 1, and so on.
    offsets : int64 array, shape (agents + 1,)
        Where each agent's receivers begin and end in `members`.
    rows : uint8 array, shape (agents, places)
        1 at the places of an agent's members; no column where members are few among the places.
    life : int
        Largest distance from which messages arrive, at most the diameter.
    complement : int
        Distance of the class that is found as the rest; 0 for none.
    farthest : int
        Distance of the last class: `life`, or with a complement one more that stands for all
        distances beyond, if there are any.

    """

    members: NDArray[np.uint32]
    offsets: Integers
    rows: NDArray[np.uint8]
    life: int
    complement: int
    farthest: int


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
    agents, diameter = len(lengths), int(lengths.max(initial=0))
    life = farthest = min(int(message_life), diameter)
    sizes = np.bincount(lengths.ravel(), minlength=life + 1)
    beyond, sizes = sizes[life + 1 :].sum(), sizes[1 : life + 1]
    complement = 0
    if life and sizes.max() >= beyond and agents > 2:
        complement = 1 + int(np.argmax(sizes))
        farthest = min(life + 1, diameter)
    classes = farthest - (complement > 0)
    kinds = _kinds(lengths, life, complement, farthest)
    hear = kinds >= 0
    members = (kinds * agents + np.arange(agents))[hear].astype(np.uint32)
    offsets = np.append(0, np.cumsum(hear.sum(axis=1)))
    dense = ROW_ADDITIONS * members.size >= agents * agents * classes
    rows = np.zeros((agents, agents * classes if dense else 0), dtype=np.uint8)
    if dense:
        rows[np.nonzero(hear)[0], members] = 1
    return Neighbourhoods(members, offsets, rows, life, complement, farthest)


def _kinds(lengths: Distances, life: int, complement: int, farthest: int) -> Integers:
    """Return the class of each pair of agents, from 0; -1 for those without a place."""
    of_distance = np.full(max(int(lengths.max(initial=0)), farthest) + 1, -1)
    with_places = [d for d in range(1, farthest + 1) if d != complement]
    of_distance[with_places] = np.arange(len(with_places))
    if farthest > life:
        of_distance[farthest:] = len(with_places) - 1
    return np.asarray(of_distance[lengths])


class Mail(NamedTuple):
    """Messages on their way, for compiled code; see `mail` and `spread`.

    Attributes
    ----------
    waiting : float64 array, shape (slots, 2, cells, agents)
        Slot t mod slots holds what arrives before round t: numbers of samples, and values.
    due : bool array, shape (slots, cells)
        Whether anything waits there.
    heard : float64 array, shape (2, cells, places)
        Scratch: one round's messages by place.
    coins : uint16 array, shape (cells, 2, places)
        Scratch: of those, the numbers of single samples by their value, 1 or other.
    told : bool array, shape (cells,)
    total : float64 array, shape (2, cells)
        Scratch: whether a round's messages tell of a cell, and the sum of what they tell.

    """

    waiting: Floats
    due: NDArray[np.bool_]
    heard: Floats
    coins: NDArray[np.uint16]
    told: NDArray[np.bool_]
    total: Floats


def mail(hoods: Neighbourhoods, *, cells: int, extra: int) -> Mail:
    """Return empty mail; every message waits `extra` rounds beyond its distance."""
    agents = len(hoods.rows)
    places = agents * (hoods.farthest - (hoods.complement > 0))
    slots = hoods.life + extra + 1
    return Mail(
        np.zeros((slots, 2, cells, agents)),
        np.zeros((slots, cells), dtype=np.bool_),
        np.zeros((2, cells, places)),
        np.zeros((cells, 2, hoods.rows.shape[1]), dtype=np.uint16),
        np.zeros(cells, dtype=np.bool_),
        np.zeros((2, cells)),
    )


@njit(inline="always")
def spread(
    cells: Integers,
    counts: Floats,
    values: Floats,
    time: int,
    extra: int,
    hoods: Neighbourhoods,
    mail: Mail,
) -> None:
    """Put the messages of a round where they wait for their arrival.

    A message of round `time` reaches an agent at distance d before it acts in round
    time + d + extra. `cells`, `counts` and `values`, shape (agents,), say to which cell each
    agent's message adds how many samples and which value. Mutates `mail`.

    Agents stand last in all arrays, so that what is done for each of them is done for several at
    once, and cells of which nothing is told are passed over.
    """
    _count(cells, counts, values, mail)
    _hear(cells, counts, values, hoods, mail)
    slots, width = mail.due.shape
    rest = (time + hoods.complement + extra) % slots
    for cell in range(width):
        if mail.told[cell]:
            first = 0
            for distance in range(1, hoods.farthest + 1):
                slot = (time + distance + extra) % slots
                if distance == hoods.complement:
                    _send_all(cell, rest, mail)
                else:
                    _send(first, cell, slot, rest, distance <= hoods.life, hoods.complement, mail)
                    first += cells.size
    if hoods.complement > 0:
        for sender in range(cells.size):
            mail.waiting[rest, 0, cells[sender], sender] -= counts[sender]
            mail.waiting[rest, 1, cells[sender], sender] -= values[sender]


@njit(inline="always")
def _count(cells: Integers, counts: Floats, values: Floats, mail: Mail) -> None:
    """Set what is told of each cell by all, and nothing as heard of it yet: mutates the mail."""
    heard, coins = mail.heard, mail.coins
    for cell in range(mail.told.size):
        mail.told[cell] = False
        mail.total[0, cell] = 0.0
        mail.total[1, cell] = 0.0
    for sender in range(cells.size):
        cell = cells[sender]
        mail.told[cell] = True
        mail.total[0, cell] += counts[sender]
        mail.total[1, cell] += values[sender]
    for cell in range(mail.told.size):
        if mail.told[cell]:
            for part in range(2):
                for place in range(heard.shape[2]):
                    heard[part, cell, place] = 0.0
                for place in range(coins.shape[2]):
                    coins[cell, part, place] = 0


@njit(inline="always")
def _hear(
    cells: Integers, counts: Floats, values: Floats, hoods: Neighbourhoods, mail: Mail
) -> None:
    """Add up a round's messages at the places of those who hear of them: mutates the mail."""
    members, offsets, rows = hoods.members, hoods.offsets, hoods.rows
    heard, coins = mail.heard, mail.coins
    for sender in range(cells.size):
        cell, count, value = cells[sender], counts[sender], values[sender]
        if rows.shape[1] > 0 and count == 1.0:
            one = 1 if value == 1.0 else 0
            for place in range(rows.shape[1]):
                coins[cell, one, place] += rows[sender, place]
            if value not in (0.0, 1.0):
                for i in range(offsets[sender], offsets[sender + 1]):
                    heard[1, cell, members[i]] += value
        elif count != 0.0 or value != 0.0:
            for i in range(offsets[sender], offsets[sender + 1]):
                heard[0, cell, members[i]] += count
                heard[1, cell, members[i]] += value
    for cell in range(mail.told.size):
        if mail.told[cell]:
            for place in range(coins.shape[2]):
                ones = coins[cell, 1, place]
                heard[0, cell, place] += float(coins[cell, 0, place] + ones)
                heard[1, cell, place] += float(ones)


@njit(inline="always")
def _send_all(cell: int, rest: int, mail: Mail) -> None:
    """Put what all tell of a cell into the rest's slot: mutates the mail."""
    mail.due[rest, cell] = True
    for part in range(2):
        total = mail.total[part, cell]
        for agent in range(mail.waiting.shape[3]):
            mail.waiting[rest, part, cell, agent] += total


@njit(inline="always")
def _send(
    first: int, cell: int, slot: int, rest: int, arrives: bool, complement: int, mail: Mail
) -> None:
    """Put what a class, whose places begin at `first`, hears of a cell into its slot.

    With a complement it is taken away from the rest. Mutates the mail.
    """
    waiting, heard = mail.waiting, mail.heard
    if arrives:
        mail.due[slot, cell] = True
        for part in range(2):
            for agent in range(waiting.shape[3]):
                waiting[slot, part, cell, agent] += heard[part, cell, first + agent]
    if complement > 0:
        for part in range(2):
            for agent in range(waiting.shape[3]):
                waiting[rest, part, cell, agent] -= heard[part, cell, first + agent]


@njit(inline="always")
def collect(time: int, mail: Mail, known: Floats) -> None:
    """Add what arrives before round `time` to `known` (2, cells, agents) and empty its slot."""
    waiting, due = mail.waiting, mail.due
    slot = time % due.shape[0]
    for cell in range(due.shape[1]):
        if due[slot, cell]:
            due[slot, cell] = False
            for part in range(2):
                for agent in range(known.shape[2]):
                    known[part, cell, agent] += waiting[slot, part, cell, agent]
                    waiting[slot, part, cell, agent] = 0.0
