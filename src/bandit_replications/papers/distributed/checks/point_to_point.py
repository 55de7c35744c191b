"""Claims of Appendix I: Procedures 9 and 10, Theorems 7 and 8."""

from bandit_replications.inference.exact import identity, inequality
from bandit_replications.ledger.decisions import argued, exact, proof

CHECKS = {
    "procedure-09": proof(
        exact("what agent i + 1 gets at step i against its own", identity, "i", "i + 1")
    ),
    "theorem-7": proof(
        argued(
            "added regret",
            "six transfers of M - 1 steps a phase and one for Centralize, M agents lose 1 a step: "
            "at most 7 M² L",
        ),
        argued(
            "large T",
            "T > M³ log M: M^4 log²(MK) <= 2 M^4 (log² M + log² K), and with log T >= 2.5 log M, "
            "log T >= log K that is less than 2 MKT log T",
        ),
        argued("transfers of a phase", "six with Reallocate's, twice the printed three: O(1)"),
        argued(
            "one number a step",
            "once stage 1 completes a phase T >= 256 M K² log(MKT), so MK <= sqrt(MKT log T)/16; "
            "before that Lemma B.5 holds and O(M log(MK)) arms are moved",
        ),
        printed=(exact("M steps for Reallocate", inequality, "8*(62 - 31)", "16"),),
    ),
    "theorem-8": proof(
        argued(
            "large T",
            "T/log T increases, so T >= M³ log M gives M³ log T <= 3.4 T and M² log T <= 1.9 "
            "sqrt(MT log T)",
        ),
        argued(
            "added regret of a phase",
            "three exchanges of M - 1 steps, in which M agents lose at most 2 each: 6 M²",
        ),
        argued("numbers sent", "those with a server but what agent 1 would send itself"),
    ),
}
