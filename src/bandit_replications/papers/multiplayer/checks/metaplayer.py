"""Decisions on the K-Metaplayer and its sampling: Sections 2.1, 3 and 4.1, A.1 and A.4."""

from bandit_replications.ledger.decisions import algebra, exact, proof, sampled, statement
from bandit_replications.papers.multiplayer.theory import lemma_4_1

SUBSTANTIALLY = 1.25

# Steps in words stand in claims.yaml.
_HALF = algebra("e^-x", "exp(-x) <= 1 - x + x**2/2", over={"x": (0, "oo")})
_RATE = algebra(
    "at Lemma 3.1's η", "K*T*N*eta + K*log(N)/eta = 2*K*sqrt(T*N*log(N))", eta="sqrt(log(N)/(T*N))"
)

_FACTS = {"lead": lemma_4_1.LEAD, "substantially": SUBSTANTIALLY}

CHECKS = {
    "section-2-exp3": statement(
        printed=(
            algebra(
                "optimal, as sqrt(T N) is reached (cited)",
                "sqrt(T*N*log(N)) <= sqrt(T*N)",
                over={"T": (1, "oo"), "N": (3, "oo")},
            ),
        ),
    ),
    "section-3-against-exp3": statement(
        algebra(
            "squares of the bounds' ratio and of 5/4, times ln N",
            "25/16*log(N) <= (N - 1)/2*log(N*(N - 1)/2)",
            over={"N": (4, "oo")},
        ),
        facts=_FACTS,
    ),
    "appendix-1-exponential-weights": proof(_HALF),
    "lemma-3-1-sharper": proof(
        _HALF,
        algebra(
            "at the same η, 3/4 of the printed bound",
            "K*T*N*eta/2 + K*log(N)/eta = 3/4*2*K*sqrt(T*N*log(N))",
            eta="sqrt(log(N)/(T*N))",
        ),
    ),
    "appendix-1-learning-rate": proof(_RATE),
    "lemma-3-1": proof(_HALF, _RATE),
    "algorithm-5": statement(sampled("law", lemma_4_1.law_of_algorithm_5)),
    "lemma-4-1": proof(
        algebra("drawing", "2*N*K + 3*N <= 5*N*K", over={"N": (1, "oo"), "K": (1, "oo")}),
        algebra(
            "one marginal", "4*N*K - 2*N - 2*K + 4 <= 5*N*K", over={"N": (2, "oo"), "K": (1, "oo")}
        ),
    ),
    "appendix-4-subtraction": statement(
        exact("relative error by subtraction", lemma_4_1.subtraction_loses_all),
        exact("relative error by tables", lemma_4_1.marginals_are_sound),
        facts=_FACTS,
    ),
}
