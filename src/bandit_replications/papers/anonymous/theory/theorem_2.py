"""Theorem 2 (Section 3.5, Appendix C.7): the regret of explore-then-commit, step by step.

L is ln(NKT), T_exp = c C^(2/3) K^(1/3) T^(2/3) L^(1/3), printed with c = 10.
"""

import math

from bandit_replications.inference.checks import Check, at_most, erratum
from bandit_replications.papers.anonymous.theory import bounds


@erratum("introduction-users-factor")
def users_factor_needed(*, users: int = 10**8, horizon: int = 10**6) -> Check:
    """Check the Introduction's bound for any algorithm: Theorem 3 grows linearly in N.

    Left: Theorem 3's N sqrt(CKT)/8, K = 2, C = 4; right: (log(NKT))^3 C^(2/3) K^(1/3) T^(2/3).
    """
    gap = bounds.theorem_3_gap(arms=2, group_size=4, horizon=horizon)
    logarithm = math.log(users * 2 * horizon)
    return at_most(
        f"lower bound of Theorem 3, N = {users}, against the Introduction's bound",
        bounds.theorem_3(users=users, arms=2, group_size=4, horizon=horizon, gap=gap),
        logarithm**3 * 4 ** (2 / 3) * 2 ** (1 / 3) * horizon ** (2 / 3),
    )
