"""Claims on DisLinUCB: Appendices G and H, Protocol 8, Theorem 4."""

from bandit_replications.ledger.decisions import algebra, exact, proof, sampled
from bandit_replications.papers.distributed.theory import theorem_4

_MARTINGALE = exact("mean of what comes from others", theorem_4.data_orders)
_PRODUCT = algebra(
    "R from the product alone", "floor(log(1 + 1000)/log(2)) <= ceiling(log(1 + 1000))"
)
_LAST = exact("one action, four agents, T = 100", theorem_4.last_matrix)
_TOGETHER = exact("agents above D as an epoch ends, one action", theorem_4.agents_above)
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
    "appendix-h-last-matrix": proof(_LAST),
    # x = MT, s = log x, R <= r d s, y = sqrt(d s), β <= b y, epochs at most P d sqrt(M).
    "theorem-4": proof(
        algebra("R", "log(1 + x) <= 127/100*log(x)", over={"x": (3, "oo")}),
        algebra("β", "sqrt(127/100 + 3)*y + 1 <= 303/100*y", over={"y": ("sqrt(log(3))", "oo")}),
        algebra(
            "regret in d sqrt(MT) log²(MT): good and bad epochs, last steps, failures",
            "4*b*sqrt(r)/s + 2*b*sqrt(2)*r/log(2) + 2*r/log(2)/s + 2*P/s**2 <= 39",
            over={"s": ("log(3)", "oo")},
            b="303/100",
            r="127/100",
            P="2*sqrt(r) + 2",
        ),
        algebra("numbers in M^1.5 d³", "4*(2*sqrt(127/100) + 2) <= 171/10"),
        printed=(_PRODUCT, _TOGETHER, _MARTINGALE, _LAST),
    ),
    "finite-precision-dislinucb-divergence": proof(_DIVERGENCE),
    "finite-precision-dislinucb": proof(
        algebra("cost of rounding", "sqrt(M**3*T**3*d)*e = sqrt(M*T*d)", e="1/(M*T)"),
        printed=(_DIVERGENCE,),
    ),
}
