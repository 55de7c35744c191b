"""Comparisons of algorithms in one call, in several processes where asked for."""

import dataclasses
import itertools
import math
import multiprocessing
import signal
import sys
import traceback
from collections.abc import Iterable, Iterator, Mapping, Sequence
from multiprocessing.connection import wait
from typing import Any, NamedTuple, get_args, get_origin

import numpy as np
from numpy.typing import ArrayLike
from pydantic import Field
from pydantic.fields import FieldInfo

from bandit_replications.bandits.quantities import MOST_CELLS
from bandit_replications.configuration.messages import shown, unknown_key
from bandit_replications.library.common_rewards import check_common, on_common_rewards
from bandit_replications.library.comparison import Cell, Comparison
from bandit_replications.library.entries import find
from bandit_replications.library.progress import Progress
from bandit_replications.library.running import Call, OnRewards, checked
from bandit_replications.library.simulation import Simulation, cell
from bandit_replications.library.values import Runs, plain, seed_of, valid
from bandit_replications.playing.keywords import Recorded
from bandit_replications.runtime.errors import ConfigurationError, UserError

Algorithms = str | type | Sequence[str | type] | Mapping[Any, Mapping[str, Any]]


class Jobs(Runs):
    """Keywords of the call itself."""

    n_jobs: int = Field(default=1, ge=1, le=1024, description="number of processes")
    common_rewards: bool = False


def compare(
    algorithms: Algorithms,
    *,
    paper: str | None = None,
    horizon: int | Sequence[int] | None = None,
    checkpoints: ArrayLike | None = None,
    seed: int = 0,
    runs: int = 1,
    vary: Mapping[str, Sequence[Any]] | None = None,
    common_rewards: bool = False,
    n_jobs: int = 1,
    quiet: bool = False,
    **keywords: Any,
) -> Comparison:
    """Simulate several algorithms over one or more varied keywords.

    Parameters
    ----------
    algorithms : list, or mapping
        Ids and classes of your own, as for `simulate`; or a mapping of these to their own options,
        such as ``{"dp-se": {}, MyClass: {"c": 2}}``. A name of yours may stand in place of an id:
        ``{"wide": {"algorithm": "dp-se", "width_constant": 4}}``.
    paper : str, optional
        Name of the paper, for an id that several have.
    horizon, checkpoints, seed, runs
        As for `simulate`; a list of horizons varies them.
    vary : mapping, optional
        Lists of values of keywords that take a list or a mapping themselves, such as
        ``{"network": ["ring", "star"]}``.
    common_rewards : bool
        True to play all algorithms on the same rewards: run r of all cells with as many rounds,
        learners and arms meets the same table, drawn before. They are played round by round (see
        `learner`), so a step takes 10 µs to some ms, and a table has at most 20,000,000 rewards.
        By default runs are independent and fast.
    n_jobs : int
        Number of processes; results do not depend on it.
    quiet : bool
        As for `simulate`.
    **keywords
        As for `simulate`. A list for a keyword that takes one number or word varies it. A keyword
        is given to those algorithms that take it.

    Returns
    -------
    Comparison
        With `frame`, `summary`, `plot` and `save`. Where nothing varies and an algorithm has no
        name of yours, runs are those of `simulate`; elsewhere a cell has a seed of its own, made
        of `seed`, the values and the name, which stands in its settings. Algorithms share random
        networks at the same values.

    Raises
    ------
    ConfigurationError
        As `simulate`; and if no algorithm takes a keyword, two have one name, there are more than
        1,000,000 cells, or common rewards are asked for where they cannot be had (linear bandits,
        false reports, losses, and classes other than of one learner).

    Examples
    --------
    >>> found = compare(
    ...     ["anytime-lazy-ucb", "ucb1"], paper="private_online", means=[0.9, 0.5],
    ...     epsilon=[0.5, 2.0], horizon=1000, runs=3, common_rewards=True,
    ... )
    >>> found
    Comparison: anytime-lazy-ucb, ucb1 over epsilon, 3 cells of 3 common rewards
    >>> found.summary(reference="ucb1")[["algorithm", "epsilon", "mean", "ratio"]].round(1)
              algorithm  epsilon   mean  ratio
    0  anytime-lazy-ucb      0.5  102.0    4.9
    1  anytime-lazy-ucb      2.0   84.9    4.1
    2              ucb1      NaN   20.7    1.0

    """
    shared = {"paper": paper, "horizon": horizon, "checkpoints": checkpoints}
    given = {key: value for key, value in shared.items() if value is not None}
    given |= {**keywords, "runs": runs, "seed": seed}
    lists, named = dict(vary or {}), _named(algorithms)
    for key in given.keys() & lists.keys():
        raise ConfigurationError(f"{key}: given twice; allowed: as a keyword or in vary")
    own = {"seed": seed, "n_jobs": n_jobs, "common_rewards": common_rewards}
    jobs = valid(Jobs, {**own, "horizon": 1})
    planned = list(_planned(named, {**given, **lists}, {*lists}))
    own_rewards = given.get("rewards") is not None
    common_rewards = jobs.common_rewards or own_rewards
    rewards_seed = jobs.seed if common_rewards else None
    parts = [
        Part(number, one.algorithm, one.call.found.paper, {**one.call.settings}, runs, rewards_seed)
        for number, one in enumerate(planned)
        for runs in _split(one.call.common.runs, jobs.n_jobs)
    ]
    for one in planned:
        if common_rewards and isinstance(one.call, Call):
            check_common(one.call)
    done: list[list[Simulation]] = [[] for _ in planned]
    progress = Progress(sum(len(part.runs) for part in parts), quiet=quiet)
    for part, simulation in zip(parts, _simulated(parts, jobs.n_jobs, progress), strict=True):
        done[part.cell].append(simulation)
    cells = (Cell(one.name, one.varied, _joined(done[n])) for n, one in enumerate(planned))
    ids = {one.name: one.call.found.id for one in planned}
    settings = {key: plain(value) for key, value in given.items()}
    if lists:
        settings["vary"] = {key: plain(value) for key, value in lists.items()}
    settings["algorithms"] = {name: {**own, "algorithm": ids[name]} for name, _, own in named}
    settings["common_rewards"] = common_rewards
    return Comparison(cells=tuple(cells), settings=settings)


# --- Cells ----------------------------------------------------------------------------------


class Planned(NamedTuple):
    """A cell that is checked and not yet simulated."""

    name: str
    varied: dict[str, Any]
    algorithm: str | type
    call: Call | OnRewards


def _named(algorithms: Algorithms) -> list[tuple[str, str | type, dict[str, Any]]]:
    """Return name, algorithm and options of each algorithm."""
    if isinstance(algorithms, (str, type)):
        algorithms = [algorithms]
    if not isinstance(algorithms, Iterable):
        allowed = "ids, classes, or {name: options}"
        raise ConfigurationError(f"algorithms: {shown(algorithms)}; allowed: {allowed}")
    several = isinstance(algorithms, Mapping)
    pairs: Any = algorithms.items() if several else [(one, {}) for one in algorithms]  # type: ignore[union-attr]
    named: list[tuple[str, str | type, dict[str, Any]]] = []
    for key, options in pairs:
        if not isinstance(options, Mapping):
            raise ConfigurationError(f"algorithms: {shown(options)}; allowed: options by name")
        own = {**options}
        algorithm = own.pop("algorithm", key)
        name = key.__name__ if isinstance(key, type) else str(key)
        if any(name == other for other, _, _ in named):
            raise ConfigurationError(
                f"algorithms: {name!r} twice; allowed: a name for each, such as "
                f"{{'mine': {{'algorithm': {name!r}}}}}"
            )
        named.append((name, algorithm, own))
    if not named:
        raise ConfigurationError("algorithms: none; allowed: ids such as 'dp-se', or classes")
    return named


def _planned(
    named: Iterable[tuple[str, str | type, dict[str, Any]]],
    given: Mapping[str, Any],
    vary: set[str],
) -> Iterator[Planned]:
    """Yield the cells, each of them checked."""
    unused, cells = {*given} - {"paper", "rewards"}, 0
    known: set[str] = set()
    for name, algorithm, own in named:
        asked = {key: plain(value) for key, value in {**given, **own}.items()}
        paper = asked.pop("paper", None)
        entry = find(algorithm, paper, asked, strict=False).entry
        fields = {**Runs.model_fields, **entry.keywords.model_fields, **entry.Options.model_fields}
        unused, known = unused - {*fields}, known | {*fields}
        kept = {
            key: value for key, value in asked.items() if key in fields or key in (*own, "rewards")
        }
        varied = {key: kept[key] for key in kept if key in vary or _varies(fields, key, kept[key])}
        for key, values in varied.items():
            if not isinstance(values, list) or not values:
                raise ConfigurationError(f"{key}: {shown(values)}; allowed: a list of values")
        for combination in itertools.product(*varied.values()):
            cells += 1
            if cells > MOST_CELLS:
                raise ConfigurationError(f"algorithms: too many cells; allowed: {MOST_CELLS}")
            values = dict(zip(varied, combination, strict=True))
            renamed = [name] if isinstance(algorithm, str) and name != algorithm else []
            if values or renamed:
                kept["seed"] = seed_of(given["seed"], renamed, values)
            call = checked(algorithm, paper, {**kept, **values})
            told = {key: cell(value) for key, value in values.items()}
            yield Planned(name, told, algorithm, call)
    for key in sorted(unused):
        raise ConfigurationError(unknown_key(key, known))


def _varies(fields: Mapping[str, FieldInfo], key: str, value: Any) -> bool:
    """Say if a value is a list where the keyword takes one number or word, or has it as default."""
    if not isinstance(value, list) or key not in fields:
        return False
    kind, default = fields[key].annotation, fields[key].default
    return isinstance(default, int | float | str) if kind is Any else not _takes_list(kind)


def _takes_list(kind: Any) -> bool:
    holders = (Any, list, tuple, dict)
    return kind in holders or get_origin(kind) in holders or any(map(_takes_list, get_args(kind)))


# --- Running --------------------------------------------------------------------------------


class Part(NamedTuple):
    """Some runs of a cell, for another process."""

    cell: int
    algorithm: str | type
    paper: str
    settings: dict[str, Any]
    runs: range
    rewards_seed: int | None  # of common rewards


def _split(runs: int, n_jobs: int) -> list[range]:
    """Return as many parts of the runs as there are processes, or fewer."""
    size = math.ceil(runs / n_jobs)
    return [range(start, min(start + size, runs)) for start in range(0, runs, size)]


def _simulated(parts: Sequence[Part], n_jobs: int, progress: Progress) -> list[Simulation]:
    """Return the simulation of each part, in order."""
    if n_jobs == 1:
        with progress:
            return [_simulate(part, progress) for part in parts]
    # A fork has the classes of a notebook or a script without a guard; elsewhere it is not safe.
    context: Any = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    workers, ends = [], []
    try:
        for first in range(min(n_jobs, len(parts))):
            end, far_end = context.Pipe(duplex=False)
            ends.append(end)
            # The first worker says what it compiles; the others wait for it, or do the same.
            sent = Sent(far_end, silent=progress.silent or first > 0)
            shared = [*enumerate(parts)][first::n_jobs]
            workers.append(context.Process(target=_work, args=(shared, sent), daemon=True))
            workers[-1].start()
            far_end.close()
        with progress:  # it has a thread, which no fork may have
            done = _received(ends, progress)
    finally:  # without asking, so that Ctrl-C waits for nothing that workers hold
        for worker in workers:
            if worker.pid is not None:
                worker.kill()
                worker.join()
    if len(done) < len(parts):
        raise UserError("n_jobs: a process was ended from outside, perhaps for its memory")
    return [done[number] for number in range(len(parts))]


def _received(ends: list[Any], progress: Progress) -> dict[int, Simulation]:
    """Return what workers send until they have ended, by the part's number."""
    done = {}
    while ends:
        ready: list[Any] = wait(ends)
        for end in ready:
            try:
                number, outcome = end.recv()
            except (EOFError, OSError):  # this worker has ended
                ends.remove(end)
                continue
            if isinstance(outcome, Exception):
                raise outcome
            if outcome is None:
                progress.advance()
            else:
                done[number] = outcome
    return done


class Sent(Progress):
    """Progress of a worker, whose runs are counted at the other end of a pipe."""

    def __init__(self, end: Any, *, silent: bool) -> None:
        self.end, self.silent = end, silent

    def advance(self) -> None:
        """Send word of a run that is over."""
        self.end.send((None, None))


def _work(parts: Sequence[tuple[int, Part]], progress: Sent) -> None:
    """Send number and simulation of each part, or the number and what it raises."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends its workers
    for number, part in parts:
        try:
            progress.end.send((number, _simulate(part, progress)))
        except Exception as error:
            error.add_note(traceback.format_exc())  # a cause is not sent
            progress.end.send((number, error))
            return


def _simulate(part: Part, progress: Progress) -> Simulation:
    call = checked(part.algorithm, part.paper, part.settings)
    if isinstance(call, OnRewards):
        return call.simulation(part.runs, progress, seed=part.rewards_seed)
    if part.rewards_seed is None:
        return call.simulation(part.runs, progress)
    return on_common_rewards(call, part.runs, progress, seed=part.rewards_seed)


def _joined(parts: Sequence[Simulation]) -> Simulation:
    """Return the simulation of all runs of a cell."""
    arrays: dict[str, Any] = {
        key: np.concatenate([getattr(part, key) for part in parts])
        for key in Recorded._fields
        if getattr(parts[0], key) is not None
    }
    return dataclasses.replace(parts[0], **arrays)
