"""Claims of Appendix I: Procedures 9 and 10, Theorems 7 and 8."""

from bandit_replications.ledger.decisions import proof, sampled
from bandit_replications.papers.distributed.theory import theorem_7, theorem_8

CHECKS = {
    "procedure-09": proof(sampled("messages that go astray", theorem_7.messages_of_others)),
    "theorem-7": proof(
        sampled("added regret", theorem_7.added_regret),
        sampled("large T", theorem_7.large_horizon),
        sampled("transfers of a phase", theorem_7.missing_stage),
        sampled("one number a step", theorem_7.one_number_a_step),
        printed=(sampled("M steps for Reallocate", theorem_7.donations),),
    ),
    "theorem-8": proof(
        sampled("large T", theorem_8.large_horizon),
        sampled("added regret of a phase", theorem_8.added_steps),
        sampled("the same in runs without noise", theorem_8.added_regret),
        sampled("numbers sent in runs", theorem_8.communication),
    ),
}
