"""Theorem 7's bound for the instances and interpretations that a run has (Section 5)."""

from bandit_replications.inference.resampling import Floats
from bandit_replications.papers.private_online.parameters import Configuration
from bandit_replications.papers.private_online.theory import ftnl_rate
from bandit_replications.papers.private_online.theory import full_information_bounds as bounds

MAIN = "main"
CELL = ("instance", "arms", "min_gap", "algorithm", "epsilon")


def instance_gaps(config: Configuration, *, instance: str, arms: int, min_gap: float) -> Floats:
    """Return the gaps of an instance of Section 5, in the order of its actions."""
    place = (instance, arms, min_gap)
    (entry,) = (one.entry for one in config.full_information.listed if one[:3] == place)
    return entry.gaps


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
    gaps = instance_gaps(config, instance=instance, arms=arms, min_gap=min_gap)
    return bounds.theorem_7_regret(gaps=gaps, epsilon=epsilon / noise_scale(config, reading))


def rate(
    config: Configuration, *, instance: str, arms: int, min_gap: float, epsilon: float
) -> float:
    """Return our bound of FTNL's rate, with the noise of the main interpretation."""
    gaps = instance_gaps(config, instance=instance, arms=arms, min_gap=min_gap)
    return ftnl_rate.rate_bound(gaps=gaps, epsilon=epsilon / noise_scale(config, MAIN))
