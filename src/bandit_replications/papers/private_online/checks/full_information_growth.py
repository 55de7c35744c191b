"""Decisions on the growth of FTNL's regret: exponents of exact regrets (Theorem 7, Corollary 9).

An O(·) says nothing of one size; these are exponents between two sizes, where the bounds are meant
to be tight. A control is refused if each of its parts is: noise of scale K/ε, naive FTNL's, by the
exponent of ln K; noise of scale 1/ε² by that of 1/ε; uniform play by that of T. Beside them the
Conclusion's sentence on doubling gaps, whose regrets are exact too.
"""

import functools
import itertools
import math
from collections.abc import Callable, Mapping
from functools import partial

import numpy as np

from bandit_replications.ledger.claims import Finding, Results, no_needs
from bandit_replications.ledger.decisions import Decision, measured
from bandit_replications.ledger.parts import MARGINS, stretched
from bandit_replications.papers.private_online.parameters import Configuration
from bandit_replications.papers.private_online.theory.ftnl_exact import expected_regret

ROOM = 1.25  # factor by which an exponent may exceed the bound's
HORIZON = 65536

# --- Theorem 7: linear in ln K, in 1/Δ_min and in 1/ε, one at a time ---

# Axes along which the regret grows: values, each with what the regret is a power of.
AXES: dict[str, dict[float, float]] = {
    "ln K": {arms: math.log(arms) for arms in (8, 128)},
    "1/Δ": {gap: 1 / gap for gap in (0.1, 0.05)},
    "1/ε": {epsilon: 1 / epsilon for epsilon in (8.0, 1.0, 0.5, 0.1)},
}


# The scale of FTNL's noise over 1/ε, for K actions: as printed, and for the controls.
Noise = Callable[[int, float], float]


def printed(arms: int, epsilon: float) -> float:
    """Return 1."""
    return 1.0


def per_action(arms: int, epsilon: float) -> float:
    """Return K, naive FTNL's."""
    return float(arms)


def squared(arms: int, epsilon: float) -> float:
    """Return 1/ε: noise of scale 1/ε²."""
    return 1 / epsilon


def exact_regret(arms: int, min_gap: float, epsilon: float, noise: Noise) -> float:
    """Return FTNL's exact regret with equal gaps, best action last at 0.75."""
    means = [0.75 - min_gap] * (arms - 1) + [0.75]
    scale = noise(arms, epsilon)
    return expected_regret(means=means, epsilon=epsilon, horizon=HORIZON, noise_scale=scale)


def theorem_7_exponents(noise: Noise = printed) -> dict[str, float]:
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


def theorem_7_control() -> dict[str, float]:
    """Return the exponents of ln K with noise of scale K/ε, and of 1/ε with one of 1/ε²."""
    return {
        "ln K": theorem_7_exponents(per_action)["ln K"],
        "1/ε": theorem_7_exponents(squared)["1/ε"],
    }


# --- Corollary 9: the worst instance; square root of T, linear in 1/ε ---


def worst_regret(*, horizon: int, epsilon: float, arms: int = 8, noise: Noise = printed) -> float:
    """Return the largest exact regret of equal gaps, steps of sqrt(2) around sqrt(log2(K)/T)."""
    critical = math.sqrt(math.log2(arms) / horizon)
    gaps = [critical * 2 ** (k / 2) for k in range(-4, 7)]
    return max(
        expected_regret(
            means=[0.5 - gap / 2] * (arms - 1) + [0.5 + gap / 2],
            epsilon=epsilon,
            horizon=horizon,
            noise_scale=noise(arms, epsilon),
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
    return {"T": math.log(long / short) / math.log(4), "1/ε": _in_epsilon(printed)}


def _in_epsilon(noise: Noise) -> float:
    """Return the largest exponent of 1/ε in the worst regret between two of three values."""
    regret = {e: worst_regret(horizon=2**16, epsilon=e, noise=noise) for e in (0.1, 0.06, 0.02)}
    return max(
        math.log(regret[more] / regret[less]) / math.log(less / more)
        for less, more in itertools.pairwise(regret)
    )


def corollary_9_control() -> dict[str, float]:
    """Return the exponent of T of uniform play, and of 1/ε with noise of scale 1/ε²."""
    return {"T": 1.0, "1/ε": _in_epsilon(squared)}


# --- The Conclusion's doubling gaps ---

LARGEST = 0.75  # mean of the best action, and the largest of the doubling gaps
DOUBLING_ARMS = (3, 4, 5, 6)
EPSILONS_OVER_GAP = (10.0, 1.0, 0.1)


@functools.cache  # the claim and its control look at the same ones
def doubling_ratios() -> dict[str, float]:
    """Return exact regrets with gaps Δ_min 2^(j-2) over those with equal gaps Δ_min.

    None of the gaps is cut: K actions reach `LARGEST` from Δ_min = `LARGEST` / 2^(K-2).
    """
    found = {}
    for arms, ratio in itertools.product(DOUBLING_ARMS, EPSILONS_OVER_GAP):
        gaps = LARGEST * 2.0 ** -np.arange(arms - 1.0)
        doubling, equal = (
            expected_regret(
                means=np.append(LARGEST - some, LARGEST),
                epsilon=ratio * float(gaps[-1]),
                horizon=4 * HORIZON - 1,
            )
            for some in (gaps, np.full(arms - 1, gaps[-1]))
        )
        found[f"K = {arms}, ε = {ratio:g} Δ_min"] = doubling / equal
    return found


def _doubling(results: Results, config: Configuration, *, exchanged: bool = False) -> Finding:
    """Compare regrets of doubling gaps with those of equal ones; the control exchanges them."""
    ratios = {name: 1 / value if exchanged else value for name, value in doubling_ratios().items()}
    worst = max(ratios, key=lambda name: ratios[name])
    above = [name for name, value in ratios.items() if value > 1]
    return Finding(
        numbers={
            "least ratio": min(ratios.values()),
            "largest ratio": ratios[worst],
            "at": worst,
            "cells": len(ratios),
            "harder in": len(above),
        },
        holds=2 * len(above) < len(ratios),
        caveat=f"harder where {'; '.join(above)}" if above else "",
    )


# --- Decisions ------------------------------------------------------------------------------

Exponents = Callable[[], dict[str, float]]


def _growth(
    results: Results,
    config: Configuration,
    *,
    exponents: Exponents,
    bounds: Mapping[str, float],
    control: bool = False,
) -> Finding:
    """Compare exponents with their bounds: all must be in them, of a control any."""
    found, together = exponents(), any if control else all
    whole, half, twice = (
        together(value <= bounds[name] * stretched(ROOM, margin) for name, value in found.items())
        for margin in MARGINS
    )
    numbers = {f"largest exponent of {name}": value for name, value in found.items()}
    return Finding(numbers=numbers, holds=whole, half=half, twice=twice)


def _grows(exponents: Exponents, control: Exponents, bounds: Mapping[str, float]) -> Decision:
    """Return the decision that exponents, and not those of the control, are in bounds."""
    return measured(
        partial(_growth, exponents=exponents, bounds=bounds),
        no_needs,
        control=partial(_growth, exponents=control, bounds=bounds, control=True),
        method="bound",
        facts={"room": ROOM, "horizon": HORIZON},
    )


CHECKS = {
    "theorem-7-growth": _grows(theorem_7_exponents, theorem_7_control, dict.fromkeys(AXES, 1.0)),
    "corollary-9-growth": _grows(
        corollary_9_exponents, corollary_9_control, {"T": 0.5, "1/ε": 1.0}
    ),
    "section-7-doubling-not-harder": measured(
        _doubling, no_needs, control=partial(_doubling, exchanged=True), method="bound"
    ),
}
