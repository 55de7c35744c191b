"""Theorem 3 (Section 3.6, Appendix C.11): N sqrt(CKT) is a lower bound, step by step."""

from typing import Any

from scipy.stats import binom

from bandit_replications.inference.checks import Check, at_least, equal, erratum
from bandit_replications.papers.anonymous.algorithms.feedback_elicitation import partition
from bandit_replications.papers.anonymous.theory import bounds


@erratum("theorem-3-reduction-group")
def group_is_the_arm(*, users: int = 10, group_size: int = 3) -> Check:
    """Check that all users of an arm are one group, whose total the reduction simulates.

    Section 3.1 makes groups of C + 1 to 2C + 1. Left: users on the arm; right: of them in the first
    group.
    """
    first, *_ = partition([0] * users, arms=1, group_size=group_size)
    return equal("users on an arm, and in the group of the first of them", users, len(first))


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
