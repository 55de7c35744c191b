"""Errata of DELB, DisLinUCB and Appendix I; numbers as in `errata_arms`."""

from bandit_replications.ledger.claims import Erratum

DELB = (
    Erratum(
        slug="small-dimensions",
        place="Protocol 2, Section 4.2, Fact 2, Theorem 3",
        as_printed="ξ = 48 d log log d.",
        holds_under="d >= 3.",
        counterexample=(
            "d = 2: -35, where two actions are needed; d = 1: undefined "
            "(theorem_3.printed_support)."
        ),
        repair=(
            "48 d max(1, log log d) (theorem_3.mended_support); from d = 3 on the printed number "
            "is feasible (theorem_3.feasible_support)."
        ),
        severity="constant",
        theorem_survives="Yes, with the maximum.",
        claims=(
            "protocol-2",
            "protocol-2-support-repaired",
            "theorem-3",
        ),
    ),
    Erratum(
        slug="support-without-48",
        place="Appendix E",
        as_printed="The support is at most d log log d.",
        holds_under="With the factor 48.",
        counterexample="d = 3: 0.28 (theorem_3.support_of_appendix_e).",
        repair="48 d log log d.",
        severity="typo",
        theorem_survives="Yes.",
        claims=("appendix-e-support",),
    ),
    Erratum(
        slug="design-pulls",
        place="Section 4.1",
        as_printed="π(x) g 4^l log(1/δ) pulls keep errors below 2^-l with high probability.",
        holds_under="High probability being 1 - 2 sqrt(δ).",
        counterexample=(
            "Subgaussian noise of variance 1/(4^l log(1/δ)) exceeds 2^-l with exp(-log(1/δ)/2) "
            "(theorem_3.error_of_section_4_1)."
        ),
        repair="Twice the pulls, as in the book cited (theorem_3.error_with_two).",
        severity="constant",
        theorem_survives="Not affected: Protocol 2 has constants of its own.",
        claims=("section-4-1-error",),
    ),
    Erratum(
        slug="eliminated-actions",
        place="Lemma F.1",
        as_printed="The error is at most 2^-l for every x of 𝒟, in every phase.",
        holds_under="x in A_l, over which the design is optimal.",
        counterexample=(
            "Actions e1, e2 and (cos φ, sin φ), φ = 0.01, θ* = e1, MT = 10^8: e2 has gap 1 and is "
            "gone from phase 4 on, the third has gap 5e-5 and stays with e1. The error at e2 "
            "exceeds 2^-l with probability 0.293, not 1/(MT) (theorem_3.eliminated_action)."
        ),
        repair="State it for x in A_l; Lemmas F.2 and F.3 use it there only.",
        severity="statement false",
        theorem_survives="Yes.",
        claims=(
            "lemma-f-1",
            "lemma-f-1-repaired",
            "theorem-3",
        ),
    ),
    Erratum(
        slug="estimate-norm",
        place="Lemma F.1, last display",
        as_printed="‖θ̂ - θ*‖ ‖x - x̄‖ <= 2^(-l-1) with ‖x - x̄‖ <= 2^(-l-2).",
        holds_under="‖θ̂ - θ*‖ <= 2.",
        counterexample=(
            "Two actions 10^-4 apart, a million pulls each, noise ±1: ‖θ̂ - θ*‖ > 2 with "
            "probability 0.887 (theorem_3.far_estimate). Active sets do get thin."
        ),
        repair=(
            "A net of the unit sphere of V_l's norm: ‖θ̂ - θ*‖_V² <= 8 (d log 6 + log(MT)) with "
            "probability 1 - 1/(MT), and the error is ‖x‖ times that. No net of 𝒟 is needed, C1 = "
            "600 leaves a factor 14, 43 is enough (theorem_3.mended_lemma_f_1, "
            "theorem_3.least_constant)."
        ),
        severity="gap in a proof",
        theorem_survives="Yes, with a smaller C1 even.",
        claims=(
            "lemma-f-1-repaired",
            "lemma-f-1-from-net",
        ),
    ),
    Erratum(
        slug="elimination-probability",
        place="Lemma F.2",
        as_printed="The best action is lost in a phase with probability below 1 - 1/(TM).",
        holds_under="1/(TM).",
        counterexample="The union over phases would exceed 1 (theorem_3.probability_misprint).",
        repair="1/(TM).",
        severity="typo",
        theorem_survives="Yes.",
        claims=("lemma-f-2",),
    ),
    Erratum(
        slug="sketch-gap",
        place="Section 4.3, proof sketch",
        as_printed="Arms pulled in phase l have gaps of at most 2^(-l+2).",
        holds_under="2^(-l+3), as in Lemma F.3.",
        counterexample=(
            "Two actions in the plane with gap 1.001, MT = 10^8: phase 1 keeps both with "
            "probability 0.416, and phase 2 pulls both (theorem_3.gap_in_phase_2)."
        ),
        repair="8 · 2^-l (theorem_3.alive_gap).",
        severity="constant",
        theorem_survives="Yes: the proof has Lemma F.3.",
        claims=("section-4-3-gaps",),
    ),
    Erratum(
        slug="unfinished-phase",
        place="Theorem 3, regret",
        as_printed="The regret is a sum over the finished phases 1, …, L.",
        holds_under="A sum to L + 1.",
        counterexample=(
            "Actions e1, e2, θ* = e1, MT = 16000: phase 1 does not end, the regret is 8000, the "
            "sum is empty and leaves 39 (theorem_3.unfinished_phase)."
        ),
        repair="Add phase L + 1: twice the bound (theorem_3.regret_form).",
        severity="gap in a proof",
        theorem_survives="Yes.",
        claims=("theorem-3",),
    ),
    Erratum(
        slug="rounding-display",
        place="Appendix F, finite precision, last display",
        as_printed="The two errors of 2^(-l-1) add up to 2^(-l-2), for the net's points.",
        holds_under="2^-l, for all x.",
        counterexample="1/2 + 1/2 is 1 and not 1/4 (concentration.delb_last_display).",
        repair="2^-l, which Lemma F.1 asks for (concentration.delb_mended_display).",
        severity="typo",
        theorem_survives="Yes.",
        claims=("finite-precision-delb",),
    ),
)

DISLINUCB = (
    Erratum(
        slug="union-over-epochs",
        place="Lemma H.1",
        as_printed="Theorem 2 of Abbasi-Yadkori et al. and a union over agents: 1 - Mδ.",
        holds_under="Each agent's data are one martingale.",
        counterexample=(
            "After a synchronisation others' data of the last epoch are added at once, and when it "
            "comes depends on their rewards: with two agents and T = 5, the mean of what comes, "
            "given the agent's own data until then, reaches 1.8 where a martingale has 0 "
            "(theorem_4_runs.data_orders). Up to an epoch's start all data, then the agent's own, "
            "are a martingale: another one for each epoch."
        ),
        repair="A union over epochs too: 1 - M P δ, at a cost O(P) (theorem_4.union_over_epochs).",
        severity="gap in a proof",
        theorem_survives="Yes.",
        claims=(
            "lemma-h-1",
            "theorem-4",
        ),
    ),
    Erratum(
        slug="doubling-epochs",
        place="Appendix H, (6)",
        as_printed="All but R = ⌈d log(1 + MT/(λd))⌉ epochs double the determinant at most.",
        holds_under="log to base 2, or e in place of 2.",
        counterexample=(
            "The step does not follow: nine ratios above 2 have a product below 1 + MT at d = 1, "
            "MT = 1000, where R is 7 (theorem_4.doublings). That is no run of the protocol: with "
            "one action at most a few epochs more than double (theorem_4.doublings_in_runs), and "
            "whether a run has more than R of them is open."
        ),
        repair="R/log 2 (theorem_4.doublings_mended).",
        severity="gap in a proof",
        theorem_survives="Yes.",
        claims=(
            "equation-06",
            "appendix-h-bad-epochs-repaired",
            "theorem-4",
        ),
    ),
    Erratum(
        slug="simultaneous-triggers",
        place="Appendix H, bad epochs",
        as_printed="For all agents but one n log(det V/det V_last) < D at the end of an epoch.",
        holds_under="One step before the end, for all agents.",
        counterexample=(
            "A single action: the agents' matrices agree and all eight pass D in the same step "
            "(theorem_4.simultaneous)."
        ),
        repair=(
            "Bound the first n - 1 steps by sqrt(2 D) and the last by 1 "
            "(theorem_4.one_step_before); the last steps cost less than the rest for T >= dM "
            "(theorem_4.last_steps)."
        ),
        severity="gap in a proof",
        theorem_survives="Yes.",
        claims=(
            "appendix-h-all-but-one",
            "appendix-h-all-but-one-repaired",
            "theorem-4",
        ),
    ),
    Erratum(
        slug="last-synchronisation",
        place="Appendix H",
        as_printed="V_P, the V_last of the last epoch, holds all samples.",
        holds_under="A synchronisation after the last step.",
        counterexample=(
            "One action, M = 4, T = 100: V_last ends at 165, all samples make 401 "
            "(theorem_4.last_matrix)."
        ),
        repair="Imagine one; it need not be sent.",
        severity="typo",
        theorem_survives="Yes.",
        claims=(
            "appendix-h-last-matrix",
            "theorem-4",
        ),
    ),
    Erratum(
        slug="signs-of-rewards",
        place="Appendix H, finite precision",
        as_printed="A reward is replaced by a random ±1 with the reward as its mean.",
        holds_under="Rewards in [-1, 1].",
        counterexample=(
            "y = ⟨x, θ*⟩ + η with both terms up to 1 reaches 2 (theorem_4.signs_of_rewards)."
        ),
        repair="±2, and a confidence set for noise of proxy 4.",
        severity="typo",
        theorem_survives="Yes.",
        claims=(
            "finite-precision-dislinucb",
            "finite-precision-dislinucb-repaired",
        ),
    ),
    Erratum(
        slug="divergence-of-signs",
        place="Appendix H, finite precision",
        as_printed="Histories with rounded and exact actions differ by a divergence of O(MTd ε²).",
        holds_under="Means away from ±1, as with ±2.",
        counterexample=(
            "A reward that is always 1 against mean 1 - ε: the divergence is ε/2, 500 ε² at ε = "
            "10^-3; the other way round it is infinite (theorem_4.divergence_of_signs)."
        ),
        repair="With ±2 it is at most ε²/3 (theorem_4.divergence_of_twos).",
        severity="gap in a proof",
        theorem_survives="Yes.",
        claims=(
            "finite-precision-dislinucb-divergence",
            "finite-precision-dislinucb-repaired",
        ),
    ),
)

POINT_TO_POINT = (
    Erratum(
        slug="message-index",
        place="Procedure 9",
        as_printed="At step i agent 1 sends m_i to agent i + 1.",
        holds_under="m_(i+1), as in Procedure 10.",
        counterexample=(
            "Of five agents the four others get a message that is not theirs "
            "(point_to_point.message_index)."
        ),
        repair="m_(i+1).",
        severity="typo",
        theorem_survives="Yes.",
        claims=(
            "procedure-09",
            "procedure-09-repaired",
        ),
    ),
    Erratum(
        slug="reallocate-stages",
        place="Theorem 7",
        as_printed="A phase has three communication stages of M steps, Reallocate not among them.",
        holds_under="A message may hold all of an agent's donated arms.",
        counterexample=(
            "Agent 1 hears one other a step. 16 agents, 1000 arms, half of the agents without: 248 "
            "arms are donated, 16 steps are allowed for (point_to_point.donations)."
        ),
        repair=(
            "Count Reallocate's two transfers (point_to_point.missing_stage); if a message is one "
            "number, add a step for each donated arm."
        ),
        severity="gap in a proof",
        theorem_survives="Yes, up to M K more regret in the second reading.",
        claims=("theorem-7",),
    ),
)

ERRATA = (*DELB, *DISLINUCB, *POINT_TO_POINT)
