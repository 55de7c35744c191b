"""Round-by-round forms of algorithms on rewards that are drawn, or given, beforehand."""

from typing import Any

import numpy as np

from bandit_replications.bandits.arrays import Floats
from bandit_replications.bandits.reward_streams import draw_into
from bandit_replications.bandits.streams import generator
from bandit_replications.library.running import Call
from bandit_replications.library.simulation import Simulation
from bandit_replications.library.values import explained
from bandit_replications.playing.extensions import is_compiled
from bandit_replications.playing.keywords import Form, Recorded
from bandit_replications.playing.own_algorithms import OwnAlgorithm, one_of
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
    if not hasattr(problem, "arms") or entry.live.reported or hasattr(problem, "losses"):
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


def on_common_rewards(call: Call, runs: range, *, seed: int) -> Simulation:
    """Simulate these runs, run r on the table of rewards that (seed, r) names.

    Its regret is the sum of gaps, as everywhere.
    """
    records = []
    with explained(type(call.keywords)):
        for run, problem in zip(runs, call.problems(runs), strict=True):
            table = drawn(problem, generator(seed, "library", "common-rewards", run))
            records.append(played(call, problem, table, run))
    return call.recorded(records)


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


def played(call: Call, problem: Any, table: Floats, run: int) -> Recorded:
    """Play an algorithm on a table of rewards, shape (rounds, learners, arms); record its pulls.

    A step takes one row of the table for each learner that acts in it.
    """
    entry, points = call.found.entry, call.points
    sizes: dict[str, Any] = {"arms": problem.arms, "users": _units(problem)}
    live = entry.live.model_construct(**sizes)
    chance = call.stream(f"{call.found.id}, step by step", run)
    form = Form(entry.algorithm, problem, chance, call.options, observe=np.empty)
    if isinstance(entry.algorithm, OwnAlgorithm):
        form = form._replace(algorithm=_Own(entry.algorithm))
    player, number, width, _ = live.steps(form)
    told_all = problem.feedback == "full-information"
    acting = 1 if width is None or told_all else width
    rows, pulled = table.reshape(-1, problem.arms), np.empty(number * acting, dtype=np.int64)
    action = next(player)
    for step in range(number):
        now = slice(step * acting, (step + 1) * acting)
        pulled[now] = live.chosen(action)
        if step + 1 < number:
            seen = rows[now][0] if told_all else rows[now][np.arange(acting), pulled[now]]
            numbers = seen.tolist()
            observed = numbers[0] if width is None and not told_all else numbers
            action = player.send(live.answer(action, observed, None))
    chosen = pulled.reshape(problem.horizon, -1)
    gaps = np.broadcast_to(_gaps(call, problem), table.shape[1:])
    lost = gaps[np.arange(len(gaps)), chosen].sum(axis=1)
    pulls = [(chosen == arm).sum(axis=1).cumsum()[points - 1] for arm in range(problem.arms)]
    counted = None if hasattr(problem, "users") else np.stack(pulls, axis=1)
    return Recorded(regret=lost.cumsum()[points - 1], pulls=counted)


class _Own:
    """A user's class in place of a literal form."""

    def __init__(self, algorithm: OwnAlgorithm) -> None:
        self.algorithm = algorithm

    def play(self, problem: Any, **given: Any) -> Any:
        """Return its choices."""
        return self.algorithm.play(problem, checked=one_of(problem.arms), **given)


def _units(problem: Any) -> int:
    """Return the number of learners: agents, users, or one."""
    return int(getattr(problem, "agents", getattr(problem, "users", 1)))


def _gaps(call: Call, problem: Any) -> Floats:
    """Return the gaps of the arms, shape (arms,), or of each user, shape (users, arms)."""
    if hasattr(call.keywords, "gaps"):
        return np.asarray(call.keywords.gaps)
    return np.asarray(problem.means.max(axis=-1, keepdims=True) - problem.means)
