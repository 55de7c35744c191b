"""Decisions on Section 5's upper bounds: Theorem 7, Corollaries 8 and 9, and the Conclusion.

What is printed has the paper's id; where it fails and a repair exists, the repaired bound has a row
of its own. Regrets are exact (`ftnl_exact`); those of runs are in `full_information_regret`.
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
_SUMS = argued(
    "(57), sums and parts",
    "1/min(Δ_(k), ε) is 1/Δ_(k), or 1/ε where Δ_(k) > ε; |J_k| <= K - 1, and the 1/Δ_(k) are at "
    "most 1/Δ_min, 1/(2 Δ_min), …, which sum to 2/Δ_min",
)
_NUMBER = argued(
    "number of brackets",
    "set gaps of at most 1/T apart and count brackets anew from the smallest gap above 1/T, which "
    "changes no step of (57): gaps from it up to 1 lie in at most floor(log2(1/Δ_min)) + 1 and at "
    "most ceil(log2 T) brackets",
)
_COUNTS = (
    algebra("gaps 1/2 and 1 make two brackets (printed)", "2 <= log(1/gap)/log(2)", gap="1/2"),
    algebra("gaps 0.4 and 0.8 make two at T = 3 (printed)", "2 <= log(3)/log(2)"),
)
_RANGE = exact("regret at Δ_min = 1 (printed)", theorem_7.second_form_as_printed)
_HOEFFDING = algebra(
    "Hoeffding's exponent, differences of length 2", "2*(n*gap/2)**2/(n*2**2) = n*gap**2/8"
)
_LAPLACE = (
    argued(
        "Laplace noise",
        "Z_j - Z_1 >= x = n Δ/2 needs Z_j >= x/2 or Z_1 <= -x/2: twice a tail",
    ),
    algebra("its union bound", "2*exp(-eps*x/2)/2 = exp(-eps*n*gap/4)", x="n*gap/2"),
)
_LEMMA = argued("both terms", "Δ²/8 and Δ ε/4 are at least m/8, as Δ_j >= Δ_(k)")
SERIES = (
    argued(
        "r0 >= 1",
        "half of each 2^r e^(-2^r α) is at most the sum of e^(-s α), 2^(r-1) < s <= 2^r: together "
        "2 e^(-2^(r0-1) α) / (e^α - 1)",
    ),
    algebra("e^α - 1 and α", "a <= exp(a) - 1", over={"a": (0, "oo")}),
    argued("r0 = 0", "the term e^-α is added to the bound for r0 = 1"),
    algebra("r0 = 0, divided by 4 e^-α / α", "1 + a/4 <= exp(a/2)", over={"a": (0, "oo")}),
)
START = algebra(
    "2^(r0+1) at y = 8 ln|J_k| / m = 6 (printed)", "2**(ceiling(log(y)/log(2)) + 2) <= 4*y", y="6"
)
SINGLETON = algebra("argument of the logarithm, n = |J_k| = 1 (printed)", "0 < 8*log(n)", n="1")

THEOREM_7 = {
    "theorem-7": statement(
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
    "theorem-7-second-form": proof(
        _SUMS,
        _NUMBER,
        argued(
            "order for Δ_min <= 1/2",
            "floor(log2(1/Δ_min)) + 1 <= 2 log2(1/Δ_min), ceil(log2 T) <= 2 log2 T for T >= 2, and "
            "1 + ln(K-1) <= 2 log2 K",
        ),
        argued("second form at Δ_min = 1/2", theorem_7.second_form_as_printed, min_gap=0.5),
        printed=(*_COUNTS, _RANGE),
    ),
    "theorem-7-repaired": proof(
        _SUMS,
        _NUMBER,
        argued("gaps of at most 1/T", "they lose at most 1 in T rounds"),
    ),
}

APPENDIX_G = {
    "lemma-13": proof(_HOEFFDING, *_LAPLACE, _LEMMA),
    "appendix-g-series": proof(
        *SERIES,
        printed=(
            algebra(
                "2^r as twice 2^(r-1) ones, at r = 0 (printed)", "2**r = 2*floor(2**(r - 1))", r="0"
            ),
        ),
    ),
    "appendix-g-starting-epoch": proof(START, SINGLETON),
    "appendix-g-bracket-count": proof(
        *_COUNTS,
        _RANGE,
        algebra(
            "both forms, equal gaps of 1/8 (printed)",
            "log(K)/gap + log(K - 1)/eps = log(K)/gap + log(K)*log(1/gap)/log(2)/eps",
            gap="1/8",
        ),
    ),
    "equation-55": proof(_HOEFFDING, *_LAPLACE),
    "equation-56": proof(
        argued(
            "plays of a bracket",
            "a union bound over J_k, and epoch r is twice as long as the one it was chosen from",
        ),
        argued(
            "rounds of the epochs", "1 + 2 + … + 2^R = 2^(R+1) - 1; epoch R starts at round 2^R"
        ),
        _LEMMA,
        printed=(exact("r = 0, best action not first (printed)", theorem_7.epoch_0),),
    ),
    "equation-57": proof(_SUMS),
}

_QUOTIENT = argued(
    "(1 + ln(K-1)) / ln K is largest at K = 3",
    "1.5412 there, less at K = 2, 4, 5, 6 and at most 1 + 1/ln K < 1.52 from K = 7 on",
)

COROLLARIES = {
    "corollary-8-i": proof(
        argued(
            "sum over brackets where ε is the largest gap",
            "each min(Δ_(k), ε) is Δ_(k), and Σ 1/Δ_(k) <= 2 / Δ_min: 512 (1 + ln(K-1)) / Δ_min",
        ),
    ),
    "corollary-8-ii": proof(
        argued("two brackets", "each costs at most 256 (1 + ln(K-1)) / min(Δ_min, ε)"),
        printed=(exact("actions in J_1, a gap of 2 Δ_min (printed)", theorem_7.first_bracket),),
    ),
    "corollary-9": proof(
        argued(
            "explicit bound over the order",
            "1 + 512 (1 + ln(K-1)) / log2(K) for the first term, about half of it for the second, "
            "with at most log2(T) brackets beyond Δ*",
        ),
        _QUOTIENT,
        algebra("at K = 3", "1 + 512*log(2)*(1 + log(2))/log(3) <= 548"),
    ),
    "corollary-9-direction": proof(
        algebra(
            "a gap of 1/2 that remains, K = 2, T = 100 (printed)",
            "gap <= sqrt(log(K)/log(2)/T)",
            gap="1/2",
            K="2",
            T="100",
        ),
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
        _QUOTIENT,
        algebra("bound over the order at K = 3", "256*(1 + log(2))/log(3) <= 400"),
        argued("and the order over the bound", "1 + ln(K-1) >= ln K, and 512 and 256 are above 1"),
    ),
    "section-7-doubling-order": by_interpretation(
        statement(
            argued(
                "second form over the order",
                "K - 1 <= 2 (K - 2) brackets for K >= 3, and 1 + ln(K-1) < 1.07 log2(K): 512 "
                "· 1.07 and 2 · 256 · 1.07 are below 1024",
            ),
            argued(
                "the order over the second form, log2 T <= a log2(1/Δ_min), a >= 1",
                "with N >= log2(1/Δ_min) brackets log2 T <= a N, and ln K <= 1 + ln(K-1): at most "
                "a times",
            ),
        ),
        **{"Theorem 7's first form": statement(_PART, _ORDER, _LARGE, _WIDEST)},
    ),
    "section-7-potential": proof(
        argued(
            "integral of E[Δ_J] over n",
            "-E[Δ_J] is the slope of the expected maximum of the noisy sums, which is convex and "
            "starts at H_K / ε at most: epoch r costs at most 4 times the integral from 2^(r-2) to "
            "2^(r-1)",
        ),
        argued(
            "10 doubling gaps", theorem_7.potential_bound, gaps=(0.0, *(2.0**-k for k in range(10)))
        ),
    ),
}

CHECKS = {**THEOREM_7, **APPENDIX_G, **COROLLARIES, **CONCLUSION}
