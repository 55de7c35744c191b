"""Exact law of Anytime-Lazy-UCB's decisions on a given reward sequence, for two arms.

Between two array fills both private means stand still and a round only compares their difference
with a number: the decisions of a stage say that the difference lies in an interval. When an array
fills, one mean is drawn anew and the other is kept. So the probability of a sequence of decisions
is a chain of one-dimensional integrals over the kept mean, done on Gauss-Legendre panels.
"""

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bandit_replications.privacy_audit import exact_loss
from bandit_replications.private_online.panels import NODES, WEIGHTS, panel_edges

Floats = NDArray[np.float64]
Decisions = tuple[int, ...]
Number = TypeVar("Number", int, float)

# values at the nodes -> Legendre coefficients of the polynomial through them
TO_COEFFICIENTS = np.linalg.inv(np.polynomial.legendre.legvander(NODES, NODES.size - 1))
REACH = 45.0  # noise scales on each side of a mean: all but exp(-45) of the noise


@dataclass(frozen=True)
class Laplace:
    """A private mean that has just been drawn."""

    center: float
    scale: float

    def density(self, x: Floats) -> Floats:
        """Return the density."""
        return np.exp(-np.abs(x - self.center) / self.scale) / (2 * self.scale)

    def mass(self, low: Floats, high: Floats) -> Floats:
        """Return P(low < X < high), measured from the nearer tail so that nothing cancels."""
        low, high = (low - self.center) / self.scale, (high - self.center) / self.scale
        low, high = np.where(low > 0, -high, low), np.where(low > 0, -low, high)
        below_high = np.where(high > 0, 1 - np.exp(-np.abs(high)) / 2, np.exp(-np.abs(high)) / 2)
        return np.asarray(below_high - np.exp(-np.abs(low)) / 2)

    def kinks(self) -> list[float]:
        """Return the ends of the range that matters, and the kink."""
        return [self.center + side * REACH * self.scale for side in (-1, 0, 1)]


class Curve:
    """A non-negative function, smooth on each panel: a density times a probability."""

    def __init__(self, kinks: ArrayLike, width: float) -> None:
        self.kinks = np.unique(kinks)
        self.width = width
        self.edges = panel_edges(self.kinks, width)
        self.half = np.diff(self.edges) / 2
        self.points = self.edges[:-1, None] + self.half[:, None] * (1 + NODES)

    def with_values(self, values: Floats) -> "Curve":
        """Set the values at the points."""
        self.coefficients = values @ TO_COEFFICIENTS.T
        self.masses = values @ WEIGHTS * self.half
        self.below = np.append(0.0, np.cumsum(self.masses))
        self.above = np.append(np.cumsum(self.masses[::-1])[::-1], 0.0)
        return self

    def __call__(self, x: Floats) -> Floats:
        """Return the function's values."""
        panel, u = self._locate(x)
        basis = np.polynomial.legendre.legvander(u, NODES.size - 1)
        inside = (self.edges[0] <= x) & (x <= self.edges[-1])
        return np.where(inside, np.sum(self.coefficients[panel] * basis, axis=-1), 0.0)

    def mass(self, low: Floats, high: Floats) -> Floats:
        """Return the integral from low to high, measured from the nearer end."""
        below_low, above_low = self._split(low)
        below_high, above_high = self._split(high)
        return np.where(below_high < above_low, below_high - below_low, above_low - above_high)

    def _split(self, x: Floats) -> tuple[Floats, Floats]:
        """Return the integrals below and above each x."""
        panel, u = self._locate(x)
        basis = np.polynomial.legendre.legvander(u, NODES.size)
        # the integral of P_k from -1 to u is (P_{k+1} - P_{k-1}) / (2k + 1)
        orders = np.arange(1, NODES.size)
        integrals = (basis[..., 2:] - basis[..., :-2]) / (2 * orders + 1)
        integrals = np.concatenate([1 + u[..., None], integrals], axis=-1)
        part = self.half[panel] * np.sum(self.coefficients[panel] * integrals, axis=-1)
        return self.below[panel] + part, self.above[panel + 1] + self.masses[panel] - part

    def _locate(self, x: Floats) -> tuple[NDArray[np.intp], Floats]:
        panel = np.clip(np.searchsorted(self.edges, x) - 1, 0, self.half.size - 1)
        return panel, np.clip((x - self.edges[panel]) / self.half[panel] - 1, -1, 1)


@dataclass(frozen=True, kw_only=True)
class Stage:
    """Decisions so far, and the law of both means: kept, fresh, and what is known of them.

    `low` < fresh - kept < `high` is what the decisions since the last fill say.
    """

    decisions: Decisions
    sizes: tuple[int, int]
    sums: tuple[float, float]
    counts: tuple[int, int]
    kept_arm: int
    kept: Curve
    fresh: Laplace
    low: float = -math.inf
    high: float = math.inf

    def kept_after(self) -> Curve:
        """Return the kept mean's density, jointly with all decisions, the fresh one forgotten."""
        shifted = [self.fresh.center - self.low, self.fresh.center - self.high]
        ends = [end for kink in self.fresh.kinks() for end in (kink - self.low, kink - self.high)]
        kinks = _within(self.kept, [*shifted, *ends])
        curve = Curve(kinks, self.kept.width)
        x = curve.points
        return curve.with_values(self.kept(x) * self.fresh.mass(x + self.low, x + self.high))

    def fresh_after(self) -> Curve:
        """Return the fresh mean's density, jointly with all decisions, the kept one forgotten."""
        ends = [kink + bound for kink in self.kept.kinks for bound in (self.low, self.high)]
        kinks = self.fresh.kinks()
        inner = [end for end in ends if kinks[0] < end < kinks[-1]]
        curve = Curve([*kinks, *inner], self.kept.width)
        x = curve.points
        return curve.with_values(
            self.fresh.density(x) * self.kept.mass(x - self.high, x - self.low)
        )

    def probability(self) -> float:
        """Return the probability of the decisions."""
        return float(np.sum(self.kept_after().masses))


def _within(curve: Curve, extra: list[float]) -> list[float]:
    low, high = curve.kinks[0], curve.kinks[-1]
    return [*curve.kinks, *(kink for kink in extra if low < kink < high)]


def decision_probabilities(*, rewards: ArrayLike, epsilon: float) -> dict[Decisions, float]:
    """Return the probability of each sequence of decisions from round 3 on.

    Source: Algorithm 1 with the first pull's mean noised by Lap(1/ε).

    Parameters
    ----------
    rewards : array, shape (rounds, 2)
        Reward of each arm in each round, whether pulled or not; rounds 1 and 2 pull each arm once.
    epsilon : float
        Privacy parameter ε, > 0.

    """
    table = np.asarray(rewards, dtype=np.float64)
    width = 1 / (epsilon * max(2, len(table) / 4))
    first = [Laplace(table[0, 0], 1 / epsilon), Laplace(table[1, 1], 1 / epsilon)]
    kept = Curve(first[1].kinks(), width)
    start = Stage(
        decisions=(),
        sizes=(1, 1),
        sums=(0.0, 0.0),
        counts=(0, 0),
        kept_arm=1,
        kept=kept.with_values(first[1].density(kept.points)),
        fresh=first[0],
    )
    return dict(_paths(start, table, epsilon))


def _paths(stage: Stage, rewards: Floats, epsilon: float) -> Iterator[tuple[Decisions, float]]:
    rounds = len(stage.decisions) + 2
    if rounds == len(rewards):
        yield stage.decisions, stage.probability()
        return
    for arm in (0, 1):
        decided = _decide(stage, arm, rounds + 1, epsilon)
        if decided.low < decided.high:
            yield from _paths(
                _insert(decided, arm, rewards[rounds, arm], epsilon), rewards, epsilon
            )


def radius(*, round_number: int, size: int, epsilon: float) -> float:
    """Return the width of the confidence bound (4) of a mean over `size` observations."""
    logarithm = 3 * math.log(round_number)
    return math.sqrt(logarithm / size) + logarithm / (epsilon * size)


def _decide(stage: Stage, arm: int, round_number: int, epsilon: float) -> Stage:
    """Narrow what is known of fresh - kept: this arm's bound (4) is the larger one."""
    fresh_arm = 1 - stage.kept_arm
    radii = [radius(round_number=round_number, size=size, epsilon=epsilon) for size in stage.sizes]
    threshold = radii[stage.kept_arm] - radii[fresh_arm]
    decisions = (*stage.decisions, arm)
    if arm == fresh_arm:
        return replace(stage, decisions=decisions, low=max(stage.low, threshold))
    return replace(stage, decisions=decisions, high=min(stage.high, threshold))


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
        fresh=Laplace(total / size, 1 / (epsilon * size)),
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
    neighbours = [
        (first, second)
        for first, second in itertools.combinations(laws, 2)
        if len({place[0] for place, *pair in zip(places, first, second) if pair[0] != pair[1]}) == 1
    ]
    return max(exact_loss(laws[first], laws[second]) for first, second in neighbours)
