"""Claims on Theorem 6 (Appendix C): without public random numbers."""

from bandit_replications.inference.exact import identity, inequality
from bandit_replications.ledger.decisions import argued, exact, proof, sampled
from bandit_replications.papers.distributed.checks.demab import REPAIR
from bandit_replications.papers.distributed.theory import lemma_b_5, theorem_6

_PREMISE = lemma_b_5.with_coins
# One string, R = M log(MK) + K with a chance p that makes the mean 0.4 M log(MK), M = 16, K = 20.
_TAIL = exact(
    "a two-valued cost, B = 1",
    inequality,
    "2/5*x/(x + 20)",
    "exp(-2*(2/5)**2*x/(1 + 20/x))",
    x="16*log(16*20)",
)

CHECKS = {
    "theorem-6": proof(
        argued(
            "strings with the repaired exponent",
            "B = 2 K³ log(MKT), times (c2/c1)²: log Q <= K log(MKT), and 2 B/(1 + K/(M log(MK)))² "
            "is larger, as 2 K > 1 + K/log K for K >= 2",
        ),
        argued(
            "log of the family's size",
            "K log(K sqrt(MT) + 1) <= K log(MKT), as K (MT - sqrt(MT)) >= 1",
        ),
        argued(
            "cost of announcing a string",
            "log B <= 4 log(MKT) + 2 log(c2/c1): O(1) packets for each agent, O(M) in all",
        ),
        argued(
            "worst case",
            "announcing adds O(M) to the O(ML + K) of every run (theorem-1-communication-worst)",
        ),
        argued(
            "divergence",
            "p in [1/4, 3/4] is within Δ/2 of the nearest grid point q, and Δ <= 1/(2 sqrt(3)), as "
            "K >= 2 and T >= 3: q and 1 - q are at least 0.105, kl <= (Δ/2)²/(q(1 - q)) <= 2.7 Δ²",
        ),
        argued(
            "from the grid to all bandits",
            "(M log(MK) + K) sqrt(TM) Δ = M log(MK)/K + 1 at Δ = 1/(K sqrt(MT)): at most twice M "
            "log(MK)",
        ),
        argued("rewards r/2 + 1/4", "gaps are halved, so that the regret at most doubles"),
        *REPAIR,
        printed=(
            sampled("premise: expected communication of DEMAB as printed", _PREMISE),
            _TAIL,
            exact("B = 2 C' K² log(MKT)", theorem_6.printed_strings),
        ),
    ),
    "theorem-6-premise": proof(sampled("expected communication, coins on all arms", _PREMISE)),
    "theorem-6-exponent": proof(
        exact(
            "Hoeffding's, x = M log(MK)",
            identity,
            "2*B*c1**2*x/(c2*(1 + K/x))",
            "2*B*c1**2/(c2*(1 + K/x))**2",
        ),
        _TAIL,
    ),
    "theorem-6-strings": proof(exact("C' that is needed", theorem_6.printed_strings)),
    "theorem-6-family": proof(
        exact("mean a/Δ at a = 1, Δ = 1/100", inequality, "1/gap", "1", gap="1/100")
    ),
}
