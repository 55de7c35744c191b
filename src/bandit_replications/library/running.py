"""Simulations of an algorithm, and algorithms driven step by step."""

import itertools
from collections.abc import Container, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from pydantic import BaseModel

from bandit_replications.bandits.arrays import Integers
from bandit_replications.bandits.problems import Problem
from bandit_replications.bandits.streams import generator
from bandit_replications.library.entries import Found, find
from bandit_replications.library.own_rewards import check_fit, drive, environment
from bandit_replications.library.progress import Progress
from bandit_replications.library.simulation import Simulation
from bandit_replications.library.values import (
    Runs,
    Steps,
    check_sizes,
    explained,
    plain,
    seed_of,
    stacked,
    valid,
    versions,
)
from bandit_replications.playing.keywords import Form, Keywords, Recorded, Rounds
from bandit_replications.playing.learners import Learner
from bandit_replications.runtime.errors import ConfigurationError


def simulate(
    algorithm: str | type,
    *,
    paper: str | None = None,
    horizon: int | None = None,
    checkpoints: ArrayLike | None = None,
    seed: int = 0,
    runs: int = 1,
    quiet: bool = False,
    **keywords: Any,
) -> Simulation:
    """Simulate independent runs of an algorithm.

    Parameters
    ----------
    algorithm : str or class
        Id, such as "anytime-lazy-ucb"; `algorithms()` lists them. Or a class of your own, with
        `choose` and `update` as `playing.extensions` says, its id, or its `module:Class`.
    paper : str, optional
        Name of the paper, for an id that several have.
    horizon : int
        Rounds of each run, at least 1.
    checkpoints : sequence of int, optional
        Rounds after which runs are recorded, increasing, the last one the horizon. By default
        some 60, log-spaced and equally spaced.
    seed : int
        Root seed, an integer >= 0, never None. Run r has the stream that `bandits.streams` names
        (seed, paper, "simulate", algorithm, r), so the same seed gives the same numbers, more
        runs begin with those of fewer, and those of two algorithms are independent.
    runs : int
        Number of runs, at least 1.
    quiet : bool
        True to say nothing. Otherwise a call of more than a second shows on a terminal or in a
        notebook that it compiles, and a bar of its runs. Ctrl-C ends it.
    **keywords
        The algorithm's problem (`means`, `epsilon`, `agents`, …), as numbers, lists or
        arrays, and its options; `algorithms()` says which there are. `rewards` plays on rewards of
        your own, as for `run`, step by step; then `arms`, `users` and an array's horizon follow
        from them, and `means` is optional.

    Returns
    -------
    Simulation
        `simulate(it.algorithm, paper=it.paper, **it.settings)` makes it again.

    Raises
    ------
    ConfigurationError
        If an id or keyword is unknown or missing, or a value is of the wrong type or out of range:
        a ValueError that names the key, the value and what is allowed.

    Examples
    --------
    One of each paper; means are mean rewards, in `multiplayer` mean losses.

    >>> arms = {"means": [0.8, 0.5, 0.5], "horizon": 1000, "runs": 2, "seed": 3}
    >>> simulate("dp-se", epsilon=1.0, **arms)
    Simulation: dp-se (private_online), 2 runs, horizon 1000, mean regret 199.8
    >>> simulate("demab", agents=4, **arms).communication[:, -1].tolist()
    [55, 55]
    >>> simulate("multi-agent-ucb", network=[[0, 1], [1, 0]], message_life=1, **arms)
    Simulation: multi-agent-ucb (cooperative), 2 runs, horizon 1000, mean regret 55.5
    >>> simulate("k-metaplayer", players=2, **arms)
    Simulation: k-metaplayer (multiplayer), 2 runs, horizon 1000, mean regret 83.0
    >>> users = [[0.9, 0.1], [0.1, 0.9]] * 3
    >>> simulate("ucb", means=users, group_size=2, horizon=1000)
    Simulation: ucb (anonymous), 1 run, horizon 1000, mean regret 75.2
    >>> simulate("dp-se", means=[0.8, 0.5], horizon=1000)
    Traceback (most recent call last):
    bandit_replications.runtime.errors.ConfigurationError: epsilon: missing; allowed: privacy ...

    """
    shared = {"horizon": horizon, "checkpoints": checkpoints, "seed": seed, "runs": runs}
    call = checked(algorithm, paper, {**keywords, **shared})
    with Progress(call.common.runs, quiet=quiet) as progress:
        return call.simulation(range(call.common.runs), progress)


class Call(NamedTuple):
    """A checked call of `simulate`.

    Attributes
    ----------
    found : Found
    keywords : Keywords
        Of the problem.
    options : model of the algorithm's options
    common : Runs

    """

    found: Found
    keywords: Keywords
    options: BaseModel
    common: Runs

    @property
    def settings(self) -> Mapping[str, Any]:
        """The keywords that make the same call again, options at their defaults included."""
        models = (self.keywords, self.options, self.common)
        dumped = [model.model_dump(exclude_none=True) for model in models]
        return MappingProxyType({key: value for part in dumped for key, value in part.items()})

    @property
    def points(self) -> Integers:
        """The checkpoints."""
        return self.common.points

    def simulation(self, runs: range, progress: Progress) -> Simulation:
        """Simulate these of the runs."""
        algorithm = self.found.entry.algorithm

        def records() -> Iterator[Recorded]:
            for run, problem in zip(runs, self.problems(runs), strict=True):
                chance = self.stream(self.found.id, run)
                made = algorithm.simulate(problem, generator=chance, options=self.options)
                yield self.keywords.recorded(made)
                progress.advance()

        with explained(type(self.keywords)), progress.compiling(self.found.id):
            return self.recorded(records(), len(runs))

    def recorded(self, records: Iterable[Recorded], runs: int) -> Simulation:
        """Return the simulation of recorded runs."""
        return _simulation(self.found, self.settings, self.points, stacked(records, runs))

    def stream(self, key: str, run: int | None) -> np.random.Generator:
        """Return the generator of what is drawn under a name in a run."""
        return generator(self.common.seed, self.found.paper, "simulate", key, run)

    def problems(self, runs: range) -> Iterator[Problem]:
        """Yield the problem of each run, always the same one if nothing is drawn for a run."""
        for run in runs:
            fixed_streams = []

            def stream(key: str, *, fixed: bool, run: int = run) -> np.random.Generator:
                fixed_streams.append(fixed)  # noqa: B023  read below, before the next run's
                return self.stream(key, None if fixed else run)

            problem = self.keywords.problem(Rounds(self.common.horizon, self.points, stream))
            self.keywords.check(self.found.entry.algorithm, problem, self.options)
            yield problem
            if all(fixed_streams):
                yield from itertools.repeat(problem, runs.stop - run - 1)
                return


def _simulation(
    found: Found, settings: Mapping[str, Any], points: Integers, kept: Mapping[str, Any]
) -> Simulation:
    return Simulation(
        algorithm=found.id,
        paper=found.paper,
        settings=settings,
        versions=versions(),
        checkpoints=points,
        **kept,
    )


class OnRewards(NamedTuple):
    """A checked call of `simulate` on rewards of the user's own, round by round.

    Attributes
    ----------
    found : Found
    asked : mapping
        Keywords of the learner.
    told : mapping
        The rewards and, where they are known, their means.
    common : Runs

    """

    found: Found
    asked: Mapping[str, Any]
    told: Mapping[str, Any]
    common: Runs

    @property
    def settings(self) -> Mapping[str, Any]:
        """The keywords that make the same call again."""
        common = self.common.model_dump(exclude_none=True)
        return MappingProxyType({**self.told, **self.asked, **common})

    def learner(self, run: int) -> Learner:
        """Return the learner of a run."""
        return learner(
            self.found.id,
            paper=self.found.paper,
            horizon=self.common.horizon,
            seed=seed_of(self.common.seed, "run", run),
            **self.asked,
        )

    def simulation(self, runs: range, progress: Progress, *, seed: int | None = None) -> Simulation:
        """Simulate these of the runs; the seed is that of a function's generator."""
        given, means = environment(self.told["rewards"]), self.told.get("means")
        root, points = self.common.seed if seed is None else seed, self.common.points
        records = []
        for run in runs:
            chance = generator(root, "library", "rewards", run)
            records.append(
                drive(self.learner(run), given, points=points, chance=chance, means=means)
            )
            progress.advance()
        return _simulation(self.found, self.settings, points, stacked(records, len(runs)))


def _on_rewards(
    algorithm: str | type, paper: str | None, given: dict[str, Any], shared: dict[str, Any]
) -> OnRewards:
    """Return a call on rewards of the user's own after checking it."""
    told: dict[str, Any] = {key: given.pop(key) for key in ("rewards", "means") if key in given}
    rewards = environment(told["rewards"])
    if rewards.rounds is not None:
        shared.setdefault("horizon", rewards.rounds)
    common = valid(Runs, shared)
    found = find(algorithm, paper, {"arms": rewards.arms, **given}, live=True)
    sizes = {"arms": rewards.arms, "users": rewards.learners}
    options = valid(found.entry.algorithm.Options, _part(given, found.entry.options))
    asked = {**_part(sizes, found.entry.live.model_fields), **given}
    call = OnRewards(found, {**asked, **options.model_dump(exclude_none=True)}, told, common)
    check_fit(call.learner(0), rewards, common.points)
    return call


def checked(
    algorithm: str | type, paper: str | None, keywords: Mapping[str, Any]
) -> Call | OnRewards:
    """Return a call of `simulate` after checking all of its keywords.

    Raises
    ------
    ConfigurationError
        As `simulate`.

    """
    shared = _shared(**{key: keywords.get(key) for key in Runs.model_fields})
    given = {key: plain(value) for key, value in keywords.items() if key not in Runs.model_fields}
    if given.get("rewards") is not None:
        return _on_rewards(algorithm, paper, given, shared)
    found = find(algorithm, paper, given)
    common = valid(Runs, shared)
    check_sizes({**given, **shared})
    own = found.entry.own
    options = {key: value for key, value in given.items() if key not in own}
    return Call(
        found,
        valid(found.entry.keywords, _part(given, own)),
        valid(found.entry.algorithm.Options, options),
        common,
    )


def _shared(**keywords: Any) -> dict[str, Any]:
    """Return the keywords that all algorithms have, without those that were left out.

    Raises
    ------
    ConfigurationError
        If the seed is None, which elsewhere asks for fresh entropy.

    """
    if keywords["seed"] is None:
        raise ConfigurationError("seed: None; allowed: an integer, the same one for the same run")
    left_out = {key for key in ("horizon", "checkpoints") if keywords.get(key) is None}
    return {key: plain(value) for key, value in keywords.items() if key not in left_out}


def _part(values: Mapping[str, Any], names: Container[str]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if key in names}


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
        (seed, paper, "learner", algorithm). The seed of a private algorithm reveals its
        noise: where privacy is meant, give `secrets.randbits(128)` and keep it.
    **keywords
        Its knowledge of the problem: `arms` in place of their means, and `epsilon`, `agents`, …
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
    given = {key: plain(value) for key, value in keywords.items()}
    found = find(algorithm, paper, given, live=True)
    entry = found.entry
    common = valid(Steps, _shared(horizon=horizon, seed=seed))
    check_sizes({**given, "horizon": common.horizon})
    live = valid(entry.live, _part(given, entry.live.model_fields))
    options = valid(entry.algorithm.Options, _part(given, entry.options))

    def stream(key: str, *, fixed: bool) -> np.random.Generator:
        return generator(common.seed, found.paper, "learner", key)

    with explained(entry.keywords):
        problem_keywords = entry.keywords.model_validate(
            {**live.stand_in(), **_part(given, entry.known)}
        )
        rounds = Rounds(common.horizon, np.array([common.horizon]), stream)
        problem = problem_keywords.problem(rounds)
        problem_keywords.check(entry.algorithm, problem, options)
        chance = generator(common.seed, found.paper, "learner", found.id)
        return Learner(
            algorithm=found.id,
            paper=found.paper,
            settings=MappingProxyType({**given, "horizon": common.horizon, "seed": common.seed}),
            live=live,
            start=lambda observe: live.steps(
                Form(entry.algorithm, problem, chance, options, observe)
            ),
        )
