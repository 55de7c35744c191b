"""Claims on Section 5 that runs decide: cells of a data set against a bound or each other.

A test of one cell takes a fraction of a second and a claim has up to 48 cells, so only the
`NEAREST` ones are tested, those nearest to breaking the rule or furthest beyond it in standard
errors; the correction for refuting the claim counts them all.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bandit_replications.checks import Check
from bandit_replications.claims import Evidence, Finding, Results
from bandit_replications.errors import NotApplicable
from bandit_replications.needs import Need
from bandit_replications.seeding import generator
from bandit_replications.statistics import TEST_RESAMPLES, mean_test, ratio_tests

NEAREST = 3
# What a refuting cell is tested with, so that its p-value can survive the corrections.
MOST_RESAMPLES = 25 * TEST_RESAMPLES

# Readings under which the proofs hold; the noise's scale is allowed for.
COVERED = {"noise_scale", "tie_breaking", "first_action"}

Sample = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Cell:
    """One cell of the data set `full-information`: final regrets and the instance's gaps."""

    instance: str
    arms: int
    min_gap: float
    epsilon: float
    regrets: Sample
    gaps: Sample
    trivial: float

    @property
    def name(self) -> str:
        """The cell's settings as text."""
        return f"{self.instance}, K = {self.arms}, Δ = {self.min_gap:g}, ε = {self.epsilon:g}"


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

    """

    name: str
    a: Sample
    factors: Sequence[float]
    b: Sample | None = None
    below: bool = True

    @property
    def ratio(self) -> float:
        """mean(a) over mean(b) or over the factor."""
        return float(self.a.mean() / (self.factors[0] if self.b is None else self.b.mean()))

    @property
    def distance(self) -> float:
        """Standard errors by which the rule is broken; negative where it holds."""
        factor = self.factors[0]
        if self.b is None:
            difference, variance = self.a.mean() - factor, self.a.var() / self.a.size
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
    parts = [one.evidence(claim_id=claim_id, looks=looks) for one in nearest]
    columns = [
        Evidence(
            p_for=max(part.p_for for part in column),
            p_against=min(1.0, looks * min(part.p_against for part in column)),
        )
        for column in zip(*parts, strict=True)
    ]
    whole, half, twice = columns if len(columns) > 1 else (columns[0], None, None)
    return Finding(numbers=numbers, evidence=whole, half=half, twice=twice, caveat=caveat)


# --- The data set full-information ----------------------------------------------------------


def required(config: Any, *algorithms: str, **where: tuple[Any, ...]) -> tuple[Need, ...]:
    """Return the need of these algorithms' rows.

    Raises
    ------
    NotApplicable
        If the run lacks an algorithm, or changes what the proofs rest on.

    """
    section = config.full_information
    for algorithm in algorithms:
        if algorithm not in section.algorithms:
            raise NotApplicable(f"the run has no {algorithm}")
        if section.replicates_of(algorithm) < 2:
            raise NotApplicable(f"the run has one replicate of {algorithm}; at least 2 are needed")
        other = sorted(set(section.options.get(algorithm, {})) - COVERED)
        if other:
            raise NotApplicable(f"the run changes what the proof rests on: {', '.join(other)}")
    return (Need(experiment="full-information", where={"algorithm": algorithms, **where}),)


def noise_scale(config: Any, algorithm: str) -> float:
    """Return the scale of the algorithm's noise, in units of what is printed."""
    return float(config.full_information.options.get(algorithm, {}).get("noise_scale", 1.0))


def cells(results: Results, config: Any, algorithm: str) -> Iterator[Cell]:
    """Yield the cells of an algorithm, with the regrets after the last round."""
    from bandit_replications.private_online.simulation import (  # noqa: PLC0415  loads algorithms
        full_information_instance,
    )

    section = config.full_information
    frame = results["full-information"]
    at_end = frame[(frame["algorithm"] == algorithm) & (frame["round"] == section.horizon)]
    groups = {
        key: group.to_numpy()
        for key, group in at_end.groupby(["instance", "arms", "min_gap", "epsilon"])["regret"]
    }
    for instance in section.instances:
        for arms in section.arms:
            for min_gap in section.min_gaps:
                gaps = full_information_instance(
                    instance=instance,
                    arms=arms,
                    min_gap=min_gap,
                    best=section.best,
                    best_position=section.best_position,
                ).gaps
                for epsilon in section.epsilons:
                    if (instance, arms, min_gap, epsilon) not in groups:
                        continue  # the claim does not need this cell
                    yield Cell(
                        instance=instance,
                        arms=arms,
                        min_gap=min_gap,
                        epsilon=epsilon,
                        regrets=groups[instance, arms, min_gap, epsilon],
                        gaps=gaps,
                        trivial=section.horizon * float(gaps.max()),
                    )


# --- Checks on a grid -----------------------------------------------------------------------


def nearest_check(checks: Sequence[Check]) -> Check:
    """Return the Check that comes nearest to breaking its relation, or most breaks it.

    Near is measured by the ratio of the sides, which must be positive; all have one relation.
    """
    sign = 1 if checks[0].relation in ("<=", "<") else -1
    return max(checks, key=lambda check: sign * check.left / check.right)
