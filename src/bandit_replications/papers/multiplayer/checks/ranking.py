"""Decisions on the ranking: Algorithm 4, Section 4 and Appendix A.2."""

from bandit_replications.ledger.decisions import algebra, proof, statement

_EXPONENTIAL = algebra(
    "(1 - x)^t <= exp(-t x), x = 1/(K e)", "1 - x <= exp(-x)", over={"x": (0, 1)}
)

CHECKS = {
    "theorem-4-1-ranking": proof(
        algebra("at T_R", "K*exp(-R/(K*exp(1))) = K/T", R="K*exp(1)*log(T)"),
    ),
    "appendix-2-least-seat-probability": proof(
        algebra("-ln(1 + x)/x >= -1", "log(1 + x) <= x", over={"x": (0, "oo")}),
    ),
    "appendix-2-one-player": statement(_EXPONENTIAL),
    "appendix-2-union-bound": statement(_EXPONENTIAL),
}
