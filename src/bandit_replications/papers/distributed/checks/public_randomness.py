"""Claims on Theorem 6 (Appendix C): without public random numbers."""

from bandit_replications.ledger.decisions import algebra, exact, proof, sampled
from bandit_replications.papers.distributed.theory import lemma_b_5, theorem_6

_PREMISE = lemma_b_5.with_coins
# One string, R = M log(MK) + K with a chance p that makes the mean 0.4 M log(MK), M = 16, K = 20.
_TAIL = algebra(
    "a two-valued cost, B = 1", "2/5*x/(x + 20) <= exp(-2*(2/5)**2*x/(1 + 20/x))", x="16*log(16*20)"
)

CHECKS = {
    "theorem-6": proof(
        printed=(
            sampled("premise: expected communication of DEMAB as printed", _PREMISE),
            _TAIL,
            exact("B = 2 C' K² log(MKT)", theorem_6.printed_strings),
        )
    ),
    "theorem-6-premise": proof(sampled("expected communication, coins on all arms", _PREMISE)),
    "theorem-6-exponent": proof(
        algebra(
            "Hoeffding's, x = M log(MK)", "2*B*c1**2*x/(c2*(1 + K/x)) = 2*B*c1**2/(c2*(1 + K/x))**2"
        ),
        _TAIL,
    ),
    "theorem-6-strings": proof(exact("C' that is needed", theorem_6.printed_strings)),
    "theorem-6-family": proof(algebra("mean a/Δ at a = 1, Δ = 1/100", "1/gap <= 1", gap="1/100")),
}
