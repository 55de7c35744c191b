"""Claims of Sections 1 and 2: the model, Table 1, footnotes."""

from bandit_replications.ledger.decisions import argued, by_interpretation, exact, proof, statement
from bandit_replications.papers.distributed.theory import lemma_b_5

LOGARITHM = argued("log(MKT) and log T", "MKT < T³, as M, K < T, so log(MKT) <= 3 log T")
M_LOG_M = argued(
    "M log M", "TK >= M log M, so MTK log(MTK) >= M · M log M · log M, the square of M log M"
)
LOG_TOTAL = argued("log(MT) and log T", "MT < T², as M < T, so log(MT) <= 2 log T")
BITS = argued(
    "bits of a rounded average",
    "4TM < 4T² <= T^4, as M < T and T >= 2, so log2(4TM) <= 4 log2 T",
)

CHECKS = {
    "section-1-horizon-logarithm": proof(LOGARITHM, M_LOG_M, LOG_TOTAL),
    "abstract-communication-horizon": by_interpretation(
        statement(
            argued(
                "O(ML + K) in every run",
                "stage 2 has at most L = 4 + 1.5 log(MK) phases, and what a phase and all "
                "Reallocates send is bounded by M, K and L alone (theorem-1-communication-worst)",
            ),
        ),
        **{
            "O(M log(MK)) at every T, of which it is the summary": statement(
                exact("twice the T", lemma_b_5.expected_communication, at_half=True),
                exact("expected communication", lemma_b_5.expected_communication),
            )
        },
    ),
    "footnote-01": proof(BITS),
}
