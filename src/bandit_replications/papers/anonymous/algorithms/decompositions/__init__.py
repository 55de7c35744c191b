"""Anonymous decompositions (Sections 3.2 and 3.4): demands become assignments of users to arms.

Each method is a module with one function, `decompose(demand, *, generator, limit)`.
"""

from collections.abc import Mapping
from types import ModuleType

import numpy as np

from bandit_replications.bandits.arguments import check_choice
from bandit_replications.papers.anonymous.algorithms.decompositions import (
    all_open,
    blocks,
    closing,
    greedy,
    greedy_until_met,
    largest_beta,
    linear_program,
    random_assignments,
    random_closing,
    same_arm,
    sampled_closing,
)
from bandit_replications.papers.anonymous.algorithms.decompositions.demands import (
    Decomposition,
    Demand,
    DemandError,
    informative_counts,
    reachable,
    unmet,
)
from bandit_replications.runtime.errors import BadValue

__all__ = [
    "METHODS",
    "Decomposition",
    "Demand",
    "DemandError",
    "approximation",
    "decompose",
    "informative_counts",
    "reachable",
    "unmet",
]

METHODS: Mapping[str, ModuleType] = {
    "greedy": greedy,
    "greedy-until-met": greedy_until_met,
    "same-arm": same_arm,
    "random": random_assignments,
    "lp": linear_program,
    "blocks": blocks,
    "all-open": all_open,
    "largest-beta": largest_beta,
    "random-closing": random_closing,
    "closing": closing,
    "sampled-closing": sampled_closing,
}


def decompose(
    method: str, demand: Demand, *, generator: np.random.Generator, limit: int | None = None
) -> Decomposition:
    """Return an anonymous decomposition of a demand (Section 3.2).

    Parameters
    ----------
    method : str
        One of `METHODS`.
    demand : Demand
    generator : numpy.random.Generator
        For the methods that draw, and for users whose arm is arbitrary.
    limit : int, optional
        Stop after this many assignments (>= 1), although demand may be left.

    Raises
    ------
    ValueError
        If the method is unknown or the limit out of range.
    DemandError
        If the method cannot meet the demand.

    """
    check_choice("method", method, list(METHODS))
    if limit is not None and limit < 1:
        raise BadValue(f"limit: {limit}; allowed: >= 1")
    decomposition: Decomposition = METHODS[method].decompose(
        demand, generator=generator, limit=limit
    )
    return decomposition


def approximation(method: str, *, arms: int, group_size: int, cluster: int) -> float:
    """Return the factor α(C, U) of a method: at most α D + O(NK) assignments.

    Proved in Sections 3.4.1 and 3.4.2 for `greedy` (both), `lp` and `blocks`, with the number of
    blocks that exist (`theory.lemma_6`). For `random` 2 from U = K(C + 1) on, which is ours and
    leaves out an o(1) (`theory.lemma_5.informs_seldom`). For `largest-beta` 1 - 1/K + C/(U - 1) up
    to U = KC + 1 and 1 from there on (`theory.beta_curve`). For `random-closing` 2 - 1/K, proved
    for expected counts (`theory.open_problem_1`); 2 for `sampled-closing`, for every D. `closing`,
    and `all-open` where it falls back to it, are taken at the same factor, which is measured and
    not proved: their users choose the arm that lacks most instead of a random one. Infinite where
    nothing is known; there `random` may need many more, and `lp` may find no decomposition
    (`theory.lemma_5.without_clusters`).

    Parameters
    ----------
    method : str
        One of `METHODS`.
    arms, group_size, cluster : int
        K, C and U.

    """
    check_choice("method", method, list(METHODS))
    if cluster <= group_size:
        return np.inf
    served = 2 - 1 / arms
    in_blocks = float(-(-arms // (cluster // (group_size + 1))))
    if method in ("greedy", "greedy-until-met", "same-arm"):
        return float(arms)
    if method == "blocks":
        return in_blocks
    if method == "sampled-closing":
        return 2.0
    if method in ("random-closing", "closing"):
        return served
    if method == "largest-beta":
        return max(1.0, 1 - 1 / arms + group_size / (cluster - 1))
    if cluster >= arms * (group_size + 1):
        return 2.0 if method == "random" else 1.0
    return served if method == "all-open" else np.inf
