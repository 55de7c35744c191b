"""Claims of Appendix I: Procedures 9 and 10, Theorems 7 and 8."""

from bandit_replications.ledger.decisions import proof, step
from bandit_replications.papers.distributed.theory import theorem_7, theorem_8

CHECKS = {
    "procedure-09": proof(step("messages that go astray", theorem_7.messages_of_others)),
    "procedure-09-repaired": proof(
        step("messages that go astray", theorem_7.messages_of_others, offset=1)
    ),
    "procedure-10": proof(
        step("messages that go astray", theorem_7.messages_of_others, procedure=10, offset=1)
    ),
    "theorem-7": proof(
        step("added regret", theorem_7.added_regret),
        step("large T", theorem_7.large_horizon),
        step("transfers of a phase", theorem_7.missing_stage),
        printed=(step("M steps for Reallocate", theorem_7.donations),),
    ),
    "theorem-8": proof(
        step("large T", theorem_8.large_horizon),
        step("added regret in runs", theorem_8.added_regret),
        step("numbers sent in runs", theorem_8.communication),
    ),
}
