"""Claims of Sections 1 and 2: the model, Table 1, footnotes."""

from bandit_replications.ledger.proof_steps import definition, derived, not_testable, step
from bandit_replications.papers.distributed.theory import (
    concentration,
    stage_1_imbalance,
    theorem_1,
    theorem_2,
    theorem_3,
    theorem_4,
)

IMBALANCE, PRIOR = "stage-1-imbalance", "one-instance-for-all"

CLAIMS = (
    definition(
        "section-1-regret-arms", "Section 1.1", "Regret of all agents, multi-armed bandits."
    ),
    definition("section-1-regret-linear", "Section 1.1", "Regret of all agents, linear bandits."),
    definition(
        "section-1-communication",
        "Section 1.1",
        "Communication is the number of integers and reals sent between server and agents.",
    ),
    not_testable(
        "section-1-single-agent",
        "Section 1.1",
        "No protocol is better than the best single agent with MT pulls.",
        "a simulation argument about all protocols: one agent can play all of them",
    ),
    derived(
        "section-1-horizon-logarithm",
        "Section 1.1",
        "Under T > max(M log M / K, M, K, 2) logarithms of MKT are logarithms of T up to a factor.",
        step("log(MKT)/log T", theorem_1.logarithm_of_horizon),
        step("M log M", theorem_1.additive_term),
        step("log(MT)/log T", theorem_3.log_total),
    ),
    derived(
        "section-1-immediate-sharing",
        "Section 1.2",
        "Immediate sharing sends each arm and reward to every other agent: O(M² T) numbers.",
        step("numbers over 2 M² T", theorem_1.immediate_sharing),
    ),
    derived(
        "table-1-demab",
        "Table 1 and abstract",
        "DEMAB: regret O(sqrt(MKT log T)) with O(M log(MK)) communication.",
        step("expected communication", stage_1_imbalance.expected_communication),
        step("growth over M log(MK)", stage_1_imbalance.communication_growth),
        rule="the expected communication on an instance is below the bound of the proof with its "
        "own constants, M = 16, K = 10^6, and over M log(MK) it grows at most tenfold from "
        "K = 10^3 to 10^6",
        errata=(IMBALANCE,),
    ),
    derived(
        "abstract-communication-horizon",
        "Abstract and Section 1.2",
        "The communication of DEMAB does not depend on T.",
        step("worst case over T", theorem_1.independent_of_horizon),
        rule="the bound on every run, O(ML + K), varies by at most 20% for T from 10^8 to 10^15: a "
        "statement on the bound; the communication itself depends on T, through stage 1",
        printed=(step("the communication itself", stage_1_imbalance.depends_on_horizon),),
        errata=(IMBALANCE,),
        failing="true of the bound, not of the communication",
    ),
    derived(
        "table-1-lower-bound",
        "Table 1",
        "Regret o(M sqrt(KT)) needs Ω(M) communication.",
        step("bound at M/3000", theorem_2.sum_over_agents),
        rule="at communication M/3000 the repaired bound is at least 0.045 M sqrt(KT)",
        errata=(PRIOR,),
    ),
    derived(
        "table-1-delb",
        "Table 1",
        "DELB: regret O(d sqrt(MT log T)), communication O((Md + d log log d) log T).",
        step("regret", theorem_3.regret_form),
        step("cost of a phase", theorem_3.communication_form),
        step("number of phases", theorem_3.phases_logarithm),
    ),
    derived(
        "table-1-dislinucb",
        "Table 1",
        "DisLinUCB: regret O(d sqrt(MT) log² T), communication O(M^1.5 d³).",
        step("regret", theorem_4.regret_form),
        step("communication", theorem_4.communication_form),
    ),
    not_testable(
        "table-1-dcb",
        "Table 1 and Section 2",
        "DCB (Korda et al., 2016): regret O(d sqrt(MT) log T), communication O(M d² T).",
        "a theorem of another paper; runs of a simplified DCB are measured elsewhere",
    ),
    not_testable(
        "table-1-immediate-sharing",
        "Table 1",
        "Immediate sharing has the regret of one agent with MT pulls, Õ(sqrt(MKT)) and "
        "Õ(d sqrt(MT)).",
        "known bounds of the single-agent algorithms; runs are measured elsewhere",
    ),
    derived(
        "footnote-01",
        "Footnote 1",
        "Counting bits in place of numbers costs a logarithmic factor.",
        step("bits of a real", theorem_1.rows_of_bits),
        step("bits of a rounded average", concentration.bits_of_reals),
    ),
    not_testable(
        "footnote-02",
        "Footnote 2",
        "The protocols can be adapted to networks in which an agent hears one other a step.",
        "Appendix I, Theorems 7 and 8, makes it precise",
    ),
    not_testable(
        "section-2-related-work",
        "Section 2",
        "Pure exploration needs O(log M) or O(log(1/ε)) rounds; the tasks do not reduce to each "
        "other.",
        "theorems of other papers",
    ),
)
