"""Claims on Theorem 2 (Section 3.4, Appendix D)."""

from bandit_replications.ledger.decisions import proof, step
from bandit_replications.papers.distributed.theory import theorem_2
from bandit_replications.papers.distributed.theory.theorem_2 import PRINTED_FRACTION

PROTOCOLS = ("demab", "immediate-sharing", "independent-elimination")

CHECKS = {
    "theorem-2": proof(
        step("averaged bound against 76/3000", theorem_2.uniform_prior),
        step("averaged bound at K = T = 2", theorem_2.uniform_prior_by_hand),
        step("summed over agents", theorem_2.sum_over_agents),
        step("silence", theorem_2.silence),
        printed=(
            step(
                "38 · 2/3000 against 1/75",
                theorem_2.condition,
                inverse=PRINTED_FRACTION / 2,
                arms=10**9,
            ),
            step("regrets of different instances added", theorem_2.one_instance_for_all),
        ),
    ),
    "theorem-2-fraction": proof(
        step("38 · 2/3000", theorem_2.condition, inverse=PRINTED_FRACTION / 2, arms=10**9)
    ),
    "theorem-2-fraction-repaired": proof(
        step("8062 at K = 2", theorem_2.repaired_fraction),
        step("5701 at K = 10^5", theorem_2.repaired_fraction, arms=10**5, fraction=5701.0),
        step("656 with the averaged bound", theorem_2.least_repaired_fraction),
        step(
            "38/c in place of 38 · 2/c", theorem_2.condition, inverse=PRINTED_FRACTION, arms=10**9
        ),
    ),
    "theorem-2-fifth": proof(step("any continuation", theorem_2.without_moss)),
    "theorem-2-reduction-runs": proof(
        *(
            step(f"an agent of {protocol}", theorem_2.reduced_regret, protocol=protocol)
            for protocol in PROTOCOLS
        ),
        method="bound",
    ),
    "theorem-2-budget-runs": proof(
        *(step(protocol, theorem_2.within_budget, protocol=protocol) for protocol in PROTOCOLS),
        method="bound",
    ),
    "theorem-2-condition": proof(step("K = 2", theorem_2.condition, inverse=2851, arms=2)),
    "theorem-2-quiet-agents": proof(step("the quiet half", theorem_2.quiet_half)),
    "lemma-d-1": proof(step("the cited theorem by scaling", theorem_2.moss_sum)),
    "lemma-d-2": proof(
        step("constant of the two-instance proof", theorem_2.lower_constant),
        step("inequality of Bretagnolle and Huber", theorem_2.bretagnolle_huber),
    ),
}
