"""Claims of Appendix I: Procedures 9 and 10, Theorems 7 and 8."""

from bandit_replications.ledger.proof_steps import derived, step
from bandit_replications.papers.distributed.checks.late import late_step
from bandit_replications.papers.distributed.theory import point_to_point, stage_1_imbalance

INDEX, STAGES, IMBALANCE = "message-index", "reallocate-stages", "stage-1-imbalance"

CLAIMS = (
    derived(
        "procedure-09",
        "Procedure 9, Appendix I",
        "At step i agent 1 sends m_i to agent i + 1, so that each agent gets its message.",
        step("messages that go astray", point_to_point.message_index),
        rule="every agent gets the message of its own index",
        errata=(INDEX,),
    ),
    derived(
        "procedure-09-repaired",
        "Procedure 9, Appendix I",
        "At step i agent 1 sends m_(i+1) to agent i + 1.",
        step("messages that go astray", point_to_point.message_index, offset=1),
        errata=(INDEX,),
    ),
    derived(
        "procedure-10",
        "Procedure 10, Appendix I",
        "At step i agent i + 1 sends its message to agent 1.",
        step("messages that go astray", point_to_point.message_index_back),
    ),
    derived(
        "theorem-7",
        "Theorem 7, Appendix I",
        "DEMAB where an agent hears one other a step: M² log(MK) more regret.",
        step("added regret", point_to_point.added_regret),
        step("large T", point_to_point.large_horizon_arms),
        step("transfers of a phase", point_to_point.missing_stage),
        rule="if a message may hold several arms; one number a step needs a step for each donated "
        "arm",
        printed=(step("M steps for Reallocate", point_to_point.donations),),
        errata=(STAGES,),
    ),
    derived(
        "theorem-7-communication",
        "Theorem 7, Appendix I",
        "Its expected communication is O(M log(MK)).",
        step("expected communication", stage_1_imbalance.expected_communication),
        step("growth over M log(MK)", stage_1_imbalance.communication_growth),
        rule="as for `theorem-1-communication`, whose bound it takes over",
        errata=(IMBALANCE,),
    ),
    derived(
        "theorem-8",
        "Theorem 8, Appendix I",
        "DELB where an agent hears one other a step: M² log T more regret, same communication.",
        step("large T", point_to_point.large_horizon_linear),
        late_step("added regret in runs", "point_to_point_runs", "added_regret"),
        late_step("numbers sent in runs", "point_to_point_runs", "communication"),
    ),
)
