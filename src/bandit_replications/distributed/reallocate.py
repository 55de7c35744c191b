"""Protocols 5 and 6, Reallocate: arms move until all agents hold about as many.

Each agent with more than the average (rounded down) gives its surplus to the server, which fills up
the others to the average and deals what is left, one each, to the first agents.

Readings. Protocol 5 prints the number sent to an agent in want with the sign reversed; a negative
number of arms is none, and all donated arms are then dealt to the first agents, in rounds, since
they can be more than M. Which arms an agent gives is open: here those of the highest numbers.
"""

from typing import Literal

import numpy as np

from bandit_replications.distributed.runs import Integers

DeficitSign = Literal["repaired", "printed"]


def is_balanced(sizes: Integers) -> bool:
    """Return whether the largest number of arms is at most twice the smallest (footnote 6)."""
    return bool(sizes.max() <= 2 * sizes.min())


def reallocate(
    *, owner: Integers, agents: int, deficit_sign: DeficitSign = "repaired"
) -> tuple[Integers, int]:
    """Move arms so that all agents hold the average or one more.

    Source: Protocols 5 and 6; Fact 1, items 1 and 2.

    Parameters
    ----------
    owner : int64 array, shape (arms,)
        The agent that holds an arm, -1 if it is eliminated.
    agents : int
        M >= 1.
    deficit_sign : "repaired" or "printed"

    Returns
    -------
    int64 array, shape (arms,)
        The new owners.
    int
        Arms sent to the server; each is sent on, so twice as many numbers travel.

    """
    sizes = np.bincount(owner[owner >= 0], minlength=agents)
    average = int(sizes.sum()) // agents
    # Arms by owner, and within one by number: the surplus are those after the first `average`.
    held = np.flatnonzero(owner >= 0)
    held = held[np.argsort(owner[held], kind="stable")]
    first = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    place = np.arange(len(held)) - first[owner[held]]
    donated = held[place >= average]
    kept = np.minimum(sizes, average)
    wants = average - kept if deficit_sign == "repaired" else np.zeros_like(kept)
    wanting = np.repeat(np.arange(agents), wants)
    receivers = np.concatenate([wanting, np.arange(len(donated) - len(wanting)) % agents])
    moved = owner.copy()
    moved[donated] = receivers.astype(np.int64)
    return moved, len(donated)
