"""Settings at which the proofs' inequalities are evaluated."""

import itertools
import math
from collections.abc import Sequence


def combinations(**values: Sequence[int]) -> list[dict[str, int]]:
    """Return every combination of named values: agents, arms or dimension, horizon."""
    return [
        dict(zip(values, chosen, strict=True)) for chosen in itertools.product(*values.values())
    ]


def least_horizon(*, agents: int, arms: int) -> float:
    """Return max(M log M / K, M, K, 2), which T must exceed by the paper's assumption."""
    return max(agents * math.log(agents) / arms, agents, arms, 2)


def allowed(settings: Sequence[dict[str, int]]) -> list[dict[str, int]]:
    """Return the settings that satisfy the paper's assumption on T."""
    return [
        size
        for size in settings
        if size["horizon"] > least_horizon(agents=size["agents"], arms=size["arms"])
    ]


SETTINGS = allowed(
    combinations(
        agents=(1, 2, 16, 64, 1024),
        arms=(2, 20, 100, 1000),
        horizon=(3, 101, 1025, 10**5, 10**8, 10**12),
    )
)
