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
        With a complement, that class is left out, and those further than `life` come after those
        at distance `life`.
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
    sizes = np.bincount(lengths.ravel(), minlength=life + 1)
    beyond, sizes = sizes[life + 1 :].sum(), sizes[1 : life + 1]
    complement = -1
    if life and sizes.max() >= beyond and len(lengths) > 2:
        complement = int(np.argmax(sizes))
    members, offsets = _by_agent(lengths, life, complement)
    return Neighbourhoods(members, offsets, life, complement)


@njit(cache=True)
def _by_agent(lengths: Distances, life: int, complement: int) -> tuple[NDArray[np.int32], Integers]:
    """Return the members of each agent's classes but the complement, and where each begins."""
    agents, classes = len(lengths), life + (1 if complement >= 0 else 0)
    sizes = np.zeros((agents, classes + 1), dtype=np.int64)
    for agent in range(agents):
        for other in range(agents):
            kind = min(lengths[agent, other] - 1, life)
            if 0 <= kind < classes and kind != complement:
                sizes[agent, kind] += 1
    offsets = np.empty((agents, classes + 1), dtype=np.int64)
    end = 0
    for agent in range(agents):
        for kind in range(classes + 1):
            offsets[agent, kind] = end
            end += sizes[agent, kind]
    members, place = np.empty(end, dtype=np.int32), offsets.copy()
    for agent in range(agents):
        for other in range(agents):
            kind = min(lengths[agent, other] - 1, life)
            if 0 <= kind < classes and kind != complement:
                members[place[agent, kind]] = other
                place[agent, kind] += 1
    return members, offsets


class Mail(NamedTuple):
    """Messages on their way, for compiled code; see `mail` and `spread`.

    Attributes
    ----------
    waiting : float64 array, shape (slots, 2, cells, agents)
        Slot t mod slots holds what arrives before round t: numbers of samples, and values.
    due : bool array, shape (slots, cells)
        Whether anything waits there.
    heard : float64 array, shape (classes, 2, cells, agents)
        Scratch: one round's messages by the class of their distance.
    told : bool array, shape (cells,)
    total : float64 array, shape (2, cells)
        Scratch: whether a round's messages tell of a cell, and the sum of what they tell.

    """

    waiting: Floats
    due: NDArray[np.bool_]
    heard: Floats
    told: NDArray[np.bool_]
    total: Floats


def mail(hoods: Neighbourhoods, *, cells: int, extra: int) -> Mail:
    """Return empty mail; every message waits `extra` rounds beyond its distance."""
    agents, classes = len(hoods.offsets), hoods.offsets.shape[1] - 1
    slots = hoods.life + extra + 1
    return Mail(
        np.zeros((slots, 2, cells, agents)),
        np.zeros((slots, cells), dtype=np.bool_),
        np.zeros((classes, 2, cells, agents)),
        np.zeros(cells, dtype=np.bool_),
        np.zeros((2, cells)),
    )


@njit(cache=True)
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
    members, offsets, heard = hoods.members, hoods.offsets, mail.heard
    for sender in range(cells.size):
        cell, count, value = cells[sender], counts[sender], values[sender]
        for kind in range(heard.shape[0]):
            for place in range(offsets[sender, kind], offsets[sender, kind + 1]):
                receiver = members[place]
                heard[kind, 0, cell, receiver] += count
                heard[kind, 1, cell, receiver] += value
    slots, width = mail.due.shape
    rest = (time + hoods.complement + 1 + extra) % slots
    for cell in range(width):
        if mail.told[cell]:
            for kind in range(heard.shape[0]):
                _send(heard, kind, cell, (time + kind + 1 + extra) % slots, rest, hoods, mail)
    if hoods.complement >= 0:
        for sender in range(cells.size):
            mail.waiting[rest, 0, cells[sender], sender] -= counts[sender]
            mail.waiting[rest, 1, cells[sender], sender] -= values[sender]


@njit(cache=True)
def _count(cells: Integers, counts: Floats, values: Floats, mail: Mail) -> None:
    """Set what is told of each cell by all, and nothing as heard of it yet: mutates the mail."""
    mail.told[:] = False
    mail.total[:] = 0.0
    for sender in range(cells.size):
        cell = cells[sender]
        mail.told[cell] = True
        mail.total[0, cell] += counts[sender]
        mail.total[1, cell] += values[sender]
    heard = mail.heard
    for kind in range(heard.shape[0]):
        for cell in range(heard.shape[2]):
            if mail.told[cell]:
                for part in range(2):
                    for agent in range(heard.shape[3]):
                        heard[kind, part, cell, agent] = 0.0


@njit(cache=True)
def _send(
    heard: Floats,
    kind: int,
    cell: int,
    slot: int,
    rest: int,
    hoods: Neighbourhoods,
    mail: Mail,
) -> None:
    """Put what a class of distances tells of a cell into its slot: mutates the mail.

    With a complement it is taken away from the rest; the complement's own turn puts all there.
    """
    waiting = mail.waiting
    if kind == hoods.complement:
        mail.due[rest, cell] = True
        for part in range(2):
            total = mail.total[part, cell]
            for agent in range(heard.shape[3]):
                waiting[rest, part, cell, agent] += total
        return
    if kind < hoods.life:
        mail.due[slot, cell] = True
        for part in range(2):
            for agent in range(heard.shape[3]):
                waiting[slot, part, cell, agent] += heard[kind, part, cell, agent]
    if hoods.complement >= 0:
        for part in range(2):
            for agent in range(heard.shape[3]):
                waiting[rest, part, cell, agent] -= heard[kind, part, cell, agent]


@njit(cache=True)
def collect(time: int, mail: Mail, known: Floats) -> None:
    """Add what arrives before round `time` to `known` (2, cells, agents) and empty its slot."""
    waiting = mail.waiting
    slot = time % mail.due.shape[0]
    for cell in range(mail.due.shape[1]):
        if mail.due[slot, cell]:
            mail.due[slot, cell] = False
            for part in range(2):
                for agent in range(known.shape[2]):
                    known[part, cell, agent] += waiting[slot, part, cell, agent]
                    waiting[slot, part, cell, agent] = 0.0
