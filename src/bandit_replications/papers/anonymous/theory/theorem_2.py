"""Theorem 2 (Section 3.5, Appendix C.7): the regret of explore-then-commit, step by step.

L is ln(NKT), T_exp = c C^(2/3) K^(1/3) T^(2/3) L^(1/3), printed with c = 10.
"""

import bisect
import math

import numpy as np

from bandit_replications.inference.checks import Check, at_least, at_most, equal
from bandit_replications.papers.anonymous.algorithms import explore_then_commit
from bandit_replications.papers.anonymous.environments.requests import Round
from bandit_replications.papers.anonymous.environments.sizes import Sizes
from bandit_replications.papers.anonymous.theory import bounds
from bandit_replications.papers.anonymous.theory.as_printed import as_printed
from bandit_replications.papers.anonymous.theory.theorem_1 import largest_regret


def exploration_fits(*, horizon: int = 100000) -> Check:
    """Compare T_exp with T, printed constant 10: rounds are left from T = 1000 C² K log(NKT) on.

    Below that Algorithm 2 explores to the end, and Theorem 2's bound exceeds N T.
    """
    return at_most(
        f"T_exp at T = {horizon}, N = 50, K = 5, C = 4",
        bounds.exploration_rounds(**bounds.APPENDIX_B, horizon=horizon),
        horizon,
    )


def least_horizon() -> int:
    """Return the least T with T_exp <= T, printed constant, by bisection; N = 50, K = 5, C = 4."""
    horizons = range(2, 10**12)
    return horizons[bisect.bisect(horizons, False, key=lambda t: exploration_fits(horizon=t).holds)]


def every_pair_informed(*, group_size: int = 2, arms: int = 3, most: int = 24) -> Check:
    """Check that K runs of Algorithm 2 inform every user on every arm, for N = C + 1 to a limit.

    The algorithm as printed, its groups and arms; nothing is assumed on who likes what, as its
    exploration does not look at rewards. Left: pairs without a first round of C + 1 users or more.
    """
    rounds, missing = 2 * group_size + 2, 0
    for users in range(group_size + 1, most + 1):
        sizes = Sizes(users=users, arms=arms, group_size=group_size, horizon=arms * rounds + 1)
        routine = explore_then_commit.play(sizes, generator=np.random.default_rng(0))
        informed, request, number = set(), next(routine), 0
        while isinstance(request, Round):
            if number % rounds == 0:
                groups = [group for group in request.groups if len(group) > group_size]
                informed |= {(i, request.assignment[i]) for group in groups for i in group}
            number += 1
            request = routine.send([0.0] * len(request.groups))
        missing += users * arms - len(informed)
    return equal(
        f"pairs without an estimate after K runs, C = {group_size}, K = {arms}", missing, 0
    )


@as_printed("samples-per-arm-rounding")
def estimates_per_pair(*, runs: int = 8, planned: float = 7.5, arms: int = 5) -> Check:
    """Check n_ij >= T_exp/(K(2C+2)) with arms taken in turn: fails by rounding.

    R = ⌈T_exp/(2C+2)⌉ runs give some arm ⌊R/K⌋ estimates only. Left: ⌊R/K⌋ for T_exp/(2C+2) = 7.5.
    """
    return at_least(
        f"fewest estimates of an arm in {runs} runs, K = {arms}",
        min(np.bincount(np.arange(1, runs + 1) % arms, minlength=arms).tolist()),
        planned / arms,
    )


@as_printed("arm-index-zero")
def arm_index(*, arms: int = 5) -> Check:
    """Check that r mod K, r = 1, 2, …, is an arm of [K] = {1, …, K}: 0 is not. Left: the least."""
    return at_least("least j_s = r mod K", min(r % arms for r in range(1, 3 * arms)), 1)


@as_printed("noise-constant")
def noise(*, group_size: int = 4) -> Check:
    """Check that λ = C/n is the estimates' noise: Lemma 2 gives (4C + 1)/n, a constant more."""
    return at_most(
        "variance factor of an estimate, Lemma 2 against Appendix C.7",
        bounds.subgaussian_variance(group_size),
        group_size,
    )


@as_printed("commit-regret-factor-two")
def committed_cost(*, error: float = 0.05) -> Check:
    """Check "at most ε regret" a round after committing: averages within ε of means only give 2ε.

    Two arms with gaps of 0 to 4ε, the better one's average ε too low and the other's ε too high;
    the arm of the larger average is committed to. Left: its largest gap.
    """
    gaps = np.linspace(0, 4 * error, 4002)
    averages = np.stack([gaps - error, np.full_like(gaps, error)], axis=1)
    wrong = averages.argmax(axis=1) == 1
    return at_most(
        f"largest gap of the arm committed to, ε = {error:g}",
        float(gaps[wrong].max(initial=0.0)),
        error,
    )


def order_constant(*, log10_horizon: int = 10, group_size: int = 4) -> Check:
    """Check that the explicit bound is at most 23 N X, X = C^(2/3) K^(1/3) T^(2/3) L^(1/3), c = 10.

    For every N > C >= 1, K >= 2 and T. As N T is not exceeded, T <= 23X is enough. If T < 2C + 2,
    then T <= 3C², and X³ = C² K L T² >= T³ 2 ln(4)/3 > 0.9 T³. From T = 2C + 2 on 2C + 2 <= 4X.
    Exploring is N(10X + 2C + 2) <= 14 N X at most; where so many rounds do not fit, T < 14X.
    With R >= K runs n = ⌊R/K⌋ >= R/(2K) >= 10X/(2K(2C+2)), so committing costs
    2 N T sqrt(4(4C+1)L/n) <= 8 N T C sqrt(KL/X) = 8 N X, as X^(3/2) = T C sqrt(KL). Failing costs
    2/(KT) <= N X. With R < K, 10X < K(2C+2) <= 4KC, hence T < X. Left: the bound over N X at
    N = 50, K = 5 and one T.
    """
    horizon = 10**log10_horizon
    bound = bounds.theorem_2(**bounds.APPENDIX_B | {"group_size": group_size}, horizon=horizon)
    return at_most(
        f"bound over N C^(2/3) K^(1/3) T^(2/3) L^(1/3), T = 1e{log10_horizon}",
        bound.constant / math.log(50 * 5 * horizon) ** (1 / 3),
        23.0,
    )


@as_printed("introduction-users-factor")
def exploring_regret(*, users: int = 50, horizon: int = 10**8) -> Check:
    """Check the Introduction's bound, which lacks the factor N, on exploration alone.

    Two arms, C = 4, every user with gap 1: half of the T_exp rounds cost 1 for each user. Left: N
    T_exp / 2; right: the printed C^(2/3) K^(1/3) T^(2/3) with the same constant and logarithms.
    """
    exploring = bounds.exploration_rounds(users=users, arms=2, group_size=4, horizon=horizon)
    return at_most(
        f"regret of exploring, N = {users}, against the Introduction's bound",
        users * exploring / 2,
        exploring,
    )


@as_printed("introduction-users-factor")
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


def measured(*, horizon: int = 10**7) -> Check:
    """Check the bound on runs. Left: `theorem_1.largest_regret`, N = 8, K = 2, C = 1."""
    bound = bounds.theorem_2(users=8, arms=2, group_size=1, horizon=horizon)
    return at_most(
        f"largest regret, N = 8, K = 2, C = 1, T = {horizon}, against the bound",
        largest_regret("theorem-2", explore_then_commit.simulate, horizon=horizon),
        bound.informative,
    )
