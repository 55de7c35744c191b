"""Decisions on Section 5's upper bounds: Theorem 7, Corollaries 8 and 9, and the Conclusion.

What is printed has the paper's id; where it fails and a repair exists, the repaired bound has a row
of its own. Regrets are exact (`ftnl_exact`); those of runs are in `full_information_regret`.
"""

import math
from collections.abc import Sequence

from bandit_replications.inference.checks import Check, at_most
from bandit_replications.ledger.decisions import proof, step
from bandit_replications.papers.private_online.algorithms.ftnl_exact import expected_regret
from bandit_replications.papers.private_online.checks.regret_bounds import LEMMA_13
from bandit_replications.papers.private_online.theory import (
    bracket_sums,
    corollaries,
    full_information_bounds,
    theorem_7,
)
from bandit_replications.papers.private_online.theory.grids import worst_over

HORIZON = 2**18 - 1
LARGEST_EXPONENT = 0.52

# --- Exact regrets --------------------------------------------------------------------------


def exact_regret(gaps: Sequence[float], epsilon: float, horizon: int = HORIZON) -> float:
    """Return FTNL's exact regret; the best action is last, with mean 0.75."""
    means = [0.75 - gap for gap in (*gaps, 0.0)]
    return expected_regret(means=means, epsilon=epsilon, horizon=horizon)


def plays_56(*, gap: float = 0.25, epsilon: float = 0.5) -> Check:
    """Compare exact plays of one bracket, 7 actions, with (56) at the r0 where it is least."""
    rounds = [2.0**r for r in range(40)]
    alpha = gap * min(gap, epsilon) / 8
    least = min(
        2.0 ** (r0 + 1) + 4 * 7 * math.fsum(n * math.exp(-n * alpha) for n in rounds[r0:])
        for r0 in range(20)
    )
    plays = exact_regret([gap] * 7, epsilon, horizon=65535) / gap
    return at_most("(56): exact plays of a bracket of 7 actions, T = 65535", plays, least)


def corollary_8_i(*, gaps: Sequence[float]) -> Check:
    """Compare an exact regret with Corollary 8 (i), ε being the largest gap."""
    return at_most(
        f"Corollary 8 (i), {len(gaps) + 1} actions, exact regret",
        exact_regret(gaps, epsilon=max(gaps)),
        full_information_bounds.corollary_8_i(arms=len(gaps) + 1, min_gap=min(gaps)),
    )


def corollary_8_ii(*, gaps: Sequence[float], epsilon: float = 0.05) -> Check:
    """Compare an exact regret with Corollary 8 (ii)."""
    return at_most(
        f"Corollary 8 (ii), {len(gaps) + 1} actions, exact regret",
        exact_regret(gaps, epsilon),
        full_information_bounds.corollary_8_ii(
            arms=len(gaps) + 1, min_gap=min(gaps), epsilon=epsilon
        ),
    )


def around_half(arms: int, gap: float) -> list[float]:
    """Return means of one best action, last, and equal gaps below it, around 1/2."""
    return [0.5 - gap / 2] * (arms - 1) + [0.5 + gap / 2]


def critical_gap(arms: int, horizon: int) -> float:
    """Return Corollary 9's gap sqrt(log2(K) / T)."""
    return math.sqrt(math.log2(arms) / horizon)


def corollary_9(*, arms: int, epsilon: float, horizon: int = 65535) -> Check:
    """Compare the exact regret at the gap sqrt(log2(K)/T) with Corollary 9."""
    means = around_half(arms, critical_gap(arms, horizon))
    return corollaries.corollary_9(means=means, epsilon=epsilon, horizon=horizon)


def worst_regret(*, horizon: int, epsilon: float, arms: int = 8) -> float:
    """Return the largest exact regret of equal gaps on a grid around sqrt(log2(K)/T)."""
    gaps = (critical_gap(arms, horizon) * 2 ** (k / 2) for k in range(-4, 7))
    return max(
        expected_regret(means=around_half(arms, gap), epsilon=epsilon, horizon=horizon)
        for gap in gaps
        if gap <= 1
    )


def exponent_in_horizon(*, epsilon: float) -> Check:
    """Compare the exponent of T in the worst exact regret, from 2^14 to 2^16, with 1/2."""
    low, high = (worst_regret(horizon=2**r, epsilon=epsilon) for r in (14, 16))
    exponent = math.log2(high / low) / 2
    return at_most(f"exponent of T, ε = {epsilon:g}", exponent, LARGEST_EXPONENT)


# --- Decisions ------------------------------------------------------------------------------

_TINY = {"epsilon": 1e-6, "horizon": 2**40}
_SECOND_FORM = bracket_sums.second_form_as_printed
_LEMMA = step("Lemma 13, tightest of 81 cases", worst_over, **LEMMA_13)

THEOREM_7 = {
    "theorem-7": proof(
        step(
            "regret against 512 times the order, ε = 0.001 (printed)",
            bracket_sums.first_form_as_printed,
        ),
        step(
            "regret against 10^6 times the order, ε = 10^-6 (printed)",
            bracket_sums.first_form_as_printed,
            constant=1e6,
            **_TINY,
        ),
    ),
    "theorem-7-second-form": proof(
        step(
            "regret at Δ_min = 1/2, ε = 0.001, against 1024 times the order",
            _SECOND_FORM,
            min_gap=0.5,
            constant=1024.0,
        ),
        step("the same at ε = 10^-6", _SECOND_FORM, min_gap=0.5, constant=1024.0, **_TINY),
        printed=(
            step("regret against 512 times the order, ε = 0.001 (printed)", _SECOND_FORM),
            step(
                "regret against 10^6 times the order, ε = 10^-6 (printed)",
                _SECOND_FORM,
                constant=1e6,
                **_TINY,
            ),
        ),
    ),
    "theorem-7-repaired": proof(
        step("ε = 0.001 (repaired)", bracket_sums.forms_repaired),
        step("ε = 10^-6 (repaired)", bracket_sums.forms_repaired, **_TINY),
        method="bound",
    ),
}

APPENDIX_G = {
    "lemma-13": proof(_LEMMA),
    "appendix-g-series": proof(
        step("r0 = 0, worst α", theorem_7.series_bound),
        step("r0 = 1, worst α", theorem_7.series_bound, first_epoch=1),
        step("e^-x and 1 - x/2", theorem_7.exponential_step),
        printed=(step("series in halves, r0 = 0 (printed)", theorem_7.split_in_halves),),
    ),
    "appendix-g-starting-epoch": proof(
        step("2^(r0+1) with 32 (printed)", theorem_7.starting_epoch_constant),
        step("argument of the logarithm (printed)", theorem_7.singleton_start),
    ),
    "appendix-g-bracket-count": proof(
        step("gaps 1/2 and 1 (printed)", bracket_sums.number_of_brackets),
        step("gaps 0.4 and 0.8, T = 3 (printed)", bracket_sums.number_of_brackets_horizon),
        step("both forms (printed)", bracket_sums.forms_equal),
        method="enumeration",
    ),
    "equation-55": proof(
        step("Hoeffding", theorem_7.hoeffding_step), step("Laplace noise", theorem_7.laplace_step)
    ),
    "equation-56": proof(
        step("plays of a bracket, least right side", plays_56),
        step("rounds of the epochs", theorem_7.epoch_bookkeeping),
        _LEMMA,
        printed=(step("r = 0, best action not first (printed)", theorem_7.first_epoch),),
    ),
    "equation-57": proof(
        step(
            "sums and parts",
            bracket_sums.simplification,
            gaps=[0, 0.1, 0.1, 0.15, 0.2, 0.5, 0.9],
            epsilon=0.15,
        )
    ),
}

COROLLARIES = {
    "corollary-8-i": proof(
        *(
            step(
                f"{arms} actions, exact regret",
                worst_over,
                check=corollary_8_i,
                gaps=([0.2] * (arms - 1), [0.1, 0.2] + [0.4] * (arms - 3)),
            )
            for arms in (8, 128)
        ),
        method="bound",
    ),
    "corollary-8-ii": proof(
        step("two brackets", corollaries.corollary_8_two_brackets),
        step("exact regret, gaps 0.1, 0.1, 0.2", corollary_8_ii, gaps=(0.1, 0.1, 0.2)),
        printed=(step("J_1 = [K] (printed)", corollaries.corollary_8_first_bracket),),
        method="bound",
    ),
    "corollary-9": proof(
        step("explicit bound over 548 times the order", corollaries.corollary_9_order),
        *(
            step(
                f"exact regret, T = 65535, ε = {epsilon:g}",
                worst_over,
                check=corollary_9,
                arms=(2, 8, 128),
                epsilon=(epsilon,),
            )
            for epsilon in (0.01, 1.0)
        ),
        printed=(step("gaps of the groups that remain (printed)", corollaries.corollary_9_groups),),
        method="bound",
    ),
    "corollary-9-growth": proof(
        *(
            step(f"exponent at ε = {epsilon:g}", exponent_in_horizon, epsilon=epsilon)
            for epsilon in (8.0, 1.0)
        ),
        method="bound",
        facts={"exponent": LARGEST_EXPONENT},
    ),
}

CONCLUSION = {
    "section-7-equal-gaps": proof(
        step("exact regret, 8 actions", corollary_8_ii, gaps=(0.1,) * 7), method="bound"
    ),
    "section-7-doubling-order": proof(
        step("ln K log2(1/Δ_min) and the bound (printed)", corollaries.doubling_order),
        step("blocks against doubling (printed)", corollaries.widest_gap),
    ),
    "section-7-potential": proof(
        step("128 equal gaps", corollaries.potential_bound, gaps=[0.0] + [0.01] * 127),
        step(
            "10 doubling gaps",
            corollaries.potential_bound,
            gaps=[0.0] + [2.0**-k for k in range(10)],
        ),
        method="bound",
    ),
}

CHECKS = {**THEOREM_7, **APPENDIX_G, **COROLLARIES, **CONCLUSION}
