"""What each agent knows when: messages summed by distance, at the delay of their way.

Messages of one round are alike for everybody but for when they arrive, so nothing is passed on
here: each round's messages of all agents at distance d are added up and wait d rounds. Each
message adds a number of samples and a value to one *cell* (an arm, or an arm and a half of the
samples). The largest class of distances is not added up but found as everything minus the others.

Most messages tell of one sample, and rewards are mostly 0 or 1. These are counted in small integers
and go to all receivers at once, as a row; other numbers go to those who hear of them one by one.
"""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from bandit_replications.papers.cooperative.environments.networks import Distances

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

    A *part* is 0 for numbers of samples and 1 for values. Coins are single samples, counted by
    their value: 1, or anything else, which is then told as a value besides.

    Attributes
    ----------
    waiting : float64 array, shape (slots, 2, cells, agents)
        Slot t mod slots holds what arrives before round t, by part.
    due : bool array, shape (slots, 2, cells)
        Whether anything waits there.
    heard : float64 array, shape (2, cells, places)
        Scratch: one round's messages by part and place.
    told : bool array, shape (2, cells)
    total : float64 array, shape (2, cells)
        Scratch: whether a round's messages tell of a cell, and the sum of what they tell.
    coins_waiting : uint16 array, shape (slots, cells, 2, agents)
    coins_due : bool array, shape (slots, cells)
    coins_heard : uint16 array, shape (cells, 2, places)
    coins_told : uint16 array, shape (cells, 2)
        The same of coins. Numbers of agents, below 2^16, fit; differences are exact modulo it.

    """

    waiting: Floats
    due: NDArray[np.bool_]
    heard: Floats
    told: NDArray[np.bool_]
    total: Floats
    coins_waiting: NDArray[np.uint16]
    coins_due: NDArray[np.bool_]
    coins_heard: NDArray[np.uint16]
    coins_told: NDArray[np.uint16]


def mail(hoods: Neighbourhoods, *, cells: int, extra: int) -> Mail:
    """Return empty mail; every message waits `extra` rounds beyond its distance."""
    agents = len(hoods.rows)
    places = agents * (hoods.farthest - (hoods.complement > 0))
    slots = hoods.life + extra + 1
    return Mail(
        np.zeros((slots, 2, cells, agents)),
        np.zeros((slots, 2, cells), dtype=np.bool_),
        np.zeros((2, cells, places)),
        np.zeros((2, cells), dtype=np.bool_),
        np.zeros((2, cells)),
        np.zeros((slots, cells, 2, agents), dtype=np.uint16),
        np.zeros((slots, cells), dtype=np.bool_),
        np.zeros((cells, 2, places), dtype=np.uint16),
        np.zeros((cells, 2), dtype=np.uint16),
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
    _clear(mail)
    _hear(cells, counts, values, hoods, mail)
    slots = mail.due.shape[0]
    rest = (time + hoods.complement + extra) % slots
    first = 0
    for distance in range(1, hoods.farthest + 1):
        slot = (time + distance + extra) % slots
        if distance == hoods.complement:
            _send_all(rest, mail)
        else:
            if distance <= hoods.life:
                _send(first, slot, 1, mail)
            if hoods.complement > 0:
                _send(first, rest, -1, mail)
            first += cells.size
    if hoods.complement > 0:
        for sender in range(cells.size):
            cell, count, value = cells[sender], counts[sender], values[sender]
            if hoods.rows.shape[1] > 0 and count == 1.0:
                mail.coins_waiting[rest, cell, 1 if value == 1.0 else 0, sender] -= 1
            else:
                mail.waiting[rest, 0, cell, sender] -= count
            if not (hoods.rows.shape[1] > 0 and count == 1.0 and value == 1.0):
                mail.waiting[rest, 1, cell, sender] -= value


@njit(inline="always")
def _clear(mail: Mail) -> None:
    """Forget what was told and heard in the last round: mutates the mail."""
    for cell in range(mail.told.shape[1]):
        for part in range(2):
            if mail.told[part, cell]:
                mail.told[part, cell] = False
                mail.total[part, cell] = 0.0
                for place in range(mail.heard.shape[2]):
                    mail.heard[part, cell, place] = 0.0
            if mail.coins_told[cell, part] > 0:
                mail.coins_told[cell, part] = 0
                for place in range(mail.coins_heard.shape[2]):
                    mail.coins_heard[cell, part, place] = 0


@njit(inline="always")
def _hear(
    cells: Integers, counts: Floats, values: Floats, hoods: Neighbourhoods, mail: Mail
) -> None:
    """Add up a round's messages at the places of those who hear of them: mutates the mail."""
    members, offsets, rows = hoods.members, hoods.offsets, hoods.rows
    heard, coins = mail.heard, mail.coins_heard
    for sender in range(cells.size):
        cell, count, value = cells[sender], counts[sender], values[sender]
        if rows.shape[1] > 0 and count == 1.0:
            one = 1 if value == 1.0 else 0
            mail.coins_told[cell, one] += 1
            for place in range(rows.shape[1]):
                coins[cell, one, place] += rows[sender, place]
            if one:
                continue
        elif count != 0.0:
            mail.told[0, cell] = True
            mail.total[0, cell] += count
            for i in range(offsets[sender], offsets[sender + 1]):
                heard[0, cell, members[i]] += count
        if value != 0.0:
            mail.told[1, cell] = True
            mail.total[1, cell] += value
            for i in range(offsets[sender], offsets[sender + 1]):
                heard[1, cell, members[i]] += value


@njit(inline="always")
def _send_all(rest: int, mail: Mail) -> None:
    """Put what all tell into the rest's slot: mutates the mail."""
    for cell in range(mail.told.shape[1]):
        for part in range(2):
            if mail.told[part, cell]:
                mail.due[rest, part, cell] = True
                total = mail.total[part, cell]
                for agent in range(mail.waiting.shape[3]):
                    mail.waiting[rest, part, cell, agent] += total
            if mail.coins_told[cell, part] > 0:
                mail.coins_due[rest, cell] = True
                number = mail.coins_told[cell, part]
                for agent in range(mail.waiting.shape[3]):
                    mail.coins_waiting[rest, cell, part, agent] += number


@njit(inline="always")
def _send(first: int, slot: int, sign: int, mail: Mail) -> None:
    """Put what a class, whose places begin at `first`, hears into a slot, or take it away."""
    waiting, coins_waiting = mail.waiting, mail.coins_waiting
    last = first + waiting.shape[3]
    for cell in range(mail.told.shape[1]):
        for part in range(2):
            if mail.told[part, cell]:
                mail.due[slot, part, cell] = True
                heard = mail.heard[part, cell, first:last]
                for agent in range(waiting.shape[3]):
                    waiting[slot, part, cell, agent] += sign * heard[agent]
            if mail.coins_told[cell, part] > 0:
                mail.coins_due[slot, cell] = True
                coins = mail.coins_heard[cell, part, first:last]
                for agent in range(waiting.shape[3]):
                    coins_waiting[slot, cell, part, agent] += np.uint16(sign) * coins[agent]


@njit(inline="always")
def collect(time: int, mail: Mail, known: Floats) -> None:
    """Add what arrives before round `time` to `known` (2, cells, agents) and empty its slot."""
    waiting, coins = mail.waiting, mail.coins_waiting
    slot = time % mail.due.shape[0]
    for cell in range(known.shape[1]):
        for part in range(2):
            if mail.due[slot, part, cell]:
                mail.due[slot, part, cell] = False
                for agent in range(known.shape[2]):
                    known[part, cell, agent] += waiting[slot, part, cell, agent]
                    waiting[slot, part, cell, agent] = 0.0
        if mail.coins_due[slot, cell]:
            mail.coins_due[slot, cell] = False
            for agent in range(known.shape[2]):
                ones = coins[slot, cell, 1, agent]
                known[0, cell, agent] += float(coins[slot, cell, 0, agent] + ones)
                known[1, cell, agent] += float(ones)
                coins[slot, cell, 0, agent] = 0
                coins[slot, cell, 1, agent] = 0
