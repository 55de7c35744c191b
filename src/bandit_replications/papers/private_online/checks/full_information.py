"""Decisions on Section 5's upper bounds: Theorem 7, Corollaries 8 and 9, and the Conclusion.

What is printed has the paper's id; where it fails and a repair exists, the repaired bound has a row
of its own. Regrets are exact (`ftnl_exact`); those of runs are in `full_information_regret`.
"""

import math
from collections.abc import Sequence

from bandit_replications.inference.checks import Check, at_most
from bandit_replications.ledger.decisions import argued, by_interpretation, exact, proof, statement
from bandit_replications.papers.private_online.algorithms.ftnl_exact import expected_regret
from bandit_replications.papers.private_online.theory import (
    bracket_sums,
    corollaries,
    theorem_7,
)

HORIZON = 2**18 - 1

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


# --- Decisions ------------------------------------------------------------------------------

_TINY = {"epsilon": 1e-6, "horizon": 2**40}
_SUMS = argued(
    "(57), sums and parts",
    bracket_sums.simplification,
    gaps=[0, 0.1, 0.1, 0.15, 0.2, 0.5, 0.9],
    epsilon=0.15,
)
_COUNTS = (
    exact("gaps 1/2 and 1 (printed)", bracket_sums.number_of_brackets),
    exact("gaps 0.4 and 0.8, T = 3 (printed)", bracket_sums.number_of_brackets_horizon),
)
_RANGE = exact("regret at Δ_min = 1 (printed)", bracket_sums.second_form_as_printed)
_HOEFFDING = argued("Hoeffding", theorem_7.hoeffding_step)
_LAPLACE = argued("Laplace noise", theorem_7.laplace_step)
_LEMMA = argued("Lemma 13, tightest", theorem_7.lemma_13_tightest)

THEOREM_7 = {
    "theorem-7": statement(
        exact(
            "regret against 512 times the order, ε = 0.001 (printed)",
            bracket_sums.first_form_as_printed,
        ),
        exact(
            "regret against 10^6 times the order, ε = 10^-6 (printed)",
            bracket_sums.first_form_as_printed,
            constant=1e6,
            **_TINY,
        ),
    ),
    "theorem-7-second-form": proof(
        _SUMS,
        argued("brackets with gaps 1/2 and 1 (repaired)", bracket_sums.number_of_brackets, extra=1),
        argued(
            "brackets with gaps 0.4 and 0.8, T = 3 (repaired)",
            bracket_sums.number_of_brackets_horizon,
            rounded_up=True,
        ),
        argued(
            "order for Δ_min <= 1/2",
            "floor(log2(1/Δ_min)) + 1 <= 2 log2(1/Δ_min), ceil(log2 T) <= 2 log2 T for T >= 2, and "
            "1 + ln(K-1) <= 2 log2 K",
        ),
        argued("second form at Δ_min = 1/2", bracket_sums.second_form_as_printed, min_gap=0.5),
        printed=(*_COUNTS, _RANGE),
    ),
    "theorem-7-repaired": proof(
        _SUMS,
        argued("two actions, ε = 0.001 (repaired)", bracket_sums.forms_repaired),
        argued("two actions, ε = 10^-6 (repaired)", bracket_sums.forms_repaired, **_TINY),
        argued(
            "number of brackets",
            "gaps above 1/T and up to 1 lie in at most floor(log2(1/Δ_min)) + 1 and at most "
            "ceil(log2 T) of them",
        ),
        argued("gaps of at most 1/T", "they lose at most 1 in T rounds"),
    ),
}

APPENDIX_G = {
    "lemma-13": proof(_HOEFFDING, _LAPLACE, _LEMMA),
    "appendix-g-series": proof(
        argued("r0 = 0, worst α", theorem_7.series_bound),
        argued("r0 = 1, worst α", theorem_7.series_bound, first_epoch=1),
        argued(
            "e^-x and 1 - x/2 on [0, 1]",
            "e^-x is convex, so below its chord from 1 to 1/e < 1/2",
        ),
        printed=(exact("series in halves, r0 = 0 (printed)", theorem_7.split_in_halves),),
    ),
    "appendix-g-starting-epoch": proof(
        exact("2^(r0+1) with 32 (printed)", theorem_7.starting_epoch_constant),
        exact("argument of the logarithm (printed)", theorem_7.singleton_start),
    ),
    "appendix-g-bracket-count": proof(
        *_COUNTS,
        _RANGE,
        exact("both forms (printed)", bracket_sums.forms_equal),
    ),
    "equation-55": proof(
        _HOEFFDING,
        _LAPLACE,
    ),
    "equation-56": proof(
        argued("plays of a bracket, least right side", plays_56),
        argued(
            "rounds of the epochs", "1 + 2 + … + 2^R = 2^(R+1) - 1; epoch R starts at round 2^R"
        ),
        _LEMMA,
        printed=(exact("r = 0, best action not first (printed)", theorem_7.first_epoch),),
    ),
    "equation-57": proof(_SUMS),
}

COROLLARIES = {
    "corollary-8-i": proof(
        argued(
            "sum over brackets where ε is the largest gap",
            "each min(Δ_(k), ε) is Δ_(k), and Σ 1/Δ_(k) <= 2 / Δ_min: 512 (1 + ln(K-1)) / Δ_min",
        ),
    ),
    "corollary-8-ii": proof(
        argued("two brackets", corollaries.corollary_8_two_brackets),
        printed=(exact("J_1 = [K] (printed)", corollaries.corollary_8_first_bracket),),
    ),
    "corollary-9": proof(
        argued("explicit bound over 548 times the order", corollaries.corollary_9_order),
    ),
    "corollary-9-direction": proof(
        exact("gaps of the groups that remain (printed)", corollaries.corollary_9_groups),
    ),
}

_ORDER = exact("ln K log2(1/Δ_min) and the bound, K = 31 (printed)", corollaries.doubling_order)
_LARGE = exact(
    "the same, K = 10^9, constant 10 (printed)",
    corollaries.doubling_order,
    arms=10**9,
    constant=10.0,
)
_PART = argued(
    "private part of the bound",
    "K - 1 brackets of one action, all with Δ_(k) > ε for ε < Δ_min: 256 (1 + ln 1) (K-1) / ε",
)
_WIDEST = exact("blocks against doubling (printed)", corollaries.widest_gap)
CONCLUSION = {
    "section-7-equal-gaps": proof(
        argued("bound over 400 times the order", corollaries.equal_gaps_order),
        argued("and the order over the bound", "1 + ln(K-1) >= ln K, and 512 and 256 are above 1"),
    ),
    "section-7-doubling-order": by_interpretation(
        statement(
            argued("second form over the order", corollaries.doubling_second_form),
            argued(
                "the order over the second form, log2 T <= a log2(1/Δ_min), a >= 1",
                "with N >= log2(1/Δ_min) brackets log2 T <= a N, and ln K <= 1 + ln(K-1): at most "
                "a times",
            ),
        ),
        **{"Theorem 7's first form": statement(_PART, _ORDER, _LARGE, _WIDEST)},
    ),
    "section-7-potential": proof(
        argued("128 equal gaps", corollaries.potential_bound, gaps=[0.0] + [0.01] * 127),
        argued(
            "10 doubling gaps",
            corollaries.potential_bound,
            gaps=[0.0] + [2.0**-k for k in range(10)],
        ),
    ),
}

CHECKS = {**THEOREM_7, **APPENDIX_G, **COROLLARIES, **CONCLUSION}
