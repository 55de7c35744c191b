"""Decisions on Section 5's upper bounds: Theorem 7, Corollaries 8 and 9, and the Conclusion.

What is printed has the paper's id; where it fails and a repair exists, the repaired bound has a row
of its own. Regrets are exact (`ftnl_exact`); exponents of them are in `full_information_growth`.
Notation: m = Δ_(k) min(Δ_(k), ε), α = m/8, log is base 2.
"""

from bandit_replications.ledger.decisions import (
    algebra,
    argued,
    by_interpretation,
    exact,
    proof,
    statement,
)
from bandit_replications.papers.private_online.theory import theorem_7

_TINY = {"epsilon": 1e-6, "horizon": 2**40}
_COUNTS = (
    algebra("gaps 1/2 and 1 make two brackets (printed)", "2 <= log(1/gap)/log(2)", gap="1/2"),
    algebra("gaps 0.4 and 0.8 make two at T = 3 (printed)", "2 <= log(3)/log(2)"),
)
_RANGE = exact("regret at Δ_min = 1 (printed)", theorem_7.second_form_as_printed)
_HOEFFDING = algebra(
    "Hoeffding's exponent, differences of length 2", "2*(n*gap/2)**2/(n*2**2) = n*gap**2/8"
)
_LAPLACE = algebra("union bound of the noise", "2*exp(-eps*x/2)/2 = exp(-eps*n*gap/4)", x="n*gap/2")
_SERIES = (
    algebra("e^α - 1 and α", "a <= exp(a) - 1", over={"a": (0, "oo")}),
    algebra("r0 = 0, divided by 4 e^-α / α", "1 + a/4 <= exp(a/2)", over={"a": (0, "oo")}),
)
_START = algebra(
    "2^(r0+1) at y = 8 ln|J_k| / m = 6 (printed)", "2**(ceiling(log(y)/log(2)) + 2) <= 4*y", y="6"
)
_SINGLETON = algebra("argument of the logarithm, n = |J_k| = 1 (printed)", "0 < 8*log(n)", n="1")

THEOREM_7 = {
    "theorem-7": by_interpretation(
        statement(
            exact(
                "regret against 512 times the order, ε = 0.001 (printed)",
                theorem_7.first_form_as_printed,
            ),
            exact(
                "regret against 10^6 times the order, ε = 10^-6 (printed)",
                theorem_7.first_form_as_printed,
                constant=1e6,
                **_TINY,
            ),
        ),
        **{
            "Δ_min <= 1/2": statement(
                exact(
                    "regret against 512 times the order, Δ_min = 1/2 (printed)",
                    theorem_7.first_form_as_printed,
                    min_gap=0.5,
                )
            )
        },
    ),
    "theorem-7-second-form": by_interpretation(
        proof(
            argued("second form at Δ_min = 1/2", theorem_7.second_form_as_printed, min_gap=0.5),
            printed=(*_COUNTS, _RANGE),
        ),
        **{"every Δ_min up to 1": statement(_RANGE)},
    ),
}

APPENDIX_G = {
    "lemma-13": proof(_HOEFFDING, _LAPLACE),
    "appendix-g-series": proof(
        *_SERIES,
        printed=(
            algebra(
                "2^r as twice 2^(r-1) ones, at r = 0 (printed)", "2**r = 2*floor(2**(r - 1))", r="0"
            ),
        ),
    ),
    "appendix-g-starting-epoch": proof(_START, _SINGLETON),
    "appendix-g-bracket-count": proof(
        *_COUNTS,
        _RANGE,
        algebra(
            "both forms, equal gaps of 1/8 (printed)",
            "log(K)/gap + log(K - 1)/eps = log(K)/gap + log(K)*log(1/gap)/log(2)/eps",
            gap="1/8",
        ),
    ),
    "theorem-7-explicit": proof(
        *_SERIES,
        algebra("at most 256 Δ_(k) / m", "4*m <= 128*(1 - exp(-m/16))", over={"m": (0, 1)}),
        printed=(_START, _SINGLETON),
    ),
    "equation-55": proof(_HOEFFDING, _LAPLACE),
    "equation-56": proof(
        printed=(exact("r = 0, best action not first (printed)", theorem_7.epoch_0),)
    ),
}

COROLLARIES = {
    "corollary-8-ii": proof(
        printed=(exact("actions in J_1, a gap of 2 Δ_min (printed)", theorem_7.first_bracket),)
    ),
    "corollary-9": proof(algebra("at K = 3", "1 + 512*log(2)*(1 + log(2))/log(3) <= 548")),
    "corollary-9-direction": proof(
        algebra(
            "a gap of 1/2 that remains, K = 2, T = 100 (printed)",
            "gap <= sqrt(log(K)/log(2)/T)",
            gap="1/2",
            K="2",
            T="100",
        )
    ),
}

_ORDER = algebra(
    "ln K log2(1/Δ_min) and the bound, K = 31 (printed)", "log(K)*(K - 2) <= K - 1", K="31"
)
_LARGE = algebra(
    "the same, K = 10^9, constant 10 (printed)", "log(K)*(K - 2) <= 10*(K - 1)", K="10**9"
)
_PART = argued(
    "private part of the bound",
    "K - 1 brackets of one action, all with Δ_(k) > ε for ε < Δ_min: 256 (1 + ln 1) (K-1) / ε",
)
_WIDEST = algebra(
    "blocks against doubling (printed)",
    "N*(1 + log(n))/log(N*n + 1) <= N/log(N + 1)",
    N="8",
    n="16",
)

CONCLUSION = {
    "section-7-equal-gaps": proof(
        algebra("bound over the order at K = 3", "256*(1 + log(2))/log(3) <= 400")
    ),
    "section-7-doubling-order": by_interpretation(
        statement(), **{"Theorem 7's first form": statement(_PART, _ORDER, _LARGE, _WIDEST)}
    ),
}

CHECKS = {**THEOREM_7, **APPENDIX_G, **COROLLARIES, **CONCLUSION}
