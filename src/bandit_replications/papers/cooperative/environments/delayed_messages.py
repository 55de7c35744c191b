"""Message passing simulated as sums per graph distance, delivered with delay d (compiled).

All agents at distance d from a sender receive its message d rounds later, so nothing is forwarded
here: the messages of a round are added up for each receiver and distance and wait in a queue. A
message adds a number of samples and a value to one *cell* (an arm, or an arm and a half of its
samples). Sums at the distance with the most pairs are found as the total minus the others; for
200 agents of which most are two edges apart, a private run would take 1.7 times as long otherwise.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.bandits.compiled import kernel
from bandit_replications.bandits.runs import set_row
from bandit_replications.papers.cooperative.environments.problems import Delay


class Neighbourhoods(NamedTuple):
    """Receivers of each agent's messages by distance.

    Distances form *classes* 1, ..., `classes`; with a complement the last class may stand for all
    distances beyond the message life. Receiver m of class c has the place (c - 1) agents + m.

    Attributes
    ----------
    places : uint32 array
        The places of the receivers of agent 0, rising, then of agent 1, and so on.
    offsets : int64 array, shape (agents + 1,)
        Where each agent's places begin and end.
    classes : int
    life : int
        Largest distance over which messages travel, at most the diameter.
    complement : int
        The class that is found as the total minus the others and has no places; 0 for none.

    """

    places: NDArray[np.uint32]
    offsets: Integers
    classes: int
    life: int
    complement: int


def neighbourhoods(distances: Integers, *, message_life: int) -> Neighbourhoods:
    """Return the receivers of each agent's messages by their delay.

    Parameters
    ----------
    distances : int64 array, shape (agents, agents)
    message_life : int
        γ >= 0.

    """
    agents, diameter = len(distances), int(distances.max(initial=0))
    life = classes = min(message_life, diameter)
    sizes = np.bincount(distances.ravel(), minlength=life + 1)[1:]
    complement = 0
    if life and agents > 2 and sizes[:life].max() >= sizes[life:].sum():
        complement = 1 + int(np.argmax(sizes[:life]))
        classes = min(life + 1, diameter)
    kinds = np.minimum(distances, classes) if complement else distances
    listed = (kinds > 0) & (kinds <= classes) & (kinds != complement)
    places = ((kinds - 1) * agents + np.arange(agents))[listed].astype(np.uint32)
    offsets = np.append(0, np.cumsum(listed.sum(axis=1)))
    return Neighbourhoods(places, offsets, classes, life, complement)


class Messages(NamedTuple):
    """Messages on their way: sums of numbers of samples and of values, one beside the other.

    Attributes
    ----------
    waiting : float64 array, shape (slots, cells, agents, 2)
        Slot t mod slots holds what arrives before round t.
    due : bool array, shape (slots, cells)
        Whether anything waits there.
    sums : float64 array, shape (cells, classes agents, 2)
    totals : float64 array, shape (cells, 2)
    sent : bool array, shape (cells,)
        Zero between rounds: a round's messages by place, all of them, and whether there are any.
    extra : int
        Rounds that a message waits beyond one an edge.

    """

    waiting: Floats
    due: NDArray[np.bool_]
    sums: Floats
    totals: Floats
    sent: NDArray[np.bool_]
    extra: int


def no_messages(hoods: Neighbourhoods, *, cells: int, delay: Delay) -> Messages:
    """Return an empty queue."""
    extra = int(delay == "distance-plus-one")
    agents, slots = len(hoods.offsets) - 1, hoods.life + extra + 1
    return Messages(
        np.zeros((slots, cells, agents, 2)),
        np.zeros((slots, cells), dtype=np.bool_),
        np.zeros((cells, hoods.classes * agents, 2)),
        np.zeros((cells, 2)),
        np.zeros(cells, dtype=np.bool_),
        extra,
    )


@kernel
def send(
    time: int, cells: Integers, contents: Floats, hoods: Neighbourhoods, messages: Messages
) -> None:
    """Queue one message of each agent, sent in round `time`; mutates `messages`.

    It reaches an agent at distance d <= life before that agent acts in round time + d + extra.
    `cells` (agents,) and `contents` (agents, 2) say to which cell each message adds what.
    """
    places, offsets, agents = hoods.places, hoods.offsets, cells.size
    sums, totals, sent = messages.sums, messages.totals, messages.sent
    rest = agents * (hoods.complement - 1)
    for sender in range(agents):
        cell, number, value = cells[sender], contents[sender, 0], contents[sender, 1]
        if number == 0.0 and value == 0.0:
            continue
        sent[cell] = True
        totals[cell, 0] += number
        totals[cell, 1] += value
        for i in range(offsets[sender], offsets[sender + 1]):
            sums[cell, places[i], 0] += number
            sums[cell, places[i], 1] += value
        if hoods.complement > 0:  # a sender is no receiver of its own message
            sums[cell, rest + sender, 0] -= number
            sums[cell, rest + sender, 1] -= value
    for cell in range(sent.size):
        if sent[cell]:
            if hoods.complement > 0:
                left = sums[cell, rest : rest + agents]
                left += totals[cell]
                for first in range(0, sums.shape[1], agents):
                    if first != rest:
                        left -= sums[cell, first : first + agents]
            _queue(time, cell, hoods.life, messages)
            sums[cell] = 0.0
            totals[cell] = 0.0
            sent[cell] = False


@kernel
def _queue(time: int, cell: int, life: int, messages: Messages) -> None:
    """Add a cell's sums to the slots of their arrival; mutates `messages`."""
    waiting, sums = messages.waiting, messages.sums
    slots, _, agents, _ = waiting.shape
    for distance in range(1, life + 1):
        slot, first = (time + distance + messages.extra) % slots, agents * (distance - 1)
        messages.due[slot, cell] = True
        # Loops, as an assignment of arrays takes a second more to compile.
        for agent in range(agents):
            for part in range(2):
                waiting[slot, cell, agent, part] += sums[cell, first + agent, part]


@kernel
def receive(time: int, messages: Messages, known: Floats) -> None:
    """Add the arrivals before round `time` to `known` (2, cells, agents) and empty their slot."""
    slot = time % messages.due.shape[0]
    for cell in range(known.shape[1]):
        if messages.due[slot, cell]:
            messages.due[slot, cell] = False
            arrived = messages.waiting[slot, cell]
            for agent in range(known.shape[2]):
                known[0, cell, agent] += arrived[agent, 0]
                known[1, cell, agent] += arrived[agent, 1]
            arrived[:] = 0.0


# --- Messages that each receiver takes one by one --------------------------------------------


class Past(NamedTuple):
    """Cells and reports of the last rounds (slots, agents): round t in slot t mod slots.

    Agent j is bit j mod 64 of a word: `told` (2, slots, cells, words) has who reported 0 or 1 for a
    cell and who of them 1; `near` (life + 1, words, agents) who is at which distance from an agent.
    """

    cells: Integers
    reports: Floats
    told: Integers
    near: Integers


@kernel
def no_past(distances: Integers, cells: int, life: int, extra: int) -> Past:
    """Return room for the rounds with messages on their way."""
    agents, slots, words = len(distances), life + extra + 1, (len(distances) + 63) // 64
    near = np.zeros((life + 1, words, agents), dtype=np.int64)
    for agent in range(agents):
        for other in range(agents):
            if 0 < distances[agent, other] <= life:
                near[distances[agent, other], other // 64, agent] |= 1 << other % 64
    told = np.zeros((2, slots, cells, words), dtype=np.int64)
    return Past(np.zeros((slots, agents), dtype=np.int64), np.zeros((slots, agents)), told, near)


@kernel
def remember(time: int, cells: Integers, reports: Floats, past: Past) -> None:
    """Keep a round's cells and reports; mutates `past`."""
    slot = time % len(past.cells)
    set_row(past.cells, slot, cells)
    set_row(past.reports, slot, reports)
    past.told[:, slot] = 0
    for agent in range(cells.size):
        for part in range(2):
            if reports[agent] == 1.0 or (part == 0 and reports[agent] == 0.0):
                past.told[part, slot, cells[agent], agent // 64] |= 1 << agent % 64
