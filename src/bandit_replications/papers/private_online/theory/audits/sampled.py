"""The cases of the privacy audit whose loss is certified from runs: a lower bound."""

from collections.abc import Callable
from functools import partial
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from bandit_replications.bandits.arrays import Floats
from bandit_replications.papers.private_online.algorithms import binary_mechanism
from bandit_replications.papers.private_online.theory.audits import runs as audited_runs
from bandit_replications.papers.private_online.theory.audits.case import AuditCase
from bandit_replications.papers.private_online.theory.audits.losses import FirstEpoch, worst_sums

Codes = NDArray[np.int64]

# --- Runs on the first and on the second of two neighbours; `draws`: ε, generator, samples ------


def _laplace_sum(
    *,
    second: bool,
    epsilon: float,
    generator: np.random.Generator,
    samples: int,
    noise_scale: float = 1.0,
) -> Floats:
    """One item, 0 or 1."""
    return float(second) + generator.laplace(0.0, noise_scale / epsilon, samples)


def _binary_mechanism(
    *, second: bool, epsilon: float, generator: np.random.Generator, samples: int
) -> Floats:
    """Two items, the first 0 or 1; the smaller noisy p-sum: both are large, or one is not."""
    p_sums, scales = binary_mechanism.noised_sums(length=2, epsilon=epsilon)
    exact = p_sums @ [float(second), 0.0]
    return np.min(exact[:, None] + generator.laplace(0.0, scales[:, None], (2, samples)), axis=0)


def _noisy_max(*, second: bool, epsilon: float, **draws: Any) -> Codes:
    """Two actions and an epoch of two rounds."""
    sums = worst_sums(actions=2, rounds=2)[second]
    return audited_runs.noisy_leaders(sums=sums, scale=1 / epsilon, **draws)


def _ftnl(*, second: bool, epsilon: float, **draws: Any) -> Codes:
    """Two actions and 8 rounds; the vector of round 4, first of its epoch of 4 rounds, differs."""
    rewards = np.full((8, 2), 0.5)
    rewards[3:7] = [0.0, 1.0]
    rewards[3] = [0.0, 1.0] if second else [1.0, 0.0]
    return audited_runs.ftnl_runs(rewards=rewards, scale=1 / epsilon, **draws)


def _lazy_third_round(
    *, second: bool, first_pull: Literal["as-printed", "noised"], other: float, **draws: Any
) -> Codes:
    """Arm 0's first reward is 0 or 1, arm 1's is the other."""
    rewards = np.array([[float(second), 0.0], [0.0, other], [0.0, 0.0]])
    return audited_runs.lazy_runs(rewards=rewards, first_pull=first_pull, **draws)


_lazy_as_printed = partial(_lazy_third_round, first_pull="as-printed", other=0.5)
_lazy_noised = partial(_lazy_third_round, first_pull="noised", other=1.0)


def _hybrid_sums(*, second: bool, pulls: int, **draws: Any) -> Floats:
    """One arm, whose second reward, the first leaf of tree 1, is 0 or 1.

    Without array 0's noise, which the first sum gives away, all later sums are compared with 1:
    the leaf's and the root's must exceed it, the others are as large as the smallest of them.
    """
    rewards = np.zeros(pulls)
    rewards[1] = float(second)
    sums = audited_runs.hybrid_sums(rewards=rewards, **draws)
    later = sums[1:] - sums[0]
    if pulls == 3:
        return np.min(later, axis=0)
    return np.where(np.min(later[:2], axis=0) >= 1, np.min(later[2:], axis=0), -np.inf)


def _hybrid(*, second: bool, **draws: Any) -> Codes:
    """Two arms and 9 rounds; the reward of round 3, a first leaf of tree 1, is 0 or 1."""
    rewards = np.zeros((9, 2))
    rewards[2] = float(second)
    return audited_runs.hybrid_runs(rewards=rewards, **draws)


def _dp_se(*, second: bool, epsilon: float, **draws: Any) -> Codes:
    """Two arms after one epoch; arm 0's sum is nearly at the margin, or larger by 1."""
    epoch = FirstEpoch.shortest(epsilon)
    sums = [epoch.difference_at(1.0) + float(second), 0.0]
    return audited_runs.dp_se_runs(sums=sums, epoch=epoch, **draws)


# --- The cases ------------------------------------------------------------------------------


def _case(
    mechanism: str,
    case: str,
    runs: Callable[..., Floats | Codes],
    most_draws: float = 5.0,
    *,
    known: bool = True,
) -> AuditCase:
    """Return a case and, where it has a known exact loss, that of the case without "-sampled"."""
    reference = case if known else None
    return AuditCase(mechanism, f"{case}-sampled", "statistical", runs, reference, most_draws)


_THIRD = "decisions-3-rounds-first-pull"

SAMPLED_CASES = (
    _case("laplace-sum", "one-sum", _laplace_sum),
    _case("laplace-sum-broken", "one-sum", partial(_laplace_sum, noise_scale=1 / 1.5)),
    _case("binary-mechanism", "2-items", _binary_mechanism),
    _case("report-noisy-max", "2-actions-2-rounds", _noisy_max),
    _case("ftnl", "decisions-2-actions-8-rounds", _ftnl),
    # the exact loss is infinite
    _case("anytime-lazy-ucb", f"{_THIRD}-as-printed", _lazy_as_printed, known=False),
    _case("anytime-lazy-ucb", f"{_THIRD}-noised", _lazy_noised, 15.0),
    _case("hybrid-ucb", "released-sums-3-pulls", partial(_hybrid_sums, pulls=3), 10.0),
    # the exact loss, 1.5 ε, is only approached by ever rarer events
    _case("hybrid-ucb", "released-sums-5-pulls", partial(_hybrid_sums, pulls=5), 10.0, known=False),
    # no exact loss is known for events that are not rare
    _case("hybrid-ucb", "decisions-2-arms-9-rounds", _hybrid, 1.0, known=False),
    _case("dp-se", "decisions-2-arms-near-margin", _dp_se, 20.0),
)
