"""Decisions on the K-Metaplayer and its sampling: Sections 2.1, 3 and 4.1, A.1 and A.4."""

from bandit_replications.ledger.decisions import algebra, argued, exact, proof, sampled, statement
from bandit_replications.papers.multiplayer.theory import lemma_4_1

SUBSTANTIALLY = 1.25

# The notebook's Section 4.1 has the lines of the first for all sizes, 4.2 those of the last.
_UNBIASED = argued(
    "mean of an estimate", "arm i is watched with probability q_i/K: (q_i/K) K l_i/q_i"
)
_SECOND = argued(
    "second moments",
    "one estimate is not 0, so products of two vanish, and (q_i/K) (K l_i/q_i)² = K l_i²/q_i",
)
_SWAPPED = argued(
    "swapped sums", "Σ_I p(I) Σ_(i in I) l_i²/q_i = Σ_i l_i², as Σ_(I with i) p(I) = q_i"
)
_WEIGHTS = argued(
    "exponential weights", "by e^-x <= 1 - x + x²/2 <= exp(-x + x²/2), x >= 0, over t"
)
_HALF = algebra("e^-x", "exp(-x) <= 1 - x + x**2/2", over={"x": (0, "oo")})
_COUNT = argued("ln |M|", "there are C(N, K) <= N^K meta-arms")
_RATE = algebra(
    "at Lemma 3.1's η", "K*T*N*eta + K*log(N)/eta = 2*K*sqrt(T*N*log(N))", eta="sqrt(log(N)/(T*N))"
)
_PHASE_2 = argued("phase 2", "standard basis vectors J give the arms of J, each once")
_ALGORITHM_8 = argued("law of Algorithm 8", "along the arms the factors cancel: Π_(i in I) w_i/Z_K")
_MARGINALS = argued(
    "marginals", "the meta-arms with i have w_i times the weights of K - 1 of the others"
)
_NORMALISER = argued("Z_K", "the sums over k of n arms, split by whether they have arm n")
_OPERATIONS = argued(
    "of the recursion",
    "a product and a sum for each of NK entries, and 3 an arm to draw; two tables for a marginal",
)
_ORDER = (
    algebra("drawing", "2*N*K + 3*N <= 5*N*K", over={"N": (1, "oo"), "K": (1, "oo")}),
    algebra(
        "one marginal", "4*N*K - 2*N - 2*K + 4 <= 5*N*K", over={"N": (2, "oo"), "K": (1, "oo")}
    ),
)

_FACTS = {"lead": lemma_4_1.LEAD, "substantially": SUBSTANTIALLY}

CHECKS = {
    "section-2-exp3": statement(
        argued("O(sqrt(T N log N))", "EXP3 is Algorithm 1 with K = 1, and Lemma 3.1 holds"),
        printed=(
            algebra(
                "optimal, as sqrt(T N) is reached (cited)",
                "sqrt(T*N*log(N)) <= sqrt(T*N)",
                over={"T": (1, "oo"), "N": (3, "oo")},
            ),
        ),
    ),
    "section-3-against-exp3": statement(
        argued("number of meta-arms, K <= N/2", "C(N, K) >= (N/K)^K >= 2^K"),
        argued("2 <= K <= N - 2", "C(N, K) >= N (N - 1)/2"),
        algebra(
            "squares of the bounds' ratio and of 5/4, times ln N",
            "25/16*log(N) <= (N - 1)/2*log(N*(N - 1)/2)",
            over={"N": (4, "oo")},
        ),
        printed=(
            algebra(
                "K = 1 and K = N - 1, N = 8",
                "25/16*N*log(N) <= binomial(N, 1)*log(binomial(N, 1))",
                over={},
                N="8",
            ),
            algebra("|M| grows with K, N = 8", "binomial(8, 4) < binomial(8, 5)", over={}),
        ),
        facts=_FACTS,
    ),
    "section-3-coordinator-and-followers": statement(
        argued(
            "the coordinator's arm", "arm i is drawn with probability q_i, first with 1/K of that"
        )
    ),
    "appendix-1-unbiased": statement(_UNBIASED),
    "appendix-1-exponential-weights": proof(
        _WEIGHTS,
        _HALF,
        _COUNT,
    ),
    "lemma-3-1-sharper": proof(
        _WEIGHTS,
        _HALF,
        _COUNT,
        algebra(
            "at the same η, 3/4 of the printed bound",
            "K*T*N*eta/2 + K*log(N)/eta = 3/4*2*K*sqrt(T*N*log(N))",
            eta="sqrt(log(N)/(T*N))",
        ),
    ),
    "appendix-1-second-moment": statement(_SECOND),
    "appendix-1-swapped-sums": statement(_SWAPPED),
    "appendix-1-learning-rate": proof(
        _RATE, argued("at other η", "a η + b / η is least where both terms are equal")
    ),
    "lemma-3-1": proof(
        _UNBIASED,
        _SECOND,
        _SWAPPED,
        _WEIGHTS,
        _HALF,
        _COUNT,
        _RATE,
    ),
    "algorithm-5": statement(sampled("law", lemma_4_1.law_of_algorithm_5)),
    "appendix-4-kernel": statement(
        argued("determinant", "that of a diagonal matrix is the product Π_(i in I) exp(-η L_i)"),
    ),
    "appendix-4-second-phase": statement(_PHASE_2),
    "appendix-4-algorithm-8": statement(_ALGORITHM_8),
    "appendix-4-marginal": statement(_MARGINALS),
    "appendix-4-normaliser": statement(_NORMALISER),
    "lemma-4-1": proof(_ALGORITHM_8, _MARGINALS, _NORMALISER, _OPERATIONS, *_ORDER),
    "appendix-4-subtraction": statement(
        exact("relative error by subtraction", lemma_4_1.subtraction_loses_all),
        exact("relative error by tables", lemma_4_1.marginals_are_sound),
        facts=_FACTS,
    ),
    "section-4-cheaper-than-general": proof(_PHASE_2),
}
