"""Claims of Sections 1 and 2: the model, Table 1, footnotes."""

from bandit_replications.ledger.decisions import argued, by_interpretation, exact, statement
from bandit_replications.papers.distributed.theory import lemma_b_5

CHECKS = {
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
}
