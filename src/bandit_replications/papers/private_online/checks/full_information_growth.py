"""Decisions on how FTNL's regret grows: exponents of exact regrets (Theorem 7, Corollary 9).

An O(·) says nothing of one size; these are exponents between two sizes, where the bounds are meant
to be tight. Theorem 7's control is FTNL with noise of scale K/ε in place of 1/ε, which is naive
FTNL's; Corollary 9's is uniform play.
"""

import itertools
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from bandit_replications.ledger.claims import Finding, Results, no_needs
from bandit_replications.ledger.decisions import measured
from bandit_replications.ledger.rules import MARGINS, stretched
from bandit_replications.papers.private_online.algorithms.ftnl_exact import expected_regret

ROOM = 1.25  # factor by which an exponent may exceed the bound's
HORIZON = 65536

# --- Theorem 7: linear in ln K, in 1/Δ_min and in 1/ε, one at a time ---

# Axes along which the regret grows: values, each with what the regret is a power of.
AXES: dict[str, dict[float, float]] = {
    "ln K": {arms: math.log(arms) for arms in (8, 128)},
    "1/Δ": {gap: 1 / gap for gap in (0.1, 0.05)},
    "1/ε": {epsilon: 1 / epsilon for epsilon in (8.0, 1.0, 0.5, 0.1)},
}


@dataclass(frozen=True)
class Noise:
    """Scale of FTNL's noise, over 1/ε: 1, or K for the control."""

    per_action: bool = False

    def scale(self, arms: int) -> float:
        """Return the scale for K actions."""
        return float(arms) if self.per_action else 1.0


PRINTED, CONTROL = Noise(), Noise(per_action=True)


def exact_regret(arms: int, min_gap: float, epsilon: float, noise: Noise) -> float:
    """Return FTNL's exact regret with equal gaps, best action last at 0.75."""
    means = [0.75 - min_gap] * (arms - 1) + [0.75]
    scale = noise.scale(arms)
    return expected_regret(means=means, epsilon=epsilon, horizon=HORIZON, noise_scale=scale)


def theorem_7_exponents(noise: Noise = PRINTED) -> dict[str, float]:
    """Return the largest exponents of ln K, 1/Δ and 1/ε between two points, the others fixed."""
    regret: dict[tuple[float, ...], float] = {
        (arms, gap, epsilon): math.log(exact_regret(int(arms), gap, epsilon, noise))
        for arms, gap, epsilon in itertools.product(*AXES.values())
    }
    largest = dict.fromkeys(AXES, -math.inf)
    for place, (name, sizes) in enumerate(AXES.items()):
        for low, high in itertools.pairwise(sizes):
            span = math.log(sizes[high] / sizes[low])
            for key, value in regret.items():
                if key[place] == low:
                    above = tuple(high if axis == place else key[axis] for axis in range(3))
                    largest[name] = max(largest[name], (regret[above] - value) / span)
    return largest


# --- Corollary 9: the worst instance; square root of T, linear in 1/ε ---


def worst_regret(*, horizon: int, epsilon: float, arms: int = 8) -> float:
    """Return the largest exact regret of equal gaps, steps of sqrt(2) around sqrt(log2(K)/T)."""
    critical = math.sqrt(math.log2(arms) / horizon)
    gaps = [critical * 2 ** (k / 2) for k in range(-4, 7)]
    return max(
        expected_regret(
            means=[0.5 - gap / 2] * (arms - 1) + [0.5 + gap / 2],
            epsilon=epsilon,
            horizon=horizon,
        )
        for gap in gaps
        if gap <= 1
    )


def corollary_9_exponents() -> dict[str, float]:
    """Return exponents of T and of 1/ε in the worst regret, each where its term is the larger one.

    That of log K is not among them: the largest of K noises comes near sqrt(2 ln K) for very large
    K only, and at 8 to 4096 actions the exponent is 0.7 to 0.8.
    """
    short, long = (worst_regret(horizon=2**r, epsilon=8.0) for r in (14, 16))
    less, more = (worst_regret(horizon=2**16, epsilon=epsilon) for epsilon in (0.1, 0.02))
    return {"T": math.log(long / short) / math.log(4), "1/ε": math.log(more / less) / math.log(5)}


def uniform_exponents() -> dict[str, float]:
    """Return the exponents of uniform play, whose worst regret is (1 - 1/K) T."""
    return {"T": 1.0, "1/ε": 0.0}


# --- Decisions ------------------------------------------------------------------------------

Exponents = Callable[[], dict[str, float]]


def _at_most(exponents: Mapping[str, float], bounds: Mapping[str, float]) -> Finding:
    whole, half, twice = (
        all(exponents[name] <= bounds[name] * stretched(ROOM, margin) for name in bounds)
        for margin in MARGINS
    )
    numbers = {f"largest exponent of {name}": value for name, value in exponents.items()}
    return Finding(numbers=numbers, holds=whole, half=half, twice=twice)


CLAIMS: Mapping[str, tuple[Exponents, Exponents, Mapping[str, float]]] = {
    "theorem-7-growth": (
        theorem_7_exponents,
        partial(theorem_7_exponents, CONTROL),
        dict.fromkeys(AXES, 1.0),
    ),
    "corollary-9-growth": (corollary_9_exponents, uniform_exponents, {"T": 0.5, "1/ε": 1.0}),
}


def _growth(results: Results, config: Any, *, claim: str, place: int) -> Finding:
    """Return whether the exponents of a claim (place 0), or of its control (1), are in bounds."""
    printed, control, bounds = CLAIMS[claim]
    return _at_most((control if place else printed)(), bounds)


CHECKS = {
    claim: measured(
        partial(_growth, claim=claim, place=0),
        no_needs,
        control=partial(_growth, claim=claim, place=1),
        method="bound",
        facts={"room": ROOM, "horizon": HORIZON},
    )
    for claim in CLAIMS
}
