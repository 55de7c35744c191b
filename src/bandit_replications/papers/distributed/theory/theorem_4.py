"""Theorem 4 (Appendices G and H): DisLinUCB."""

import math

import numpy as np

from bandit_replications.inference.checks import Check, at_most, equal
from bandit_replications.papers.distributed.theory import bounds
from bandit_replications.papers.distributed.theory.printed import printed
from bandit_replications.papers.distributed.theory.settings import combinations

SETTINGS = combinations(
    dimension=(1, 2, 10, 50), agents=(1, 4, 64, 1024), horizon=(1025, 10**5, 10**8)
)


@printed("doubling-epochs")
def doublings(*, repaired: bool = False, dimension: int = 1, total: int = 1000) -> Check:
    """Appendix H: all but R = ⌈d log(1 + MT/d)⌉ epochs have det V_j <= 2 det V_(j-1).

    The product of the ratios is at most e^R, so that up to R/log 2 of them exceed 2 (`repaired`).
    Left: how many ratios just above 2 fit into 1 + MT/d at d = 1; right: R or R/log 2.
    """
    growth = dimension * math.log1p(total / dimension)
    most = growth / math.log(2) if repaired else math.ceil(growth)
    against = "R/log 2" if repaired else "R"
    return at_most(
        f"ratios above 2 that fit, d = {dimension}, MT = {total}, against {against}",
        math.floor(growth / math.log(2)),
        most,
    )


def doublings_in_runs() -> Check:
    """The count itself is not refuted: in runs with one action few epochs more than double.

    d = 1, M from 1 to 10^4, T from 10 to 10^6. Left: the epochs of a run whose ratio of
    determinants is above 2, minus R, largest.
    """
    worst = -math.inf
    for size in combinations(agents=(1, 2, 16, 64, 1024, 10**4), horizon=(10, 100, 1000, 10**6)):
        ends = np.array([1.0, *_ends_of_epochs(**size)])
        many = int(np.count_nonzero(ends[1:] > 2 * ends[:-1]))
        worst = max(worst, many - math.ceil(math.log1p(math.prod(size.values()))))
    name = "epochs of a run with one action that more than double, minus R, largest"
    return at_most(name, worst, 0)


def _first_synchronisation(agents: int, horizon: int) -> tuple[int, float]:
    """Return the first step at which an agent passes D, and D; one action, d = 1, V = n + 1."""
    threshold = bounds.synchronisation_threshold(dimension=1, agents=agents, horizon=horizon)
    step = 1
    while math.log1p(step) * step <= threshold:
        step += 1
    return step, threshold


@printed("simultaneous-triggers")
def simultaneous(*, agents: int = 8, horizon: int = 10_000) -> Check:
    """Appendix H: in an epoch all agents but one stay below D. Where all pull alike, none does.

    One action, d = 1: the matrices agree, so that all pass D in the same step. Left: the agents
    that pass D at the first synchronisation, right: 1.
    """
    step, threshold = _first_synchronisation(agents, horizon)
    passing = sum(math.log1p(step) * step > threshold for _ in range(agents))
    name = f"agents above D at the first synchronisation, one action, M = {agents}"
    return at_most(name, passing, 1)


def _ends_of_epochs(*, agents: int, horizon: int) -> list[float]:
    """Return V at each synchronisation of a run with one action, d = 1, exactly.

    V grows by M n in an epoch of n steps, which ends with n log(1 + n/V) > D.
    """
    threshold = bounds.synchronisation_threshold(dimension=1, agents=agents, horizon=horizon)
    total, time, ends = 1.0, 0, []
    while time < horizon:
        low, high = 0, horizon
        while high - low > 1:
            middle = (low + high) // 2
            if middle * math.log1p(middle / total) > threshold:
                high = middle
            else:
                low = middle
        if time + high > horizon:
            break
        time, total = time + high, total + agents * high
        ends.append(total)
    return ends


def epochs_in_a_run(*, agents: int = 64, horizon: int = 10**6) -> Check:
    """Whether the epochs are as many as the bound says: one action, d = 1, exactly."""
    return at_most(
        f"synchronisations with one action, M = {agents}, T = {horizon:g}, against the bound",
        len(_ends_of_epochs(agents=agents, horizon=horizon)),
        bounds.dislinucb_epochs(dimension=1, agents=agents, horizon=horizon),
    )


@printed("last-synchronisation")
def last_matrix(*, agents: int = 4, horizon: int = 100) -> Check:
    """Appendix H takes V_P, of all samples, for a V_last; after the last synchronisation none is.

    One action, d = 1, MT = 400: the matrix of the last synchronisation against 1 + MT. An imagined
    last synchronisation repairs it and costs nothing.
    """
    last = _ends_of_epochs(agents=agents, horizon=horizon)[-1]
    name = "V_last at the end, one action, M = 4, T = 100, against 1 + MT"
    return equal(name, last, 1.0 + agents * horizon)


@printed("signs-of-rewards")
def mean_of_a_sign(*, reward: float = 2.0, size: float = 1.0) -> Check:
    """Finite precision: a random ±1 whose mean is the reward, ⟨x, θ*⟩ + η of up to 2.

    Left: the largest reward, right: the largest mean of a random ±`size`.
    """
    return at_most(f"largest reward against the largest mean of ±{size:g}", reward, size)


@printed("divergence-of-signs")
def divergence_of_signs(*, epsilon: float = 1e-3) -> Check:
    """Finite precision: a history's divergence is O(MT d ε²), an O(ε²) for each step and d = 1.

    Deterministic reward 1 and its rounded action's 1 - ε: with ±1 the divergence is -log(1 - ε/2),
    linear in ε. Left: it over ε²; right: that at 10 ε, the most that a constant allows which fits.
    """
    values = [-math.log1p(-one / 2) / one**2 for one in (epsilon, 10 * epsilon)]
    return at_most(f"kl of the rewards' signs over ε², mean 1, ε = {epsilon:g}, 10 ε", *values)
