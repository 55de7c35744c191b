"""Claims on Theorem 2 (Section 3.4, Appendix D)."""

from bandit_replications.ledger.proof_steps import derived, not_testable, step
from bandit_replications.papers.distributed.checks.late import late_step
from bandit_replications.papers.distributed.theory import theorem_2

FRACTION, FEW, PRIOR = "communication-fraction", "few-arms", "one-instance-for-all"
SILENCE, GAPS = "silence-as-message", "sum-of-gaps"

PROTOCOLS = ("demab", "immediate-sharing", "independent-elimination")


CLAIMS = (
    derived(
        "theorem-2",
        "Theorem 2, Section 3.4, Appendix D",
        "With expected communication below M/3000 some instance has regret Ω(M sqrt(KT)).",
        step("averaged bound against 76/3000", theorem_2.uniform_prior),
        step("averaged bound at K = T = 2", theorem_2.uniform_prior_by_hand),
        step("summed over agents", theorem_2.sum_over_agents),
        step("silence", theorem_2.silence),
        rule="repaired with the lower bound averaged over a uniform good arm: at least 0.045 M "
        "sqrt(KT) for every K >= 2",
        printed=(
            step("38 · 2/3000 against 1/75", theorem_2.printed_constant),
            step("regrets of different instances added", theorem_2.one_instance_for_all),
        ),
        errata=(FRACTION, PRIOR, SILENCE),
    ),
    derived(
        "theorem-2-fraction",
        "Appendix D",
        "c = 3000 suffices in 38 · 2/c < 1/75.",
        step("38 · 2/3000", theorem_2.printed_constant),
        rule="the inequality holds in the most favourable case, K large",
        errata=(FRACTION,),
    ),
    derived(
        "theorem-2-fraction-repaired",
        "Appendix D",
        "With the paper's lemmas c = 8062 is enough for all K >= 2; with the averaged bound 656.",
        step("8062 at K = 2", theorem_2.mended_fraction),
        step("5701 at K = 10^5", theorem_2.mended_fraction, arms=10**5, fraction=5701.0),
        step("656 with the averaged bound", theorem_2.least_mended_fraction),
        step("38/c in place of 38 · 2/c", theorem_2.half_forgotten),
        errata=(FRACTION,),
    ),
    derived(
        "theorem-2-fifth",
        "Theorem 2, beyond the paper",
        "Expected communication below M/5 is enough for regret Ω(M sqrt(KT)), K >= 2.",
        step("any continuation", theorem_2.without_moss),
        errata=(PRIOR,),
    ),
    derived(
        "theorem-2-reduction-runs",
        "Appendix D",
        "Agents made into single-agent algorithms lose at least the single-agent lower bound.",
        *(
            late_step(
                f"an agent of {protocol}", "theorem_2_runs", "reduced_regret", protocol=protocol
            )
            for protocol in PROTOCOLS
        ),
        rule="mean regret over a uniform good arm, 200 runs, is at least the averaged lower bound; "
        "K = 5, T = 2000, M = 100",
        kind="bound",
    ),
    derived(
        "theorem-2-budget-runs",
        "Theorem 2, Section 3.4",
        "Protocols that may send M/10 numbers lose at least the repaired bound.",
        *(
            late_step(protocol, "theorem_2_runs", "within_budget", protocol=protocol)
            for protocol in PROTOCOLS
        ),
        rule="mean of 20 runs over the bound is at least 1; M = 100, K = 20, T = 1000",
        kind="bound",
    ),
    derived(
        "theorem-2-condition",
        "Appendix D",
        "38 δ < 1/75 is enough for A = Ω(sqrt(KT)).",
        step("K = 2", theorem_2.condition_without_arms),
        rule="38 δ below sqrt(1 - 1/K)/75 at K = 2 for δ = 1/2851",
        errata=(FEW,),
    ),
    derived(
        "theorem-2-quiet-agents",
        "Appendix D",
        "M/2 agents communicate with probability at most 2/c each.",
        step("the quiet half", theorem_2.quiet_half),
    ),
    derived(
        "lemma-d-1",
        "Lemma D.1, Appendix D",
        "MOSS has regret at most 38 sqrt(KT).",
        step("the cited theorem by scaling", theorem_2.moss_sum),
        rule="the cited theorem, 39 sqrt(KT) and the sum of the gaps for 1-subgaussian rewards, "
        "taken as given: on doubled rewards and halved it is at most 38 sqrt(KT) for T >= K",
        errata=(GAPS,),
    ),
    derived(
        "lemma-d-2",
        "Lemma D.2, Appendix D",
        "The minimax regret of Bernoulli bandits is at least sqrt((K - 1)T)/75.",
        step("constant of the two-instance proof", theorem_2.lower_constant),
        step("inequality of Bretagnolle and Huber", theorem_2.bretagnolle_huber),
        rule="the proof's constant at its best gap is at least 1/75 for all T >= K - 1: it is 1/64",
    ),
    not_testable(
        "section-3-4-steep",
        "Section 3.4",
        "The trade-off is steep: slightly less communication than M log(MK) costs everything.",
        "between M/3000 and M log(MK) the paper proves nothing",
    ),
)
