"""Theorem 6 (Appendix F), FTNL's privacy, step by step: each step is a Check.

Every function takes the numbers at which a step is looked at, so that a reader can move them.
"""

import itertools
import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bandit_replications.inference.checks import (
    Check,
    Relation,
    at_most,
    equal,
    nearest_check,
)
from bandit_replications.papers.private_online.algorithms.ftnl_exact import Law, expected_regret
from bandit_replications.papers.private_online.algorithms.report_noisy_max import (
    log_selection_probabilities,
    selection_probabilities,
)
from bandit_replications.papers.private_online.theory.grids import erratum

Floats = NDArray[np.float64]


def log_laplace_difference_tail(distance: float) -> float:
    """Return log P{Z - Z' > d}, Z and Z' independent of law Lap(1).

    For d >= 0 the probability is (1/2 + d/4) e^-d; in logarithms, for losses of far events.
    """
    log_tail = math.log(0.5 + abs(distance) / 4) - abs(distance)
    return log_tail if distance >= 0 else math.log1p(-math.exp(log_tail))


def laplace_difference_tail(distance: float) -> float:
    """Return P{Z - Z' > d}, Z and Z' independent of law Lap(1)."""
    return math.exp(log_laplace_difference_tail(distance))


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


def claim_3_9_monotone(*, rounds: int = 64, epsilon: float = 1.0) -> Check:
    """Check Claim 3.9 where it applies: all rewards of the vector move the same way."""
    loss = two_action_loss(rounds=rounds, epsilon=epsilon, monotone=True)
    return at_most(f"(52), monotone neighbours, {rounds} rounds: loss <= ε", loss, epsilon)


def sequence_loss(*, epochs: int = 4, changed: int = 2, epsilon: float = 1.0) -> Check:
    """Check (50), (51) and (54): the loss of all decisions is that of one choice.

    Two actions; the first is ahead by every reward, but for one vector of epoch `changed` under
    the neighbour. All 2^epochs sequences of choices are enumerated with their joint probabilities:
    a product over epochs, since rewards are fixed and each choice uses an epoch and noise of its
    own.
    """
    ahead = np.array([2.0**r for r in range(epochs)])
    other = ahead - 2.0 * (np.arange(epochs) == changed)
    law, neighbour = (_joint_law(difference, epsilon) for difference in (ahead, other))
    single = two_action_loss(rounds=2**changed, epsilon=epsilon)
    return equal(
        f"(50)-(54): loss of all decisions = loss of the choice after epoch {changed}",
        float(np.max(np.abs(np.log(law / neighbour)))),
        single,
    )


def _joint_law(differences: Floats, epsilon: float) -> Floats:
    law = np.ones(1)
    for difference in differences:
        second = laplace_difference_tail(epsilon * float(difference))
        law = np.outer(law, [1 - second, second]).ravel()
    return law


@erratum("ftnl-indexing")
def last_round_of_epoch(*, numbered_from: int = 0) -> Check:
    """Check τ^(0) = 0, where τ^(r) is the last round of epoch r (Appendix F).

    With Algorithm 2's epochs 0, 1, … of 2^r rounds, τ^(r) = 2^(r+1) - 1 and τ^(0) = 1. With epochs
    1, 2, … of 2^(r-1) rounds, which the product from r = 1 in (50) needs, τ^(0) = 0.
    """
    return equal(
        f"τ^(0) with epochs numbered from {numbered_from}", 0.0, float(2 ** (1 - numbered_from) - 1)
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


def worst_identity(
    *, means: Sequence[ArrayLike], epsilon: Sequence[float], horizon: Sequence[int]
) -> Check:
    """Return the identity of `doubled_noise` where its sides differ most, relatively."""
    found = _doubled_noise_over(means, epsilon, horizon)
    return max((one for one, _ in found), key=lambda check: abs(check.left / check.right - 1))


def worst_bound(
    *, means: Sequence[ArrayLike], epsilon: Sequence[float], horizon: Sequence[int]
) -> Check:
    """Return the bound of `doubled_noise` where it is nearest to being broken."""
    return nearest_check([one for _, one in _doubled_noise_over(means, epsilon, horizon)])


def _doubled_noise_over(
    means: Sequence[ArrayLike], epsilons: Sequence[float], horizons: Sequence[int]
) -> list[tuple[Check, Check]]:
    return [
        doubled_noise(means=mu, epsilon=epsilon, horizon=rounds)
        for mu, epsilon, rounds in itertools.product(means, epsilons, horizons)
    ]


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
