"""From one bracket's bound to Theorem 7, its corollaries and the Conclusion, step by step.

Each step is a Check. The regrets on one side are exact (`ftnl_exact`), so a printed bound that
fails here fails without sampling error.
"""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bandit_replications.checks import Check
from bandit_replications.private_online import bounds
from bandit_replications.private_online.derivations_facts import worst_case
from bandit_replications.private_online.ftnl_exact import Law, expected_regret

Floats = NDArray[np.float64]

# --- Theorem 7: its two forms ---------------------------------------------------------------


def theorem_7(
    *,
    means: ArrayLike,
    epsilon: float,
    horizon: int = 65535,
    law: Law = "bernoulli",
    noise_scale: float = 1.0,
) -> Check:
    """Check Theorem 7 before simplification, constant 256: exact regret <= sum over brackets."""
    mu = np.asarray(means, dtype=np.float64)
    return Check(
        step=f"Theorem 7, {mu.size} actions, ε = {epsilon:g}: exact regret <= bound",
        left=expected_regret(
            means=mu, epsilon=epsilon, horizon=horizon, law=law, noise_scale=noise_scale
        ),
        relation="<=",
        right=bounds.theorem_7_regret(gaps=mu.max() - mu, epsilon=epsilon / noise_scale),
    )


def first_form_as_printed(
    *, epsilon: float = 0.001, constant: float = 512.0, min_gap: float = 1.0, horizon: int = 65535
) -> Check:
    """Check Theorem 7's first form with any constant: two actions, rewards always 1 and 1 - Δ.

    The only bracket has one action, log 1 = 0, and the printed bound C · log2(2) / Δ does not
    depend on ε. The exact regret is about 2.16 / ε once T is large beside 1 / (ε Δ): for every C
    there is an ε that refutes it.
    """
    return Check(
        step=f"Theorem 7, first form as printed with constant {constant:g}, ε = {epsilon:g}",
        left=_two_action_regret(min_gap, epsilon, horizon),
        relation="<=",
        right=constant * bounds.theorem_7_printed_order(gaps=[0.0, min_gap], epsilon=epsilon),
    )


def second_form_as_printed(
    *, epsilon: float = 0.001, constant: float = 512.0, min_gap: float = 1.0, horizon: int = 65535
) -> Check:
    """Check Theorem 7's second form with any constant on the instance of the first form.

    At Δ_min = 1 the printed log(1/Δ_min) is 0 although there is one bracket.
    """
    brackets = min(math.log2(1 / min_gap), math.log2(horizon))
    return Check(
        step=f"Theorem 7, second form as printed with constant {constant:g}, ε = {epsilon:g}",
        left=_two_action_regret(min_gap, epsilon, horizon),
        relation="<=",
        right=constant * (1 / min_gap + brackets / epsilon),
    )


def forms_repaired(
    *, epsilon: float = 0.001, min_gap: float = 1.0, horizon: int = 65535
) -> tuple[Check, Check]:
    """Check both forms with 1 + ln|J_k| in place of log|J_k| and one bracket more."""
    regret = _two_action_regret(min_gap, epsilon, horizon)
    return (
        Check(
            step="Theorem 7, first form repaired",
            left=regret,
            relation="<=",
            right=bounds.theorem_7_first_form(gaps=[0.0, min_gap], epsilon=epsilon),
        ),
        Check(
            step="Theorem 7, second form repaired",
            left=regret,
            relation="<=",
            right=bounds.theorem_7_second_form(
                arms=2, min_gap=min_gap, horizon=horizon, epsilon=epsilon
            ),
        ),
    )


def _two_action_regret(gap: float, epsilon: float, horizon: int) -> float:
    return expected_regret(
        means=[1.0, 1 - gap], epsilon=epsilon, horizon=horizon, law="deterministic"
    )


def simplification(*, gaps: ArrayLike, epsilon: float) -> tuple[Check, Check]:
    """Check (57) and the display after it: sum over brackets <= its two parts <= 512 and the rest.

    1 / min(Δ_(k), ε) <= 1 / Δ_(k), plus 1 / ε where Δ_(k) > ε; |J_k| <= K - 1; and the 1 / Δ_(k)
    are at most 1 / Δ_min, 1 / (2 Δ_min), … with sum 2 / Δ_min.
    """
    table = {k: members.size for k, members in bounds.brackets(gaps).items()}
    values = np.asarray(gaps, dtype=np.float64)
    smallest = float(values[values > 0].min())
    parts = [256 * (1 + math.log(size)) / (2.0 ** (k - 1) * smallest) for k, size in table.items()]
    rest = [
        256 * (1 + math.log(size)) / epsilon
        for k, size in table.items()
        if 2.0 ** (k - 1) * smallest > epsilon
    ]
    middle = math.fsum(parts) + math.fsum(rest)
    return (
        Check(
            step="(57)",
            left=bounds.theorem_7_regret(gaps=gaps, epsilon=epsilon),
            relation="<=",
            right=middle,
        ),
        Check(
            step="first sum of (57) <= 512 (1 + ln(K-1)) / Δ_min",
            left=middle,
            relation="<=",
            right=bounds.theorem_7_first_form(gaps=gaps, epsilon=epsilon),
        ),
    )


def number_of_brackets(*, gaps: ArrayLike = (0.0, 0.5, 1.0), extra: int = 0) -> Check:
    """Check "at most log(1/Δ_min) non-empty brackets": gaps 1/2 and 1 already make two.

    floor(log2(1/Δ_min)) + 1 is right (`extra` = 1).
    """
    values = np.asarray(gaps, dtype=np.float64)
    return Check(
        step="number of non-empty brackets against log2(1/Δ_min)",
        left=float(len(bounds.brackets(values))),
        relation="<=",
        right=math.floor(math.log2(1 / values[values > 0].min())) + extra,
    )


def number_of_brackets_horizon(
    *, gaps: ArrayLike = (0.0, 0.4, 0.8), horizon: int = 3, rounded_up: bool = False
) -> Check:
    """Check "at most log(T) non-empty brackets" with gaps above 1/T; ceil(log2 T) is right."""
    values = np.asarray(gaps, dtype=np.float64)
    logarithm = math.log2(horizon)
    return Check(
        step="number of brackets with gaps above 1/T against log2(T)",
        left=float(len(bounds.brackets(np.where(values > 1 / horizon, values, 0.0)))),
        relation="<=",
        right=math.ceil(logarithm) if rounded_up else logarithm,
    )


def forms_equal(*, arms: int = 128, min_gap: float = 0.001, epsilon: float = 1e-5) -> Check:
    """Check the printed "=" between the two forms on K - 1 equal gaps: orders, logarithms base 2.

    One bracket against log2(1/Δ_min) of them: the second form is larger without bound, so the "="
    can only mean "<=".
    """
    first = bounds.theorem_7_printed_order(gaps=[0.0] + [min_gap] * (arms - 1), epsilon=epsilon)
    second = math.log2(arms) * (1 / min_gap + math.log2(1 / min_gap) / epsilon)
    return Check(step="first form = second form", left=first, relation="==", right=second)


# --- Corollaries 8 and 9, minimax bound -----------------------------------------------------


def corollary_8_first_bracket(*, min_gap: float = 0.1, arms: int = 4) -> Check:
    """Check the proof of Corollary 8 (ii): gaps in [Δ_min, 2 Δ_min] imply J_1 = [K].

    Brackets are half-open, so an action with gap exactly 2 Δ_min is in J_2; and the best action,
    with gap 0, is in none. Left: size of J_1 for gaps 0, Δ_min, …, Δ_min, 2 Δ_min.
    """
    gaps = [0.0] + [min_gap] * (arms - 2) + [2 * min_gap]
    return Check(
        step="size of J_1 = K",
        left=float(bounds.brackets(gaps)[1].size),
        relation="==",
        right=float(arms),
    )


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
    return worst_case(step="Corollary 8 (ii), two brackets", left=left, relation="<=", right=right)


def corollary_9_groups(*, min_gap: float = 0.5, threshold: float = 0.1) -> Check:
    """Check "only groups with Δ_(k) <= Δ*" remain in the proof of Corollary 9: it must be >=.

    The actions with gaps below Δ* have just been accounted for.
    """
    return Check(
        step="gap of an action that remains <= Δ*", left=min_gap, relation="<=", right=threshold
    )


def corollary_9(
    *, means: ArrayLike, epsilon: float, horizon: int = 65535, law: Law = "bernoulli"
) -> Check:
    """Check Corollary 9 with explicit constants: exact regret <= bound."""
    mu = np.asarray(means, dtype=np.float64)
    return Check(
        step=f"Corollary 9, {mu.size} actions, T = {horizon}, ε = {epsilon:g}",
        left=expected_regret(means=mu, epsilon=epsilon, horizon=horizon, law=law),
        relation="<=",
        right=bounds.corollary_9_regret(arms=mu.size, horizon=horizon, epsilon=epsilon),
    )


def corollary_9_order() -> Check:
    """Check that the explicit bound is at most 548 (sqrt(T log2 K) + log2(K) log2(T) / ε), T >= 2.

    1 for the small gaps and 512 (1 + ln(K-1)) / log2(K) <= 547 for the rest; 256 · 1.07 for the
    brackets, of which there are at most log2(T). Worst case over a grid.
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
        step="Corollary 9, explicit <= 548 · printed order",
        left=left,
        relation="<=",
        right=548 * np.array(order),
    )


def minimax_horizon(*, arms: int = 32, epsilon: float = 0.01, horizon: int = 10**6) -> Check:
    """Check the condition for the minimax lower bound: T >= ln(K)/(10 ε Δ) at Δ = sqrt(ln(K)/T).

    The least T at which it holds is ln(K) / (100 ε²), as printed.
    """
    gap = math.sqrt(math.log(arms) / horizon)
    return Check(
        step="T / (ln(K) / (10 ε Δ)) squared = T / (ln(K) / (100 ε²))",
        left=(horizon * 10 * epsilon * gap / math.log(arms)) ** 2,
        relation="==",
        right=horizon * 100 * epsilon**2 / math.log(arms),
    )


def minimax_gap(*, arms: int = 32, epsilon: float = 1.0) -> Check:
    """Check that Δ = sqrt(ln(K)/T) <= 1/2 at T = ln(K) / (100 ε²): only for ε <= 1/20.

    For larger ε the packing needs T >= 4 ln K as well, which is not said.
    """
    horizon = math.log(arms) / (100 * epsilon**2)
    return Check(
        step="Δ = sqrt(ln(K)/T) <= 1/2 at the least T allowed",
        left=math.sqrt(math.log(arms) / horizon),
        relation="<=",
        right=0.5,
    )


def minimax_private_term(*, arms: int = 32, epsilon: float = 0.01, factor: float = 1.0) -> Check:
    """Check that the minimax bound's new term matters: ln(K)/ε >= 10 sqrt(T ln K) at some T.

    T >= ln(K) / (100 ε²) is the same as ln(K)/ε <= 10 sqrt(T ln K): under the printed condition
    the maximum is sqrt(T ln K) within a constant, and the privacy term adds nothing. A gap of
    1/2 gives ln(K)/ε already from T = ln(K) / (5 ε). `factor` multiplies the least T.
    """
    horizon = factor * math.log(arms) / (100 * epsilon**2)
    return Check(
        step="ln(K)/ε <= 10 sqrt(T ln K) under the printed condition",
        left=math.log(arms) / epsilon,
        relation="<=",
        right=10 * math.sqrt(horizon * math.log(arms)) * (1 + 1e-12),
    )


# --- Conclusion: the doubling instance ------------------------------------------------------


def doubling_fits(*, arms: int = 32, min_gap: float = 0.05) -> Check:
    """Check that the doubling gaps Δ_min 2^(j-2), j = 2, …, K, stay within [0, 1].

    Only for K <= 2 + log2(1/Δ_min): six actions at Δ_min = 0.05.
    """
    return Check(
        step=f"largest doubling gap, {arms} actions",
        left=min_gap * 2.0 ** (arms - 2),
        relation="<=",
        right=1.0,
    )


def doubling_order(*, arms: int = 31, constant: float = 1.0) -> Check:
    """Check that Theorem 7's bound at the doubling instance is of order ln(K) ln(T)/ε, as said.

    Its privacy part is 256 (K-1)/ε, as each bracket has one action; with Δ_min = 2^-(K-2) and
    T >= 1/Δ_min, the printed order is at least ln(K) (K-2)/ε, larger by the factor ln K. Left:
    printed order; right: `constant` times the privacy part over 256; both times ε.
    """
    gaps = np.append(0.0, 2.0 ** -np.arange(arms - 1.0))
    epsilon = float(gaps[-1]) / 1000
    private = bounds.theorem_7_regret(gaps=gaps, epsilon=epsilon) * epsilon / 256
    return Check(
        step=f"doubling instance, {arms} actions: ln(K) log2(1/Δ_min) <= {constant:g} (K-1)",
        left=math.log(arms) * (arms - 2),
        relation="<=",
        right=constant * private,
    )


def widest_gap(*, brackets: int = 8, per_bracket: int = 16) -> Check:
    """Check that the doubling instance is where upper and lower bound are furthest apart.

    Theorem 7 over ln(K)/ε, where ε is small: N actions in N brackets, against the same brackets
    with several actions in each. N / ln(N+1) against N (1 + ln n) / ln(N n + 1), which is larger.
    """
    single = brackets / math.log(brackets + 1)
    several = brackets * (1 + math.log(per_bracket)) / math.log(brackets * per_bracket + 1)
    return Check(
        step="upper over lower bound: blocks <= doubling", left=several, relation="<=", right=single
    )


def doubling_not_harder(*, arms: int = 11, ratio: float = 1e-3) -> Check:
    """Check the Conclusion's intuition: FTNL suffers no more on doubling than on equal gaps.

    Rewards always equal to their means, ε = `ratio` · Δ_min, T large beside 1/(ε Δ_min): exact
    regrets, which agree to three digits.
    """
    gaps = np.append(0.0, 2.0 ** -np.arange(arms - 1.0))
    equal = np.append(0.0, np.full(arms - 1, gaps[-1]))
    doubling, same = (_private_regret(instance, ratio) for instance in (gaps, equal))
    return Check(
        step=f"regret, {arms} actions: doubling <= equal gaps",
        left=doubling,
        relation="<=",
        right=same,
    )


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
    return Check(
        step=f"{values.size} actions: regret <= Δ + {constant:g} H_K / ε",
        left=_private_regret(values, ratio),
        relation="<=",
        right=float(values[0]) + constant * harmonic / epsilon,
    )


def _private_regret(gaps: Floats, ratio: float) -> float:
    """Return FTNL's exact regret at ε = ratio · Δ_min, at a T after which hardly any is added."""
    smallest = float(gaps[gaps > 0].min())
    epsilon = ratio * smallest
    horizon = 2 ** math.ceil(math.log2(100 / (epsilon * smallest))) - 1
    return expected_regret(means=1 - gaps, epsilon=epsilon, horizon=horizon, law="deterministic")
