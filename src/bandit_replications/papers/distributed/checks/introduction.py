"""Claims of Sections 1 and 2: the model, Table 1, footnotes."""

from bandit_replications.ledger.decisions import proof, step
from bandit_replications.papers.distributed.theory import (
    finite_precision,
    lemma_b_5,
    lemma_f_1,
    theorem_1,
    theorem_2,
    theorem_3,
    theorem_4,
)

CHECKS = {
    "section-1-horizon-logarithm": proof(
        step("log(MKT)/log T", theorem_1.logarithm_of_horizon),
        step("M log M", theorem_1.additive_term),
        step("log(MT)/log T", theorem_3.log_total),
    ),
    "section-1-immediate-sharing": proof(step("numbers over 2 M² T", theorem_1.immediate_sharing)),
    "table-1-demab": proof(
        step("expected communication", lemma_b_5.expected_communication),
        step("growth over M log(MK)", lemma_b_5.communication_growth),
    ),
    "abstract-communication-horizon": proof(
        step("worst case over T", theorem_1.independent_of_horizon),
        printed=(step("the communication itself", lemma_b_5.depends_on_horizon),),
        failing="true of the bound, not of the communication",
    ),
    "table-1-lower-bound": proof(step("bound at M/3000", theorem_2.sum_over_agents)),
    "table-1-delb": proof(
        step("regret", theorem_3.regret_form),
        step("cost of a phase", theorem_3.communication_form),
        step("number of phases", lemma_f_1.phases_logarithm),
    ),
    "table-1-dislinucb": proof(
        step("regret", theorem_4.regret_form), step("communication", theorem_4.communication_form)
    ),
    "footnote-01": proof(
        step("bits of a rounded average", finite_precision.bits_of_reals),
    ),
}
