"""Privacy loss of a mechanism on two neighbouring inputs: exact, or certified from samples.

The loss is the least ε for which both laws of the output are within a factor exp(ε) of each other
on every event. On one pair of inputs it bounds the mechanism's ε from below.
"""

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import scipy  # its parts are loaded when used: optimize alone takes a quarter of a second
from numpy.typing import ArrayLike

from bandit_replications.bandits.arrays import Floats
from bandit_replications.inference.proportions import clopper_pearson

# levels of the pooled outputs that a statistical audit tries as thresholds of events
QUANTILES = np.concatenate([[0, 0.001, 0.003], np.linspace(0.01, 0.99, 99), [0.997, 0.999]])


def exact_loss(probabilities_a: ArrayLike, probabilities_b: ArrayLike) -> float:
    """Return the privacy loss between two laws on the same finite set of outcomes.

    The ratio of an event's probabilities is a weighted mean of its outcomes' ratios, so that the
    largest log ratio over all events is the largest over single outcomes.

    Parameters
    ----------
    probabilities_a, probabilities_b : array, shape (outcomes,)
        Probability of each outcome on either input.

    Returns
    -------
    float
        In nats; inf if an outcome is possible on one input only.

    Raises
    ------
    ValueError
        If one of the arguments is not a law on the outcomes of the other.

    """
    a = _check_law("probabilities_a", probabilities_a)
    b = _check_law("probabilities_b", probabilities_b)
    if a.shape != b.shape:
        raise ValueError(f"probabilities_b: {b.size} outcomes; allowed: {a.size}, as in a")
    possible = (a > 0) | (b > 0)
    with np.errstate(divide="ignore"):
        return exact_log_loss(np.log(a[possible]), np.log(b[possible]))


def exact_log_loss(logarithms_a: ArrayLike, logarithms_b: ArrayLike) -> float:
    """Return `exact_loss` of laws given by the logarithms of their probabilities."""
    return float(np.max(np.abs(np.subtract(logarithms_a, logarithms_b))))


def laplace_release_loss(*, shifts: ArrayLike, noises: ArrayLike, scales: ArrayLike) -> float:
    """Return the exact privacy loss of releases that share independent Laplace noises.

    Released is x + N η, where η_i ~ Lap(b_i) and a neighbour moves x by d. The loss is

        ρ(d) = min { Σ |η_i| / b_i : N η = d },

    a linear program. For the log density φ of N η is concave and, as the density is an integral
    of exp(-Σ |η_i| / b_i) over the solutions of N η = o, falls with slope ρ(d) far out along d. A
    concave function falls fastest far out: φ(o) - φ(o + d) <= ρ(d) for all o, and tends to it.
    With one noise for each release and N invertible this is the sum of |(N⁻¹ d)_i| / b_i.

    Parameters
    ----------
    shifts : array, shape (releases, items) or (releases,)
        By how much an item moves each release at most; the loss is the largest over items.
    noises : array, shape (releases, noises)
        Coefficient of each noise in each release; rows must be linearly independent.
    scales : array, shape (noises,)
        Scale b of each noise, > 0.

    Raises
    ------
    ValueError
        If the shapes disagree, or a shift cannot be made up by the noises (infinite loss).

    """
    matrix = np.asarray(noises, dtype=np.float64)
    columns = np.asarray(shifts, dtype=np.float64).reshape(len(matrix), -1)
    rates = 1 / np.asarray(scales, dtype=np.float64)
    if matrix.ndim != 2 or rates.shape != (matrix.shape[1],):
        raise ValueError(f"noises: shape {matrix.shape}; allowed: (releases, {rates.size})")
    return max(_least_cost(matrix, rates, column) for column in columns.T)


def _least_cost(matrix: Floats, rates: Floats, shift: Floats) -> float:
    result = scipy.optimize.linprog(
        np.concatenate([rates, rates]),
        A_eq=np.concatenate([matrix, -matrix], axis=1),
        b_eq=shift,
        method="highs",
    )
    if not result.success:
        raise ValueError(f"shifts: {shift}; allowed: combinations of the noises")
    return float(result.fun)


def statistical_loss(outputs_a: ArrayLike, outputs_b: ArrayLike, *, confidence: float) -> float:
    """Return a lower bound on the privacy loss, from independent outputs on two inputs.

    The event is chosen on the first half of the outputs and certified on the second: with the
    stated confidence P_a(event) >= p and P_b(event) <= q (Clopper and Pearson's bounds, each with
    half of the error), or the other way round, and the loss is at least log(p / q). As both the
    event and the direction come from the first half, nothing else is compared on the second.

    Parameters
    ----------
    outputs_a, outputs_b : array, shape (samples,)
        Outputs on either input. Integers are codes of outcomes: events are sets of outcomes with
        the largest ratios of frequencies. Real numbers: events are half lines.
    confidence : float
        Probability with which the bound holds, in (0, 1).

    Returns
    -------
    float
        Lower bound in nats, >= 0.

    Raises
    ------
    ValueError
        If an argument is empty, not one-dimensional, or out of range.

    """
    a, b = _check_outputs("outputs_a", outputs_a), _check_outputs("outputs_b", outputs_b)
    (first_a, second_a), (first_b, second_b) = np.array_split(a, 2), np.array_split(b, 2)
    if np.issubdtype(a.dtype, np.integer) and np.issubdtype(b.dtype, np.integer):
        # the ratios come from outputs of their own: those that chose them would flatter the event
        rank = _ranks_by_ratio(first_a[::2], first_b[::2])
        first_a, first_b = first_a[1::2], first_b[1::2]
        first_a, first_b, second_a, second_b = map(rank, (first_a, first_b, second_a, second_b))
    samples = _Samples.of(first_a, first_b)
    event = max(samples.events(), key=lambda event: samples.bound(event, confidence))
    return max(0.0, _Samples.of(second_a, second_b).bound(event, confidence))


@dataclass(frozen=True)
class _Event:
    """Outputs above a threshold, or the others; tried for P_a > P_b, or the reverse."""

    threshold: float
    above: bool
    reverse: bool


@dataclass(frozen=True)
class _Samples:
    """Sorted outputs on both inputs."""

    a: Floats
    b: Floats

    @classmethod
    def of(cls, a: Floats, b: Floats) -> "_Samples":
        return cls(np.sort(a), np.sort(b))

    def events(self) -> list[_Event]:
        """Return half lines that end at quantiles of either sample."""
        levels = [x[(QUANTILES * (x.size - 1)).astype(np.intp)] for x in (self.a, self.b)]
        choices = itertools.product(np.unique(levels), (True, False), (True, False))
        return [_Event(*choice) for choice in choices]

    def bound(self, event: _Event, confidence: float) -> float:
        """Return the lower bound on log P_a(event) / P_b(event), or on the reverse."""
        numerator, denominator = (self.b, self.a) if event.reverse else (self.a, self.b)
        # the interval's two ends err with half of 1 - confidence each: together with all of it
        low, _ = clopper_pearson(*_count(numerator, event), confidence=confidence)
        _, high = clopper_pearson(*_count(denominator, event), confidence=confidence)
        return math.log(low / high) if low > 0 else -math.inf


def _count(ordered: Floats, event: _Event) -> tuple[int, int]:
    below = int(np.searchsorted(ordered, event.threshold, side="right"))
    return (ordered.size - below if event.above else below), ordered.size


def _ranks_by_ratio(a: Floats, b: Floats) -> Callable[[Floats], Floats]:
    """Return a map from outcomes to their rank by the ratio of frequencies in a and b.

    After Neyman and Pearson the best events are those of the outcomes with the largest ratios.
    Outcomes that neither has are ranked last.
    """
    outcomes = np.unique(np.concatenate([a, b]))
    counts = [np.bincount(np.searchsorted(outcomes, x), minlength=outcomes.size) for x in (a, b)]
    order = np.argsort((counts[0] + 0.5) / (counts[1] + 0.5), kind="stable")
    ranks = np.empty(outcomes.size)
    ranks[order] = np.arange(outcomes.size)

    def rank(codes: Floats) -> Floats:
        place = np.minimum(np.searchsorted(outcomes, codes), outcomes.size - 1)
        return np.where(outcomes[place] == codes, ranks[place], -1.0)

    return rank


def _check_law(name: str, probabilities: ArrayLike) -> Floats:
    law = np.asarray(probabilities, dtype=np.float64)
    if law.ndim != 1 or not np.all(law >= 0) or not math.isclose(np.sum(law), 1, abs_tol=1e-9):
        raise ValueError(f"{name}: {law}; allowed: numbers >= 0 whose sum is 1")
    return law


def _check_outputs(name: str, outputs: ArrayLike) -> Floats:
    samples = np.asarray(outputs)
    if samples.ndim != 1 or samples.size < 4 or np.any(np.isnan(samples)):
        raise ValueError(f"{name}: allowed: four numbers or more, none of them nan")
    return samples
