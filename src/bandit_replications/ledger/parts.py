"""The inequalities that a rule is made of: about means, shares or slopes.

Each is tested at the rule's margin, at half and at twice the margin (`MARGINS` times the distance
of its factor from 1), and all of them are: the p-value of a claim does not depend on the paper that
it stands in.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.special import bdtr, bdtrc, ndtr, ndtri

from bandit_replications.inference.hypothesis_tests import (
    TEST_RESAMPLES,
    mean_test,
    paired_tests,
    ratio_tests,
)
from bandit_replications.ledger.claims import Evidence

MARGINS = (1.0, 0.5, 2.0)
LEVEL = 0.01  # at which a rule alone refuses

Sample = NDArray[np.float64]


class Part(Protocol):
    """One inequality of a rule."""

    @property
    def name(self) -> str:
        """What it compares."""

    @property
    def value(self) -> float:
        """The number that it is about."""

    @property
    def distance(self) -> float:
        """Standard errors by which the rule is broken; negative where it holds."""

    def evidence(self, *, resamples: int = TEST_RESAMPLES) -> list[Evidence]:
        """Return the p-values at each of the margins, or at one."""

    def refused_from(self, level: float) -> float:
        """Return the first value that would refute the rule at a level, noise as it is."""


def holds(part: Part) -> bool:
    """Return True for a part with its number on the right side, chance aside."""
    return part.distance <= 0


def stretched(factor: float, stretch: float) -> float:
    """Return 1 + stretch (factor - 1); for a factor below 1 its inverse is stretched."""
    if factor >= 1:
        return 1 + stretch * (factor - 1)
    return 1 / (1 + stretch * (1 / factor - 1))


# --- Means ----------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """A mean on one side of factors: of numbers, or of factors times another mean.

    Attributes
    ----------
    name : str
    a : array, shape (runs,)
    factors : sequence of float
        At the rule's margin and, where it has one, at half and at twice the margin.
    b : array, shape (runs,), optional
        The rule is about mean(a) / mean(b); absent, about mean(a).
    below : bool
        Whether the rule is that it is at most, or at least, the factor.
    paired : bool
        Whether run i of a and of b had the same instance: then the differences a - factor b are
        tested, which is sharper. Further runs of the longer sample count by themselves.

    """

    name: str
    a: Sample
    factors: Sequence[float]
    b: Sample | None = None
    below: bool = True
    paired: bool = False

    @property
    def value(self) -> float:
        """mean(a) over mean(b) or over the factor."""
        return float(self.a.mean() / (self.factors[0] if self.b is None else self.b.mean()))

    @property
    def distance(self) -> float:
        """Standard errors by which the rule is broken; negative where it holds."""
        factor = self.factors[0]
        a, b = self.a, np.full(self.a.size, factor) if self.b is None else factor * self.b
        difference = a.mean() - b.mean()
        variance = a.var() / a.size + b.var() / b.size - 2 * self._covariance(a, b, ddof=0)
        scale = math.sqrt(max(float(variance), 1e-300))
        return float(difference) / scale * (1 if self.below else -1)

    def evidence(self, *, resamples: int = TEST_RESAMPLES) -> list[Evidence]:
        """Return the p-values at each factor."""
        if self.b is None:
            tests = [
                mean_test(self.a, bound=factor, resamples=resamples) for factor in self.factors
            ]
        elif self.paired:
            tests = paired_tests(self.a, self.b, factors=self.factors, resamples=resamples)
        else:
            tests = ratio_tests(self.a, self.b, margins=self.factors, resamples=resamples)
        if self.below:
            return [Evidence(p_for=test.below, p_against=test.above) for test in tests]
        return [Evidence(p_for=test.above, p_against=test.below) for test in tests]

    def refused_from(self, level: float) -> float:
        """Return the value at which mean(a), scaled, is refused: by normal tails.

        The larger side scaled by w is refused from (w A - B)^2 = z^2 Var(w A - B) on.
        """
        a, b = self.a, np.ones(self.a.size) if self.b is None else self.b
        b = self.factors[0] * b
        between = self._covariance(a, b, ddof=1)
        large, small = (a, b) if self.below else (b, a)
        square = float(ndtri(level)) ** 2
        first = _excess(large, square)
        if first <= 0:
            return math.inf if self.below else 0.0
        middle = float(a.mean() * b.mean()) - square * between
        discriminant = max(middle**2 - first * _excess(small, square), 0.0)
        scale = (middle + math.sqrt(discriminant)) / first
        return self.value * scale if self.below else self.value / scale

    def _covariance(self, a: Sample, b: Sample, *, ddof: int) -> float:
        """Return the covariance of both means: that of pairs, over the longer sample's size."""
        if not self.paired:
            return 0.0
        pairs = min(a.size, b.size)
        return float(np.cov(a[:pairs], b[:pairs], ddof=ddof)[0, 1]) / max(a.size, b.size)


def _excess(sample: Sample, square: float) -> float:
    """Return the mean's square less z^2 times the mean's variance."""
    return float(sample.mean()) ** 2 - square * float(sample.var(ddof=1)) / sample.size


@dataclass(frozen=True, kw_only=True)
class Farthest(Comparison):
    """That the largest of several means is at most a factor times the smallest.

    It holds if it does for the two that the data set furthest apart; to refute it with these, their
    p-value is multiplied by the number of pairs that could have been taken.
    """

    pairs: int

    @classmethod
    def among(cls, samples: Mapping[str, Sample], factor: float) -> "Farthest":
        """Return the part of samples by name."""
        high = max(samples, key=lambda name: float(samples[name].mean()))
        low = min(samples, key=lambda name: float(samples[name].mean()))
        return cls(
            name=f"{high} over {low.rpartition(', ')[2]}",
            a=samples[high],
            b=samples[low],
            factors=[stretched(factor, margin) for margin in MARGINS],
            pairs=len(samples) * (len(samples) - 1),
        )

    def evidence(self, *, resamples: int = TEST_RESAMPLES) -> list[Evidence]:
        """Return the p-values at each margin."""
        return [
            Evidence(p_for=one.p_for, p_against=min(1.0, self.pairs * one.p_against))
            for one in super().evidence(resamples=resamples)
        ]

    def refused_from(self, level: float) -> float:
        """Return the smallest ratio that is refused."""
        return super().refused_from(level / self.pairs)


def ratio(
    name: str,
    a: Sample,
    b: Sample,
    factor: float,
    *,
    below: bool,
    scale: float = 1.0,
    paired: bool = False,
) -> Comparison:
    """Return that mean(a) / mean(b) over `scale` is at most (`below`) or at least a factor."""
    factors = [scale * stretched(factor, margin) for margin in MARGINS]
    return Comparison(name=name, a=a, b=b, factors=factors, below=below, paired=paired)


def within(
    name: str, a: Sample, b: Sample, factor: float, *, scale: float = 1.0, paired: bool = False
) -> tuple[Comparison, Comparison]:
    """Return that mean(a) / mean(b) over `scale` lies between 1 / factor and factor, > 1."""
    above = ratio(f"{name}, at least", a, b, 1 / factor, below=False, scale=scale, paired=paired)
    return ratio(f"{name}, at most", a, b, factor, below=True, scale=scale, paired=paired), above


def level(name: str, a: Sample, bound: float, *, below: bool = True) -> Comparison:
    """Return that mean(a) is at most (or at least) a number; such a rule has no margin."""
    return Comparison(name=name, a=a, factors=[bound], below=below)


def power(
    name: str,
    later: Sample,
    earlier: Sample,
    *,
    span: float,
    exponent: float,
    slack: float,
    scale: float = 1.0,
    paired: bool = False,
) -> Comparison:
    """Return that a mean grows over a span of sizes at most like a power of them.

    The rule is mean(later) / mean(earlier) <= scale span^(exponent + slack); half and twice the
    margin are half and twice the slack.
    """
    factors = [scale * span ** (exponent + margin * slack) for margin in MARGINS]
    return Comparison(name=name, a=later, b=earlier, factors=factors, paired=paired)


# --- Shares and slopes ----------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Share:
    """That a probability is at most a bound: exact binomial tests.

    Attributes
    ----------
    name : str
    successes, trials : int
    bound : float
        Half and twice the margin are half and twice this share.

    """

    name: str
    successes: int
    trials: int
    bound: float

    @property
    def value(self) -> float:
        """The share at hand."""
        return self.successes / self.trials

    @property
    def distance(self) -> float:
        """Standard errors by which the share is above the bound."""
        variance = self.bound * (1 - self.bound) / self.trials
        return (self.value - self.bound) / math.sqrt(max(variance, 1e-300))

    def evidence(self, *, resamples: int = TEST_RESAMPLES) -> list[Evidence]:
        """Return the p-values at each of the margins, without resampling."""
        bounds = [min(1.0, margin * self.bound) for margin in MARGINS]
        return [
            Evidence(
                p_for=float(bdtr(self.successes, self.trials, bound)),
                p_against=float(bdtrc(self.successes - 1, self.trials, bound)),
            )
            for bound in bounds
        ]

    def refused_from(self, level: float) -> float:
        """Return the smallest share that is refused."""
        shares = np.arange(self.trials + 1)
        refused = bdtrc(shares - 1, self.trials, self.bound) <= level
        return float(np.argmax(refused)) / self.trials if refused.any() else math.inf


@dataclass(frozen=True, kw_only=True)
class Slope:
    """That a fitted exponent lies within some room around a target: normal tails.

    Attributes
    ----------
    name : str
    value, error : float
        The fitted slope and its standard error.
    target, room : float
        Half and twice the margin are half and twice the room.

    """

    name: str
    value: float
    error: float
    target: float
    room: float

    @property
    def distance(self) -> float:
        """Standard errors by which the slope is outside the room."""
        return (abs(self.value - self.target) - self.room) / max(self.error, 1e-12)

    def evidence(self, *, resamples: int = TEST_RESAMPLES) -> list[Evidence]:
        """Return the p-values at each of the margins, without resampling."""
        off = abs(self.value - self.target)
        errors = [(margin * self.room - off) / max(self.error, 1e-12) for margin in MARGINS]
        return [
            Evidence(p_for=float(ndtr(-left)), p_against=min(1.0, 2 * float(ndtr(left))))
            for left in errors
        ]

    def refused_from(self, level: float) -> float:
        """Return the first slope that is refused, beyond the room on the slope's own side."""
        off = self.room - float(ndtri(level / 2)) * self.error
        return self.target + math.copysign(off, self.value - self.target)
