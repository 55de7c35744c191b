"""Lemmas B.1 and B.3: how far averages of rewards are off."""

import math

import numpy as np
from scipy.stats import binom

from bandit_replications.inference.checks import Check, at_most


def exact_tail(*, phase: int = 1, agents: int = 1, arms: int = 1, horizon: int = 3) -> Check:
    """Lemma B.1 in the tightest case, exactly: coins of mean 1/2, MKT = 3, phase 1."""
    size = math.log(agents * arms * horizon)
    number = math.ceil(4 ** (phase + 3) * size)
    ones = np.arange(number + 1)
    beyond = np.abs(ones / number - 0.5) > 2.0 ** (-phase - 1)
    return at_most(
        "P{error > 2^(-l-1)} of coins at MKT = 3, l = 1, against 2/(MKT)²",
        float(binom.pmf(ones, number, 0.5)[beyond].sum()),
        2 / (agents * arms * horizon) ** 2,
    )
