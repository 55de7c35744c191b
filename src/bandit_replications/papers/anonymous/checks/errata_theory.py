"""Errata of the model, the upper bounds and the lower bounds.

The numbers are those of the functions named in the counterexamples, `module.function`, of the
package `derivations`.
"""

from bandit_replications.ledger.claims import Erratum

UPPER = (
    Erratum(
        slug="introduction-users-factor",
        place="Section 1.1, bound of Algorithm 2",
        as_printed="The regret over all users is Õ(C^(2/3) K^(1/3) T^(2/3)), without N.",
        holds_under="The regret of one user, or the average over users.",
        counterexample=(
            "Two arms, every user with gap 1: exploring alone costs N T_exp / 2, which is 25 times "
            "the printed bound with T_exp's own constant and logarithm for 50 users "
            "(theorem_2.exploring_regret). No algorithm does better than linear in N: Theorem 3's "
            "lower bound exceeds it for N = 1e8 (theorem_2.users_factor_needed)."
        ),
        repair="Multiply by N, as in Theorem 2.",
        severity="typo",
        theorem_survives="Yes: Theorem 2 has the factor.",
        claims=("introduction-algorithm-2-bound",),
    ),
    Erratum(
        slug="loglog-base",
        place="Lemma 1, Section 2.2 and Appendix A",
        as_printed="B = log log T, and a logarithm without base is a natural one elsewhere.",
        holds_under="The outer logarithm has base 2 or less; the inner one's base is a constant.",
        counterexample=(
            "ln(a / sqrt(T)) = ln(T) 2^-B / (2 - 2^(1-B)). With natural logarithms 2^-B is "
            "(ln T)^-0.693, so a / sqrt(T) grows like exp((ln T)^0.307 / 2), faster than any power "
            "of ln T: at ln T = 1e12 its logarithm is 2405, that of (ln T)^10 is 276 "
            "(base_grid.natural_logarithm). At T = 1e5 it is 3.66 instead of 1.45 with base 2."
        ),
        repair="B = ⌈log2 log2 T⌉: then sqrt(T) <= a <= 2 sqrt(T) for T >= 4.",
        severity="constant",
        theorem_survives="Yes, with base 2.",
        claims=("lemma-1", "section-2-2-base-regret"),
    ),
    Erratum(
        slug="grid-undefined",
        place="Algorithm 3, Appendices A and C.1",
        as_printed="The proof of Lemma 1 uses u_b and a, which are nowhere defined.",
        holds_under="The grid of Gao et al. (2019).",
        counterexample=(
            "Appendix A gives t_b up to a constant only, the proof needs u_b = a^(2-2^(1-b)) "
            "(base_grid.closed_form)."
        ),
        repair=(
            "t_b = ⌊u_b⌋ with u_1 = a, u_b = a sqrt(u_(b-1)) and a = T^(1/(2 - 2^(1-B))), so that "
            "t_B = T."
        ),
        severity="typo",
        theorem_survives="Yes.",
        claims=("algorithm-3", "appendix-a-grid-order"),
    ),
    Erratum(
        slug="algorithm-3-last-loop",
        place="Algorithm 3, last loop",
        as_printed="The last loop runs over batch b, after the loop over b has ended.",
        holds_under="b = B in the last loop.",
        counterexample=(
            "With b = B - 1, its last value, T = 1e5 and B = 5 the algorithm plays 105135 rounds "
            "instead of 100000 and never reaches batch B (base_grid.last_loop)."
        ),
        repair="From t_(B-1) + 1 to t_B.",
        severity="typo",
        theorem_survives="Yes.",
        claims=("algorithm-3",),
    ),
    Erratum(
        slug="hoeffding-direction",
        place="Appendix C.1, first display",
        as_printed="The probability that an average is within the width is below 2 exp(-…).",
        holds_under="The probability that it is further away.",
        counterexample=(
            "A constant reward is always within: probability 1, against 2e-9 "
            "(lemma_1.hoeffding_direction)."
        ),
        repair="Turn the inequality inside the probability round.",
        severity="typo",
        theorem_survives="Yes.",
        claims=("lemma-1",),
    ),
    Erratum(
        slug="hoeffding-random-count",
        place="Appendix C.1, first display and union bound",
        as_printed=(
            "Hoeffding's inequality for the average of an arm at the end of a batch, then a union "
            "over arms and batches."
        ),
        holds_under="The numbers of pulls are fixed beforehand.",
        counterexample=(
            "From batch 2 on an arm's pulls depend on how many others were eliminated, hence on "
            "rewards; the inequality is for a fixed number."
        ),
        repair=(
            "A union over all numbers of pulls up to T: K T (TK)^-2 = 1/(TK), the same probability "
            "as printed (lemma_1.union_over_counts)."
        ),
        severity="gap in a proof",
        theorem_survives="Yes, at no cost.",
        claims=("lemma-1", "lemma-1-union"),
    ),
    Erratum(
        slug="bounded-rewards-lemma-2",
        place="Appendix C.2",
        as_printed="Rewards are in [0, 1] and have variance at most 1/4.",
        holds_under="Bounded rewards; the model of Section 2.1 has 1-subgaussian ones.",
        counterexample="A N(μ, 1) reward has variance 1 (lemma_2.bounded_rewards).",
        repair=(
            "Leave it out: the proof goes on with 1-subgaussian rewards. For rewards in [0, 1] the "
            "estimate is even (4C+1)/4-subgaussian (lemma_2.subgaussian)."
        ),
        severity="gap in a proof",
        theorem_survives="Yes.",
        claims=("lemma-2",),
    ),
    Erratum(
        slug="gamma-without-group-size",
        place="Appendix A, last sentence; Theorem 1",
        as_printed="γ = O(log(NKT)) suffices in Algorithm 1 to keep every best arm.",
        holds_under="A constant in γ that grows like C.",
        counterexample=(
            "Estimates have variance up to 4C + 1. Two equal arms, normal rewards, "
            "γ = 6 log(NKT): one of them beats the other by the threshold with probability 0.04 at "
            "C = 4 and 0.31 at C = 50, against 4e-8; for each constant it tends to 1/2 as C grows "
            "(theorem_1.wrong_elimination)."
        ),
        repair=(
            "γ = 8(4C + 1) log(2 N K m T), m = T/(2C+2) being the most estimates that a pair can "
            "get. The proof of Theorem 1 already pays for it: its sqrt(C) is that of sqrt(γ)."
        ),
        severity="constant",
        theorem_survives="Yes, with γ proportional to C.",
        claims=("appendix-a-gamma", "appendix-a-gamma-repaired", "theorem-1"),
    ),
    Erratum(
        slug="tau-most-estimates",
        place="Algorithms 1 and 3, τ; Appendix C.3",
        as_printed=(
            "τ is the largest number of estimates of an arm alive, all being about equal; "
            "Algorithm 1 passes at least D/|A| estimates of each arm."
        ),
        holds_under="All arms alive have the same number of estimates, as in BaSE alone.",
        counterexample=(
            "A decomposition may give one arm 400 estimates and another 4. The analysis allows the "
            "latter's average an error 5 times the threshold, and the best arm may be dropped "
            "(theorem_1.uneven_counts)."
        ),
        repair="τ is the least number, or exactly D/|A| estimates are passed on and the rest not.",
        severity="gap in a proof",
        theorem_survives="Yes, with the repair.",
        claims=("algorithm-1", "theorem-1"),
    ),
    Erratum(
        slug="horizon-overrun",
        place="Algorithm 1, T' and R_b",
        as_printed="R_b = α D_b assignments at most, so that all batches take T rounds.",
        holds_under="A decomposition without an additive term.",
        counterexample=(
            "Section 3.2 allows α D + O(NK) and Lemma 3 has NK + 1 more. With N = 50, K = 5, "
            "C = 4, T = 1e5, α = 1 the batches may take 110040 rounds "
            "(theorem_1.horizon_overrun)."
        ),
        repair=(
            "T' = (T/(2C+2) - B(NK+1))/α, which costs N B (NK+1)(2C+2) more regret, less than the "
            "bound once T >= N²K up to logarithms; or a decomposition into D + K - 1 assignments."
        ),
        severity="gap in a proof",
        theorem_survives="Yes.",
        claims=("algorithm-1", "theorem-1"),
    ),
    Erratum(
        slug="demand-at-least-root-horizon",
        place="Section 3.2",
        as_printed="D >= sqrt(T), much larger than K, so that O(NK) is o(D).",
        holds_under="T' = T/(α(2C+2)) in place of T, and NK small beside sqrt(T').",
        counterexample=(
            "At the paper's own N = 50, K = 5, C = 4, T = 1e5 and α = 1 the first batch has 135 "
            "rounds, sqrt(T) is 316 and NK is 250 (theorem_1.demand_at_least_root)."
        ),
        repair="D >= ⌊sqrt(T')⌋.",
        severity="constant",
        theorem_survives="Yes, for T large against α C N² K².",
        claims=("section-3-2-demand", "section-3-2-demand-repaired"),
    ),
    Erratum(
        slug="exploration-exceeds-horizon",
        place="Algorithm 2, T_exp",
        as_printed="T_exp = 10 C^(2/3) K^(1/3) T^(2/3) (log NKT)^(1/3) rounds explore.",
        holds_under="T >= 1000 C² K log(NKT).",
        counterexample=(
            "With N = 50, K = 5, C = 4 as in Appendix B that is T >= 1583741; at T = 1e5 T_exp is "
            "238857 (theorem_2.exploration_fits), so that nothing is left to commit."
        ),
        repair="The minimum of it and T, or a smaller constant; Appendix B tunes it.",
        severity="constant",
        theorem_survives="Yes: below that T the bound exceeds N T.",
        claims=("algorithm-2",),
    ),
    Erratum(
        slug="arm-index-zero",
        place="Algorithm 2, j_s",
        as_printed="All groups of run r play arm r mod K, arms being 1, …, K.",
        holds_under="Arms 0, …, K - 1.",
        counterexample="r = K gives arm 0 (theorem_2.arm_index).",
        repair="1 + (r mod K).",
        severity="typo",
        theorem_survives="Yes.",
        claims=("algorithm-2",),
    ),
    Erratum(
        slug="samples-per-arm-rounding",
        place="Appendix C.7, first paragraph",
        as_printed="Each pair is guaranteed T_exp/(K(2C+2)) estimates.",
        holds_under="K divides the number of runs.",
        counterexample=(
            "T_exp/(2C+2) = 7.5 and K = 5: 8 runs give some arm one estimate, not 1.5 "
            "(theorem_2.estimates_per_pair)."
        ),
        repair="More than T_exp/(K(2C+2)) - 1, or runs in multiples of K.",
        severity="constant",
        theorem_survives="Yes.",
        claims=("theorem-2",),
    ),
    Erratum(
        slug="noise-constant",
        place="Appendix C.7",
        as_printed="An estimate's noise is C-subgaussian.",
        holds_under="O(C), as Lemma 2 says; its proof has 4C + 1.",
        counterexample="4C + 1 = 17 for C = 4 (theorem_2.noise).",
        repair="λ = (4C + 1)/n.",
        severity="constant",
        theorem_survives="Yes.",
        claims=("theorem-2",),
    ),
    Erratum(
        slug="commit-regret-factor-two",
        place="Appendix C.7, after the union bound",
        as_printed="A round after T_exp costs a user ε at most.",
        holds_under="2ε, which the sentence before it derives.",
        counterexample=(
            "The best arm's average is ε low and another's ε high: a gap just below 2ε goes unseen "
            "(theorem_2.committed_cost)."
        ),
        repair="2ε.",
        severity="constant",
        theorem_survives="Yes.",
        claims=("theorem-2",),
    ),
)

LOWER = (
    Erratum(
        slug="theorem-3-gap",
        place="Appendix C.11, reward laws",
        as_printed="The good arm's mean is sqrt(C/T), and this forces regret Ω(N sqrt(CKT)).",
        holds_under="K bounded by a constant.",
        counterexample=(
            "No algorithm loses more than T sqrt(C/T) = sqrt(CT) per user, so c N sqrt(CKT) is out "
            "of reach for K > 1/c² (theorem_3.printed_gap_reaches)."
        ),
        repair=(
            "The gap (1 - 1/K) sqrt(CK/T): by Pinsker's inequality against the instance without a "
            "good arm, regret at least N sqrt(CKT) (1 - 1/K)²/2 (theorem_3.repaired_gap_gives)."
        ),
        severity="gap in a proof",
        theorem_survives="Yes, with the mended gap, for T >= CK.",
        claims=("theorem-3", "theorem-3-construction"),
    ),
    Erratum(
        slug="theorem-3-reduction-group",
        place="Appendix C.11, simulation of an algorithm",
        as_printed=(
            "User i asks for the total of all users on i's arm (printed as the preimage of i), and "
            "such totals have variance C whatever the set."
        ),
        holds_under="The algorithm groups all users of an arm together, and these are C.",
        counterexample=(
            "Ten users on the arm, in a group of four: the simulated total is of ten "
            "(theorem_3.group_is_not_arm)."
        ),
        repair=(
            "F is i's group without i, if i is in one. A total of m >= C users has variance m, "
            "which is as hard or harder: adding noise to a total of C gives it."
        ),
        severity="gap in a proof",
        theorem_survives="Yes.",
        claims=("theorem-3",),
    ),
    Erratum(
        slug="theorem-3-cluster",
        place="Appendix C.11, choice of the instance",
        as_printed=(
            "Best arms are independent and uniform, which satisfies U = K(C+1) with high "
            "probability; the bound is for all draws."
        ),
        holds_under="The draws without clusters contribute little, which is not shown.",
        counterexample=(
            "The theorem is restricted to instances with U >= K(C+1), and an average over all "
            "draws is not one over these."
        ),
        repair=(
            "Regret is at most N T Δ, so the others contribute at most N T Δ times their "
            "probability: below 1% of the bound at N = 90, K = 3, C = 2 "
            "(theorem_3.clustered_instances)."
        ),
        severity="gap in a proof",
        theorem_survives="Yes.",
        claims=("theorem-3",),
    ),
    Erratum(
        slug="theorem-4-observation",
        place="Appendix C.12, third paragraph",
        as_printed="An informing total is 1 + Bern(1/2 ± ε).",
        holds_under="User 1's reward for arms 2 and 3 were 1; it is 0.",
        counterexample=("All 12 informing actions have a total of 0 or 1 (theorem_4.observation)."),
        repair="Bern(1/2 ± ε).",
        severity="typo",
        theorem_survives="Yes: both carry the same information.",
        claims=("theorem-4", "theorem-4-observation"),
    ),
    Erratum(
        slug="theorem-4-instance-zero",
        place="Appendix C.12, last but one paragraph",
        as_printed="The instances are told apart as X = 0 and X = 1.",
        holds_under="Never: X is 1 or -1, which Bern(1/2 + Xε) needs.",
        counterexample=(
            "X = 0 would be a fair coin, which neither instance has; the laws are those of "
            "1/2 + ε and 1/2 - ε (theorem_4.equivalent_information)."
        ),
        repair="X = -1.",
        severity="typo",
        theorem_survives="Yes.",
        claims=("theorem-4",),
    ),
    Erratum(
        slug="theorem-4-markov",
        place="Appendix C.12, last two paragraphs",
        as_printed=(
            "Few informing rounds have probability 1/2 at least, an error 1/4 at least, so the "
            "regret of every round is Ω(ε)."
        ),
        holds_under="Both events overlap.",
        counterexample=(
            "An error of probability 1/4 may lie within the event of many informing rounds, whose "
            "probability may be 1/2 (theorem_4.printed_conclusion)."
        ),
        repair=(
            "Markov's inequality at 8R, or without it: if n informing rounds are expected, the "
            "average regret is at least max(n, ε T exp(-n kl)), hence 0.199 T^(2/3) "
            "from T = 955 on (bounds.theorem_4, theorem_4.least_horizon)."
        ),
        severity="gap in a proof",
        theorem_survives="Yes.",
        claims=("theorem-4",),
    ),
)

NAMES = (
    Erratum(
        slug="algorithm-2-random-assignments",
        place="Section 3.5, the text after Algorithm 2",
        as_printed=(
            "The first rounds use random assignments with C + 1 users or more on each arm that is "
            "played; then, for the remaining arms, every user plays the best arm seen."
        ),
        holds_under="Another algorithm: Algorithm 2 draws nothing, and rounds remain, not arms.",
        counterexample=(
            "Algorithm 2 puts all groups of run r on the same arm, r mod K "
            "(explore_then_commit.play), and its proof counts estimates on that order."
        ),
        repair="Read Algorithm 2 as displayed; arms in turn also need no argument on chance.",
        severity="typo",
        theorem_survives="Yes: the proof is about the displayed algorithm.",
        claims=("algorithm-2",),
    ),
    Erratum(
        slug="names-of-users-and-arms",
        place="Sections 2.1 and 2.2; Appendix C.3",
        as_printed=(
            "n for the number of users; feedback from each j in S, with no S in sight; the gap of "
            "user i's arm j as a maximum minus μ_j."
        ),
        holds_under="N; j in A_b; μ_ij.",
        counterexample="Section 2 calls them N, A_b and μ_ij.",
        repair="As in Section 2.",
        severity="typo",
        theorem_survives="Yes.",
        claims=("definition-anonymous-bandit", "definition-batched-bandit", "theorem-1"),
    ),
)

ERRATA = (*UPPER, *LOWER, *NAMES)
