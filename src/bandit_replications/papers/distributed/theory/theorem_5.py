"""Theorem 5: DEMAB without stage 1, D = l0 = 0; its bounds depend on the instance."""

import math

from bandit_replications.inference.checks import Check, at_most
from bandit_replications.papers.distributed.theory import bounds
from bandit_replications.papers.distributed.theory.settings import SETTINGS

CONSTANT = 200.0  # the largest ratio over settings, rounded up: bounded there


def phases(*, agents: int = 16, arms: int = 20) -> Check:
    """Theorem 5: with D = l0 = 0 the phases are O(log T): at most log4(MT) <= 2 log4 T + 1."""
    ratio = max(
        bounds.stage_2_phases(agents=agents, arms=arms, horizon=10**power, instance_dependent=True)
        / (2 * math.log(10**power) / math.log(4) + 1)
        for power in range(4, 16)
    )
    return at_most("phases with D = l0 = 0 over 2 log4 T + 1, largest", ratio, 1.0)


def logarithm() -> Check:
    """Theorem 5: log(K L'/δ) = O(log(T/δ)): K L' <= T² for the settings, δ = 1/K."""
    ratio = max(
        math.log(size["arms"] ** 2 * bounds.stage_2_phases(**size, instance_dependent=True))
        / math.log(size["horizon"] * size["arms"])
        for size in SETTINGS
    )
    return at_most("log(K L'/δ) over log(T/δ) at δ = 1/K, largest", ratio, 1.5)


def expected_communication() -> Check:
    """Theorem 5: with δ = 1/K the bound is O(M log T) in expectation. Largest ratio."""
    ratio = max(
        bounds.theorem_5_communication(**size) / (size["agents"] * math.log(size["horizon"]))
        for size in SETTINGS
    )
    return at_most("expected communication with D = l0 = 0 over M log T, largest", ratio, CONSTANT)
