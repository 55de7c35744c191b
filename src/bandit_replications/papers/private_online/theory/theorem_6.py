"""Theorem 6 (Appendix F), FTNL's privacy, step by step: each step is a Check.

Every function takes the numbers at which a step is looked at, so that a reader can move them.
"""

import numpy as np
from numpy.typing import ArrayLike

from bandit_replications.inference.checks import Check, Relation, at_most, equal, erratum
from bandit_replications.papers.private_online.algorithms.report_noisy_max import (
    selection_probabilities,
)
from bandit_replications.papers.private_online.theory.audits.losses import selection_loss
from bandit_replications.papers.private_online.theory.ftnl_exact import Law, expected_regret


@erratum("report-noisy-max-monotone")
def claim_3_9(
    *, actions: int = 2, rounds: int = 2, epsilon: float = 1.0, noise_scale: float = 1.0
) -> Check:
    """Check (52): the choice after one epoch has loss at most ε.

    With two actions it fails from n = 2 rounds on: the loss is 2ε - ln(1 + 2ε / (2 + ε(n-2))),
    which tends to 2ε. With three or more it fails after one round, where (1, 0, …, 0) becomes
    (0, 1, …, 1); for 32 the loss is 2ε but for rounding. With noise_scale = 2 it always holds.
    """
    return at_most(
        f"(52), {actions} actions, {rounds} rounds, noise Lap({noise_scale:g}/ε): loss <= ε",
        selection_loss(actions=actions, rounds=rounds, scale=noise_scale / epsilon),
        epsilon,
    )


def reused_observations(
    *, rounds: int = 2, epsilon: float = 1.0, releases: int = 2, relation: Relation = "<="
) -> Check:
    """Check Section 5.1's warning: choices that share an epoch's rewards add their losses.

    With noise of scale 2/ε, which is ε-private for one choice, two choices from the same n >= 2
    rounds lose more than ε.
    """
    loss = releases * selection_loss(actions=2, rounds=rounds, scale=2 / epsilon)
    return Check(
        step=f"{releases} choices from the same {rounds} rounds: loss {relation} ε",
        left=loss,
        relation=relation,
        right=epsilon,
    )


def doubled_noise(
    *, means: ArrayLike, epsilon: float, horizon: int, law: Law = "deterministic"
) -> tuple[Check, Check]:
    """Check the cost of noise of scale 2/ε for rewards that always equal their means μ.

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


def two_random_actions(
    *,
    means: ArrayLike = (0.5, 0.6),
    epsilon: float = 0.5,
    law: Law = "bernoulli",
    gaps: float = 2.0,
    relation: Relation = "<=",
) -> Check:
    """Compare R' with 4 R - 3 Δ_first + 2 Δ for two actions, T so large that both hardly grow.

    A choice from 2m rounds with twice the noise is wrong only if that from the first m or that from
    the last m rounds is, with the same noise: the expected gap at most doubles. `gaps` stands in
    place of the 2 before Δ.
    """
    mu = np.asarray(means, dtype=np.float64)
    first, gap = float(mu.max() - mu[0]), float(np.ptp(mu))
    single, double = (
        expected_regret(means=mu, epsilon=epsilon, horizon=2**16 - 1, law=law, noise_scale=scale)
        for scale in (1.0, 2.0)
    )
    return Check(
        step=f"R' {relation} 4 R - 3 Δ_first + {gaps:g} Δ, ε = {epsilon:g}",
        left=double,
        relation=relation,
        right=4 * single - 3 * first + gaps * gap,
    )
