"""Theorem 3 (Section 3.6, Appendix C.11): N sqrt(CKT) is a lower bound, step by step."""

import math
from typing import Any

from scipy.stats import binom

from bandit_replications.inference.checks import Check, at_least, erratum
from bandit_replications.papers.anonymous.theory import bounds


@erratum("theorem-3-gap")
def printed_gap_reaches(*, arms: int = 100, constant: float = 1 / 8) -> Check:
    """Check that with the printed gap sqrt(C/T) some regret N sqrt(CKT)/8 is possible at all.

    No algorithm loses more than N T sqrt(C/T) = N sqrt(CT), so Ω(N sqrt(CKT)) fails by sqrt(K):
    for every constant c there are K > 1/c² where c N sqrt(CKT) is out of reach. Left: the most,
    per N sqrt(CT).
    """
    group_size, horizon = 2, 10**6
    gap = bounds.theorem_3_gap(arms=arms, group_size=group_size, horizon=horizon, printed=True)
    most = horizon * gap / math.sqrt(group_size * horizon) * (1 + 1e-12)
    return at_least(f"largest regret over N sqrt(CT), K = {arms}", most, constant * math.sqrt(arms))


def cluster_failure(*, users: int = 90, arms: int = 3, group_size: int = 2) -> float:
    """Return a bound on the probability that some arm has fewer than K(C+1) users: K binomials."""
    return float(arms * binom.cdf(arms * (group_size + 1) - 1, users, 1 / arms))


def clustered_instances(*, users: int = 90, arms: int = 3, group_size: int = 2) -> Check:
    """Check that restricting to U >= K(C+1) costs little: E[regret; U too small] <= N T Δ P.

    The proof draws arms independently and does not say what becomes of the lower bound on the
    instances that satisfy the assumption. Left: the bound minus what the others can contribute,
    over the bound.
    """
    sizes: dict[str, Any] = {"arms": arms, "group_size": group_size, "horizon": 20000}
    gap = bounds.theorem_3_gap(**sizes)
    most = users * 20000 * gap
    lost = most * cluster_failure(users=users, arms=arms, group_size=group_size)
    return at_least(
        f"share of the bound left on instances with U >= K(C+1), N = {users}",
        1 - lost / bounds.theorem_3(users=users, **sizes, gap=gap),
        0.99,
    )
