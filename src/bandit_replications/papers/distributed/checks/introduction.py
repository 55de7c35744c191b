"""Claims of Sections 1 and 2: the model, Table 1, footnotes."""

from bandit_replications.ledger.decisions import by_reading, proof, sampled, statement
from bandit_replications.papers.distributed.theory import (
    finite_precision,
    lemma_b_5,
    theorem_1,
    theorem_3,
)

CHECKS = {
    "section-1-horizon-logarithm": proof(
        sampled("log(MKT)/log T", theorem_1.logarithm_of_horizon),
        sampled("M log M", theorem_1.additive_term),
        sampled("log(MT)/log T", theorem_3.log_total),
    ),
    "abstract-communication-horizon": by_reading(
        statement(
            sampled("O(ML + K) in every run, over T", theorem_1.independent_of_horizon),
            sampled("the instance that moves most arms", lemma_b_5.worst_case_holds),
        ),
        **{
            "O(M log(MK)) at every T, of which it is the summary": statement(
                sampled("twice the T", lemma_b_5.depends_on_horizon),
                sampled("expected communication", lemma_b_5.expected_communication),
            )
        },
    ),
    "footnote-01": proof(
        sampled("bits of a rounded average", finite_precision.bits_of_reals),
    ),
}
