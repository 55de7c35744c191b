"""What a Byzantine agent reports (compiled)."""

import numpy as np
from numba import njit

from bandit_replications.papers.cooperative.environments.contamination import Contamination


@njit(inline="always")
def report(
    contamination: Contamination, arm: int, reward: float, generator: np.random.Generator
) -> float:
    """Return what a Byzantine agent reports for a reward; mutates the generator."""
    if contamination.probability <= 0 or generator.random() >= contamination.probability:
        return reward
    source, value = contamination.source, contamination.value
    if source == 0:
        return 0.0 if arm == contamination.best_arm else 1.0
    if source == 1:
        return value
    if source == 2:
        return generator.random()
    if source == 3:
        return value * (2.0 * generator.random() - 1.0)
    return 1.0 - reward
