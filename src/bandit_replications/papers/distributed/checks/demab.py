"""Claims on DEMAB: Section 3, Appendices A and B; Protocols 1 and 3 to 7, Theorems 1 and 5."""

from bandit_replications.ledger.proof_steps import definition, derived, equation, not_testable, step
from bandit_replications.papers.distributed.checks.late import late_step
from bandit_replications.papers.distributed.theory import (
    bounds,
    concentration,
    fact_1,
    pulls_of_an_arm,
    stage_1_imbalance,
    theorem_1,
)

C2, FLOOR, TOTAL, ROUNDING = (
    "burn-in-constant",
    "burn-in-rounding",
    "phase-within-horizon",
    "pulls-rounded-down",
)
LOGARITHM, SHORT_BURN_IN, FAILURE = "burn-in-logarithm", "burn-in-length", "failure-probability"
ALIVE, DROPPED, SHORT, CEILINGS = (
    "alive-at-phase-start",
    "dropped-one-phase-later",
    "phases-of-one-step",
    "two-roundings",
)
IMBALANCE, UNION = "stage-1-imbalance", "union-over-agents"
STALE, OWN, SIGN, WAITING = "stale-maximum", "own-arms", "reallocate-sign", "reallocate-waiting"
SKETCH = "sketch-logarithm"
LOOP, DIVISIBLE, INTEGERS = "elimination-in-loop", "divisible-assignment", "integers-sent"


_SHORT_OF_PHASES = step("l0 phases at M = K = 2, T = 8000", fact_1.completed_phases)
_MENDED_C2 = step("l0 with C2 = 256/3", fact_1.cases_short_of_phases, constant=bounds.C2_MENDED)
_EXPECTED = step("expected communication", stage_1_imbalance.expected_communication)
_IN_RUNS = late_step("runs of DEMAB", "stage_1_imbalance_runs", "grows_with_arms")

PROTOCOLS = (
    derived(
        "protocol-1",
        "Protocol 1",
        "DEMAB with m_l rounded down and |B_l| > M deciding between the modes.",
        step("pulls when l0 is below -3", fact_1.negative_first_phase),
        rule="each arm is pulled at least once in each phase, also where T is just above the "
        "assumption's bound and l0 negative",
        errata=(ROUNDING,),
    ),
    derived(
        "protocol-1-negative-phases",
        "Protocols 1 and 3",
        "Starting at phase l0 + 1 <= 0, where D is small, loses no arm.",
        step("threshold of phases up to 0", fact_1.early_phases_eliminate_nothing),
        rule="a threshold of 1 or more drops no average of [0, 1]",
    ),
    derived(
        "protocol-3",
        "Protocol 3, Appendix A",
        "In distributed mode an arm is pulled at most 2 m_l times in a phase.",
        step("balanced counts", pulls_of_an_arm.at_most_twice),
        rule="all counts n <= N_max <= 2 n up to 12, N_max and |B_l^(i)| after Reallocate",
        printed=(
            step("N_max from before Reallocate", fact_1.stale_maximum),
            step("round-robin pulls with |B_l|", pulls_of_an_arm.union_for_own_arms),
        ),
        errata=(STALE, OWN),
    ),
    derived(
        "protocol-4",
        "Protocol 4, Appendix A",
        "Eliminate: the averages of a phase's arms decide at its end.",
        step("averages at the elimination, as indented", theorem_1.elimination_in_loop),
        rule="all arms of the phase have an average when arms are dropped",
        errata=(LOOP,),
    ),
    derived(
        "protocol-5",
        "Protocol 5, Appendix A",
        "The server fills agents below the average with n_i - n̄ donated arms.",
        step("number of arms sent", fact_1.printed_sign),
        rule="the number is not negative",
        errata=(SIGN,),
    ),
    derived(
        "protocol-6",
        "Protocol 6, Appendix A",
        "Agents with no more than the average wait for arms, the others do not.",
        step("who waits and who gets", fact_1.deadlocks),
        rule="all counts up to 5 of 3 agents: those who wait are those who get arms",
        errata=(WAITING,),
        kind="enumeration",
    ),
    definition("protocol-7", "Protocol 7, Appendix A", "Centralize: all arms to the server."),
    derived(
        "appendix-a-assignment",
        "Appendix A, assignment strategy",
        "All m_l pulls of each arm are scheduled, to at most N + M - 1 (agent, arm) pairs.",
        step("pairs", theorem_1.segments),
        rule="all N <= M <= 8 and m up to 40",
        printed=(step("pulls by the rule for divisible M", theorem_1.divisible_pulls),),
        errata=(DIVISIBLE,),
        kind="enumeration",
    ),
)

FACT_1 = (
    derived(
        "fact-1-1",
        "Fact 1.1, Appendix B",
        "Before the last line of Reallocate fewer than M arms are left.",
        step("most arms left", fact_1.leftover),
        rule="all counts up to 5 of 4 agents",
        kind="enumeration",
    ),
    derived(
        "fact-1-2",
        "Fact 1.2, Appendix B",
        "After Reallocate the counts are balanced.",
        step("largest over smallest", fact_1.balanced_afterwards),
        rule="all counts up to 5 of 4 agents with more than M arms",
        kind="enumeration",
    ),
    derived(
        "fact-1-3",
        "Fact 1.3, Appendix B",
        "Every agent completes at least l0 phases in stage 1, C2 = 67/3.",
        _SHORT_OF_PHASES,
        step("180 settings", fact_1.cases_short_of_phases),
        step("the geometric series from phase 1", fact_1.series),
        rule="in each setting the phases that fit into D steps with all arms are at least l0",
        errata=(C2,),
    ),
    derived(
        "fact-1-3-from-phase-0",
        "Fact 1.3, Appendix B",
        "Counted from phase 0 the geometric series is the printed one.",
        step("series from phase 0", fact_1.series, first=0),
        errata=(C2,),
    ),
    derived(
        "fact-1-3-repaired",
        "Fact 1.3, Appendix B",
        "With C2 = 256/3 every agent completes at least l0 phases; with 67/3 at least l0 - 1.",
        step("256/3 is enough", fact_1.needed_constant, constant=bounds.C2_MENDED),
        _MENDED_C2,
        step("one phase less with 67/3", fact_1.one_phase_less),
        step("phases of stage 2 with 256/3", fact_1.phases_with_mended_constant),
        errata=(C2,),
    ),
    derived(
        "fact-1-4",
        "Fact 1.4, Appendix B",
        "Stage 2 has at most L = 4 + 1.5 log(MK) phases.",
        step("the repaired chain", fact_1.phases_of_stage_2),
        step("the printed chain's end", fact_1.printed_phases),
        step("m_l of a completed phase against MT", fact_1.fits_total),
        printed=(
            step("m_l of a completed phase against T", fact_1.fits_horizon),
            step("4^l0 without its rounding", fact_1.floor_forgotten),
        ),
        errata=(TOTAL, FLOOR),
    ),
    derived(
        "section-3-2-burn-in",
        "Section 3.2",
        "In D steps an agent completes at least log4(3D/(67 K log T)) phases, rounded down.",
        step("phases against l0 with log T", fact_1.burn_in_logarithm),
        rule="the phases that fit are at least l0 with log T in place of log(MKT), even with "
        "C2 = 256/3",
        errata=(LOGARITHM, C2),
    ),
    derived(
        "section-3-2-stage-1-regret",
        "Section 3.2",
        "Stage 1 loses Õ(sqrt(MT)) in all.",
        step("M min(D, sqrt(DK))", theorem_1.stage_1_regret),
    ),
    derived(
        "section-3-2-reallocate-cost",
        "Section 3.2, Appendix B",
        "A second Reallocate costs O(min(N_l, N_l' - N_l)).",
        step("arms moved", fact_1.moved_arms),
        rule="arms moved are at most N_l' - N_l + 2 M, all counts of 3 agents: what exceeds the "
        "printed difference is paid for by the phase's O(M)",
        kind="enumeration",
    ),
    not_testable(
        "footnote-03",
        "Footnote 3",
        "Arms that only some agents keep may be lost in the allocation, which does not hurt.",
        "the analysis never uses such arms",
    ),
    not_testable(
        "footnotes-04-to-06",
        "Footnotes 4 to 6",
        "Centralize costs O(M); Appendix A has the indivisible case; the meaning of balanced.",
        "costs are counted in the bounds; the rest refers to Appendix A or defines",
    ),
)

CONCENTRATION = (
    derived(
        "lemma-b-1",
        "Lemma B.1, Appendix B",
        "In stage 1 all averages are within 2^(-l-1) with probability 1 - 2 l_D/(MKT).",
        step("exponent from Hoeffding's inequality", concentration.hoeffding_exponent),
        step("exponent as printed", concentration.printed_exponent),
        step("coins at MKT = 3, exactly", concentration.exact_tail),
        step("union", concentration.union_b_1),
    ),
    derived(
        "lemma-b-3",
        "Lemma B.3, Appendix B",
        "In stage 2 all averages are within 2^(-l-1) with probability 1 - 2 L/(M² K T).",
        step("exponent", concentration.hoeffding_exponent),
        step("also for errors that are equal", concentration.strictness),
        step("union", concentration.union_b_3),
    ),
    derived(
        "appendix-b-pulls-looseness",
        "Protocols 1, 3, 4, beyond the paper",
        "A sixteenth of the pulls, m_l = 4^(l+1) log(MKT), is enough for 2/(MKT)².",
        step("ratio", concentration.looseness),
        step("exponent at 4^(l+1)", concentration.hoeffding_exponent, pulls_exponent=1),
        step("bound on the regret", concentration.sharp_regret),
    ),
    derived(
        "lemma-b-2-1",
        "Lemma B.2.1, Appendix B",
        "The best arm stays alive in stage 1.",
        step("two errors of 2^(-l-1)", concentration.strictness),
        rule="the sum of two errors stays below the threshold 2^-l; ties have Hoeffding's bound "
        "too, so that strict elimination is covered",
    ),
    derived(
        "lemma-b-2-2",
        "Lemma B.2.2, Appendix B",
        "Arms alive at the start of phase l have gaps of at most 2^(-l+1).",
        step("P{gap 0.26 alive at the start of phase 3}", pulls_of_an_arm.alive_gap),
        rule="at M = K = 2, T = 10^6, means 0.9 and 0.64, the gap 0.26 > 2^-2 is alive at the "
        "start of phase 3 with a probability, summed exactly, of at most 2 l_D/(MKT)",
        errata=(ALIVE,),
    ),
    not_testable(
        "lemma-b-2-3",
        "Lemma B.2.3, Appendix B",
        "The best arm is given to some agent.",
        "to agent r_1, as all agents keep it: no number is claimed",
    ),
    derived(
        "lemma-b-2-4",
        "Lemma B.2.4, Appendix B",
        "Arms that enter stage 2 have gaps of at most 2^(-l0+1).",
        step("after l0 completed phases", pulls_of_an_arm.start_of_stage_2),
        step("l0 with C2 = 256/3", fact_1.cases_short_of_phases, constant=bounds.C2_MENDED),
        printed=(_SHORT_OF_PHASES,),
        errata=(C2,),
    ),
    derived(
        "lemma-b-2-5",
        "Lemma B.2.5, Appendix B",
        "An arm of gap Δ is pulled at most C5 M log(MKT)/Δ² times in stage 1.",
        step("C5 = 4096/3", pulls_of_an_arm.stage_1_constant),
        step("dropped in phase l_a + 1", pulls_of_an_arm.dropped_in_phase, phase="mended"),
        printed=(step("dropped in phase l_a", pulls_of_an_arm.dropped_in_phase),),
        errata=(DROPPED,),
    ),
    derived(
        "lemma-b-4",
        "Lemma B.4, Appendix B",
        "In stage 2 an arm is pulled at most C4 log(MKT)/Δ² + η times, C4 = (2^15 + 13)/3.",
        step("C4 with all roundings", pulls_of_an_arm.stage_2_constant),
        step("dropped in phase l_i", pulls_of_an_arm.dropped_in_stage_2),
        step("geometric sum", pulls_of_an_arm.geometric_sum),
        step("at most 2 m_l a phase", pulls_of_an_arm.at_most_twice),
        step("an arm that phase l0 missed", pulls_of_an_arm.unfinished_burn_in),
        printed=(step("roundings in the last line", pulls_of_an_arm.ceilings),),
        errata=(CEILINGS, C2),
    ),
    derived(
        "lemma-b-4-phases-of-one-step",
        "Lemma B.4, Appendix B",
        "A step of its proof: phases of one step are at most log M, so that Σ η <= M log M.",
        step("M = T - 1 = 1e10, K = 1e6", pulls_of_an_arm.short_phases_counterexample),
        rule="arms that pay 1 and 0: the phases of one step are at most log M; phases are counted, "
        "and Σ η itself, which is of pulls, exceeds M log M only if agents without an assignment "
        "repeat active arms in them",
        errata=(SHORT,),
    ),
    derived(
        "lemma-b-4-phases-of-one-step-repaired",
        "Lemma B.4, Appendix B",
        "Phases of one step are at most 2 log4 M.",
        step("settings with K <= M < T", pulls_of_an_arm.short_phases_mended),
        errata=(SHORT,),
    ),
)

LEMMA_B_5 = (
    derived(
        "lemma-b-5",
        "Lemma B.5, Appendix B",
        "With probability 1 - 2LKδ either n_l < 21 M log(1/δ) or nothing was reallocated.",
        step("P{Reallocate} on an instance", stage_1_imbalance.reallocation_is_rare),
        rule="on an instance with constant rewards but one arm the probability of a Reallocate in "
        "phase l0 + 1 with n_(l0+2) >= K/4 is at most 2 L K δ, δ from 21 M log(1/δ) = K/4; l = l0 "
        "+ 2, so that it is before the start of phase l in any reading",
        errata=(IMBALANCE,),
    ),
    derived(
        "lemma-b-5-chernoff",
        "Lemma B.5, Appendix B",
        "The tails of a random allocation are exp(-n/(21 M)) and exp(-n/(18 M)).",
        step("upper", stage_1_imbalance.chernoff_upper),
        step("lower", stage_1_imbalance.chernoff_lower),
        step("exact tails", stage_1_imbalance.chernoff_exact),
        step("balanced", stage_1_imbalance.balanced_if_within),
    ),
    derived(
        "lemma-b-5-union",
        "Lemma B.5, Appendix B",
        "The union is over K agents; M > K would need more.",
        step("K against the threshold when K < M", stage_1_imbalance.union_over_agents),
        rule="with fewer arms than agents the threshold is never reached: the union over K is "
        "enough although M is meant",
        errata=(UNION,),
    ),
    derived(
        "lemma-b-5-without-stage-1",
        "Lemma B.5, Appendix B",
        "With D = 0 the allocation is independent of what is dropped and the lemma holds.",
        step("share of unbalanced draws", stage_1_imbalance.without_stage_1),
        step("largest T without an elimination in stage 1", stage_1_imbalance.needs_a_phase),
        rule="400 draws of the instance's stage 2 without stage 1: the share unbalanced with many "
        "arms alive is at most 2 M δ, and at M = 16, K = 20 stage 1 completes a phase from T = "
        "3.8e7 on only",
        errata=(IMBALANCE,),
    ),
    derived(
        "lemma-b-5-repaired",
        "Lemma B.5, beyond the paper",
        "If stage 1 stops after l0 phases, which arms outlive phase l0 + 1 depends on gaps and on "
        "averages that do not depend on the owner; skipping Reallocate there is affordable.",
        step("gaps that phase l0 may leave to chance", stage_1_imbalance.decided_one_phase_later),
        step("probability of the smaller errors", stage_1_imbalance.small_errors),
        step("regret of phase l0 + 1 without Reallocate", stage_1_imbalance.cost_of_skipping),
        rule="with errors of 2^(-l-3), which all averages keep with probability 1 - 2/(MKT)² each, "
        "the arms that phase l0 drops for some agents only are dropped by phase l0 + 1 for sure; a "
        "phase l0 + 1 without Reallocate (K >= 21 M log(1/δ), otherwise the ordinary one moves K "
        "at most) costs less than the bound of Theorem 1",
        errata=(IMBALANCE,),
    ),
    derived(
        "lemma-b-5-coins",
        "Lemma B.5, beyond the paper",
        "If all rewards are coins, the lemma's bound holds on our instance.",
        step("P{Reallocate with n_l >= K/4}", stage_1_imbalance.coins_are_balanced),
        rule="the share of 400 draws, M = 16, K = 10^5, means 3/4 and 1/4, with a Reallocate while "
        "n_l >= K/4 is at most the lemma's 2 L K δ; the instance is ours",
        errata=(IMBALANCE,),
        kind="bound",
    ),
)

THEOREM_1 = (
    equation(
        1,
        "Appendix B",
        "Stage 1 loses at most 2 sqrt(2 C5 T M log(MKT)) + M log M.",
        step("the sum at ε", theorem_1.split_at_epsilon),
        step("T < MK/2: stage 1 is one step", theorem_1.one_step_burn_in),
        step("M log M", theorem_1.additive_term),
        printed=(step("D <= 2T/(MK)", theorem_1.burn_in_length),),
        errata=(SHORT_BURN_IN,),
    ),
    equation(
        2,
        "Appendix B",
        "Stage 2 loses at most M log M + 2 sqrt(C4 KMT log(MKT)).",
        step("the sum at ε'", theorem_1.split_of_stage_2),
        step("Σ η with 2 log4 M", pulls_of_an_arm.short_phases_mended),
        printed=(step("phases of one step <= log M", pulls_of_an_arm.short_phases_counterexample),),
        errata=(SHORT,),
    ),
    derived(
        "theorem-1",
        "Theorem 1, Sections 3.3 and Appendix B",
        "DEMAB's expected regret is at most C6 sqrt(KTM log(MKT)), O(sqrt(MTK log T)).",
        step("repaired sum against C6's form", theorem_1.final_constant),
        step("C4", pulls_of_an_arm.stage_2_constant),
        step("C5", pulls_of_an_arm.stage_1_constant),
        step("failure", theorem_1.failure_cost),
        step("log(MKT) <= 3 log T", theorem_1.logarithm_of_horizon),
        step("arms that phase l0 missed", pulls_of_an_arm.unfinished_burn_in),
        rule="C6 = 2 sqrt(2 C5) + 2 sqrt(C4) + 8.5 with C5 = 4096/3 covers all repaired parts",
        printed=(
            step("failure probability of the last display", theorem_1.failure_as_printed),
            _SHORT_OF_PHASES,
        ),
        errata=(C2, FAILURE),
    ),
    derived(
        "theorem-1-communication-worst",
        "Theorem 1, Appendix B",
        "DEMAB communicates O(ML + K) in every run.",
        step("the instance that moves most arms", stage_1_imbalance.worst_case_holds),
        step("arms moved again", fact_1.moved_arms),
        step("phases", fact_1.phases_of_stage_2),
    ),
    derived(
        "theorem-1-communication",
        "Theorem 1, Sections 3.3 and Appendix B",
        "DEMAB communicates O(M log(MK/δ)) with probability 1 - δ and O(M log(MK)) in expectation.",
        _EXPECTED,
        step("P{above the bound for δ = 0.01}", stage_1_imbalance.communication_is_likely),
        step("growth over M log(MK)", stage_1_imbalance.communication_growth),
        rule="on an instance with constant rewards the expected communication, by exact "
        "probabilities, is below the proof's bound with its constants, exceeds the bound for δ = "
        "0.01 with probability at most 0.01 (K = 10^6), and over M log(MK) it grows at most "
        "tenfold from K = 10^3 to 10^6",
        errata=(IMBALANCE,),
    ),
    derived(
        "theorem-1-communication-runs",
        "Theorem 1, Appendix B",
        "In runs of DEMAB on coins the messages that move arms grow like log K.",
        _IN_RUNS,
        rule="mean numbers sent to move arms at K = 2000 are at most twice those at K = 500; M = "
        "16, one arm of mean 0.75, the others 0.25, the least T at which stage 1 completes a phase",
        errata=(IMBALANCE,),
        kind="bound",
    ),
    derived(
        "theorem-1-expectation",
        "Theorem 1, Appendix B",
        "A bound with probability 1 - 1/K and the worst case give one in expectation.",
        step("rare case", theorem_1.expected_from_likely),
    ),
    derived(
        "theorem-5",
        "Theorem 5, Appendix B",
        "With D = l0 = 0: regret O(Σ log T/Δ + M log M), communication O(M log(T/δ)).",
        step("pulls of an arm", pulls_of_an_arm.stage_2_constant),
        step("phases", theorem_1.theorem_5_phases),
        step("log(K L'/δ)", theorem_1.theorem_5_logarithm),
        step("allocation without stage 1", stage_1_imbalance.without_stage_1),
    ),
    derived(
        "section-3-3-stage-1",
        "Section 3.3, sketch",
        "Stage 1 loses O(sqrt(KD log D)) for each agent.",
        step("one phase, two arms of gap 1/2", theorem_1.sketch_of_stage_1),
        rule="the regret of a stage 1 of one phase over sqrt(KD log D) at M = 10^96 is at most 1.1 "
        "times that at M = 100; it is 4 times and grows like sqrt(log M)",
        errata=(SKETCH,),
    ),
    derived(
        "section-3-3-stage-1-repaired",
        "Section 3.3, sketch",
        "Stage 1 loses O(sqrt(KD log(MKT))) for each agent.",
        step("one phase", theorem_1.sketch_of_stage_1, logarithm="size"),
        step("the sum at ε", theorem_1.split_at_epsilon),
        errata=(SKETCH,),
    ),
    derived(
        "section-3-3-small-increase",
        "Section 3.3",
        "With D = l0 = 0 the communication is O(M log T), a small increase.",
        step("ratio of the bounds", theorem_1.small_increase),
        rule="at M = 16, K = 20, T = 10^12 the bound is at most twice that of DEMAB",
    ),
    derived(
        "finite-precision-demab",
        "Appendix B, finite precision",
        "Averages rounded at random to 1/(4TM), O(log T) bits, keep Lemma B.3.",
        step("variance of a rounding", concentration.rounding_variance),
        step("of average and roundings", concentration.rounded_average),
        step("exponent", concentration.rounded_exponent),
        step("bits", concentration.bits_of_reals),
    ),
    derived(
        "finite-precision-demab-integers",
        "Appendix B, finite precision",
        "The integers that DEMAB sends are at most K.",
        step("pulls asked for", concentration.integers_sent),
        rule="the number of pulls that the server asks for in the last phase is at most K",
        errata=(INTEGERS,),
    ),
    not_testable(
        "footnotes-10-11",
        "Footnotes 10 and 11",
        "T > K, so that K has O(log T) bits; a public string has K log2 M bits.",
        "an assumption and a count",
    ),
    not_testable(
        "section-3-1-single-agent",
        "Section 3.1",
        "Single-agent elimination has regret O(Σ log T/Δ) and O(sqrt(KT log T)).",
        "a known theorem (Auer and Ortner, 2010); runs are measured elsewhere",
    ),
)

CLAIMS = (*PROTOCOLS, *FACT_1, *CONCENTRATION, *LEMMA_B_5, *THEOREM_1)
