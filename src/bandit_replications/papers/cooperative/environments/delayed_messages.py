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
from bandit_replications.papers.cooperative.environments.problems import Delay

Pairs = NDArray[np.complex128]


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
    """Messages on their way. A complex number is a number of samples + i times a value.

    The two are added up together, in one place: as two arrays a run takes 10% to 20% longer.

    Attributes
    ----------
    waiting : complex128 array, shape (slots, cells, agents)
        Slot t mod slots holds what arrives before round t.
    due : bool array, shape (slots, cells)
        Whether anything waits there.
    sums : complex128 array, shape (cells, classes agents)
    totals : complex128 array, shape (cells,)
    sent : bool array, shape (cells,)
        Zero between rounds: a round's messages by place, all of them, and whether there are any.
    extra : int
        Rounds that a message waits beyond one an edge.

    """

    waiting: Pairs
    due: NDArray[np.bool_]
    sums: Pairs
    totals: Pairs
    sent: NDArray[np.bool_]
    extra: int


def no_messages(hoods: Neighbourhoods, *, cells: int, delay: Delay) -> Messages:
    """Return an empty queue."""
    extra = int(delay == "distance-plus-one")
    agents, slots = len(hoods.offsets) - 1, hoods.life + extra + 1
    return Messages(
        np.zeros((slots, cells, agents), dtype=np.complex128),
        np.zeros((slots, cells), dtype=np.bool_),
        np.zeros((cells, hoods.classes * agents), dtype=np.complex128),
        np.zeros(cells, dtype=np.complex128),
        np.zeros(cells, dtype=np.bool_),
        extra,
    )


@kernel
def send(
    time: int, cells: Integers, contents: Pairs, hoods: Neighbourhoods, messages: Messages
) -> None:
    """Queue one message of each agent, sent in round `time`; mutates `messages`.

    It reaches an agent at distance d <= life before that agent acts in round time + d + extra.
    `cells` and `contents`, shape (agents,), say to which cell each message adds what.
    """
    places, offsets, agents = hoods.places, hoods.offsets, cells.size
    sums, totals, sent = messages.sums, messages.totals, messages.sent
    rest = agents * (hoods.complement - 1)
    for sender in range(agents):
        cell, content = cells[sender], contents[sender]
        if content == 0.0:
            continue
        sent[cell] = True
        totals[cell] += content
        for i in range(offsets[sender], offsets[sender + 1]):
            sums[cell, places[i]] += content
        if hoods.complement > 0:  # a sender is no receiver of its own message
            sums[cell, rest + sender] -= content
    for cell in range(sent.size):
        if sent[cell]:
            if hoods.complement > 0:
                _subtract_from_total(sums[cell], totals[cell], agents, rest)
            _queue(time, cell, hoods.life, messages)
            sums[cell] = 0.0
            totals[cell] = 0.0
            sent[cell] = False


@kernel
def _subtract_from_total(sums: Pairs, total: complex, agents: int, rest: int) -> None:
    """Add to the class that begins at `rest` the total minus the others; mutates `sums`."""
    for agent in range(agents):
        left = sums[rest + agent] + total
        for first in range(0, sums.size, agents):
            if first != rest:
                left -= sums[first + agent]
        sums[rest + agent] = left


@kernel
def _queue(time: int, cell: int, life: int, messages: Messages) -> None:
    """Add a cell's sums to the slots of their arrival; mutates `messages`."""
    waiting, sums = messages.waiting, messages.sums
    slots, _, agents = waiting.shape
    for distance in range(1, life + 1):
        slot, first = (time + distance + messages.extra) % slots, agents * (distance - 1)
        messages.due[slot, cell] = True
        for agent in range(agents):
            waiting[slot, cell, agent] += sums[cell, first + agent]


@kernel
def receive(time: int, messages: Messages, known: Floats) -> None:
    """Add the arrivals before round `time` to `known` (2, cells, agents) and empty their slot."""
    slot = time % messages.due.shape[0]
    for cell in range(known.shape[1]):
        if messages.due[slot, cell]:
            messages.due[slot, cell] = False
            arrived = messages.waiting[slot, cell]
            for agent in range(known.shape[2]):
                known[0, cell, agent] += arrived[agent].real
                known[1, cell, agent] += arrived[agent].imag
                arrived[agent] = 0.0


# --- Messages that each receiver takes one by one --------------------------------------------


class Past(NamedTuple):
    """Arms and reports of the last rounds (slots, agents): round t in slot t mod slots.

    `life` is the largest distance over which they travel.
    """

    arms: Integers
    reports: Floats
    life: int


@kernel
def no_past(agents: int, hoods: Neighbourhoods, extra: int) -> Past:
    """Return room for the rounds with messages on their way."""
    shape = (hoods.life + extra + 1, agents)
    return Past(np.zeros(shape, dtype=np.int64), np.zeros(shape), hoods.life)


@kernel
def remember(time: int, arms: Integers, reports: Floats, past: Past) -> None:
    """Keep a round's arms and reports; mutates `past`."""
    slot = time % len(past.arms)
    past.arms[slot] = arms
    past.reports[slot] = reports
