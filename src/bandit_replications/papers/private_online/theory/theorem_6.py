"""Theorem 6 (Appendix F), FTNL's privacy, step by step: each step is a Check.

Every function takes the numbers at which a step is looked at, so that a reader can move them.
"""

import math

import numpy as np
from numpy.typing import ArrayLike

from bandit_replications.inference.checks import Check, Relation, at_most, equal, erratum
from bandit_replications.papers.private_online.algorithms.report_noisy_max import (
    log_selection_probabilities,
    selection_probabilities,
)
from bandit_replications.papers.private_online.theory.ftnl_exact import Law, expected_regret


def log_laplace_difference_tail(distance: float) -> float:
    """Return log P{Z - Z' > d}, Z and Z' independent of law Lap(1).

    For d >= 0 the probability is (1/2 + d/4) e^-d; in logarithms, for losses of far events.
    """
    log_tail = math.log(0.5 + abs(distance) / 4) - abs(distance)
    return log_tail if distance >= 0 else math.log1p(-math.exp(log_tail))


def two_action_loss(
    *, rounds: int, epsilon: float, noise_scale: float = 1.0, monotone: bool = False
) -> float:
    """Return the exact privacy loss of Report Noisy Max with two actions and an epoch of n rounds.

    Source: (52), Theorem 6. The reported action depends on the difference d of the two sums alone;
    one reward vector moves it by up to 2 under Definition 1, by up to 1 if all rewards move the
    same way (`monotone`, the setting of Claim 3.9 of Dwork and Roth, 2014). The tail of the
    noise is log-concave, so the loss is largest where the losing action is furthest behind.

    Parameters
    ----------
    rounds : int
        n >= 1.
    epsilon : float
        ε > 0; the noise on each sum is Lap(noise_scale / ε).
    noise_scale : float
    monotone : bool

    """
    scale, step = noise_scale / epsilon, 1 if monotone else 2
    near = log_laplace_difference_tail((rounds - step) / scale)
    return near - log_laplace_difference_tail(rounds / scale)


@erratum("report-noisy-max-monotone")
def claim_3_9(*, rounds: int = 2, epsilon: float = 1.0, noise_scale: float = 1.0) -> Check:
    """Check (52): one epoch's choice has loss at most ε.

    Fails from n = 2 rounds on: the loss is 2ε - ln(1 + 2ε / (2 + ε(n-2))), which tends to 2ε.
    With noise_scale = 2 it holds for every n.
    """
    loss = two_action_loss(rounds=rounds, epsilon=epsilon, noise_scale=noise_scale)
    return at_most(
        f"(52), epoch of {rounds} rounds, noise Lap({noise_scale:g}/ε): loss <= ε", loss, epsilon
    )


@erratum("report-noisy-max-monotone")
def claim_3_9_first_round(
    *, arms: int = 8, epsilon: float = 1.0, noise_scale: float = 1.0
) -> Check:
    """Check (52) after one round with K actions: the vector (1, 0, …, 0) becomes (0, 1, …, 1).

    Holds for K = 2; fails from K = 3 on, and for K = 32 the loss of reporting action 1 is 2ε but
    for rounding. Left: by integration, relative error below 1e-10.
    """
    winner = np.eye(arms)[0]
    laws = [
        log_selection_probabilities(sums=sums, scale=noise_scale / epsilon)
        for sums in (winner, 1 - winner)
    ]
    return at_most(
        f"(52), first round, {arms} actions, noise Lap({noise_scale:g}/ε): loss <= ε",
        float(np.max(np.abs(laws[0] - laws[1]))),
        epsilon,
    )


def reused_observations(
    *, rounds: int = 2, epsilon: float = 1.0, releases: int = 2, relation: Relation = "<="
) -> Check:
    """Check Section 5.1's warning: choices that share an epoch's rewards add their losses.

    With noise of scale 2/ε, which is ε-private for one choice, two choices from the same n >= 2
    rounds lose more than ε.
    """
    loss = releases * two_action_loss(rounds=rounds, epsilon=epsilon, noise_scale=2.0)
    return Check(
        step=f"{releases} choices from the same {rounds} rounds: loss {relation} ε",
        left=loss,
        relation=relation,
        right=epsilon,
    )


def doubled_noise(
    *, means: ArrayLike, epsilon: float, horizon: int, law: Law = "deterministic"
) -> tuple[Check, Check]:
    """Check what noise of scale 2/ε costs where rewards always equal their means μ.

    R and R' are the regrets with noise of scale 1/ε and 2/ε, D(n) the expected gap of the choice
    after n rounds at scale 1/ε. The largest of nμ + 2Z and of (n/2)μ + Z is the same, so that the
    choice of n rounds with twice the noise is that of n/2 rounds: summed over epochs,
    R'(T) = 2 R((T-1)/2) - Δ_first + 2 D(1/2) for odd T >= 3. The expected maximum of the noisy
    sums is convex in n and has the slope -D, so that D falls and D(1/2) is at most D(0), the
    mean gap: R'(T) <= 2 R(T) - Δ_first + 2 (mean gap).
    """
    mu = np.asarray(means, dtype=np.float64)
    gaps = mu.max() - mu
    single, half, double = (
        expected_regret(means=mu, epsilon=epsilon, horizon=rounds, law=law, noise_scale=scale)
        for rounds, scale in ((horizon, 1.0), (max(horizon // 2, 1), 1.0), (horizon, 2.0))
    )
    start = float(selection_probabilities(sums=mu / 2, scale=1 / epsilon) @ gaps)
    first, mean = float(gaps[0]), float(gaps.mean())
    place = f"{mu.size} actions, ε = {epsilon:g}, T = {horizon}"
    return (
        equal(
            f"R'(T) = 2 R((T-1)/2) - Δ + 2 D(1/2), {place}", double, 2 * half - first + 2 * start
        ),
        at_most(
            f"R'(T) <= 2 R(T) - Δ + 2 (mean gap), {place}", double, 2 * single - first + 2 * mean
        ),
    )


def at_most_doubled(
    *, epsilon: float = 1.0, horizon: int = 2**14 - 1, relation: Relation = "<="
) -> Check:
    """Check that twice the noise at most doubles the regret, rewards always 1 and 0: false.

    The best action is first, Δ_first = 0, so that R' exceeds 2 R by 2 D(1/2) in the limit.
    """
    single, double = (
        expected_regret(
            means=[1.0, 0.0],
            epsilon=epsilon,
            horizon=horizon,
            law="deterministic",
            noise_scale=scale,
        )
        for scale in (1.0, 2.0)
    )
    return Check(
        step=f"regret with noise of scale 2/ε {relation} 2 times that with 1/ε, ε = {epsilon:g}",
        left=double,
        relation=relation,
        right=2 * single,
    )
