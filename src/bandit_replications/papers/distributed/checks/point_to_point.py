"""Claims of Appendix I: Procedures 9 and 10, Theorems 7 and 8."""

from bandit_replications.ledger.decisions import step
from bandit_replications.papers.distributed.checks.steps import derived
from bandit_replications.papers.distributed.theory import theorem_7, theorem_8

CHECKS = {
    "procedure-09": derived(step("messages that go astray", theorem_7.messages_of_others)),
    "theorem-7": derived(
        step("added regret", theorem_7.added_regret),
        step("large T", theorem_7.large_horizon),
        step("transfers of a phase", theorem_7.missing_stage),
        step("one number a step", theorem_7.one_number_a_step),
        printed=(step("M steps for Reallocate", theorem_7.donations),),
    ),
    "theorem-8": derived(
        step("large T", theorem_8.large_horizon),
        step("added regret of a phase", theorem_8.added_steps),
        step("the same in runs without noise", theorem_8.added_regret),
        step("numbers sent in runs", theorem_8.communication),
    ),
}
