"""Exact law of Anytime-Lazy-UCB's decisions on a given reward sequence, for two arms.

Between two array fills both private means stand still and a round only compares their difference
with a number: the decisions of a stage say that the difference lies in an interval. When an array
fills, one mean is drawn anew and the other is kept. So the probability of a sequence of decisions
is a chain of one-dimensional integrals over the kept mean, done on Gauss-Legendre panels.
"""

import functools
import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike

from bandit_replications.bandits.arguments import check_positive
from bandit_replications.bandits.arrays import Floats
from bandit_replications.inference.privacy_audits import exact_log_loss
from bandit_replications.papers.private_online.theory.audits.panels import Curve, Laplace, Panels

Decisions = tuple[int, ...]
Number = TypeVar("Number", int, float)

SCALES = 45.0  # noise scales beyond what decisions ask for: all but exp(-45) of the noise
RAREST = 1e-200  # rarer sequences of decisions are left out of losses, for lack of digits


@dataclass(frozen=True, kw_only=True)
class Stage:
    """Decisions so far, and the law of both means: kept, fresh, and bounds on their difference.

    `low` < fresh - kept < `high` is what the decisions since the last fill say.
    """

    decisions: Decisions
    sizes: tuple[int, int]
    sums: tuple[float, float]
    counts: tuple[int, int]
    kept_arm: int
    width: float
    kept: Curve
    fresh: Laplace
    low: float = -math.inf
    high: float = math.inf

    def kept_after(self) -> Curve:
        """Return the kept mean's density, jointly with all decisions, the fresh one forgotten."""
        bounds = (self.low, self.high)
        moved = [kink - bound for kink in self.fresh.kinks() for bound in bounds]
        panels = _panels(self.kept.panels.kinks, moved, self.width)
        x = panels.points
        return Curve(panels, self.kept(x) * self.fresh.mass(x + self.low, x + self.high))

    def fresh_after(self) -> Curve:
        """Return the fresh mean's density, jointly with all decisions, the kept one forgotten."""
        bounds = (self.low, self.high)
        moved = [kink + bound for kink in self.kept.panels.kinks for bound in bounds]
        panels = _panels(self.fresh.kinks(), moved, self.width)
        x = panels.points
        mass = self.kept.mass(x - self.high, x - self.low)
        return Curve(panels, self.fresh.density(x) * mass)


def _panels(kinks: ArrayLike, moved: list[float], width: float) -> Panels:
    """Return panels over the range of the first kinks, cut at the moved ones within it too."""
    low, high = np.min(kinks), np.max(kinks)
    return Panels([*np.asarray(kinks), *(kink for kink in moved if low < kink < high)], width)


def decision_probabilities(*, rewards: ArrayLike, epsilon: float) -> dict[Decisions, float]:
    """Return the probability of each sequence of decisions from round 3 on.

    Source: Algorithm 1 with the first pull's mean noised by Lap(1/ε).

    Parameters
    ----------
    rewards : array, shape (rounds, 2)
        Reward of each arm in each round, whether pulled or not; rounds 1 and 2 pull each arm once.
    epsilon : float
        Privacy parameter ε, > 0.

    Raises
    ------
    TypeError, ValueError
        If an argument is of a wrong type, shape or range.

    """
    check_positive(epsilon=epsilon)
    table = np.asarray(rewards, dtype=np.float64)
    if table.ndim != 2 or table.shape[0] < 2 or table.shape[1] != 2:
        raise ValueError(f"rewards: shape {table.shape}; allowed: (rounds, 2), 2 rounds or more")
    width = 1 / (epsilon * max(2, len(table) / 4))
    # all that decisions can ask of a mean: that it makes up for widths, and for a reward of 1
    farthest = 1 + radius(round_number=len(table), size=1, epsilon=epsilon)
    reach = farthest + SCALES / epsilon
    start = _start((float(table[0, 0]), float(table[1, 1])), epsilon, reach, width)
    return dict(_paths(start, table, epsilon))


# Sequences of rewards that agree where arms were pulled have these stages in common.
_remembered = functools.lru_cache(maxsize=1024)


@_remembered
def _start(rewards: tuple[float, float], epsilon: float, reach: float, width: float) -> Stage:
    """Return the stage after rounds 1 and 2, one pull of each arm."""
    first = [Laplace(reward, 1 / epsilon, reach) for reward in rewards]
    panels = Panels(first[1].kinks(), width)
    return Stage(
        decisions=(),
        sizes=(1, 1),
        sums=(0.0, 0.0),
        counts=(0, 0),
        kept_arm=1,
        width=width,
        kept=Curve(panels, first[1].density(panels.points)),
        fresh=first[0],
    )


def _paths(stage: Stage, rewards: Floats, epsilon: float) -> Iterator[tuple[Decisions, float]]:
    rounds = len(stage.decisions) + 2
    if rounds == len(rewards):
        yield stage.decisions, _probability(stage)
        return
    for arm in (0, 1):
        decided = _decide(stage, arm, rounds + 1, epsilon)
        if decided.low < decided.high:
            yield from _paths(
                _insert(decided, arm, float(rewards[rounds, arm]), epsilon), rewards, epsilon
            )


@_remembered
def _probability(stage: Stage) -> float:
    """Return the probability of the decisions so far."""
    return stage.kept_after().integral()


def radius(*, round_number: int, size: int, epsilon: float) -> float:
    """Return the width of the confidence bound (4) of a mean over `size` observations."""
    logarithm = 3 * math.log(round_number)
    return math.sqrt(logarithm / size) + logarithm / (epsilon * size)


def _decide(stage: Stage, arm: int, round_number: int, epsilon: float) -> Stage:
    """Narrow the bounds on fresh - kept: this arm's index (4) is the larger one."""
    fresh_arm = 1 - stage.kept_arm
    radii = [radius(round_number=round_number, size=size, epsilon=epsilon) for size in stage.sizes]
    threshold = radii[stage.kept_arm] - radii[fresh_arm]
    decisions = (*stage.decisions, arm)
    if arm == fresh_arm:
        return replace(stage, decisions=decisions, low=max(stage.low, threshold))
    return replace(stage, decisions=decisions, high=min(stage.high, threshold))


@_remembered
def _insert(stage: Stage, arm: int, reward: float, epsilon: float) -> Stage:
    """Insert an observation; when its array is full, draw the arm's mean anew."""
    other = 1 - arm
    total, count = stage.sums[arm] + reward, stage.counts[arm] + 1
    size = 2 * stage.sizes[arm]
    if count < size:
        return replace(
            stage,
            sums=_with(stage.sums, arm, total),
            counts=_with(stage.counts, arm, count),
        )
    return replace(
        stage,
        sizes=_with(stage.sizes, arm, size),
        sums=_with(stage.sums, arm, 0),
        counts=_with(stage.counts, arm, 0),
        kept_arm=other,
        kept=stage.kept_after() if stage.kept_arm == other else stage.fresh_after(),
        fresh=Laplace(total / size, 1 / (epsilon * size), stage.fresh.reach),
        low=-math.inf,
        high=math.inf,
    )


def _with(pair: tuple[Number, Number], arm: int, value: Number) -> tuple[Number, Number]:
    return (value, pair[1]) if arm == 0 else (pair[0], value)


def worst_loss(*, rounds: int, epsilon: float) -> float:
    """Return the largest loss of the decisions over all neighbouring sequences of 0 and 1.

    Rewards of arms that are not pulled in a round, and of the last round, play no role; 5 rounds
    take a second.
    """
    places = [(0, 0), (1, 1), *itertools.product(range(2, rounds - 1), (0, 1))]
    laws = {}
    for bits in itertools.product((0, 1), repeat=len(places)):
        rewards = np.zeros((rounds, 2))
        rewards[tuple(np.transpose(places))] = bits
        law = decision_probabilities(rewards=rewards, epsilon=epsilon)
        laws[bits] = np.array(list(law.values()))
    rounds_of = np.array([place[0] for place in places])
    neighbours = [
        (first, second)
        for first, second in itertools.combinations(laws, 2)
        if np.unique(rounds_of[np.not_equal(first, second)]).size == 1
    ]
    return max(decision_loss(laws[first], laws[second]) for first, second in neighbours)


def decision_loss(first: ArrayLike, second: ArrayLike) -> float:
    """Return the loss between two laws of the decisions, sequences rarer than 1e-200 left out."""
    laws = np.array([first, second])
    return exact_log_loss(*np.log(laws[:, np.max(laws, axis=0) >= RAREST]))
