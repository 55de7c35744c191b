"""Claims that several means make together: comparisons, tested where they are nearest to breaking.

A test of one cell takes a fraction of a second and a claim has up to dozens of cells, so only the
`NEAREST` ones are tested, those nearest to breaking the rule or furthest beyond it in standard
errors; the correction for refuting the claim counts them all. The rest of them is left out once one
refutes the claim as strongly as a test can.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bandit_replications.bandits.streams import generator
from bandit_replications.inference.resampling import (
    TEST_RESAMPLES,
    mean_test,
    paired_tests,
    ratio_tests,
)
from bandit_replications.ledger.claims import Evidence, Finding

NEAREST = 3
# What a refuting cell is tested with, so that its p-value can survive the corrections.
MOST_RESAMPLES = 25 * TEST_RESAMPLES

Sample = NDArray[np.float64]


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
        tested, which is sharper. The longer sample loses its last runs.

    """

    name: str
    a: Sample
    factors: Sequence[float]
    b: Sample | None = None
    below: bool = True
    paired: bool = False

    def differences(self, factor: float) -> Sample:
        """Return a - factor b for the runs that both have."""
        if self.b is None:
            return self.a - factor
        common = min(self.a.size, self.b.size)
        return self.a[:common] - factor * self.b[:common]

    @property
    def ratio(self) -> float:
        """mean(a) over mean(b) or over the factor."""
        return float(self.a.mean() / (self.factors[0] if self.b is None else self.b.mean()))

    @property
    def distance(self) -> float:
        """Standard errors by which the rule is broken; negative where it holds."""
        factor = self.factors[0]
        if self.b is None or self.paired:
            differences = self.differences(factor)
            difference, variance = differences.mean(), differences.var() / differences.size
        else:
            difference = self.a.mean() - factor * self.b.mean()
            variance = self.a.var() / self.a.size + factor**2 * self.b.var() / self.b.size
        scale = math.sqrt(max(float(variance), 1e-300))
        return float(difference) / scale * (1 if self.below else -1)

    def evidence(self, *, claim_id: str, looks: int) -> list[Evidence]:
        """Return the p-values at each factor."""
        stream = generator(0, "claims", claim_id, self.name)
        most = MOST_RESAMPLES if self.distance > 0 and looks > 1 else TEST_RESAMPLES
        if self.b is None:
            tests = [
                mean_test(self.a, bound=factor, generator=stream, resamples=most)
                for factor in self.factors
            ]
        elif self.paired:
            common = min(self.a.size, self.b.size)
            tests = paired_tests(
                self.a[:common],
                self.b[:common],
                factors=self.factors,
                generator=stream,
                resamples=most,
            )
        else:
            tests = ratio_tests(
                self.a, self.b, margins=self.factors, generator=stream, resamples=most
            )
        if self.below:
            return [Evidence(p_for=test.below, p_against=test.above) for test in tests]
        return [Evidence(p_for=test.above, p_against=test.below) for test in tests]


def all_hold(
    claim_id: str,
    comparisons: Sequence[Comparison],
    numbers: Mapping[str, float | int | str],
    *,
    caveat: str = "",
) -> Finding:
    """Return the finding of a claim that all comparisons together make.

    Intersection-union: shown when each is, refuted when one is, at a share of the level.
    """
    looks = len(comparisons)
    nearest = sorted(comparisons, key=lambda one: -one.distance)[:NEAREST]
    parts: list[list[Evidence]] = []
    for one in nearest:
        parts.append(one.evidence(claim_id=claim_id, looks=looks))
        if all(_is_extreme(part) for part in parts[-1]):
            break  # the others could only repeat it
    columns = [
        Evidence(
            p_for=max(part.p_for for part in column),
            p_against=min(1.0, looks * min(part.p_against for part in column)),
        )
        for column in zip(*parts, strict=True)
    ]
    whole, half, twice = columns if len(columns) > 1 else (columns[0], None, None)
    return Finding(numbers=numbers, evidence=whole, half=half, twice=twice, caveat=caveat)


def _is_extreme(evidence: Evidence) -> bool:
    """Return whether no test can speak more strongly against a rule."""
    return evidence.p_for == 1 and evidence.p_against == 1 / (MOST_RESAMPLES + 1)
