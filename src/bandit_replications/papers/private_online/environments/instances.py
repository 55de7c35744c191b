"""The families of instances with full information (Section 5)."""

import itertools
from typing import NamedTuple

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


class Sized(NamedTuple):
    """An instance of Section 5 with the columns that tell it from others in results."""

    instance: str
    arms: int
    min_gap: float
    entry: InstanceEntry


def of_family(*, instance: str, arms: int, min_gap: float, best: float, last: bool) -> Sized:
    """Return an instance: `equal` gaps, `doubling` ones cut where means reach 0, or `blocks`.

    The Conclusion's doubling gaps Δ_min 2^(j-2) leave [0, 1] for most K; cut gaps keep every
    bracket of Theorem 7 that can exist. Blocks fill all of these brackets evenly. The best action
    stands last, or first.
    """
    means = FAMILIES[instance](arms, best, min_gap)
    entry = InstanceEntry(name=instance, means=means[::-1] if last else means)
    return Sized(instance, arms, min_gap, entry)


def of_means(entry: InstanceEntry) -> Sized:
    """Return an instance with means of its own, in their order."""
    gaps = entry.gaps
    return Sized(entry.name, gaps.size, round(float(gaps[gaps > 0].min()), 12), entry)
