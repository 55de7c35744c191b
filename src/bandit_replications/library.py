"""The library's front door: every algorithm of all papers by its id, in the same words.

>>> import bandit_replications as br
>>> result = br.simulate("hybrid-ucb", means=[0.9, 0.5], horizon=1000, epsilon=1.0, runs=2)
>>> result
Simulation: hybrid-ucb (private_online), 2 runs, horizon 1000, mean regret 180.0
>>> result.regret.shape, result.pulls[:, -1].tolist()
((2, 66), [[533, 467], [567, 433]])

The same algorithms, step by step, against whatever gives rewards:

>>> learner = br.learner("hybrid-ucb", arms=2, horizon=1000, epsilon=1.0)
>>> arm = learner.choose()
>>> learner.update(1.0)
>>> learner
Learner: hybrid-ucb (private_online), 1 of 1000 steps

Nothing is set in the process that imports this: no environment variables, no threads. Without a
checkout of the repository everything works but `load_results`.
"""

import difflib
import functools
import importlib
import pkgutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from pydantic import BaseModel, Field, ValidationError

from bandit_replications import papers
from bandit_replications.bandits.entries import Section
from bandit_replications.bandits.keywords import Entry, Form, Recorded, Rounds
from bandit_replications.bandits.learners import Learner
from bandit_replications.bandits.streams import generator
from bandit_replications.configuration.limits import check as check_limits
from bandit_replications.configuration.messages import explain, unknown_key
from bandit_replications.experiments.tasks import checkpoints as spaced
from bandit_replications.runtime.environment import kernels_cached
from bandit_replications.runtime.errors import ConfigurationError, UserError
from bandit_replications.runtime.paths import repo_root

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from pandas import DataFrame

POINTS = 48  # log-spaced checkpoints of a curve, where none are given


@dataclass(frozen=True, kw_only=True, eq=False)
class Simulation:
    """Independent runs of one algorithm at their checkpoints.

    Attributes
    ----------
    algorithm, paper : str
        Their ids.
    settings : mapping
        The keywords that were given, as plain values.
    checkpoints : int64 array, shape (checkpoints,)
        Rounds after which runs are recorded, the last one the horizon.
    regret : float64 array, shape (runs, checkpoints)
        Cumulative pseudo-regret of all agents or users together; in `multiplayer` realised, against
        the best arms so far.
    pulls : int64 array, shape (runs, checkpoints, arms), or None
        Pulls of each arm by all agents together; None where a simulator does not count them
        (`anonymous`, `multiplayer`, linear bandits).
    communication : int64 array, shape (runs, checkpoints), or None
        Numbers sent so far (`distributed`).
    collisions : int64 array, shape (runs, checkpoints), or None
        Rounds with a collision so far, summed over players (`multiplayer`).

    """

    algorithm: str
    paper: str
    settings: Mapping[str, Any]
    checkpoints: NDArray[np.int64]
    regret: NDArray[np.float64]
    pulls: NDArray[np.int64] | None = None
    communication: NDArray[np.int64] | None = None
    collisions: NDArray[np.int64] | None = None

    @property
    def runs(self) -> int:
        """Number of runs."""
        return len(self.regret)

    @property
    def horizon(self) -> int:
        """Rounds of each run."""
        return int(self.checkpoints[-1])

    def __repr__(self) -> str:
        runs = f"{self.runs} run{'s' if self.runs > 1 else ''}"
        return (
            f"Simulation: {self.algorithm} ({self.paper}), {runs}, horizon {self.horizon}, "
            f"mean regret {self.regret[:, -1].mean():.1f}"
        )

    def frame(self) -> "DataFrame":
        """Return one row for each run and checkpoint, as the published results have them.

        Returns
        -------
        pandas.DataFrame
            Columns algorithm, replicate (from 0), round, regret and, where they are known,
            communication, collisions and pulls_0, pulls_1, … of each arm.

        Raises
        ------
        UserError
            If pandas is not installed.

        Examples
        --------
        >>> simulate("ucb1", paper="private_online", means=[0.9, 0.1], horizon=64).frame().columns
        Index(['algorithm', 'replicate', 'round', 'regret', 'pulls_0', 'pulls_1'], dtype='str')

        """
        frame = _optional("pandas").DataFrame
        points = len(self.checkpoints)
        columns: dict[str, Any] = {
            "algorithm": self.algorithm,
            "replicate": np.repeat(np.arange(self.runs), points),
            "round": np.tile(self.checkpoints, self.runs),
            "regret": self.regret.ravel(),
        }
        for name in ("communication", "collisions"):
            values = getattr(self, name)
            if values is not None:
                columns[name] = values.ravel()
        if self.pulls is not None:
            by_arm = self.pulls.reshape(-1, self.pulls.shape[2]).T
            columns |= {f"pulls_{arm}": pulls for arm, pulls in enumerate(by_arm)}
        made: DataFrame = frame(columns)
        return made

    def plot(self, axes: "Axes | None" = None) -> "Axes":
        """Draw the mean regret over time and, pale, each run; return the axes.

        Parameters
        ----------
        axes : matplotlib.axes.Axes, optional
            Where to draw; by default on a new figure.

        Raises
        ------
        UserError
            If matplotlib is not installed.

        """
        if axes is None:
            axes = _optional("matplotlib.pyplot").subplots()[1]
        (line,) = axes.plot(self.checkpoints, self.regret.mean(axis=0), label=self.algorithm)
        if self.runs > 1:
            axes.plot(self.checkpoints, self.regret.T, color=line.get_color(), alpha=0.2, lw=0.7)
        axes.set(xlabel="round", ylabel="regret")
        axes.legend()
        return axes


# --- Running --------------------------------------------------------------------------------


class _Steps(Section):
    """The keywords that all algorithms have."""

    horizon: int = Field(ge=1, description="number of rounds, an integer >= 1")
    seed: int = Field(default=0, ge=0, description="root seed of the streams")


class _Runs(_Steps):
    """And those of their simulations."""

    checkpoints: list[int] | None = Field(
        default=None,
        min_length=1,
        description="rounds that increase up to the horizon; default: log-spaced ones",
    )
    runs: int = Field(default=1, ge=1, description="number of independent runs")


def simulate(
    algorithm: str,
    *,
    paper: str | None = None,
    horizon: int | None = None,
    checkpoints: ArrayLike | None = None,
    seed: int = 0,
    runs: int = 1,
    **keywords: Any,
) -> Simulation:
    """Simulate independent runs of an algorithm.

    Parameters
    ----------
    algorithm : str
        Id, such as "anytime-lazy-ucb"; `algorithms()` lists them.
    paper : str, optional
        Name of the paper, for an id that several have.
    horizon : int
        Rounds of each run, at least 1.
    checkpoints : sequence of int, optional
        Rounds after which runs are recorded, increasing, the last one the horizon. By default
        some 60, log-spaced and equally spaced.
    seed : int
        Root seed, >= 0. Run r has the stream that `bandits.streams` names
        (seed, paper, "simulate", algorithm, r), so the same seed gives the same numbers, and
        more runs begin with those of fewer.
    runs : int
        Number of runs, at least 1.
    **keywords
        What the algorithm is up against (`means`, `epsilon`, `agents`, …), as numbers, lists or
        arrays, and its options; `algorithms()` says which there are.

    Returns
    -------
    Simulation

    Raises
    ------
    ConfigurationError
        If an id or keyword is unknown or missing, or a value is of the wrong type or out of range:
        a ValueError that names the key, the value and what is allowed.

    Examples
    --------
    >>> result = simulate("demab", means=[0.8, 0.5, 0.5], agents=4, horizon=1000, seed=3)
    >>> result.communication[0, -1] > 0
    np.True_
    >>> simulate("dp-se", means=[0.8, 0.5], horizon=1000)
    Traceback (most recent call last):
    bandit_replications.runtime.errors.ConfigurationError: epsilon: missing; allowed: privacy ...

    """
    name, entries = _find(algorithm, paper)
    given = {key: _plain(value) for key, value in keywords.items()}
    shared = {"horizon": horizon, "checkpoints": checkpoints, "seed": seed, "runs": runs}
    shared = {key: _plain(value) for key, value in shared.items() if value is not None}
    common = _valid(_Runs, shared)
    _check_sizes({**given, **shared})
    entry = _entry(entries, given)
    own = {key: given[key] for key in given if key in entry.own}
    problem_keywords = _valid(entry.keywords, own)
    options = _options(
        entry.algorithm.Options, {key: given[key] for key in given if key not in own}
    )
    points = spaced(common.horizon, number=POINTS)
    if common.checkpoints is not None:
        points = np.array(common.checkpoints, dtype=np.int64)

    def recorded(run: int) -> Recorded:
        def stream(key: str, *, fixed: bool) -> np.random.Generator:
            return generator(common.seed, name, "simulate", key, None if fixed else run)

        with _explained(entry.keywords):
            problem = problem_keywords.problem(Rounds(common.horizon, points, stream))
            problem_keywords.check(entry.algorithm, problem, options)
            chance = generator(common.seed, name, "simulate", algorithm, run)
            found = entry.algorithm.simulate(problem, generator=chance, options=options)
        return problem_keywords.recorded(found)

    found = [recorded(run) for run in range(common.runs)]
    kept = {
        key: np.stack([getattr(run, key) for run in found])
        for key in Recorded._fields
        if getattr(found[0], key) is not None
    }
    settings = MappingProxyType({**given, "seed": common.seed})
    return Simulation(
        algorithm=algorithm, paper=name, settings=settings, checkpoints=points, **kept
    )


def learner(
    algorithm: str,
    *,
    paper: str | None = None,
    horizon: int | None = None,
    seed: int = 0,
    **keywords: Any,
) -> Learner:
    """Return an algorithm to be driven step by step against something live.

    It is the paper's pseudo-code, round by round (its literal form), and knows of its environment
    only what `update` tells it.

    Parameters
    ----------
    algorithm : str
        Id, such as "anytime-lazy-ucb"; `algorithms(live=True)` lists them.
    paper : str, optional
        Name of the paper, for an id that several have.
    horizon : int
        Rounds that the learner plans for, at least 1; it plays no more.
    seed : int
        Root seed of its own random choices, >= 0: the stream that `bandits.streams` names
        (seed, paper, "learner", algorithm). Who knows the seed of a private algorithm knows its
        noise: where privacy is meant, give `secrets.randbits(128)` and keep it.
    **keywords
        What it is told of the problem: `arms` in place of their means, and `epsilon`, `agents`, …
        as in `simulate`; and its options. `algorithms(live=True)` says which there are.

    Returns
    -------
    Learner
        With `choose` and `update`.

    Raises
    ------
    ConfigurationError
        As `simulate`.

    Examples
    --------
    Each paper's `library` module has an example: `bandit_replications.papers.<paper>.library`.

    >>> payoff = [0.2, 0.9, 0.4]  # whatever answers: here, always the same
    >>> bandit = learner("anytime-lazy-ucb", arms=3, epsilon=1.0, horizon=2000)
    >>> for _ in range(bandit.steps):
    ...     arm = bandit.choose()
    ...     bandit.update(payoff[arm])
    >>> arm
    1
    >>> bandit.choose()
    Traceback (most recent call last):
    bandit_replications.runtime.errors.ConfigurationError: choose: step 2001; allowed: ...

    """
    name, entries = _find(algorithm, paper)
    given = {key: _plain(value) for key, value in keywords.items()}
    sizes = {"horizon": horizon, "seed": seed}
    common = _valid(_Steps, {k: _plain(v) for k, v in sizes.items() if v is not None})
    entry = _entry(entries, given, live=True)
    _check_sizes({**given, "horizon": common.horizon})
    live = _valid(entry.live, {k: v for k, v in given.items() if k in entry.live.model_fields})
    options = _options(
        entry.algorithm.Options, {k: v for k, v in given.items() if k in entry.options}
    )

    def stream(key: str, *, fixed: bool) -> np.random.Generator:
        return generator(common.seed, name, "learner", key)

    with _explained(entry.keywords):
        known = {k: v for k, v in given.items() if k in entry.known}
        problem_keywords = entry.keywords.model_validate({**live.stand_in(), **known})
        rounds = Rounds(common.horizon, np.array([common.horizon]), stream)
        problem = problem_keywords.problem(rounds)
        problem_keywords.check(entry.algorithm, problem, options)
        chance = generator(common.seed, name, "learner", algorithm)
        return Learner(
            algorithm=algorithm,
            paper=name,
            settings=MappingProxyType({**given, "horizon": common.horizon, "seed": common.seed}),
            live=live,
            start=lambda observe: live.steps(
                Form(entry.algorithm, problem, chance, options, observe)
            ),
        )


def algorithms(*, live: bool = False) -> dict[str, dict[str, dict[str, str]]]:
    """Return what `simulate` takes: by paper and algorithm, its keywords and what each one is.

    All algorithms take horizon, checkpoints, seed and runs, too.

    Parameters
    ----------
    live : bool
        What `learner` takes instead; all algorithms take horizon and seed, too.

    Returns
    -------
    dict
        {paper: {algorithm: {keyword: description}}}; a description ends with the default, or says
        that there is none.

    Examples
    --------
    >>> list(algorithms()["anonymous"])
    ['ucb', 'explore-then-commit', 'batched-elimination']
    >>> print(algorithms()["anonymous"]["ucb"]["exploration_constant"])
    constant under the square root of the index; usual: 2; default 2.0
    >>> list(algorithms(live=True)["cooperative"]["ucb1"])
    ['arms', 'agents', 'exploration_constant']

    """
    return {
        paper: {name: _described(entries, live=live) for name, entries in _door(paper).items()}
        for paper in _papers()
    }


# --- Finding --------------------------------------------------------------------------------


@functools.cache
def _papers() -> tuple[str, ...]:
    """Return the papers with a door, by the files that are there."""
    folders = (Path(folder) for folder in papers.__path__)
    return tuple(
        found.name
        for folder in folders
        for found in pkgutil.iter_modules([str(folder)])
        if (folder / found.name / "library.py").is_file()
    )


@functools.cache
def _door(paper: str) -> Mapping[str, tuple[Entry, ...]]:
    """Return a paper's algorithms by id; one with a module for each of two settings has both."""
    with kernels_cached():
        module = importlib.import_module(f"{papers.__name__}.{paper}.library")
    found: Mapping[str, Entry | tuple[Entry, ...]] = module.ALGORITHMS
    return {
        name: (entries,) if isinstance(entries, Entry) else entries
        for name, entries in found.items()
    }


def _has(paper: str, algorithm: str) -> bool:
    """Whether a paper may have an algorithm: its module is named as the algorithm."""
    file = algorithm.replace("-", "_") + ".py"
    return any((Path(f) / paper / "algorithms" / file).is_file() for f in papers.__path__)


def _find(algorithm: str, paper: str | None) -> tuple[str, tuple[Entry, ...]]:
    """Return the paper of an algorithm, and its entries."""
    if not isinstance(algorithm, str):
        raise ConfigurationError(f"algorithm: {algorithm!r}; allowed: an id such as 'dp-se'")
    if paper is not None and paper not in _papers():
        raise ConfigurationError(_unknown("paper", paper, _papers()))
    searched = _papers() if paper is None else (paper,)
    having = [name for name in searched if _has(name, algorithm) and algorithm in _door(name)]
    if not having:
        known = sorted({name for other in searched for name in _door(other)})
        raise ConfigurationError(_unknown("algorithm", algorithm, known))
    if len(having) > 1:
        raise ConfigurationError(
            f"paper: missing, and {algorithm!r} has several; allowed: {', '.join(having)}"
        )
    return having[0], _door(having[0])[algorithm]


def _unknown(key: str, value: object, known: Sequence[str]) -> str:
    near = difflib.get_close_matches(str(value), known, n=1)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    return f"{key}: {value!r} is unknown.{hint} Allowed: {', '.join(known)}"


def _entry(entries: tuple[Entry, ...], given: Mapping[str, Any], *, live: bool = False) -> Entry:
    """Return the entry that takes the keywords, of several the one that takes most of them."""

    def known(entry: Entry) -> tuple[str, ...]:
        common, own = (_Steps, entry.asked) if live else (_Runs, entry.own)
        return (*common.model_fields, *own, *entry.options)

    def unknown(entry: Entry) -> list[str]:
        return [key for key in given if key not in known(entry)]

    chosen = min(entries, key=lambda entry: len(unknown(entry)))
    for key in unknown(chosen):
        if live and key in (*_Runs.model_fields, *chosen.own):
            allowed = ", ".join(known(chosen))
            raise ConfigurationError(f"{key}: not for a learner; allowed: {allowed}")
        raise ConfigurationError(unknown_key(key, known(chosen)))
    return chosen


def _described(entries: tuple[Entry, ...], *, live: bool) -> dict[str, str]:
    described = {}
    for entry in entries:
        fields = dict(entry.keywords.model_fields)
        if live:
            known = {name: fields[name] for name in entry.known}
            fields = {**entry.live.model_fields, **known}
        for key, field in {**fields, **entry.algorithm.Options.model_fields}.items():
            end = "required" if field.is_required() else f"default {field.default!r}"
            described[key] = f"{field.description or key}; {end}"
    return described


# --- Values ---------------------------------------------------------------------------------


def _valid(model: type[BaseModel], values: Mapping[str, Any]) -> Any:
    """Return the values as a model, or say what is wrong with the first that is."""
    try:
        return model.model_validate(dict(values))
    except ValidationError as error:
        raise ConfigurationError(explain(error, model)) from error


@contextmanager
def _explained(model: type[BaseModel]) -> Iterator[None]:
    """Turn what a problem, an algorithm or the model refuses into the user's error."""
    try:
        yield
    except ValidationError as error:
        raise ConfigurationError(explain(error, model)) from error
    except (TypeError, ValueError) as error:
        if "allowed" not in str(error):  # not one of ours
            raise
        raise ConfigurationError(str(error)) from error


def _check_sizes(values: Mapping[str, Any]) -> None:
    """Refuse numbers that no run can use; arrays may be as long as the memory allows."""
    try:
        check_limits({k: value for k, value in values.items() if isinstance(value, (int, float))})
    except ValueError as error:
        raise ConfigurationError(str(error)) from error


def _options(model: type[BaseModel], values: Mapping[str, Any]) -> Any:
    """Return an algorithm's options.

    A variant that gives an option of the algorithm that it changes another default says nothing
    of its range, so that all models that it is made of are asked.
    """
    for base in model.__mro__[1:]:
        fields = base.model_fields if issubclass(base, BaseModel) else {}
        if fields:
            _valid(base, {key: value for key, value in values.items() if key in fields})
    return _valid(model, values)


def _plain(value: Any) -> Any:
    """Return arrays, series and tuples as lists, and numpy's numbers as Python's."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value


def _optional(module: str) -> ModuleType:
    """Return a library that only this needs."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        raise UserError(
            f"{error.name}: not installed; allowed: pip install 'bandit-replications[figures]'"
        ) from error


# --- Published results ----------------------------------------------------------------------


def load_results(paper: str, experiment: str) -> "DataFrame":
    """Return the published results of an experiment, one row for each run and checkpoint.

    Parameters
    ----------
    paper : str
        Such as "private_online".
    experiment : str
        Such as "regret"; `data/README.md` lists them with their columns.

    Returns
    -------
    pandas.DataFrame

    Raises
    ------
    UserError
        If this is not a checkout, or pandas or pyarrow is not installed.
    ConfigurationError
        If there is no such paper or experiment.
    ResultsError
        If the file is not as it was published.

    Examples
    --------
    >>> load_results("private_online", "regret").columns[:3].tolist()
    ['algorithm', 'setting', 'epsilon']

    """
    folder = repo_root() / "data" / "results"
    for key, value in {"paper": paper, "experiment": experiment}.items():
        known = tuple(_names(folder))
        if value not in known:
            raise ConfigurationError(_unknown(key, value, known))
        folder /= value
    _optional("pandas")
    _optional("pyarrow")
    from bandit_replications.experiments import store  # noqa: PLC0415  it needs pyarrow

    frame: DataFrame = store.read_checked(folder.with_suffix(".parquet")).to_pandas()
    return frame


def _names(folder: Path) -> Iterator[str]:
    """Yield the names of folders and of data sets in a folder, in alphabetical order."""
    for path in sorted(folder.iterdir()):
        if path.is_dir() or path.suffix == ".parquet":
            yield path.stem
