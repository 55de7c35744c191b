"""Theorem 7's bound for the instances and interpretations that a run has (Section 5)."""

import numpy as np

from bandit_replications.inference.resampling import Floats
from bandit_replications.papers.private_online.environments.instances import FAMILIES
from bandit_replications.papers.private_online.parameters import Configuration
from bandit_replications.papers.private_online.theory import ftnl_rate
from bandit_replications.papers.private_online.theory import full_information_bounds as bounds

MAIN = "main"
CELL = ("instance", "arms", "min_gap", "algorithm", "epsilon")


def instance_gaps(*, instance: str, arms: int, min_gap: float, best: float) -> Floats:
    """Return the gaps of an instance of Section 5, best action first."""
    means = np.array(FAMILIES[instance](arms, best, min_gap))
    return means.max() - means


def noise_scale(config: Configuration, reading: str) -> float:
    """Return the scale of FTNL's noise over 1/ε under an interpretation."""
    section = config.full_information
    options = {one.reading: one.options for one in section.variants if one.algorithm == "ftnl"}
    chosen = section.options.get("ftnl", {}) if reading == MAIN else options[reading]
    return float(chosen.get("noise_scale", 1.0))


def theorem_7(
    config: Configuration,
    *,
    instance: str,
    arms: int,
    min_gap: float,
    epsilon: float,
    reading: str = MAIN,
) -> float:
    """Return Theorem 7's bound for FTNL with the noise that an interpretation gives it."""
    best, scale = config.full_information.best, noise_scale(config, reading)
    gaps = instance_gaps(instance=instance, arms=arms, min_gap=min_gap, best=best)
    return bounds.theorem_7_regret(gaps=gaps, epsilon=epsilon / scale)


def rate(
    config: Configuration, *, instance: str, arms: int, min_gap: float, epsilon: float
) -> float:
    """Return our bound of FTNL's rate, with the noise of the main interpretation."""
    section = config.full_information
    gaps = instance_gaps(instance=instance, arms=arms, min_gap=min_gap, best=section.best)
    played = gaps[::-1] if section.best_position == "last" else gaps
    return ftnl_rate.rate_bound(gaps=played, epsilon=epsilon / noise_scale(config, MAIN))
