"""Claims on DELB: Section 4, Appendices E and F; Protocol 2, Theorem 3."""

from bandit_replications.ledger.decisions import by_reading, proof, statement, step
from bandit_replications.papers.distributed.checks.steps import derived
from bandit_replications.papers.distributed.theory import finite_precision, lemma_f_1, theorem_3

CHECKS = {
    "protocol-2": statement(
        step("d = 3 to 154", theorem_3.feasible_support),
        step("beyond, by a cited theorem", theorem_3.cited_support),
        printed=(step("d = 2", theorem_3.printed_support),),
    ),
    "protocol-2-support-repaired": derived(
        step("with the maximum, up to d = 154", theorem_3.repaired_support),
        step("beyond, by a cited theorem", theorem_3.cited_support),
    ),
    "section-4-1-pulls": derived(step("with roundings", theorem_3.pulls_of_section_4_1)),
    "section-4-1-error": statement(
        step("with the printed pulls", theorem_3.error_of_section_4_1),
        step("twice the pulls", theorem_3.error_with_two),
    ),
    "footnote-07": derived(step("added regret", theorem_3.net_of_infinite_set)),
    "appendix-e-assignment": proof(
        step("200 random phases", theorem_3.segment_count), method="argued"
    ),
    "appendix-e-support": statement(
        step("with the factor 48, d = 3 to 154", theorem_3.feasible_support),
        step("beyond, by a cited theorem", theorem_3.cited_support),
        printed=(step("without it, d = 3", theorem_3.support_of_appendix_e),),
    ),
    "fact-2": derived(
        step("roundings", theorem_3.pulls_of_a_phase),
        printed=(step("both bounds at d = 2", theorem_3.fact_2_in_small_dimensions),),
    ),
    "equation-03": derived(step("of all pulls", finite_precision.delb_error_at_x)),
    "lemma-f-1": by_reading(
        statement(step("P{error at a dropped action exceeds 2^-l}", lemma_f_1.eliminated_action)),
        **{
            "g over all of 𝒟, as in Section 4.2": statement(
                step("squared error at every x with g <= 2d", lemma_f_1.repaired),
                step("the instance has no such design", lemma_f_1.design_over_all),
            )
        },
    ),
    "lemma-f-1-repaired": derived(
        step("C1 = 600", lemma_f_1.repaired),
        step("C1 = 43", lemma_f_1.repaired, constant=43.0),
        step("C1 d and C1 d² agree", lemma_f_1.design_norm),
        printed=(step("‖θ̂ - θ*‖ <= 2", lemma_f_1.far_estimate),),
    ),
    "lemma-f-1-net": derived(
        step("the printed sum", lemma_f_1.printed_constant_600),
        step("log(2MTQ)/log(MT)", lemma_f_1.union_logarithm),
        step("size of the net", lemma_f_1.covering_number),
        step("deviation", lemma_f_1.deviation_in_the_net),
    ),
    "lemma-f-1-from-net": derived(step("P{‖θ̂ - θ*‖ > 2}", lemma_f_1.far_estimate)),
    "lemma-f-2": proof(
        step("two errors", lemma_f_1.loses_best),
        step("number of phases", lemma_f_1.phases_logarithm),
        printed=(step("with 1 - 1/(TM) for a phase", lemma_f_1.probability_misprint),),
        method="argued",
    ),
    "lemma-f-3": proof(
        step("after l - 1 phases", lemma_f_1.alive_gap),
        step("phase 1", lemma_f_1.first_phase_gap),
        method="argued",
    ),
    "theorem-3": derived(
        step("regret with the unfinished phase", theorem_3.regret_form),
        step("errors", lemma_f_1.repaired),
        step("cost of a phase", theorem_3.communication_form),
        step("pairs of a phase", theorem_3.segment_count),
        step("phases", lemma_f_1.phases_logarithm),
        step("log(MT)", theorem_3.log_total),
        printed=(step("sum over finished phases", theorem_3.unfinished_phase),),
    ),
    "section-4-3-gaps": derived(step("P{gap 1.001 pulled in phase 2}", theorem_3.gap_in_phase_2)),
    "theorem-3-leaves-phase-1": statement(step("d = 10", theorem_3.leaves_phase_1)),
    "appendix-f-bits": derived(
        step("numbers of a phase", theorem_3.communication_form),
        step("phases", lemma_f_1.phases_logarithm),
        step("bits of a number over log(dT)", finite_precision.delb_bits),
        printed=(step("ξ at d = 2", theorem_3.printed_support),),
    ),
    "finite-precision-delb": derived(
        step("variance of roundings", finite_precision.delb_rounded_rewards),
        step("rounded estimate", finite_precision.delb_rounded_estimate),
        step("sum of the errors", finite_precision.delb_display, printed=False),
        printed=(step("last display", finite_precision.delb_display),),
    ),
}
