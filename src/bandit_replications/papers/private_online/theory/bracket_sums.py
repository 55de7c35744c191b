"""From one bracket's bound to the two forms of Theorem 7 (end of Appendix G), step by step.

Each step is a Check. The regrets on one side are exact (`ftnl_exact`), so a printed bound that
fails here fails without sampling error.
"""

import math

import numpy as np
from numpy.typing import ArrayLike

from bandit_replications.inference.checks import Check, at_most, equal
from bandit_replications.papers.private_online.algorithms.ftnl_exact import Law, expected_regret
from bandit_replications.papers.private_online.theory import full_information_bounds as bounds
from bandit_replications.papers.private_online.theory.grids import erratum


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
    return at_most(
        f"Theorem 7, {mu.size} actions, ε = {epsilon:g}: exact regret <= bound",
        expected_regret(
            means=mu, epsilon=epsilon, horizon=horizon, law=law, noise_scale=noise_scale
        ),
        bounds.theorem_7_regret(gaps=mu.max() - mu, epsilon=epsilon / noise_scale),
    )


def small_gaps(*, horizon: int = 1023, factor: float = 1.0) -> Check:
    """Check that actions with gaps of at most 1/T cost at most 1 together; gaps are `factor` / T.

    What remains has a larger Δ_min, so its brackets start elsewhere: each new one lies in
    two neighbouring old ones, which moves the sum by a constant factor only.
    """
    means = 0.5 - np.array([factor / horizon] * 7 + [0.0])
    return at_most(
        "regret from gaps of at most 1/T",
        expected_regret(means=means, epsilon=0.01, horizon=horizon),
        1.0,
    )


@erratum("singleton-brackets")
def first_form_as_printed(
    *, epsilon: float = 0.001, constant: float = 512.0, min_gap: float = 1.0, horizon: int = 65535
) -> Check:
    """Check Theorem 7's first form with any constant: two actions, rewards always 1 and 1 - Δ.

    The only bracket has one action, log 1 = 0, and the printed bound C · log2(2) / Δ does not
    depend on ε. The exact regret is about 2.16 / ε once T is large beside 1 / (ε Δ): for every C
    there is an ε that refutes it.
    """
    return at_most(
        f"Theorem 7, first form as printed with constant {constant:g}, ε = {epsilon:g}",
        _two_action_regret(min_gap, epsilon, horizon),
        constant * bounds.theorem_7_printed_order(gaps=[0.0, min_gap], epsilon=epsilon),
    )


@erratum("second-form-range")
def second_form_as_printed(
    *, epsilon: float = 0.001, constant: float = 512.0, min_gap: float = 1.0, horizon: int = 65535
) -> Check:
    """Check Theorem 7's second form with any constant on the instance of the first form.

    At Δ_min = 1 the printed log(1/Δ_min) is 0 although there is one bracket.
    """
    brackets = min(math.log2(1 / min_gap), math.log2(horizon))
    return at_most(
        f"Theorem 7, second form as printed with constant {constant:g}, ε = {epsilon:g}",
        _two_action_regret(min_gap, epsilon, horizon),
        constant * (1 / min_gap + brackets / epsilon),
    )


def forms_repaired(
    *, epsilon: float = 0.001, min_gap: float = 1.0, horizon: int = 65535
) -> tuple[Check, Check]:
    """Check both forms with 1 + ln|J_k| in place of log|J_k| and one bracket more."""
    regret = _two_action_regret(min_gap, epsilon, horizon)
    return (
        at_most(
            "Theorem 7, first form repaired",
            regret,
            bounds.theorem_7_first_form(gaps=[0.0, min_gap], epsilon=epsilon),
        ),
        at_most(
            "Theorem 7, second form repaired",
            regret,
            bounds.theorem_7_second_form(arms=2, min_gap=min_gap, horizon=horizon, epsilon=epsilon),
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
        at_most("(57)", bounds.theorem_7_regret(gaps=gaps, epsilon=epsilon), middle),
        at_most(
            "first sum of (57) <= 512 (1 + ln(K-1)) / Δ_min",
            middle,
            bounds.theorem_7_first_form(gaps=gaps, epsilon=epsilon),
        ),
    )


@erratum("bracket-count")
def number_of_brackets(*, gaps: ArrayLike = (0.0, 0.5, 1.0), extra: int = 0) -> Check:
    """Check "at most log(1/Δ_min) non-empty brackets": gaps 1/2 and 1 already make two.

    floor(log2(1/Δ_min)) + 1 is right (`extra` = 1).
    """
    values = np.asarray(gaps, dtype=np.float64)
    return at_most(
        "number of non-empty brackets against log2(1/Δ_min)",
        float(len(bounds.brackets(values))),
        math.floor(math.log2(1 / values[values > 0].min())) + extra,
    )


@erratum("bracket-count")
def number_of_brackets_horizon(
    *, gaps: ArrayLike = (0.0, 0.4, 0.8), horizon: int = 3, rounded_up: bool = False
) -> Check:
    """Check "at most log(T) non-empty brackets" with gaps above 1/T; ceil(log2 T) is right."""
    values = np.asarray(gaps, dtype=np.float64)
    logarithm = math.log2(horizon)
    return at_most(
        "number of brackets with gaps above 1/T against log2(T)",
        float(len(bounds.brackets(np.where(values > 1 / horizon, values, 0.0)))),
        math.ceil(logarithm) if rounded_up else logarithm,
    )


@erratum("bracket-count")
def forms_equal(*, arms: int = 128, min_gap: float = 0.001, epsilon: float = 1e-5) -> Check:
    """Check the printed "=" between the two forms on K - 1 equal gaps: orders, logarithms base 2.

    One bracket against log2(1/Δ_min) of them: the second form is larger without bound, so the "="
    can only mean "<=".
    """
    first = bounds.theorem_7_printed_order(gaps=[0.0] + [min_gap] * (arms - 1), epsilon=epsilon)
    second = math.log2(arms) * (1 / min_gap + math.log2(1 / min_gap) / epsilon)
    return equal("first form = second form", first, second)
