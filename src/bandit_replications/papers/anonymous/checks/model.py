"""Claims on the model and its feedback: abstract, Sections 1 to 2 and 3.1, Lemma 2, Appendix A."""

from bandit_replications.ledger.proof_steps import definition, derived, not_testable, step
from bandit_replications.papers.anonymous.checks.later_theory import (
    base_grid,
    feedback_elicitation,
    lemma_1,
    lemma_2,
    theorem_1,
    theorem_2,
    theorem_3,
    theorem_5,
)

NAMES = "names-of-users-and-arms"
LAST_LOOP, GRID, LOGLOG = "algorithm-3-last-loop", "grid-undefined", "loglog-base"
GAMMA, BOUNDED, USERS = (
    "gamma-without-group-size",
    "bounded-rewards-lemma-2",
    "introduction-users-factor",
)

# --- Abstract and Section 1 -------------------------------------------------------------------

INTRODUCTION = (
    derived(
        "abstract-no-individual-decision",
        "Abstract",
        "Users are clustered without observing any single user's decision.",
        step("smallest group that reports", feedback_elicitation, check="smallest_report"),
        rule="no group of fewer than C users reports in the sub-algorithm of Section 3.1",
        printed=(
            step(
                "decisions that never change stay unknown",
                feedback_elicitation,
                check="decisions_revealed",
            ),
            step("one total hides them", feedback_elicitation, check="one_total_reveals"),
        ),
        failing="observed are totals only, but they can give decisions away; not so",
    ),
    derived(
        "abstract-sublinear",
        "Abstract",
        "The paper's algorithms have sublinear regret.",
        step("Theorem 1's bound", theorem_1, check="sublinear"),
        step("Theorem 2's bound", theorem_2, check="sublinear"),
        rule="both explicit bounds are below 1% of N T at T = 1e14, N = 50, K = 5, C = 4",
        kind="bound",
    ),
    not_testable(
        "abstract-first",
        "Abstract, Section 1.2",
        "This is the first work on bandits of many users under anonymity.",
        "a claim of priority",
    ),
    derived(
        "introduction-algorithm-1-bound",
        "Section 1.1",
        "With clusters of U >= C + 1 Algorithm 1 has regret Õ(N C sqrt(αKT)).",
        step("orders of the proof, α = 1", theorem_1, check="orders", approximation=1.0),
        step("orders of the proof, α = 5", theorem_1, check="orders", approximation=5.0),
        step("explicit bound over the order", theorem_1, check="order_constant"),
    ),
    derived(
        "introduction-algorithm-2-bound",
        "Section 1.1",
        "Without clusters Algorithm 2 has regret Õ(C^(2/3) K^(1/3) T^(2/3)) over all users.",
        step("regret of exploring", theorem_2, check="exploring_regret"),
        step("Theorem 3 at many users", theorem_2, check="users_factor_needed"),
        errata=(USERS,),
    ),
    derived(
        "introduction-lower-bound-factor",
        "Section 1.1",
        "Upper and lower bound for Algorithm 1 differ by a factor of K sqrt(C), and by sqrt(C) if "
        "U >= K(C + 1).",
        step("α = K", theorem_3, check="worst_factor"),
        step("α = 1", theorem_3, check="upper_over_lower"),
    ),
    derived(
        "section-1-2-no-action",
        "Section 1.2",
        "If every arm had to have C users or more, no action would be possible with N < CK.",
        step(
            "users needed, and the model's assignments", feedback_elicitation, check="too_few_users"
        ),
    ),
)

# --- Section 2 --------------------------------------------------------------------------------

SECTION_2 = (
    definition("definition-subgaussian", "Section 2", "σ²-subgaussian variables."),
    definition(
        "definition-anonymous-bandit",
        "Section 2.1",
        "The problem: N users on K arms for T rounds, regret over all users, totals of groups of "
        "at least C users on one arm.",
        errata=(NAMES,),
    ),
    definition(
        "definition-user-cluster", "Section 2.1", "Each arm is the best arm of U users or more."
    ),
    derived(
        "section-2-1-impossible",
        "Section 2.1",
        "Without any constraint sublinear regret may be impossible.",
        step("regret of a round", theorem_5, check="regret_per_round"),
        step("informing actions", theorem_5, check="none_informs"),
        kind="enumeration",
    ),
    definition(
        "definition-batched-bandit",
        "Section 2.2",
        "Algorithms in batches of fixed lengths, which ask for D/|A| rewards of each arm of A.",
        errata=(NAMES,),
    ),
    derived(
        "section-2-2-static-grid",
        "Section 2.2",
        "A batch's length depends on its number alone, not on feedback.",
        step("lengths in closed form", base_grid, check="closed_form"),
        step("they add up to T", base_grid, check="ends_at_horizon"),
    ),
    derived(
        "section-2-2-base-regret",
        "Section 2.2, Appendix A",
        "With log log T batches BaSE has regret Õ(sqrt(KT)).",
        step("first batch is O(sqrt(T)), base 2", base_grid, check="binary_logarithm"),
        step("each batch costs O(sqrt(KT log)), base 2", lemma_1, check="explicit"),
        printed=(
            step("natural logarithms, T = 1e5", base_grid, check="natural_logarithm_at"),
            step("natural logarithms, any power of ln T", base_grid, check="natural_logarithm"),
        ),
        failing="with natural logarithms these fail",
        errata=(LOGLOG,),
    ),
)

# --- Section 3.1 ------------------------------------------------------------------------------

SECTION_3_1 = (
    derived(
        "section-3-1-rounds",
        "Section 3.1",
        "The sub-algorithm takes 2C + 2 rounds.",
        *(
            step(f"C = {size}", feedback_elicitation, check="rounds", group_size=size)
            for size in (1, 4, 9)
        ),
        kind="enumeration",
    ),
    derived(
        "section-3-1-groups",
        "Section 3.1, step 2",
        "C + 1 users or more of one arm split into groups of C + 1 to 2C + 1.",
        *(
            step(f"sizes, C = {size}", feedback_elicitation, check="group_sizes", group_size=size)
            for size in (1, 4, 9)
        ),
        step("all users are in one", feedback_elicitation, check="nobody_left_out"),
        kind="enumeration",
    ),
    derived(
        "section-3-1-informative",
        "Section 3.1",
        "Every user of an arm with C other users or more gets an estimate.",
        step("25 users of one arm", feedback_elicitation, check="informed_users"),
        step("C + 1 users", feedback_elicitation, check="informed_users", users=5),
        kind="enumeration",
    ),
    derived(
        "lemma-2",
        "Lemma 2, Section 3.1, Appendix C.2",
        "An estimate is unbiased and O(C)-subgaussian.",
        step("mean", lemma_2, check="unbiased"),
        step("number of rewards", lemma_2, check="terms"),
        step("moment generating function", lemma_2, check="subgaussian"),
        step("the order is right", lemma_2, check="of_order_group_size"),
        rule="exact law of the estimate, Bernoulli rewards: mean μ; at most 4C + 1 rewards; "
        "(4C+1)-subgaussian at 720 points; with unit variances the variance is at least 2C + 1",
        printed=(step("variance of a reward", lemma_2, check="bounded_rewards"),),
        errata=(BOUNDED,),
    ),
    derived(
        "lemma-2-variance",
        "Appendix C.2",
        "The estimate's variance is that of the user's reward and twice those of the others.",
        step("exact law", lemma_2, check="variance"),
        step(
            "(4C+1)/4 for rewards in [0, 1]",
            lemma_2,
            check="subgaussian",
            bernoulli=True,
        ),
    ),
    derived(
        "lemma-2-correlation",
        "Section 3.1, beyond the paper",
        "In one run, two users of a group of m have estimates of correlation m/(2m - 1), above "
        "1/2; only estimates of one user are independent of each other, and no proof needs more.",
        *(
            step(f"m = {users}", lemma_2, check="correlation", users=users)
            for users in (2, 3, 5, 9)
        ),
        kind="enumeration",
    ),
    derived(
        "lemma-2-better-estimate",
        "Section 3.1, beyond the paper",
        "The same totals without the first one give estimates of less than half the variance.",
        *(
            step(f"m = {users}", lemma_2, check="better_estimate", users=users)
            for users in (2, 5, 9, 101)
        ),
    ),
)

# --- Appendix A -------------------------------------------------------------------------------

APPENDIX_A = (
    derived(
        "algorithm-3",
        "Algorithm 3, Appendix A",
        "BaSE, which plays T rounds on a grid with t_B = T.",
        step("last loop over batch B", base_grid, check="last_loop", printed=False),
        step("u_B = T", base_grid, check="ends_at_horizon"),
        printed=(step("last loop over batch B - 1", base_grid, check="last_loop"),),
        errata=(LAST_LOOP, GRID),
    ),
    derived(
        "appendix-a-grid-order",
        "Appendix A",
        "The grid has t_b = O(T^(1 - 2^-b)).",
        *(
            step(f"T = {horizon:g}", base_grid, check="grid_order", horizon=horizon)
            for horizon in (1e3, 1e5, 1e12, 1e100)
        ),
        rule="with B = ⌈log2 log2 T⌉ the constant 2 is enough",
        errata=(GRID,),
    ),
    derived(
        "appendix-a-gamma",
        "Appendix A, last sentence",
        "With γ = O(log(NKT)) in Algorithm 1 a best arm is eliminated with probability at most "
        "1/poly(N, K, T).",
        step("γ = 6 log, C = 4", theorem_1, check="wrong_elimination"),
        step("γ = 6 log, C = 50", theorem_1, check="wrong_elimination", group_size=50),
        step(
            "γ = 1000 log, C = 1e5, NKT = 1e12",
            theorem_1,
            check="wrong_elimination",
            constant=1000.0,
            group_size=10**5,
            product=1e12,
        ),
        errata=(GAMMA,),
    ),
    derived(
        "appendix-a-gamma-repaired",
        "Appendix A, repaired",
        "With γ = 8(4C + 1) log(NKT) it is.",
        step("C = 4", theorem_1, check="right_elimination"),
        step("C = 50", theorem_1, check="right_elimination", group_size=50),
        errata=(GAMMA,),
    ),
)

CLAIMS = (*INTRODUCTION, *SECTION_2, *SECTION_3_1, *APPENDIX_A)
