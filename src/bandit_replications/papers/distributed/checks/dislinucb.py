"""Claims on DisLinUCB: Appendices G and H, Protocol 8, Theorem 4."""

from bandit_replications.inference.exact import identity, inequality
from bandit_replications.ledger.decisions import argued, exact, proof, sampled
from bandit_replications.papers.distributed.checks.introduction import LOG_TOTAL
from bandit_replications.papers.distributed.theory import theorem_4

_MARTINGALE = exact("mean of what comes from others", theorem_4.data_orders)
_EPOCHS = argued(
    "number P of epochs",
    "2 sqrt(TR/D) + 2 with R <= d log(1 + MT) <= 1.27 d log(MT), as MT >= 3, and D = T "
    "log(MT)/(dM): P <= 2.26 d sqrt(M) + 2 <= 4.26 d sqrt(M)",
)
_RADIUS = argued(
    "the factor",
    "R + 2 log(1/δ) <= (1.27 d + 3) log(MT) at δ = 1/(M²T), as M²T <= (MT)^1.5, and log(MT) is "
    "half of log(T/δ): 2 (sqrt(R + 2 log(1/δ)) + 1) <= 4.3 sqrt(d log(T/δ))",
)
_UNION = argued(
    "cost with a union over epochs too",
    "failures cost 2 MT · M P δ = 2 P <= 8.6 d sqrt(M), less than 8.6 d sqrt(MT)",
)
_GOOD_EPOCHS = argued(
    "norms in good epochs",
    "V̄^-1/2 Ṽ V̄^-1/2 has no eigenvalue below 1, so the largest is at most their product, det "
    "Ṽ/det V̄ <= 2: x^T V̄^-1 x <= 2 x^T Ṽ^-1 x",
)
_DOUBLINGS = argued("bad epochs: R/log 2", "ratios above 2 have logarithms above log 2, R in all")
_PRODUCT = exact(
    "R from the product alone", inequality, "floor(log(1 + 1000)/log(2))", "ceiling(log(1 + 1000))"
)
_TOGETHER = exact("agents above D, one action", inequality, "M", "1", over={"M": (2, "oo")})
_DIVERGENCE = exact(
    "a step with ±1", inequality, "-log(1 - e/2)", "C*e**2", over={"C": (1, "oo")}, e="1/(2*C)"
)
_COMMUNICATION = argued(
    "communication",
    "2 M (d² + d) numbers an epoch: 4 M d² · 4.26 d sqrt(M) <= 17.1 M^1.5 d³",
)

CHECKS = {
    "lemma-h-1": proof(_MARTINGALE),
    "lemma-h-1-repaired": proof(
        _EPOCHS,
        _UNION,
        _RADIUS,
        argued(
            "the factor, with δ/P in place of δ",
            "2 log P more under the root, and log P more in log(T/δ), whose factor is 2.14 d; an "
            "epoch has a step at least, so that P <= T and log(TP/δ) <= 2 log(T/δ)",
        ),
    ),
    "lemma-h-2": proof(
        argued(
            "a step",
            "det V grows by the factor 1 + u, u the squared norm; log(1 + u) <= u, and min(1, u) "
            "is at most 2 log(1 + u), which is concave and 2 log 2 > 1 at u = 1",
        ),
        argued("the determinant", "the mean of V's eigenvalues is at least their geometric mean"),
    ),
    "lemma-h-3": proof(_RADIUS, _MARTINGALE),
    "equation-06": proof(
        _DOUBLINGS,
        sampled("runs with one action", theorem_4.doublings_in_runs),
        printed=(_PRODUCT,),
        failing="the printed step does not follow",
    ),
    "appendix-h-good-epochs": proof(_GOOD_EPOCHS),
    "appendix-h-all-but-one": proof(_TOGETHER),
    "appendix-h-epochs": proof(_EPOCHS),
    "appendix-h-last-matrix": proof(
        exact("one action, four agents, T = 100", theorem_4.last_matrix)
    ),
    "theorem-4": proof(
        _GOOD_EPOCHS,
        argued(
            "regret of good epochs",
            "4 β sqrt(MTR) with R <= 1.27 d log(MT) and β = sqrt(R + 2 log(1/δ)) + 1, at most 3.03 "
            "sqrt(d log(MT)): 12.5 d sqrt(MT) log²(MT)",
        ),
        argued(
            "regret of bad epochs",
            "R/log 2 of them cost M · 2 β sqrt(2 D) each, D = T log(MT)/(dM): at most 15.8 d "
            "sqrt(MT) log²(MT)",
        ),
        argued(
            "last steps",
            "one step earlier all agents are at D or below, and a step costs each 2 at most: 2 M "
            "R/log 2 <= 3.4 d sqrt(MT) log²(MT), as M <= sqrt(MT)",
        ),
        _DOUBLINGS,
        _EPOCHS,
        _UNION,
        LOG_TOTAL,
        _COMMUNICATION,
        printed=(
            _PRODUCT,
            _TOGETHER,
        ),
    ),
    "finite-precision-dislinucb-divergence": proof(_DIVERGENCE),
    "finite-precision-dislinucb": proof(
        argued(
            "mean of ±2",
            "rounding entries toward 0 leaves ‖x̄‖ <= ‖x‖ <= 1: rewards ⟨x, θ*⟩ + η and ⟨x̄, θ*⟩ + η "
            "are in [-2, 2]",
        ),
        argued(
            "divergence of a step with ±2",
            "means ⟨x, θ*⟩ and ⟨x̄, θ*⟩ in [-1, 1] differ by sqrt(d) ε at most and have "
            "probabilities p, q in [1/4, 3/4], |p - q| <= sqrt(d) ε/4: kl <= (p - q)²/(q(1 - q)), "
            "d ε²/3 at most",
        ),
        exact("cost of rounding", identity, "sqrt(M**3*T**3*d)*e", "sqrt(M*T*d)", e="1/(M*T)"),
        argued(
            "bits of a number",
            "multiples of 1/(MT)² up to 2 MT: log2(4 (MT)³) <= 2 + 6 log2 T <= 8 log2 T",
        ),
        _COMMUNICATION,
        printed=(
            exact("largest reward against the largest mean of ±1", inequality, "1 + 1", "1"),
            _DIVERGENCE,
        ),
    ),
}
