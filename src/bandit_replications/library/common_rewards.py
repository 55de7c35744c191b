"""Simulations of several algorithms on rewards that are drawn beforehand."""

from typing import Any

import numpy as np

from bandit_replications.bandits.arrays import Floats
from bandit_replications.bandits.reward_streams import draw_into
from bandit_replications.bandits.streams import generator
from bandit_replications.library.own_rewards import OwnLearner, drive, environment
from bandit_replications.library.progress import Progress
from bandit_replications.library.running import Call, learner
from bandit_replications.library.simulation import Simulation
from bandit_replications.library.values import explained, seed_of
from bandit_replications.playing.extensions import is_compiled
from bandit_replications.playing.learners import Learner
from bandit_replications.playing.own_algorithms import OwnAlgorithm
from bandit_replications.runtime.errors import ConfigurationError

SINGLE = ("bandit", "full-information")  # feedback of a class that is one learner
MOST_REWARDS = 20_000_000  # of a table: 160 MB


def check_common(call: Call) -> None:
    """Refuse a call that cannot be played on a table of rewards.

    Raises
    ------
    ConfigurationError
        If rewards are not those of arms, or the table is too large.

    """
    problem: Any = next(call.problems(range(1)))
    entry, name = call.found.entry, call.found.id
    hidden = any(hasattr(problem, name) for name in ("losses", "contamination"))
    if hidden or not hasattr(problem, "arms"):
        raise ConfigurationError(
            f"common_rewards: {name!r}; allowed: algorithms of arms with true reports and rewards"
        )
    if isinstance(entry.algorithm, OwnAlgorithm) and (
        problem.feedback not in SINGLE or is_compiled(entry.algorithm.cls)
    ):
        raise ConfigurationError(
            f"common_rewards: {name!r}; allowed: classes in plain Python with feedback "
            f"{' or '.join(map(repr, SINGLE))}"
        )
    sizes = (problem.horizon, _units(problem), problem.arms)
    if np.prod(sizes, dtype=float) > MOST_REWARDS:
        told = " x ".join(map(str, sizes))
        raise ConfigurationError(
            f"common_rewards: a table of {told} rewards (rounds, learners, arms); allowed: at most "
            f"{MOST_REWARDS}"
        )


def on_common_rewards(call: Call, runs: range, progress: Progress, *, seed: int) -> Simulation:
    """Simulate these runs, run r on the table of rewards that (seed, r) names.

    Its regret is the sum of gaps, as everywhere.
    """
    records = []
    with explained(type(call.keywords)):
        for run, problem in zip(runs, call.problems(runs), strict=True):
            table = drawn(problem, generator(seed, "library", "common-rewards", run))
            record = drive(
                _learner(call, problem, run),
                environment(table),
                points=call.points,
                chance=np.random.default_rng(0),  # asked for nothing
                means=_means(call, problem),
            )
            records.append(record._replace(reward=None))
            progress.advance()
    return call.recorded(records, len(records))


def drawn(problem: Any, chance: np.random.Generator) -> Floats:
    """Return rewards of a run of a problem, shape (rounds, learners, arms)."""
    shape = (problem.horizon, _units(problem), problem.arms)
    if hasattr(problem, "users"):
        if problem.law == "gaussian":
            return chance.normal(problem.means, size=shape)
        return np.array(chance.random(shape) < problem.means, dtype=np.float64)
    kind, values, weights = problem.rewards if hasattr(problem, "rewards") else problem.laws[:3]
    table, block = np.empty(shape), np.empty(shape[0] * shape[1])
    for arm in range(problem.arms):
        draw_into(block, kind, values, weights, arm, chance)
        table[:, :, arm] = block.reshape(shape[:2])
    return table


def _learner(call: Call, problem: Any, run: int) -> Learner | OwnLearner:
    """Return the learner of a run, which knows of the problem what it may know."""
    entry, algorithm = call.found.entry, call.found.entry.algorithm
    if isinstance(algorithm, OwnAlgorithm):
        made = algorithm.begin(problem, call.options, call.stream(call.found.id, run))
        told_all = problem.feedback == "full-information"
        return OwnLearner(made, problem.horizon, problem.arms, full_information=told_all)
    given = {**call.settings, "arms": problem.arms, "users": _units(problem)}
    return learner(
        call.found.id,
        paper=call.found.paper,
        horizon=problem.horizon,
        seed=seed_of(call.common.seed, "run", run),
        **{key: given[key] for key in (*entry.asked, *entry.options) if key in given},
    )


def _units(problem: Any) -> int:
    """Return the number of learners: agents, users, or one."""
    return int(getattr(problem, "agents", getattr(problem, "users", 1)))


def _means(call: Call, problem: Any) -> Any:
    """Return the means of the arms, shape (arms,), or of each user, shape (users, arms)."""
    if hasattr(call.keywords, "instance"):
        return call.keywords.instance().resolve_means()
    return problem.means
