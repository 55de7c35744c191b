"""Claims on DELB: Section 4, Appendices E and F; Protocol 2, Theorem 3."""

from bandit_replications.ledger.decisions import argued, by_reading, proof, sampled, statement
from bandit_replications.papers.distributed.theory import finite_precision, lemma_f_1, theorem_3

CHECKS = {
    "protocol-2": statement(
        sampled("d = 3 to 154", theorem_3.feasible_support),
        sampled("beyond, by a cited theorem", theorem_3.cited_support),
        printed=(sampled("d = 2", theorem_3.printed_support),),
    ),
    "protocol-2-support-repaired": proof(
        sampled("with the maximum, up to d = 154", theorem_3.repaired_support),
        sampled("beyond, by a cited theorem", theorem_3.cited_support),
    ),
    "section-4-1-pulls": proof(sampled("with roundings", theorem_3.pulls_of_section_4_1)),
    "section-4-1-error": statement(
        sampled("with the printed pulls", theorem_3.error_of_section_4_1),
        sampled("twice the pulls", theorem_3.error_with_two),
    ),
    "footnote-07": proof(sampled("added regret", theorem_3.net_of_infinite_set)),
    "appendix-e-assignment": proof(argued("200 random phases", theorem_3.segment_count)),
    "appendix-e-support": statement(
        sampled("with the factor 48, d = 3 to 154", theorem_3.feasible_support),
        sampled("beyond, by a cited theorem", theorem_3.cited_support),
        printed=(sampled("without it, d = 3", theorem_3.support_of_appendix_e),),
    ),
    "fact-2": proof(
        sampled("roundings", theorem_3.pulls_of_a_phase),
        printed=(sampled("both bounds at d = 2", theorem_3.fact_2_in_small_dimensions),),
    ),
    "equation-03": proof(sampled("of all pulls", finite_precision.delb_error_at_x)),
    "lemma-f-1": by_reading(
        statement(
            sampled("P{error at a dropped action exceeds 2^-l}", lemma_f_1.eliminated_action)
        ),
        **{
            "g over all of 𝒟, as in Section 4.2": statement(
                sampled("squared error at every x with g <= 2d", lemma_f_1.repaired),
                sampled("the instance has no such design", lemma_f_1.design_over_all),
            )
        },
    ),
    "lemma-f-1-repaired": proof(
        sampled("C1 = 600", lemma_f_1.repaired),
        sampled("C1 = 43", lemma_f_1.repaired, constant=43.0),
        sampled("C1 d and C1 d² agree", lemma_f_1.design_norm),
        printed=(sampled("‖θ̂ - θ*‖ <= 2", lemma_f_1.far_estimate),),
    ),
    "lemma-f-1-net": proof(
        sampled("the printed sum", lemma_f_1.printed_constant_600),
        sampled("log(2MTQ)/log(MT)", lemma_f_1.union_logarithm),
        sampled("size of the net", lemma_f_1.covering_number),
        sampled("deviation", lemma_f_1.deviation_in_the_net),
    ),
    "lemma-f-1-from-net": proof(sampled("P{‖θ̂ - θ*‖ > 2}", lemma_f_1.far_estimate)),
    "lemma-f-2": proof(
        argued("two errors", lemma_f_1.loses_best),
        argued("number of phases", lemma_f_1.phases_logarithm),
        printed=(argued("with 1 - 1/(TM) for a phase", lemma_f_1.probability_misprint),),
    ),
    "lemma-f-3": proof(
        argued("after l - 1 phases", lemma_f_1.alive_gap),
        argued("phase 1", lemma_f_1.first_phase_gap),
    ),
    "theorem-3": proof(
        sampled("regret with the unfinished phase", theorem_3.regret_form),
        sampled("errors", lemma_f_1.repaired),
        sampled("cost of a phase", theorem_3.communication_form),
        sampled("pairs of a phase", theorem_3.segment_count),
        sampled("phases", lemma_f_1.phases_logarithm),
        sampled("log(MT)", theorem_3.log_total),
        printed=(sampled("sum over finished phases", theorem_3.unfinished_phase),),
    ),
    "section-4-3-gaps": proof(sampled("P{gap 1.001 pulled in phase 2}", theorem_3.gap_in_phase_2)),
    "theorem-3-leaves-phase-1": statement(sampled("d = 10", theorem_3.leaves_phase_1)),
    "appendix-f-bits": proof(
        sampled("numbers of a phase", theorem_3.communication_form),
        sampled("phases", lemma_f_1.phases_logarithm),
        sampled("bits of a number over log(dT)", finite_precision.delb_bits),
        printed=(sampled("ξ at d = 2", theorem_3.printed_support),),
    ),
    "finite-precision-delb": proof(
        sampled("variance of roundings", finite_precision.delb_rounded_rewards),
        sampled("rounded estimate", finite_precision.delb_rounded_estimate),
        sampled("sum of the errors", finite_precision.delb_display, printed=False),
        printed=(sampled("last display", finite_precision.delb_display),),
    ),
}
