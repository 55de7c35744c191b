"""Results of simulated runs of a protocol: regret, messages, phases."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.papers.distributed.environments.problems import (
    ArmsProblem,
    LinearProblem,
)


@dataclass(frozen=True)
class Messages:
    """All numbers sent in a run, added up by time step, purpose and kind of sender.

    Attributes
    ----------
    times : int64 array, shape (rows,), increasing
        Time steps completed when the numbers were sent: 0 is before the first pull.
    purposes : tuple of str, one for each row
    from_server : bool array, shape (rows,)
        True where the server (or the agent that plays it) is the sender.
    numbers : int64 array, shape (rows,)
        Integers and reals sent, each counted once for each receiver.

    """

    times: Integers
    purposes: tuple[str, ...]
    from_server: NDArray[np.bool_]
    numbers: Integers

    @property
    def communication(self) -> int:
        """Numbers sent in the whole run."""
        return int(self.numbers.sum())

    @property
    def by_purpose(self) -> dict[str, int]:
        """Numbers sent for each purpose, in alphabetical order."""
        totals = dict.fromkeys(sorted(set(self.purposes)), 0)
        for purpose, number in zip(self.purposes, self.numbers.tolist(), strict=True):
            totals[purpose] += number
        return totals

    def until(self, checkpoints: Integers) -> Integers:
        """Return the numbers sent after at most that many time steps, shape (checkpoints,)."""
        running = np.concatenate([[0], np.cumsum(self.numbers)]).astype(np.int64)
        return running[np.searchsorted(self.times, checkpoints, side="right")]


def collect_messages(events: Integers, purposes: tuple[str, ...]) -> Messages:
    """Return the messages of events, those of one time, purpose and kind of sender added up.

    Parameters
    ----------
    events : int64 array, shape (events, 4)
        Time step, position in `purposes`, 1 if the server sends, numbers sent.
    purposes : tuple of str

    """
    rows = events[events[:, 3] > 0]
    keys = 2 * (len(purposes) * rows[:, 0] + rows[:, 1]) + rows[:, 2]
    order = np.argsort(keys, kind="stable")
    rows, keys = rows[order], keys[order]
    first = np.ones(len(rows), dtype=np.bool_)
    first[1:] = keys[1:] != keys[:-1]
    starts = np.flatnonzero(first)
    numbers = np.add.reduceat(rows[:, 3], starts) if len(starts) else rows[:, 3]
    return Messages(
        times=rows[starts, 0],
        purposes=tuple(purposes[position] for position in rows[starts, 1].tolist()),
        from_server=rows[starts, 2] == 1,
        numbers=numbers,
    )


@dataclass(frozen=True)
class Run:
    """One run of a protocol, arms or linear.

    Attributes
    ----------
    regret : float64 array, shape (checkpoints,)
        Pseudo-regret of all agents together after each checkpoint (time steps).
    communication : int64 array, shape (checkpoints,)
        Numbers sent until then, those right after the checkpoint's own step included.
    phases : int
        Phases begun; of DEMAB those of stage 2.
    purposes : dict
        Numbers sent in the whole run for each purpose.
    messages : Messages or None
        When they were sent; None where each time step has the same ones.
    pulls : int64 array, shape (checkpoints, arms), or None
        Pulls of each arm by all agents together after each checkpoint; None in linear bandits.

    """

    regret: Floats
    communication: Integers
    phases: int
    purposes: dict[str, int]
    messages: Messages | None = None
    pulls: Integers | None = None


def counted_run(
    problem: ArmsProblem | LinearProblem,
    regret: Floats,
    events: Integers,
    purposes: tuple[str, ...],
    *,
    phases: int = 0,
    pulls: Integers | None = None,
) -> Run:
    """Return the run of agents that send messages, events as for `collect_messages`."""
    messages = collect_messages(events, purposes)
    return Run(
        regret=regret,
        communication=messages.until(problem.points),
        phases=phases,
        purposes=messages.by_purpose,
        messages=messages,
        pulls=pulls,
    )


def even_run(
    problem: ArmsProblem | LinearProblem,
    regret: Floats,
    *,
    phases: int = 0,
    pulls: Integers | None = None,
    purpose: str = "",
    sent: int = 0,
) -> Run:
    """Return the run of agents that send so many numbers in each step, by default none."""
    communication = sent * problem.points
    return Run(
        regret=regret,
        communication=communication,
        phases=phases,
        purposes={purpose: int(communication[-1])} if sent else {},
        pulls=pulls,
    )
