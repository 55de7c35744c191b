"""Decisions on the ranking: Algorithm 4, Section 4 and Appendix A.2."""

from bandit_replications.ledger.decisions import algebra, argued, proof, statement

_EXPONENTIAL = algebra(
    "(1 - x)^t <= exp(-t x), x = 1/(K e)", "1 - x <= exp(-x)", over={"x": (0, 1)}
)
_EACH_ROUND = argued("each round", "q >= 1/(K e) whatever happened before: (1 - 1/(K e))^t")
_UNION = argued("K players", "K times the probability of one")

CHECKS = {
    "algorithm-4": statement(
        argued("ranks", "an owner stays, so that nobody else is alone on its arm"),
    ),
    "theorem-4-1-ranking": proof(
        argued("T_R rounds", "less rounded up, and K exp(-T_R / (K e)) falls with T_R"),
        algebra("at T_R", "K*exp(-R/(K*exp(1))) = K/T", R="K*exp(1)*log(T)"),
    ),
    "appendix-2-seat-probability": statement(
        argued("q", "u of K arms are free, and none of u - 1 others picks it: (1 - 1/K)^(u-1)"),
    ),
    "appendix-2-least-seat-probability": proof(
        argued("least q", "u/K >= 1/K, and (1 - 1/K)^(u-1) falls with u <= K"),
        argued("1/e", "(K-1) ln(1 - 1/K) = -ln(1 + x)/x, x = 1/(K-1), and 1 >= 1/e at K = 1"),
        algebra("-ln(1 + x)/x >= -1", "log(1 + x) <= x", over={"x": (0, "oo")}),
    ),
    "appendix-2-one-player": statement(_EACH_ROUND, _EXPONENTIAL),
    "appendix-2-union-bound": statement(_EACH_ROUND, _EXPONENTIAL, _UNION),
}
