"""Theorem 1 (Sections 3.2, 3.3, Appendix C.3): the regret of Algorithm 1, step by step."""

import math
from typing import Literal

import numpy as np
from scipy.special import log_ndtr

from bandit_replications.bandits.streams import generator
from bandit_replications.inference.checks import Check, at_least, at_most, erratum
from bandit_replications.papers.anonymous.algorithms import batched_elimination
from bandit_replications.papers.anonymous.environments.problems import AnonymousProblem
from bandit_replications.papers.anonymous.theory import bounds

GAP = 1e-9  # of the best arm before the other in `wrong_elimination`


@erratum("gamma-without-group-size")
def wrong_elimination(
    *, group_size: int = 4, constant: float = 6.0, product: float = 2.5e7, power: float = 1.0
) -> Check:
    """Check that the best arm is lost with probability at most (NKT)^-p when γ = g log(NKT).

    Appendix A sets γ = O(log(NKT)), without C. Two arms, one better by `GAP`, and normal rewards,
    the largest groups: two averages of τ estimates differ by a normal variable of variance
    2(4C+1)/τ, and the better arm goes if the other is ahead by sqrt(γ/τ). Left: that probability,
    Φ(-(sqrt(γ) + GAP sqrt(τ)) / sqrt(2(4C+1))) at τ = NKT, more than there are estimates. It is
    about (NKT)^(-g/(4(4C+1))) for small GAP, so no constant g will do for any p and all C.
    """
    gamma = constant * math.log(product)
    ahead = math.sqrt(gamma) + GAP * math.sqrt(product)
    deviation = ahead / math.sqrt(4 * bounds.subgaussian_variance(group_size))
    return at_most(
        f"P{{the best arm is dropped}}, γ = {constant:g} log(NKT), C = {group_size}",
        math.erfc(deviation) / 2,
        product**-power,
    )


@erratum("gamma-without-group-size")
def absolute_constant(
    *, constant: float = 6.0, group_size: int = 50, log_horizon: float = 1e4, power: int = 10
) -> Check:
    """Check Õ(N C sqrt(αKT)) for γ = g log(NKT), g absolute: fails for every C >= 2g at some T.

    K = 2, normal rewards, N = 8(C + 1), each arm the best of half of them: U = 2(C + 1), for which
    α = 1, leaves room for 2(C + 1) users of each arm to lose it. Groups of C + 1: an estimate has
    variance v = 2C + 1. Batch 1
    gives τ estimates of either arm, sqrt(T')/2 <= τ <= sqrt(T'). Let the gap be sqrt(γ/τ). The
    better arm is dropped with probability Φ(-sqrt(2γ/v)), about (NKT)^(-g/v), and then each of the
    T/2 rounds left, or more, costs the gap: N T^(3/4 - g/v) up to logarithms. Both sides as
    logarithms; right: the order times (ln NKT)^p.
    """
    users, arms = 8 * (group_size + 1), 2
    log_product = log_horizon + math.log(users * arms)
    gamma, variance = constant * log_product, 2 * group_size + 1
    log_batches = log_horizon - math.log(2 * group_size + 2)  # ln T'
    log_gap = math.log(gamma) / 2 - log_batches / 4
    lost = float(log_ndtr(-math.sqrt(2 * gamma / variance)))
    return at_most(
        f"ln regret, γ = {constant:g} log(NKT), N = {users}, C = {group_size}, "
        f"ln T = {log_horizon:g}",
        math.log(users / 2) + log_horizon + log_gap + lost,
        math.log(users * group_size)
        + (math.log(arms) + log_horizon) / 2
        + power * math.log(log_product),
    )


@erratum("horizon-overrun")
def horizon_overrun(*, horizon: int = 100000) -> Check:
    """Compare the rounds that B batches of α D_b + NK + 1 assignments may take with T.

    Arithmetic on what is promised, no run: T' = T/(α(2C+2)) leaves no room for the additive term
    of Section 3.2 and Lemma 3. N = 50, K = 5, C = 4, α = 5.
    """
    lengths = bounds.planned_batches(horizon / 50)
    return at_most(
        "arithmetic: rounds allowed for, (2C+2) Σ_b (α D_b + NK + 1)",
        10 * sum(5 * length + 50 * 5 + 1 for length in lengths),
        horizon,
    )


@erratum("demand-at-least-root-horizon")
def demand_at_least_root(
    *,
    group_size: int = 4,
    horizon: int = 100000,
    approximation: float = 1.0,
    of_batch_horizon: bool = False,
) -> Check:
    """Check D >= sqrt(T) (Section 3.2): the first batch has a' = T'^(1/(2-2^(1-B))) rounds.

    With `of_batch_horizon`: D >= sqrt(T'), which holds but for rounding down.
    """
    budget = horizon / (approximation * (2 * group_size + 2))
    return at_least(
        f"least D_b, T = {horizon}, C = {group_size}, α = {approximation:g}",
        min(bounds.planned_batches(budget)),
        math.floor(math.sqrt(budget)) if of_batch_horizon else math.sqrt(horizon),
    )


@erratum("tau-most-estimates")
def uneven_counts(
    *, few: int = 4, many: int = 400, gamma: float = 16.0, tau: Literal["most", "fewest"] = "most"
) -> Check:
    """Check that the elimination keeps the best arm if it has few estimates and another has many.

    Decompositions give "at least" D/|A| estimates (Algorithm 1), some arms many more. The rule of
    Algorithm 1 (`batched_elimination.survivors`) is run on two arms as good as each other, the
    first with few estimates whose average is too low by e. Left: the error that Lemma 1 allows
    it, sqrt(γ/few)/2; right: the largest e, of multiples of 0.001, at which the arm is kept.
    """
    errors = np.arange(1, 4001) / 1000
    averages = np.stack([-errors, np.zeros_like(errors)], axis=1)
    counts = np.full(averages.shape, (few, many), dtype=np.int64)
    kept = batched_elimination.survivors(
        np.ones(averages.shape, dtype=np.bool_), counts, averages * counts, gamma=gamma, tau=tau
    )[:, 0]
    return at_most(
        f"error allowed to {few} estimates, error borne beside {many}, τ {tau}",
        math.sqrt(gamma / few) / 2,
        float(errors[kept].max(initial=0.0)),
    )


def measured(
    *, horizon: int = 10**6, runs: int = 3, group_size: int = 1, regroup: bool = False
) -> Check:
    """Check the bound on runs of Algorithm 1 as the theorem has it, N = 8C, K = 2, U = 4C.

    γ as in `bounds.elimination_parameter`, τ the fewest estimates, and the decomposition `all-open`
    (α = 1, at most D + K - 1 assignments). Left: the largest mean regret over the gaps 1, 1/2, …,
    1/256; Bernoulli rewards of means 1/2 ± gap/2. `regroup`: with regrouping, its γ and its bound.
    """
    sizes = {"users": 8 * group_size, "arms": 2, "horizon": horizon}
    estimates, variance = horizon / (2 * group_size + 2), bounds.subgaussian_variance(group_size)
    gamma = bounds.elimination_parameter(**sizes, estimates=estimates, variance=variance)
    printed = bounds.theorem_1(**sizes, group_size=group_size, approximation=1, extra_assignments=1)
    bound = printed.informative
    if regroup:
        gamma = 36 * group_size * math.log(32 * group_size * horizon**2)
        bound = bounds.regrouping(**sizes, group_size=group_size)
    options = batched_elimination.Options(
        decomposition="all-open",
        sub_algorithm="regroup" if regroup else "leave-one-out",
        gamma=gamma,
        approximation=1,
        tau="fewest",
        infeasible="abort",
    )
    regrets = []
    for gap in (2.0**-k for k in range(9)):
        means = 0.5 + gap * (np.arange(8 * group_size)[:, None] % 2 == np.arange(2)) - gap / 2
        problem = AnonymousProblem(means=means, group_size=group_size, horizon=horizon)
        for number in range(runs):
            stream = generator(0, "anonymous", "theorem-1", gap, horizon, number)
            run = batched_elimination.simulate(problem, generator=stream, options=options)
            regrets.append(run.regret[-1])
    return at_most(
        f"largest regret, K = 2, C = {group_size}, T = {horizon}, against the bound",
        float(np.reshape(regrets, (-1, runs)).mean(axis=1).max()),
        bound,
    )
