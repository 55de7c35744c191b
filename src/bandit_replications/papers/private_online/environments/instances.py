"""The families of instances with full information (Section 5)."""

import itertools

from bandit_replications.bandits.instances import (
    InstanceEntry,
    doubling_means,
    equal_gap_means,
)


def block_means(arms: int, best: float, gap: float) -> list[float]:
    """Return gaps gap, 2 gap, 4 gap, … up to `best`, which the actions take in turn.

    Each bracket of Theorem 7 that can exist has as many actions as the others, or one more.
    """
    gaps = [gap]
    while 2 * gaps[-1] <= best:
        gaps.append(2 * gaps[-1])
    return [best, *(best - one for one in itertools.islice(itertools.cycle(gaps), arms - 1))]


FAMILIES = {"equal": equal_gap_means, "doubling": doubling_means, "blocks": block_means}


def full_information_instance(
    *, instance: str, arms: int, min_gap: float, best: float, best_position: str
) -> InstanceEntry:
    """Return an instance: `equal` gaps, `doubling` ones cut where means reach 0, or `blocks`.

    The Conclusion's doubling gaps Δ_min 2^(j-2) leave [0, 1] for most K; cut gaps keep every
    bracket of Theorem 7 that can exist. Blocks fill all of these brackets evenly.
    """
    means = FAMILIES[instance](arms, best, min_gap)
    return InstanceEntry(name=instance, means=means[::-1] if best_position == "last" else means)
