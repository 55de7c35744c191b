"""Claims on DisLinUCB: Appendices G and H, Protocol 8, Theorem 4."""

from bandit_replications.ledger.decisions import algebra, exact, proof, sampled
from bandit_replications.papers.distributed.theory import theorem_4

_MARTINGALE = exact("mean of what comes from others", theorem_4.data_orders)
_PRODUCT = algebra(
    "R from the product alone", "floor(log(1 + 1000)/log(2)) <= ceiling(log(1 + 1000))"
)
_TOGETHER = algebra("agents above D, one action", "M <= 1", over={"M": (2, "oo")})
_DIVERGENCE = algebra(
    "a step with ±1", "-log(1 - e/2) <= C*e**2", over={"C": (1, "oo")}, e="1/(2*C)"
)

CHECKS = {
    "lemma-h-1": proof(_MARTINGALE),
    "lemma-h-3": proof(_MARTINGALE),
    "equation-06": proof(
        sampled("runs with one action", theorem_4.doublings_in_runs),
        printed=(_PRODUCT,),
        failing="the printed step does not follow",
    ),
    "appendix-h-all-but-one": proof(_TOGETHER),
    "appendix-h-last-matrix": proof(
        exact("one action, four agents, T = 100", theorem_4.last_matrix)
    ),
    "theorem-4": proof(
        printed=(
            _PRODUCT,
            _TOGETHER,
        )
    ),
    "finite-precision-dislinucb-divergence": proof(_DIVERGENCE),
    "finite-precision-dislinucb": proof(
        algebra("cost of rounding", "sqrt(M**3*T**3*d)*e = sqrt(M*T*d)", e="1/(M*T)"),
        printed=(
            algebra("largest reward against the largest mean of ±1", "1 + 1 <= 1"),
            _DIVERGENCE,
        ),
    ),
}
