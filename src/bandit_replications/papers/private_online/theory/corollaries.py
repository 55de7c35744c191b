"""Corollaries 8 and 9, the minimax bound after Theorem 10, the Conclusion's doubling instance.

Each step is a Check, with exact regrets (`ftnl_exact`) where a regret is on one side.
"""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bandit_replications.inference.checks import (
    Check,
    Relation,
    at_least,
    at_most,
    equal,
)
from bandit_replications.papers.private_online.algorithms.ftnl_exact import Law, expected_regret
from bandit_replications.papers.private_online.theory import full_information_bounds as bounds
from bandit_replications.papers.private_online.theory.grids import erratum, worst_case

Floats = NDArray[np.float64]

# --- Corollaries 8 and 9, minimax bound -----------------------------------------------------


@erratum("closed-interval")
def corollary_8_first_bracket(*, min_gap: float = 0.1, arms: int = 4) -> Check:
    """Check the proof of Corollary 8 (ii): gaps in [Δ_min, 2 Δ_min] imply J_1 = [K].

    Brackets are half-open, so an action with gap exactly 2 Δ_min is in J_2; and the best action,
    with gap 0, is in none. Left: size of J_1 for gaps 0, Δ_min, …, Δ_min, 2 Δ_min.
    """
    gaps = [0.0] + [min_gap] * (arms - 2) + [2 * min_gap]
    return equal("size of J_1 = K", float(bounds.brackets(gaps)[1].size), float(arms))


def corollary_8_two_brackets() -> Check:
    """Check Corollary 8 (ii) with 512: two brackets cost at most 512 (1 + ln(K-1)) / min(Δ, ε).

    Worst case over splits of 127 actions between J_1 and J_2 and over ε.
    """
    first = np.arange(1, 127)[:, None]
    epsilon = np.geomspace(1e-3, 10, 40)
    gap = 0.1
    left = 256 * (1 + np.log(first)) / np.minimum(gap, epsilon)
    left = left + 256 * (1 + np.log(127 - first)) / np.minimum(2 * gap, epsilon)
    right = 512 * (1 + math.log(127)) / np.minimum(gap, epsilon)
    return worst_case("Corollary 8 (ii), two brackets", left, "<=", right)


@erratum("corollary-9-direction")
def corollary_9_groups(*, gaps: tuple[float, ...] = (0.05, 0.5), threshold: float = 0.1) -> Check:
    """Check "only groups with Δ_(k) <= Δ*" remain in the proof of Corollary 9: it must be >=.

    The actions with gaps below Δ* have just been accounted for.
    """
    remaining = [gap for gap in gaps if gap >= threshold]
    return at_most("largest gap of the actions that remain <= Δ*", max(remaining), threshold)


def corollary_9(
    *, means: ArrayLike, epsilon: float, horizon: int = 65535, law: Law = "bernoulli"
) -> Check:
    """Check Corollary 9 with explicit constants: exact regret <= bound."""
    mu = np.asarray(means, dtype=np.float64)
    return at_most(
        f"Corollary 9, {mu.size} actions, T = {horizon}, ε = {epsilon:g}",
        expected_regret(means=mu, epsilon=epsilon, horizon=horizon, law=law),
        bounds.corollary_9_regret(arms=mu.size, horizon=horizon, epsilon=epsilon),
    )


def corollary_9_order() -> Check:
    """Check that the explicit bound is at most 548 (sqrt(T log2 K) + log2(K) log2(T) / ε), T >= 2.

    1 for the small gaps and 512 (1 + ln(K-1)) / log2(K) < 547 for the rest: 512 · 1.0683 at K = 3,
    less at K = 2, 4, 5, 6, and at most 512 ln 2 (1 + 1/ln K) < 512 · 1.05 from K = 7 on; half of it
    for the brackets, of which there are at most log2(T) beyond Δ*. Worst case over a grid.
    """
    grid = [
        (arms, horizon, epsilon)
        for arms in (2, 3, 4, 8, 100, 10**4, 10**6)
        for horizon in (2, 3, 4, 10, 10**3, 10**6)
        for epsilon in (1e-6, 1e-2, 1.0, 100.0)
    ]
    left = [bounds.corollary_9_regret(arms=k, horizon=t, epsilon=e) for k, t, e in grid]
    order = [math.sqrt(t * math.log2(k)) + math.log2(k) * math.log2(t) / e for k, t, e in grid]
    return worst_case(
        "Corollary 9, explicit <= 548 · printed order", left, "<=", 548 * np.array(order)
    )


@erratum("minimax-private-term")
def minimax_one_round(*, log_arms: float = 10_000.0, constant: float = 1 / 40) -> Check:
    """Check the minimax bound at T = 1 and ε² = ln(K) / 100, which its condition allows.

    One round costs at most 1, and the order is at least sqrt(T ln K): no constant serves for all K.
    """
    return at_least(
        f"regret of one round >= {constant:g} sqrt(T ln K), ln K = {log_arms:g}",
        1.0,
        constant * math.sqrt(log_arms),
    )


@erratum("minimax-private-term")
def minimax_gap(*, arms: int = 32, epsilon: float = 1.0) -> Check:
    """Check that Δ = sqrt(ln(K)/T) <= 1/2 at T = ln(K) / (100 ε²): only for ε <= 1/20.

    For larger ε the packing needs T >= 4 ln K as well, which is not said.
    """
    horizon = math.log(arms) / (100 * epsilon**2)
    return at_most(
        "Δ = sqrt(ln(K)/T) <= 1/2 at the least T allowed", math.sqrt(math.log(arms) / horizon), 0.5
    )


@erratum("minimax-private-term")
def minimax_private_term(
    *, arms: int = 32, epsilon: float = 0.01, factor: float = 1.01, relation: Relation = "<="
) -> Check:
    """Check that the minimax bound's privacy term adds nothing where the bound is stated.

    The printed condition T >= ln(K) / (100 ε²) is the same as ln(K)/ε <= 10 sqrt(T ln K), so that
    the maximum is sqrt(T ln K) within a factor of 10. The term matters for smaller T (`factor`,
    in units of the least T allowed, below 1); a gap of 1/2 gives it from T = ln(K) / (5 ε).
    """
    horizon = factor * math.log(arms) / (100 * epsilon**2)
    return Check(
        step=f"ln(K)/ε {relation} 10 sqrt(T ln K) under the printed condition",
        left=math.log(arms) / epsilon,
        relation=relation,
        right=10 * math.sqrt(horizon * math.log(arms)),
    )


# --- Conclusion: equal gaps, the doubling instance -------------------------------------------


def equal_gaps_order() -> Check:
    """Check the Conclusion on equal gaps: Theorem 7's bound is of order ln(K) / min(Δ, ε).

    One bracket: 256 (1 + ln(K-1)) / min(Δ, ε). (1 + ln(K-1)) / ln K is 1.5412 at K = 3, less at
    K = 2, 4, 5, 6, and at most 1 + 1/ln K < 1.52 from K = 7 on: 256 · 1.5412 < 400. Theorem 10's
    lower bound is of that order too. Worst case over K, Δ and ε.
    """
    grid = [
        (arms, gap, epsilon)
        for arms in (2, 3, 4, 8, 100, 10**4)
        for gap in (0.01, 0.1, 0.5)
        for epsilon in (1e-3, 0.1, 10.0)
    ]
    bound = [
        bounds.theorem_7_regret(gaps=[0.0] + [gap] * (arms - 1), epsilon=epsilon)
        for arms, gap, epsilon in grid
    ]
    order = [math.log(arms) / min(gap, epsilon) for arms, gap, epsilon in grid]
    return worst_case(
        "equal gaps: bound against 400 ln(K) / min(Δ, ε)", bound, "<=", 400 * np.array(order)
    )


def doubling_second_form(*, arms: int = 31) -> Check:
    """Check the Conclusion with Theorem 7's second form: the doubling instance has that order.

    The second form knows K, Δ_min and T only, so that every instance with these has its order,
    log2(K) min(log2(1/Δ_min), log2(T)) / ε, and none a larger one. For T >= 1 / Δ_min = 2^(K-2) and
    K >= 3 there are K - 1 <= 2 (K - 2) brackets, and 1 + ln(K-1) < 1.07 log2(K): 1024 is more than
    512 · 1.07 and 2 · 256 · 1.07. Here T = 1 / Δ_min.
    """
    min_gap = 2.0 ** -(arms - 2)
    explicit = bounds.theorem_7_second_form(
        arms=arms, min_gap=min_gap, horizon=2 ** (arms - 2), epsilon=min_gap / 1000
    )
    order = math.log2(arms) * (1 / min_gap + (arms - 2) / (min_gap / 1000))
    return at_most(
        "doubling instance: second form against 1024 times the order", explicit, 1024 * order
    )


@erratum("doubling-order")
def doubling_fits(*, arms: int = 32, min_gap: float = 0.05) -> Check:
    """Check that the doubling gaps Δ_min 2^(j-2), j = 2, …, K, stay within [0, 1].

    Only for K <= 2 + log2(1/Δ_min): six actions at Δ_min = 0.05.
    """
    return at_most(f"largest doubling gap, {arms} actions", min_gap * 2.0 ** (arms - 2), 1.0)


@erratum("doubling-order")
def doubling_order(*, arms: int = 31, constant: float = 1.0) -> Check:
    """Check that Theorem 7's bound at the doubling instance is of order log(K) log(T) / ε, as said.

    The bound is a sum over brackets of one action: its privacy part is 256 (K-1) / ε for ε below
    Δ_min. With Δ_min = 2^-(K-2) and T >= 1/Δ_min the order that is printed is at least
    ln(K) (K-2) / ε: too large by a factor ln K, so that `constant` is refuted once ln K exceeds
    2 `constant`. The instance with K actions exists for every K, with Δ_min = 2^-(K-2).
    """
    return at_most(
        f"doubling instance, {arms} actions: ln(K) log2(1/Δ_min) <= {constant:g} (K-1)",
        math.log(arms) * (arms - 2),
        constant * (arms - 1),
    )


@erratum("doubling-order")
def widest_gap(*, brackets: int = 8, per_bracket: int = 16) -> Check:
    """Check that the doubling instance is where upper and lower bound are furthest apart.

    Theorem 7 over ln(K)/ε, where ε is small: N actions in N brackets, against the same brackets
    with several actions in each. N / ln(N+1) against N (1 + ln n) / ln(N n + 1), which is larger.
    """
    single = brackets / math.log(brackets + 1)
    several = brackets * (1 + math.log(per_bracket)) / math.log(brackets * per_bracket + 1)
    return at_most("upper over lower bound: blocks <= doubling", several, single)


def doubling_not_harder(*, arms: int = 11, ratio: float = 1e-3) -> Check:
    """Check the Conclusion's intuition: FTNL suffers no more on doubling than on equal gaps.

    Rewards always equal to their means, ε = `ratio` · Δ_min, T large beside 1/(ε Δ_min): exact
    regrets, which agree to three digits.
    """
    gaps = np.append(0.0, 2.0 ** -np.arange(arms - 1.0))
    equal = np.append(0.0, np.full(arms - 1, gaps[-1]))
    doubling, same = (_private_regret(instance, ratio) for instance in (gaps, equal))
    return at_most(f"regret, {arms} actions: doubling <= equal gaps", doubling, same)


def potential_bound(*, gaps: ArrayLike, ratio: float = 1e-3, constant: float = 4.0) -> Check:
    """Check FTNL's regret against Δ_1 + 4 (1 + 1/2 + … + 1/K) / ε, for rewards without variance.

    With Φ(S) the expected maximum of noisy sums S, the choice's law is the gradient of Φ; along
    S = -n Δ, d/dn Φ = -E[Δ_J]. So the integral of E[Δ_J] over n is at most Φ(0), the expected
    maximum of K Laplace variables, and E[Δ_J] falls with n as Φ is convex: epoch r costs at most
    4 times the integral from 2^(r-2) to 2^(r-1). No sum over brackets and no ln T: where privacy
    dominates, FTNL has the rate that the Conclusion conjectures.
    """
    values = np.asarray(gaps, dtype=np.float64)
    epsilon = ratio * float(values[values > 0].min())
    harmonic = float(np.sum(1 / np.arange(1.0, values.size + 1)))
    return at_most(
        f"{values.size} actions: regret <= Δ + {constant:g} H_K / ε",
        _private_regret(values, ratio),
        float(values[0]) + constant * harmonic / epsilon,
    )


def _private_regret(gaps: Floats, ratio: float) -> float:
    """Return FTNL's exact regret at ε = ratio · Δ_min, at a T after which hardly any is added."""
    smallest = float(gaps[gaps > 0].min())
    epsilon = ratio * smallest
    horizon = 2 ** math.ceil(math.log2(100 / (epsilon * smallest))) - 1
    return expected_regret(means=1 - gaps, epsilon=epsilon, horizon=horizon, law="deterministic")
