"""Errata of DEMAB, of the lower bound and of Appendix C.

The numbers are those of the functions named in the counterexamples, `module.function`, of the
package `derivations`.
"""

from bandit_replications.ledger.claims import Erratum

PROTOCOLS = (
    Erratum(
        slug="pulls-rounded-down",
        place="Protocol 1, line 1; Section 3.2; Protocols 3 and 4",
        as_printed="m_l = 4^(l+3) log(MKT) is rounded down in Protocol 1 and up everywhere else.",
        holds_under="Rounding up.",
        counterexample=(
            "The assumption on T lets l0 be far below 0: at M = 64, K = 100, T = 500 stage 2 "
            "starts with phase -7, where m_l rounded down is 0 and averages do not exist "
            "(fact_1.negative_first_phase)."
        ),
        repair=(
            "Round up. Or start at phase 1 whenever l0 < 0: phases up to 0 drop no arm "
            "(fact_1.early_phases_eliminate_nothing)."
        ),
        severity="typo",
        theorem_survives="Yes.",
        claims=("protocol-1",),
    ),
    Erratum(
        slug="stale-maximum",
        place="Protocol 3, lines 8 to 13",
        as_printed="N_max is the largest count before Reallocate and is sent after it.",
        holds_under="The largest count after Reallocate, which the server knows.",
        counterexample=(
            "One of 16 agents holds all arms: N_max is 16 times every agent's count afterwards, "
            "and an arm is pulled 16 m_l times, not 2 m_l (fact_1.stale_maximum)."
        ),
        repair="Compute N_max after Reallocate: ⌈N_l/M⌉, without a message.",
        severity="typo",
        theorem_survives="Yes, with the repair; Lemma B.4 needs it.",
        claims=("protocol-3",),
    ),
    Erratum(
        slug="own-arms",
        place="Protocol 3, lines 16 and 20",
        as_printed=(
            "An agent pulls (N_max - |B_l|) m_l times in round-robin; the arm in the elimination "
            "is called i, as the agent is."
        ),
        holds_under="|B_l^(i)|, as in Protocol 1, and a in place of i.",
        counterexample=(
            "160 arms shared evenly by 16 agents: (10 - 160) m_l is negative "
            "(pulls_of_an_arm.union_for_own_arms)."
        ),
        repair="|B_l^(i)|.",
        severity="typo",
        theorem_survives="Yes.",
        claims=("protocol-3",),
    ),
    Erratum(
        slug="elimination-in-loop",
        place="Protocol 4, lines 3 to 6",
        as_printed="The elimination stands inside the loop over the arms of a phase.",
        holds_under="After the loop.",
        counterexample=(
            "After the first of five arms the maximum over all averages is asked for, and four do "
            "not exist (theorem_1.elimination_in_loop)."
        ),
        repair="Move it behind the loop; at time D return the arms of the last finished phase.",
        severity="typo",
        theorem_survives="Yes.",
        claims=("protocol-4",),
    ),
    Erratum(
        slug="reallocate-sign",
        place="Protocol 5, line 5",
        as_printed="An agent with n_i < n̄ is sent n_i - n̄ arms.",
        holds_under="n̄ - n_i, as in the proof of Fact 1.1.",
        counterexample="Counts (5, 1, 1): n̄ = 2 and n_i - n̄ = -1 (fact_1.printed_sign).",
        repair="n̄ - n_i.",
        severity="typo",
        theorem_survives="Yes.",
        claims=("protocol-5",),
    ),
    Erratum(
        slug="reallocate-waiting",
        place="Protocol 6, lines 2 to 6; Protocol 5, last line",
        as_printed=(
            "Agents with n_i > n̄ give arms and go on; the others wait until they get some. The "
            "arms left go to agents 1, 2, … whoever they are."
        ),
        holds_under="No agent has exactly n̄ arms and none is left.",
        counterexample=(
            "(5, 1, 1): the last arm is sent to agent 1, who gave three and does not listen. "
            "(4, 2, 0): agent 2 has n̄ = 2 and waits for an arm that never comes. 140 of the count "
            "vectors up to 5 of three agents fail in one of these ways (fact_1.deadlocks)."
        ),
        repair="Every agent expects one message, perhaps an empty one; the announcements pay.",
        severity="gap in a proof",
        theorem_survives="Yes: Facts 1.1 and 1.2 hold with the repair.",
        claims=("protocol-6",),
    ),
    Erratum(
        slug="divisible-assignment",
        place="Appendix A, assignment strategy",
        as_printed="If N divides M, each of M/N agents pulls an arm ⌈m N/M⌉ times.",
        holds_under="m N divisible by M.",
        counterexample=(
            "M = 6, N = 3, m = 7: 8 pulls of each arm, whereas the other rule schedules 7 "
            "(theorem_1.divisible_pulls)."
        ),
        repair="Use the second rule always, or average over all pulls made.",
        severity="typo",
        theorem_survives="Yes: at most M/N pulls more, within 2 m.",
        claims=("appendix-a-assignment",),
    ),
)

FACT_1 = (
    Erratum(
        slug="burn-in-constant",
        place="Protocols 1 and 3, Fact 1.3",
        as_printed="l0 = ⌊log4(D/(C2 K log(MKT)))⌋ phases are completed in stage 1, C2 = 67/3.",
        holds_under="C2 >= 256/3; or 67/3 if phases were counted from 0.",
        counterexample=(
            "Σ 4^(j+3) over j = 1, …, l is 256/3 (4^l - 1); the printed 64/3 (4^l - 1) is the sum "
            "from j = 0 (fact_1.series). At M = K = 2, T = 8000 l0 is 1, but D is 2000 and phase "
            "1, which always pulls both arms, lasts 5312 steps: no agent ever completes it "
            "(fact_1.completed_phases). In 116 of 180 settings l0 phases need not be completed "
            "(fact_1.cases_short_of_phases)."
        ),
        repair=(
            "C2 = 256/3: the -1 in the sum pays for the roundings as long as l <= 256/3 log(MKT) "
            "(fact_1.needed_constant). With 67/3 one phase at most is missing "
            "(fact_1.one_phase_less), arms of gaps up to 2^(-l0+2) enter stage 2, and the printed "
            "C4 still covers their pulls (pulls_of_an_arm.unfinished_burn_in)."
        ),
        severity="constant",
        theorem_survives="Yes, with either repair; Fact 1.3 and Lemma B.2.4 need 256/3.",
        claims=(
            "fact-1-3",
            "fact-1-3-from-phase-0",
            "fact-1-3-repaired",
            "section-3-2-burn-in",
            "lemma-b-2-4",
            "lemma-b-4",
            "theorem-1",
        ),
    ),
    Erratum(
        slug="burn-in-logarithm",
        place="Section 3.2",
        as_printed="l0 has log T where Protocols 1 and 3 have log(MKT).",
        holds_under="log(MKT), which the lengths of the phases have.",
        counterexample=(
            "M = 64, K = 20: for some T above 10^9 l0 with log T is 3 although two phases fit, "
            "even with C2 = 256/3 (fact_1.burn_in_logarithm)."
        ),
        repair="log(MKT).",
        severity="typo",
        theorem_survives="Yes.",
        claims=("section-3-2-burn-in",),
    ),
    Erratum(
        slug="phase-within-horizon",
        place="Fact 1.4",
        as_printed="A completed phase has 4^(l+3) log(MKT) <= T.",
        holds_under="MT in place of T: in centralised mode all agents share an arm's pulls.",
        counterexample=(
            "Two arms that pay 1 and 0, M = 16, T = 10^4: the last completed phase has m_l = 51922 "
            "(fact_1.fits_horizon)."
        ),
        repair=(
            "4^(l+3) log(MKT) <= MT; this is where the M² in log4(C2 M² K²) comes from, which the "
            "printed premises would have as M (fact_1.phases_of_stage_2)."
        ),
        severity="typo",
        theorem_survives="Yes: L = 4 + 1.5 log(MK) stands, with room.",
        claims=("fact-1-4",),
    ),
    Erratum(
        slug="burn-in-rounding",
        place="Fact 1.4",
        as_printed="4^l0 >= T/(C2 M K² log(MKT)), although l0 is rounded down.",
        holds_under="4^(l0+1) in place of 4^l0.",
        counterexample=(
            "M = 16, K = 20, T = 10^8: 4^l0 = 16, the right-hand side is 28.9 "
            "(fact_1.floor_forgotten)."
        ),
        repair="A factor 4, which 4^3 in m_l pays for (fact_1.phases_of_stage_2).",
        severity="constant",
        theorem_survives="Yes.",
        claims=("fact-1-4",),
    ),
)

LEMMAS = (
    Erratum(
        slug="alive-at-phase-start",
        place="Lemma B.2.2",
        as_printed="Every arm in A_l has a gap of at most 2^(-l+1).",
        holds_under="A_(l+1), the arms that phase l leaves.",
        counterexample=(
            "The proof uses the elimination of phase l, but A_l is what phase l starts with. M = K "
            "= 2, T = 10^6, means 0.9 and 0.64: the gap 0.26 is above 1/4, yet alive at the start "
            "of phase 3 with probability 0.0136, where 2e-6 is allowed "
            "(pulls_of_an_arm.alive_gap)."
        ),
        repair=("State it for A_(l+1) (pulls_of_an_arm.largest_gap); Lemma B.2.4 uses it so."),
        severity="typo",
        theorem_survives="Yes.",
        claims=("lemma-b-2-2",),
    ),
    Erratum(
        slug="dropped-one-phase-later",
        place="Lemma B.2.5",
        as_printed="An arm of gap Δ is dropped by the end of phase l_a = ⌈log2(1/Δ)⌉; C5 is open.",
        holds_under="l_a + 1, as in Lemma B.4.",
        counterexample=(
            "Δ = 0.13: l_a = 3, but at M = K = 2, T = 10^6 the arm outlives phase 3 with "
            "probability 0.0079, where 2e-6 is allowed "
            "(pulls_of_an_arm.dropped_in_phase)."
        ),
        repair="Sum to l_a + 1: C5 = 4096/3 (pulls_of_an_arm.stage_1_constant).",
        severity="constant",
        theorem_survives="Yes.",
        claims=("lemma-b-2-5",),
    ),
    Erratum(
        slug="two-roundings",
        place="Lemma B.4, last display",
        as_printed="The roundings of m_l add L pulls to 2 Σ m_l, in all at most 13/3 log(MKT).",
        holds_under="2 L pulls, and MKT large.",
        counterexample=(
            "2 m_l has two roundings: at MKT = 6 they may be 13.4 where 13/3 log(MKT) is 7.8 "
            "(pulls_of_an_arm.ceilings)."
        ),
        repair=(
            "C4 stands: the sum goes one phase further than needed, which is four times the "
            "pulls (pulls_of_an_arm.stage_2_constant)."
        ),
        severity="constant",
        theorem_survives="Yes.",
        claims=("lemma-b-4",),
    ),
    Erratum(
        slug="phases-of-one-step",
        place="Lemma B.4",
        as_printed="Phases of one step have l < log4 M: at most log M, so that Σ η <= M log M.",
        holds_under=(
            "l0 >= 0. Or, for Σ η alone, the reading that agents without an assignment pull no "
            "active arm: the step counts phases, the sum counts pulls."
        ),
        counterexample=(
            "Phases start at l0 + 1, which may be far below 0. M = 10^10, T = M + 1, K = 10^6, "
            "arms that pay 1 and 0: 25 phases of one step, log M is 23 "
            "(pulls_of_an_arm.short_phases_counterexample)."
        ),
        repair="2 log4 M = 1.44 log M (pulls_of_an_arm.short_phases_mended).",
        severity="constant",
        theorem_survives="Yes; it is a step of the proof, Lemma B.4 is not affected.",
        claims=(
            "lemma-b-4-phases-of-one-step",
            "lemma-b-4-phases-of-one-step-repaired",
            "equation-02",
        ),
    ),
    Erratum(
        slug="stage-1-imbalance",
        place="Lemma B.5; Theorem 1, communication",
        as_printed=(
            "Whether an arm is alive is independent of which agent it was given to, so that counts "
            "stay balanced while more than 21 M log(1/δ) arms are alive."
        ),
        holds_under="All agents enter stage 2 with the same arms: D = 0, or D below one phase.",
        counterexample=(
            "What survives stage 1 depends on the agent. One arm pays coins of mean 1/2, the "
            "others always 1/2 - 2^-l: in phase l an agent drops all of them or none, with "
            "probability about 1/2, by its own average of the coins. If l is the last phase of "
            "stage 1, half of the agents hold about K/M arms each, the rest none, and Reallocate "
            "moves about K/4. If K/4 of the arms pay always 1/2 - 1e-9 instead, they are alive "
            "even after the phase that Reallocate was called in, so that the lemma fails however "
            "'before the start of the l-th phase' is read: M = 16, K = 10^5, probability 0.9999 "
            "(stage_1_imbalance.reallocation_is_rare). With two groups, at K = "
            "10^6 the expected communication is at least 468716, nine times the bound "
            "with the proof's constants "
            "(stage_1_imbalance.expected_communication), and it grows like K "
            "(stage_1_imbalance.communication_growth); the bound for δ = 0.01 is exceeded with "
            "probability 0.98 (stage_1_imbalance.communication_is_likely). With coins on all arms "
            "K/8 are moved (stage_1_imbalance.with_coins), also in runs "
            "(stage_1_imbalance_runs.grows_with_arms). It needs T >= 256 M K² log(MKT)."
        ),
        repair=(
            "D = l0 = 0 (Theorem 5), where the lemma holds, for O(M log T). Or stop stage 1 after "
            "exactly l0 phases and ask for balance from phase l0 + 2 on: the arms that phase l0 "
            "drops for some agents only are dropped by phase l0 + 1 for all "
            "(stage_1_imbalance.decided_one_phase_later). Phase l0 + 1 then goes without "
            "Reallocate: the allocation of all K arms gives no agent more than 4K/(3M) if K >= 21 "
            "M log(1/δ), which costs about 683 sqrt(T log(MKT)/(C2 M)) "
            "(stage_1_imbalance.cost_of_skipping); with fewer arms the ordinary Reallocate stays. "
            "An agent without arms pulls any that it kept."
        ),
        severity="statement false",
        theorem_survives=(
            "Its regret bound does, and O(ML + K) communication in every run. The expected "
            "O(M log(MK)) does not once K exceeds M log(MK) and T exceeds 256 M K² log(MKT)."
        ),
        claims=(
            "table-1-demab",
            "lemma-b-5",
            "lemma-b-5-without-stage-1",
            "lemma-b-5-repaired",
            "lemma-b-5-coins",
            "abstract-communication-horizon",
            "theorem-1-communication",
            "theorem-1-communication-runs",
            "theorem-6",
            "theorem-6-premise",
            "theorem-7-communication",
        ),
    ),
    Erratum(
        slug="union-over-agents",
        place="Lemma B.5",
        as_printed="The counts of agents j in [K]; probability 2 L K δ.",
        holds_under="j in [M] and 2 L M δ.",
        counterexample=(
            "There are M agents. For M > K the printed number is the smaller one, but then the "
            "threshold 21 M log(1/δ) is never reached (stage_1_imbalance.union_over_agents)."
        ),
        repair="M in place of K.",
        severity="typo",
        theorem_survives="Not affected.",
        claims=("lemma-b-5-union",),
    ),
    Erratum(
        slug="burn-in-length",
        place="Theorem 1, (1)",
        as_printed="D = ⌈T/(MK)⌉ <= 2T/(MK).",
        holds_under="T >= MK/2.",
        counterexample=(
            "M = 64, K = 100, T = 200: D = 1, 2T/(MK) = 0.06 (theorem_1.burn_in_length)."
        ),
        repair=(
            "For T < MK stage 1 is one step and loses at most M <= sqrt(MT) "
            "(theorem_1.one_step_burn_in)."
        ),
        severity="gap in a proof",
        theorem_survives="Yes.",
        claims=("equation-01",),
    ),
    Erratum(
        slug="sketch-logarithm",
        place="Section 3.3, proof sketch",
        as_printed="Stage 1 loses O(sqrt(KD log D)) for each agent.",
        holds_under="log(MKT) in place of log D.",
        counterexample=(
            "Phases have log(MKT), which M makes as large as one likes beside log D. Two arms of "
            "gap 1/2, D of one phase: the regret over sqrt(KD log D) is four times as large at M "
            "= 10^96 as at M = 100 (theorem_1.sketch_of_stage_1)."
        ),
        repair="sqrt(KD log(MKT)), as in (1) of the proof.",
        severity="constant",
        theorem_survives="Yes: it has log(MKT), and log T by the assumption on T.",
        claims=(
            "section-3-3-stage-1",
            "section-3-3-stage-1-repaired",
        ),
    ),
    Erratum(
        slug="failure-probability",
        place="Theorem 1, last display of the regret",
        as_printed="The lemmas fail with probability L/(M²KT) + 1/(MKT).",
        holds_under="2 L/(M²KT) + 2 l_D/(MKT), the lemmas' own.",
        counterexample=(
            "M = 1, K = 2, T = 10^12: 38/(MKT) against 6/(MKT); l_D grows like log T "
            "(theorem_1.failure_as_printed)."
        ),
        repair=(
            "The union bounds are far smaller than the lemmas state, 2 l_D/(MKT²) and 2 L/(M²KT²): "
            "their cost is below 0.3 sqrt(KTM log(MKT)) (theorem_1.failure_cost)."
        ),
        severity="constant",
        theorem_survives="Yes, C6 included (theorem_1.final_constant).",
        claims=("theorem-1",),
    ),
    Erratum(
        slug="integers-sent",
        place="Appendix B, finite precision",
        as_printed="All integers sent are at most K.",
        holds_under="In distributed mode.",
        counterexample=(
            "In centralised mode the server sends numbers of pulls: 25 million in the last phase "
            "at M = 16, K = 20, T = 10^8 (concentration.integers_sent)."
        ),
        repair="At most T: O(log T) bits as well.",
        severity="typo",
        theorem_survives="Yes.",
        claims=("finite-precision-demab-integers",),
    ),
)

LOWER_BOUND = (
    Erratum(
        slug="communication-fraction",
        place="Theorem 2; Appendix D, last lines",
        as_printed="c = 3000 makes 38 δ < 1/75 for δ = 2/c.",
        holds_under="δ = 1/c.",
        counterexample=(
            "38 · 2/3000 = 0.0253 and sqrt(1 - 1/K)/75 <= 0.0133 for every K "
            "(theorem_2.printed_constant). With 1/c it would be 0.0127 (theorem_2.half_forgotten)."
        ),
        repair=(
            "c > 5700 sqrt(K/(K-1)): 8062 for all K >= 2, 5701 for K above 2850 "
            "(theorem_2.mended_fraction). To keep 3000: the lower bound (1 - 1/K - 0.268)/4 "
            "sqrt(KT) of Auer et al. (2002), averaged over a uniform good arm, "
            "in place of Lemma D.2 (theorem_2.uniform_prior)."
        ),
        severity="constant",
        theorem_survives="Yes, also with M/3000, by the second repair.",
        claims=(
            "theorem-2",
            "theorem-2-fraction",
            "theorem-2-fraction-repaired",
        ),
    ),
    Erratum(
        slug="few-arms",
        place="Appendix D, last lines",
        as_printed="38 δ < 1/75 is enough, with sqrt(K - 1) on one side and sqrt(K) on the other.",
        holds_under="K large.",
        counterexample=(
            "K = 2: 38 δ must be below 0.0094, not 0.0133 (theorem_2.condition_without_arms)."
        ),
        repair="38 δ < sqrt(1 - 1/K)/75.",
        severity="constant",
        theorem_survives="Yes.",
        claims=("theorem-2-condition",),
    ),
    Erratum(
        slug="one-instance-for-all",
        place="Appendix D, last sentence",
        as_printed="Each quiet agent loses Ω(sqrt(KT)), so the total is Ω(M sqrt(KT)).",
        holds_under="One instance on which all of them do.",
        counterexample=(
            "Lemma D.2's instance depends on the algorithm, hence on the agent, and who is quiet "
            "depends on the instance. Agents that always pull arm 1 or always arm 2 each lose T on "
            "some instance, but never both on one (theorem_2.one_instance_for_all)."
        ),
        repair=(
            "Average over a uniform good arm: each agent i loses at least (c_K - 38 P_i) sqrt(KT), "
            "P_i its probability to communicate, averaged too. These add up over all agents, no "
            "quiet half is needed, and M/656 is enough (theorem_2.sum_over_agents, "
            "theorem_2.least_mended_fraction). On these instances no continuation loses more than "
            "sqrt(KT)/4, so that even M/5 is (theorem_2.without_moss)."
        ),
        severity="gap in a proof",
        theorem_survives="Yes, with a better constant.",
        claims=(
            "table-1-lower-bound",
            "theorem-2",
            "theorem-2-fifth",
        ),
    ),
    Erratum(
        slug="silence-as-message",
        place="Appendix D, simulation",
        as_printed=(
            "The single agent switches when the code sends or waits; X_i counts numbers sent or "
            "received."
        ),
        holds_under="Waiting always ends with a number received.",
        counterexample=(
            "An agent that looks for a message in each step and gets none acts on silence; X_i is "
            "0, yet the simulation switches at once."
        ),
        repair=(
            "Simulate silence and switch at the agent's first message. Until it sends, what it "
            "receives is independent of its rewards, so that the simulated regret is at most "
            "A/(1 - δ) (theorem_2.silence). On the averaged bound's instances not even that is "
            "needed: whatever follows loses sqrt(KT)/4 at most (theorem_2.without_moss)."
        ),
        severity="gap in a proof",
        theorem_survives="Yes.",
        claims=("theorem-2",),
    ),
    Erratum(
        slug="sum-of-gaps",
        place="Lemma D.1",
        as_printed="The cited theorem is quoted without its second term, the sum of the gaps.",
        holds_under="T >= K and rewards in [0, 1]: the lemma is true as it stands.",
        counterexample=(
            "None of the lemma; a remark on the citation. The theorem cited is on 1-subgaussian "
            "rewards: 39 sqrt(KT) and the sum of the gaps."
        ),
        repair=(
            "38 stands, by scaling: rewards in [0, 1] are 1/2-subgaussian, and the theorem on "
            "doubled rewards leaves 19.5 sqrt(KT) and the sum of the gaps, at most 20.5 sqrt(KT) "
            "for T >= K (theorem_2.moss_sum)."
        ),
        severity="typo",
        theorem_survives="Yes, and so does Lemma D.1.",
        claims=("lemma-d-1",),
    ),
)

RANDOMNESS = (
    Erratum(
        slug="hoeffding-exponent",
        place="Appendix C, Hoeffding's inequality",
        as_printed="The exponent is 2 B c1² M log(MK)/(c2 (1 + K/(M log(MK)))).",
        holds_under="2 B c1²/(c2 (1 + K/(M log(MK))))².",
        counterexample=(
            "One string, cost M log(MK) + K with a probability that makes the mean 0.4 M log(MK), "
            "M = 16, K = 20: it exceeds twice the mean with probability 0.33, the printed bound is "
            "3e-11 (theorem_6.exponent_counterexample)."
        ),
        repair="Square the denominator, without M log(MK) (theorem_6.hoeffding_on_it).",
        severity="constant",
        theorem_survives="Yes: B enters by its logarithm only.",
        claims=(
            "theorem-6",
            "theorem-6-exponent",
        ),
    ),
    Erratum(
        slug="number-of-strings",
        place="Appendix C",
        as_printed="B = ⌈2 C' K² log(MKT)⌉.",
        holds_under="K of the order of M log(MK) at most.",
        counterexample=(
            "C' is free, but no constant is enough: at M = 1 the least C' is 2800 times as large "
            "at K = 10^8 as at K = 10^4 (theorem_6.printed_strings)."
        ),
        repair=(
            "B of the order K (1 + K/(M log(MK)))² log(MKT), at most 2 K³ log(MKT) "
            "(theorem_6.mended_strings); its logarithm is as before (theorem_6.packets)."
        ),
        severity="constant",
        theorem_survives="Yes.",
        claims=(
            "theorem-6",
            "theorem-6-strings",
        ),
    ),
    Erratum(
        slug="inverse-grid",
        place="Appendix C, the family of bandits",
        as_printed="Means a/Δ for a = 0, 1, …, ⌊1/Δ⌋.",
        holds_under="Means a Δ.",
        counterexample="a = 1, Δ = 0.01: a mean of 100 (theorem_6.means_in_range).",
        repair="a Δ.",
        severity="typo",
        theorem_survives="Yes.",
        claims=(
            "theorem-6-family",
            "theorem-6-family-repaired",
        ),
    ),
)

ERRATA = (*PROTOCOLS, *FACT_1, *LEMMAS, *LOWER_BOUND, *RANDOMNESS)
