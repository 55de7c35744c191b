"""Claims of Appendix I: Procedures 9 and 10, Theorems 7 and 8."""

from bandit_replications.ledger.decisions import proof, step
from bandit_replications.papers.distributed.theory import (
    point_to_point,
    point_to_point_runs,
)

CHECKS = {
    "procedure-09": proof(step("messages that go astray", point_to_point.message_index)),
    "procedure-09-repaired": proof(
        step("messages that go astray", point_to_point.message_index, offset=1)
    ),
    "procedure-10": proof(step("messages that go astray", point_to_point.message_index_back)),
    "theorem-7": proof(
        step("added regret", point_to_point.added_regret),
        step("large T", point_to_point.large_horizon_arms),
        step("transfers of a phase", point_to_point.missing_stage),
        printed=(step("M steps for Reallocate", point_to_point.donations),),
    ),
    "theorem-8": proof(
        step("large T", point_to_point.large_horizon_linear),
        step("added regret in runs", point_to_point_runs.added_regret),
        step("numbers sent in runs", point_to_point_runs.communication),
    ),
}
