"""Claims on DELB: Section 4, Appendices E and F; Protocol 2, Theorem 3."""

from bandit_replications.ledger.proof_steps import derived, equation, not_testable, step
from bandit_replications.papers.distributed.theory import concentration, theorem_3

SUPPORT, APPENDIX_E, PULLS = "small-dimensions", "support-without-48", "design-pulls"
ELIMINATED, NORM, PROBABILITY = "eliminated-actions", "estimate-norm", "elimination-probability"
UNFINISHED, DISPLAY = "unfinished-phase", "rounding-display"
SKETCH = "sketch-gap"

CLAIMS = (
    derived(
        "protocol-2",
        "Protocol 2, Section 4.2",
        "A design with g <= 2d and support at most 48 d log log d exists in every dimension.",
        step("d = 2", theorem_3.printed_support),
        rule="the limit is at least d at d = 2",
        errata=(SUPPORT,),
    ),
    derived(
        "protocol-2-support-repaired",
        "Protocol 2, Section 4.2",
        "48 d max(1, log log d) is feasible, and 48 d log log d is from d = 3 on.",
        step("from d = 3", theorem_3.feasible_support),
        step("with the maximum", theorem_3.mended_support),
        rule="at least d(d + 1)/2, the support of an optimal design, for d up to 100",
        errata=(SUPPORT,),
    ),
    derived(
        "section-4-1-optimal-design",
        "Section 4.1",
        "The least g(π) is d.",
        step("60 random unit vectors", theorem_3.optimal_design),
    ),
    derived(
        "section-4-1-error",
        "Section 4.1",
        "⌈π(x) g 4^l log(1/δ)⌉ pulls make every error at most 2^-l with high probability.",
        step("twice the pulls", theorem_3.error_with_two),
        rule="with 2 π(x) g 4^l log(1/δ) pulls an error has probability at most 2 δ",
        printed=(step("with the printed pulls", theorem_3.error_of_section_4_1),),
        errata=(PULLS,),
    ),
    derived(
        "footnote-07",
        "Footnote 7",
        "A net of width 1/T in place of an infinite action set does not matter for the regret.",
        step("added regret", theorem_3.net_of_infinite_set),
    ),
    not_testable(
        "footnotes-08-09",
        "Footnotes 8 and 9",
        "Pulls of an arm go to few agents; in the span of active actions V_l is invertible.",
        "they refer to Appendix E and to linear algebra",
    ),
    derived(
        "appendix-e-assignment",
        "Appendix E",
        "An arm goes to as few agents as possible: Σ (⌈m/p⌉ + 1) <= 2 ξ + M pairs.",
        step("200 random phases", theorem_3.segment_count),
    ),
    derived(
        "appendix-e-support",
        "Appendix E",
        "The design's support is at most d log log d.",
        step("d = 3", theorem_3.support_of_appendix_e),
        rule="d log log d is at least d at d = 3",
        errata=(APPENDIX_E,),
    ),
    derived(
        "fact-2",
        "Fact 2, Appendix F",
        "A phase has at most ξ + C1 4^l d² log(MT) pulls.",
        step("roundings", theorem_3.pulls_of_a_phase),
    ),
    equation(
        3,
        "Appendix F",
        "The estimate's error at x is subgaussian with twice the squared norm of x.",
        step("variance in units of the squared norm", concentration.rounded_average),
    ),
    derived(
        "lemma-f-1",
        "Lemma F.1, Appendix F",
        "In phase l the error is at most 2^-l for every x of 𝒟, dropped or not.",
        step("P{error at a dropped action exceeds 2^-l}", theorem_3.eliminated_action),
        rule="d = 2, actions e1, e2 and (cos 0.01, sin 0.01), θ* = e1: in phase 5, e2 being gone, "
        "its error exceeds 2^-l with probability at most 1/(MT), MT = 10^8, normal approximation",
        errata=(ELIMINATED,),
    ),
    derived(
        "lemma-f-1-repaired",
        "Lemma F.1, Appendix F",
        "In phase l the error is at most 2^-l for every x alive, with C1 = 600, even 43.",
        step("C1 = 600", theorem_3.mended_lemma_f_1),
        step("C1 = 43", theorem_3.least_constant),
        step("C1 d and C1 d² agree", theorem_3.design_norm),
        printed=(step("‖θ̂ - θ*‖ <= 2", theorem_3.far_estimate),),
        errata=(ELIMINATED, NORM),
    ),
    derived(
        "lemma-f-1-net",
        "Lemma F.1, Appendix F",
        "The net's points have errors of at most 2^(-l-2): the sum over 300 d is at most 1/64.",
        step("the printed sum", theorem_3.printed_constant_600),
        step("log(2MTQ)/log(MT)", theorem_3.union_logarithm),
        step("size of the net", theorem_3.covering_number),
        step("deviation", theorem_3.deviation_in_the_net),
    ),
    derived(
        "lemma-f-1-from-net",
        "Lemma F.1, Appendix F",
        "From the net to all x: ‖θ̂ - θ*‖ 2^(-l-2) is at most 2^(-l-1).",
        step("P{‖θ̂ - θ*‖ > 2}", theorem_3.far_estimate),
        rule="with two actions 10^-4 apart P{‖θ̂ - θ*‖ > 2} is at most 1/(TM), exactly",
        errata=(NORM,),
    ),
    derived(
        "lemma-f-2",
        "Lemma F.2, Appendix F",
        "The best action is never dropped, with probability 1 - log(MT)/(MT).",
        step("two errors", theorem_3.loses_best),
        step("number of phases", theorem_3.phases_logarithm),
        printed=(step("with 1 - 1/(TM) for a phase", theorem_3.probability_misprint),),
        errata=(PROBABILITY,),
    ),
    derived(
        "lemma-f-3",
        "Lemma F.3, Appendix F",
        "Actions alive at the start of phase l have gaps of at most 8 · 2^-l.",
        step("after l - 1 phases", theorem_3.alive_gap),
        step("phase 1", theorem_3.first_phase_gap),
    ),
    derived(
        "theorem-3",
        "Theorem 3, Section 4.3, Appendix F",
        "DELB: regret O(d sqrt(TM log T)), communication O((Md + d log log d) log T).",
        step("regret with the unfinished phase", theorem_3.regret_form),
        step("errors", theorem_3.mended_lemma_f_1),
        step("cost of a phase", theorem_3.communication_form),
        step("pairs of a phase", theorem_3.segment_count),
        step("phases", theorem_3.phases_logarithm),
        step("log(MT)", theorem_3.log_total),
        printed=(step("sum over finished phases", theorem_3.unfinished_phase),),
        errata=(UNFINISHED, ELIMINATED, SUPPORT),
    ),
    derived(
        "section-4-3-gaps",
        "Section 4.3, sketch",
        "Arms that are pulled in phase l have gaps of at most 2^(-l+2), probability 1 - 1/(MT).",
        step("P{gap 1.001 pulled in phase 2}", theorem_3.gap_in_phase_2),
        rule="d = 2, two actions with gap 1.001, noise ±1, MT = 10^8: the probability that "
        "the worse one is pulled in phase 2 is at most 1/(MT)",
        errata=(SKETCH,),
    ),
    derived(
        "theorem-3-leaves-phase-1",
        "Theorem 3, beyond the paper",
        "Below MT = 2400 d² log(MT) DELB never leaves phase 1 and its regret is linear.",
        step("d = 10", theorem_3.leaves_phase_1),
    ),
    derived(
        "finite-precision-delb",
        "Appendix F, finite precision",
        "Rounded averages and estimates, O(log(dT)) bits, keep Lemma F.1.",
        step("variance of roundings", concentration.delb_rounded_rewards),
        step("rounded estimate", concentration.delb_rounded_estimate),
        step("sum of the errors", concentration.delb_mended_display),
        printed=(step("last display", concentration.delb_last_display),),
        errata=(DISPLAY,),
    ),
)
